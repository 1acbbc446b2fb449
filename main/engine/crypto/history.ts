// Old messages for new members (MSC4268): the inviter sends the keys of the room's history as one bundle, and the invited person's device
// imports it. We keep our own list of awaited bundles: the library works through its list while its store opens, and would not open
// offline.
import { roomNoOf } from '#stores/rooms/rooms';
import { getSetting, setSetting } from '#stores/settings/settings';
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

interface Awaited {
  readonly roomId: string;
  readonly inviter: string;
  readonly sinceMs: number;
}

const settingName = 'awaitedKeyBundles';
/** Later bundles of the same inviter are not taken: the room may have changed hands. */
export const mostWaitMs = 24 * 3_600_000;

export function createHistory(deps: HistoryDeps): History {
  const { store, log, clock } = deps;
  const { db } = store;

  const awaited = (): Awaited[] =>
    (getSetting<Awaited[]>(db, settingName) ?? []).filter(
      (one) => clock.now() - one.sinceMs < mostWaitMs,
    );
  const save = (list: readonly Awaited[]): void => setSetting(db, settingName, list);

  async function take(roomId: string): Promise<void> {
    const one = awaited().find((each) => each.roomId === roomId);
    if (one === undefined) return;
    const taken = await deps.guard(deps.backend.acceptKeyBundle(roomId, one.inviter));
    if (!taken) return;
    store.write(() => save(awaited().filter((each) => each.roomId !== roomId)));
    const readable = await deps.retry(roomNoOf(db, roomId));
    log.info('old messages can be read', { readable });
  }

  const tryTake = (roomId: string): Promise<void> =>
    take(roomId).catch((thrown: unknown) =>
      log.warn('shared keys were not taken', {
        name: thrown instanceof Error ? thrown.name : typeof thrown,
      }),
    );

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
    accepting: (roomId, inviter) =>
      store.write(() =>
        save([
          ...awaited().filter((each) => each.roomId !== roomId),
          { roomId, inviter, sinceMs: clock.now() },
        ]),
      ),
    accepted: tryTake,
    arrived: (roomIds) => roomIds.forEach((roomId) => void tryTake(roomId)),
    afterStart: () => awaited().forEach(({ roomId }) => void tryTake(roomId)),
  };
}
