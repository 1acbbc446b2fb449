// Old messages for new members (MSC4268): the inviter sends the keys of the room's history as one bundle, and the invited person's device
// imports it. We keep our own list of awaited bundles: the library works through its list while its store opens, and would not open
// offline.
import { awaitedKeys, beginTaking, saveAwaited, type Awaited } from '#stores/settings/awaitedKeys';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import type { Backend } from './backend';
import { asFailure } from './errors';
import { isForNewcomers, type CryptoRoom } from './room';

export interface HistoryDeps {
  readonly store: Store;
  readonly backend: Pick<Backend, 'acceptKeyBundle' | 'shareHistory'>;
  /** Made ready for the library. */
  readonly roomOf: (roomNo: number) => Promise<CryptoRoom>;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  /** Keys came: tries what could not be read in the room. */
  readonly retry: (roomNo: number | null) => Promise<number>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export interface History {
  /**
   * Sends the keys of the room's old messages to a person who is about to be invited. False: it is not possible (the room hides its
   * history, or no identity vouches for this device or theirs), so they read only later messages.
   */
  share(roomNo: number, userId: string): Promise<boolean>;
  /** To be called before an invitation is accepted: stores from whom keys are accepted. */
  accepting(roomId: string, inviter: string): void;
  /** Looks for a bundle that has come already; later ones are reported by `arrived`. */
  accepted(roomId: string): Promise<void>;
  /** Bundles came for these rooms. */
  arrived(roomIds: readonly string[]): void;
  /** Once after a start: a kill may have come in between. */
  afterStart(): void;
}

export function createHistory(deps: HistoryDeps): History {
  const { store, log, clock } = deps;
  const { db } = store;

  const awaited = (): Awaited[] => awaitedKeys(db, clock.now());
  const of = (roomId: string) => awaited().find((each) => each.roomId === roomId);
  const without = (roomId: string) => awaited().filter((each) => each.roomId !== roomId);

  /** From now on. */
  const wait = (roomId: string, inviter: string): void =>
    store.write(() =>
      saveAwaited(db, [...without(roomId), { roomId, inviter, sinceMs: clock.now() }]),
    );

  async function take(one: Awaited): Promise<void> {
    const { roomId, inviter } = one;
    const end = beginTaking(db, one, clock.now());
    try {
      const taken = await deps.guard(deps.backend.acceptKeyBundle(roomId, inviter));
      if (!taken) return;
      store.write(() => saveAwaited(db, without(roomId)));
      const readable = await deps.retry(roomNoOf(db, roomId));
      log.info('old messages can be read', { readable });
    } finally {
      end();
      // Views compose the room again: it waits no longer.
      const roomNo = roomNoOf(db, roomId);
      if (roomNo !== null) store.write((changes) => changes.room(roomNo));
    }
  }

  /** Never rejects, because nobody waits for it: where the disk fails for a moment, the next bundle or start tries again. */
  async function trying(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      log.warn('shared keys were not taken', {
        name: thrown instanceof Error ? thrown.name : typeof thrown,
      });
    }
  }

  const tryTake = (roomId: string): Promise<void> =>
    trying(() => {
      const one = of(roomId);
      return one === undefined ? undefined : take(one);
    });

  return {
    async share(roomNo, userId) {
      const room = await deps.roomOf(roomNo);
      if (!isForNewcomers(room)) return false;
      try {
        return await deps.guard(deps.backend.shareHistory(room.roomId, userId));
      } catch (thrown) {
        throw asFailure(log, thrown);
      }
    },
    accepting: wait,
    async accepted(roomId) {
      // Both begin at once, so that no view finds the room waiting for nothing.
      void trying(() => {
        const one = of(roomId);
        if (one !== undefined) wait(roomId, one.inviter);
      });
      await tryTake(roomId);
    },
    arrived: (roomIds) => roomIds.forEach((roomId) => void tryTake(roomId)),
    afterStart: () => void trying(() => awaited().forEach(({ roomId }) => void tryTake(roomId))),
  };
}
