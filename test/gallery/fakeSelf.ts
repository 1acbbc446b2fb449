// What an account in memory is for others: who is here, and what it says of itself.
import type { OwnPresence, Presence } from '#contract/areas/presence';
import type { EngineContract } from '#contract/engine';
import type { CallArgs } from '#contract/wire/shapes';
import type { World } from './fakeEngine';
import { at } from './fixtures';

export interface SelfWorld {
  /** By user id; of members who are not named, their row says it. */
  readonly presences: Readonly<Record<string, Presence>>;
  readonly ownPresence: OwnPresence;
}

export const exampleSelf = (): SelfWorld => ({
  presences: {
    '@priya:example.org': {
      state: 'unavailable',
      lastActiveMs: at(9, 30),
      status: 'Back at three',
    },
  },
  ownPresence: { shares: true, status: 'Printing until noon' },
});

interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

export const selfDefaults = {
  sharePresence: (
    { on }: CallArgs<EngineContract, 'sharePresence'>,
    { world, update }: Context,
  ): Record<string, never> => {
    update({ ownPresence: { ...world.ownPresence, shares: on } });
    return {};
  },
  setStatus: (
    { text }: CallArgs<EngineContract, 'setStatus'>,
    { world, update }: Context,
  ): { kept: boolean } => {
    update({ ownPresence: { ...world.ownPresence, status: text } });
    return { kept: true };
  },
};

interface Sink<V> {
  set(value: V): void;
}

export const selfValues = (world: World, watch: (push: () => void) => () => void) => ({
  ownPresence: (_query: unknown, sink: Sink<OwnPresence>) =>
    watch(() => sink.set(world.ownPresence)),
  presence: ({ userId }: { userId: string }, sink: Sink<Presence>) =>
    watch(() => {
      const row = world.members.find(({ person }) => person.userId === userId);
      const state = row?.presence ?? 'unknown';
      sink.set(world.presences[userId] ?? { state, lastActiveMs: null, status: null });
    }),
});
