// Counts of the server that hold what ignored people said, or the invitation, in rooms of which too little is here to take it off: that is
// asked for. Looks after each sync; must not count itself (`derive.ts`).
import { AppFailure } from '#contract/wire/errors';
import { getRoom, listCounted, type StoredRoom } from '#stores/rooms/rooms';
import { newestGap } from '#stores/search/coverage';
import { ignoredUsers } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../../base/types';
import { reported } from '../../base/unexpected';
import { isCountOpen } from '../derive';
import { isInvitationOpen } from './invitation';

/** More is not asked for to take a few off it. */
const mostUnread = 100;
const mostPages = 5;
/** Rooms of one run of the engine. */
const mostRooms = 50;

/** The connection was lost: nothing was asked. Any other failure is an answer, or comes again. */
const isLost = (thrown: unknown): boolean =>
  thrown instanceof AppFailure && ['offline', 'cancelled'].includes(thrown.error.code);

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
  /** The numbers at which a room was looked at last. */
  const settled = new Map<number, string>();
  let running: Promise<void> | null = null;

  const isOpen = (room: StoredRoom): boolean =>
    isInvitationOpen(db, room, deps.ownUserId) ||
    (ignoredUsers(db).size > 0 && isCountOpen(db, room, deps.ownUserId));

  async function complete(roomNo: number): Promise<void> {
    for (let page = 0; page < mostPages; page += 1) {
      const room = getRoom(db, roomNo);
      const chunkNo = newestGap(db, roomNo)?.chunkNo ?? null;
      if (room === null || chunkNo === null || !isOpen(room)) return;
      asked.add(roomNo);
      await deps.backfill
        .older(room.roomId, { count: mostUnread, chunkNo })
        .catch((thrown: unknown) => {
          if (isLost(thrown)) asked.delete(roomNo);
          throw thrown;
        });
    }
  }

  async function run(): Promise<void> {
    const ignored = ignoredUsers(db).size;
    for (const { roomNo, unread, serverUnread } of listCounted(db, mostUnread)) {
      if (asked.size >= mostRooms) return;
      // A gap brings back what was taken off, though the server counts no more.
      const numbers = `${unread} ${serverUnread} ${ignored}`;
      if (asked.has(roomNo) || settled.get(roomNo) === numbers) continue;
      await new Promise(setImmediate);
      await complete(roomNo);
      settled.set(roomNo, numbers);
    }
  }

  return {
    look() {
      if (running !== null || asked.size >= mostRooms) return;
      running = run()
        .catch(reported(deps.log, 'counts of what is unread'))
        .finally(() => {
          running = null;
        });
    },
  };
}
