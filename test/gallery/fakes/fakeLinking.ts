// Signing in with another device in an engine in memory.
import type { Linking } from '#contract/areas/account/linking';
import type { EngineContract } from '#contract/engine';
import type { CallArgs } from '#contract/wire/shapes';
import type { World } from './fakeEngine';
import * as fixtures from '../fixtures';

export interface LinkingWorld {
  readonly linking: Linking;
  readonly linkSupport: 'yes' | 'no_server' | 'no_keys';
}

export const noLink: LinkingWorld = { linking: { state: 'idle' }, linkSupport: 'yes' };

export const exampleLinkCode: Linking = {
  state: 'code',
  bytes: Uint8Array.from({ length: 160 }, (_, at) => (at * 37) % 256),
  expiresAtMs: fixtures.at(23, 59),
};

export interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

export const linkingDefaults = {
  linkSupport: (_input: unknown, { world }: Context) => ({ can: world.linkSupport }),
  showLinkCode: (_input: unknown, { update }: Context) => {
    update({ linking: exampleLinkCode });
    return {};
  },
  readLinkCode: (_input: unknown, { update }: Context) => {
    const shown = { userCode: null, server: null };
    update({ linking: { state: 'digits', checkCode: '42', ...shown } });
    return { outcome: 'read' as const };
  },
  checkLink: ({ digits }: CallArgs<EngineContract, 'checkLink'>, { update }: Context) => {
    const wrong = { state: 'failed', reason: 'wrong_digits', error: null } as const;
    update({ linking: digits === '42' ? { state: 'allow', note: null } : wrong });
    return {};
  },
  openLinkPageAgain: () => ({}),
  endLink: (_input: unknown, { update }: Context) => {
    update({ linking: { state: 'idle' } });
    return {};
  },
};

export interface Sink<V> {
  set(value: V): void;
}

export const linkingValues = (world: LinkingWorld, watch: (push: () => void) => () => void) => ({
  linking: (_query: unknown, sink: Sink<Linking>) => watch(() => sink.set(world.linking)),
});
