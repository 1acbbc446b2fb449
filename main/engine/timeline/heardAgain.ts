// Fetches what the server held back while somebody was ignored, in the rooms that are shared with them, once sync runs. Older pages come
// when somebody scrolls there.
import { busiestRooms, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
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

export interface HeardAgain {
  look(): void;
}

export function createHeardAgain(deps: {
  readonly store: Store;
  readonly log: Log;
  readonly http: Pick<Http, 'request'>;
  readonly backfill: Pick<Backfill, 'newest'>;
  /** Ids of the rooms that this account and somebody are both in. @throws AppFailure `unsupported_server` where the server cannot say */
  readonly sharedRooms: (userId: string) => Promise<readonly string[]>;
}): HeardAgain {
  const { store, log, backfill } = deps;
  const { db } = store;
  let running: Promise<void> | null = null;

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
      return false;
    }
  }

  async function run(): Promise<void> {
    for (const userId of peopleHeardAgain(db)) {
      const rooms = await roomsOf(userId);
      store.write(() => {
        noteHeardAgain(
          db,
          rooms.flatMap((roomId) => roomNoOf(db, roomId) ?? []),
        );
        personIsKnown(db, userId);
      });
    }
    for (const roomNo of roomsHeardAgain(db)) {
      await backfill.newest(roomIdOf(db, roomNo)).catch((thrown: unknown) => {
        // A room that this account may no longer read has nothing for it.
        if (statusOf(thrown) !== 403 && statusOf(thrown) !== 404) throw thrown;
      });
      store.write(() => roomIsHere(db, roomNo));
    }
  }

  return {
    look() {
      const isNothing = roomsHeardAgain(db).length + peopleHeardAgain(db).length === 0;
      if (running !== null || isNothing) return;
      running = run()
        .catch(reported(log, 'heard again'))
        .finally(() => {
          running = null;
        });
    },
  };
}
