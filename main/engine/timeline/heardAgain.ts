// Fetches what the server held back while somebody was ignored, in the rooms that are shared with them, once sync runs. Older pages come
// when somebody scrolls there.
import { busiestRooms, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { isRecord } from '../base/record';
import { expected, reported } from '../base/unexpected';
import { statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import {
  noteHeardAgain,
  peopleHeardAgain,
  personIsKnown,
  roomIsHere,
  roomsHeardAgain,
} from '../rooms/heardAgain';
import type { Backfill } from './backfill';

/** So many rooms are asked for a member, the busiest first, where the server cannot name the shared ones. */
const mostAsked = 200;
/** After so long the server is asked again for what it failed to answer. */
const againMs = 5 * 60_000;

export interface HeardAgain {
  look(): void;
}

export function createHeardAgain(deps: {
  readonly store: Store;
  readonly log: Log;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly http: Pick<Http, 'request'>;
  readonly backfill: Pick<Backfill, 'newest'>;
  /** Ids of the rooms that this account and somebody are both in. @throws AppFailure `unsupported_server` where the server cannot say */
  readonly sharedRooms: (userId: string) => Promise<readonly string[]>;
}): HeardAgain {
  const { store, log, backfill } = deps;
  const { db } = store;
  let running: Promise<void> | null = null;
  /** People and rooms for which the server failed, and when they are asked for again. */
  const later = new Map<string | number, number>();

  const isDue = (one: string | number): boolean => (later.get(one) ?? 0) <= deps.clock.monotonic();

  /** An answer of the server is about this one alone; without a connection nothing else is asked for. */
  async function each<T extends string | number>(
    all: readonly T[],
    work: (one: T) => Promise<void>,
  ): Promise<void> {
    for (const one of all.filter(isDue))
      try {
        await work(one);
        later.delete(one);
      } catch (thrown) {
        if (statusOf(thrown) === null) throw thrown;
        later.set(one, deps.clock.monotonic() + againMs);
      }
  }

  /** A member who never spoke since this device came is not known here, so the server is asked. */
  async function roomsOf(userId: string): Promise<readonly string[]> {
    try {
      return await deps.sharedRooms(userId);
    } catch (thrown) {
      if (statusOf(thrown) === null && expected(thrown)?.code !== 'unsupported_server')
        throw thrown;
    }
    const found: string[] = [];
    for (const { roomId } of busiestRooms(db, mostAsked))
      if (await isMember(roomId, userId)) found.push(roomId);
    return found;
  }

  async function isMember(roomId: string, userId: string): Promise<boolean> {
    try {
      const member = await deps.http.request<unknown>({
        method: 'GET',
        path: path`/rooms/${roomId}/state/m.room.member/${userId}`,
        retry: 'limited',
      });
      return isRecord(member) && member['membership'] === 'join';
    } catch (thrown) {
      if (statusOf(thrown) === null) throw thrown;
      // The newest messages of a room of which the server cannot say it now are asked for as well: none is lost.
      return expected(thrown)?.retryable === true;
    }
  }

  async function findRooms(userId: string): Promise<void> {
    const rooms = await roomsOf(userId);
    store.write(() => {
      noteHeardAgain(
        db,
        rooms.flatMap((roomId) => roomNoOf(db, roomId) ?? []),
      );
      personIsKnown(db, userId);
    });
  }

  async function fetchNewest(roomNo: number): Promise<void> {
    await backfill.newest(roomIdOf(db, roomNo)).catch((thrown: unknown) => {
      // A room that this account may no longer read has nothing for it.
      if (statusOf(thrown) !== 403 && statusOf(thrown) !== 404) throw thrown;
    });
    store.write(() => roomIsHere(db, roomNo));
  }

  async function run(): Promise<void> {
    await each(peopleHeardAgain(db), findRooms);
    await each(roomsHeardAgain(db), fetchNewest);
  }

  return {
    look() {
      const isNothing = ![...roomsHeardAgain(db), ...peopleHeardAgain(db)].some(isDue);
      if (running !== null || isNothing) return;
      running = run()
        .catch(reported(log, 'heard again'))
        .finally(() => {
          running = null;
        });
    },
  };
}
