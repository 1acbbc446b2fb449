// Presence: of others from the store, of this account by the part that is online.
import { getPresence } from '#stores/settings/presence';
import type { ValueSink } from '#contract/wire/serve';
import { cleanName } from '../../events/cleanName';
import { readOwnPresence } from '../../self/presence';
import type { CallParts, Calls, EngineParts, Values } from '../parts';

/** Whether this account is always away is kept in its account data. */
const presenceTopics = ['presence', 'session', 'accountData', 'kept'] as const;

export function presenceCalls({ network }: CallParts) {
  return {
    async sharePresence({ on }) {
      await (await network.ready()).presence.share(on);
      return {};
    },
    async setPresence({ presence }) {
      await (await network.ready()).presence.set(presence);
      return {};
    },
    setStatus: async ({ text }) => ({
      kept: await (await network.ready()).presence.setStatus(text),
    }),
  } satisfies Partial<Calls>;
}

export function presenceValues({ store, ownUserId }: EngineParts) {
  function follow<V>(sink: ValueSink<V>, read: () => V): () => void {
    sink.set(read());
    return store.onCommit(({ topics }) => {
      if (presenceTopics.some((topic) => topics.has(topic))) sink.set(read());
    });
  }
  return {
    presence: ({ userId }, sink) =>
      follow(sink, () => {
        const known = getPresence(store.db, userId);
        return {
          state: known?.state ?? 'unknown',
          lastActiveMs: known?.lastActiveMs ?? null,
          status: cleanName(known?.statusMessage)?.slice(0, 200) ?? null,
        };
      }),
    ownPresence: (_query, sink) => follow(sink, () => readOwnPresence(store.db, ownUserId())),
  } satisfies Partial<Values>;
}
