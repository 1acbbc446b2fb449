// Counts of the server that hold what ignored people said, in rooms of which too little is here to take it off: that is asked for. Looks
// after each sync; must not count itself (`derive.ts`).
import { getRoom, listCounted } from '#stores/rooms/rooms';
import { newestGap } from '#stores/search/coverage';
import { ignoredUsers } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../../base/types';
import { reported } from '../../base/unexpected';
import { statusOf } from '../../http/errors';
import { isCountOpen } from '../derive';

/** More is not asked for to take a few off it. */
const mostUnread = 100;
const mostPages = 3;
/** Rooms of one run of the engine. */
const mostRooms = 50;

export interface UnheardCounts {
  look(): void;
}

export function createUnheardCounts(deps: {
  readonly store: Store;
  readonly ownUserId: string;
  readonly log: Log;
  readonly backfill: {
    /** Brings events before that piece of a timeline; the row follows. */
    older(roomId: string, page: { count: number; chunkNo: number }): Promise<unknown>;
  };
}): UnheardCounts {
  const { db } = deps.store;
  const asked = new Set<number>();
  let running: Promise<void> | null = null;

  async function complete(roomNo: number): Promise<void> {
    asked.add(roomNo);
    for (let page = 0; page < mostPages; page += 1) {
      const room = getRoom(db, roomNo);
      const chunkNo = newestGap(db, roomNo)?.chunkNo ?? null;
      if (room === null || chunkNo === null || !isCountOpen(db, room, deps.ownUserId)) return;
      await deps.backfill
        .older(room.roomId, { count: mostUnread, chunkNo })
        .catch((thrown: unknown) => {
          // Without a connection nothing was asked.
          if (statusOf(thrown) === null) asked.delete(roomNo);
          throw thrown;
        });
    }
  }

  async function run(): Promise<void> {
    for (const { roomNo, unread, serverUnread } of listCounted(db))
      if (unread > 0 && serverUnread <= mostUnread && !asked.has(roomNo) && asked.size < mostRooms)
        await complete(roomNo);
  }

  return {
    look() {
      if (running !== null || ignoredUsers(db).size === 0) return;
      running = run()
        .catch(reported(deps.log, 'counts of ignored people'))
        .finally(() => {
          running = null;
        });
    },
  };
}
