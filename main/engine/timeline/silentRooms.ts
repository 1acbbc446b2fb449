// Rooms whose newest events are none that is shown: signals of a call, people who come and go, deleted messages. On a new device the list
// could say nothing of them until somebody opens them, so what lies before is asked for, and further where something unread is counted.
// Looks after each sync.
import { roomsOfDeleted } from '#stores/rooms/roomList';
import { getRoom, silentRooms } from '#stores/rooms/rooms';
import { newestGap } from '#stores/search/coverage';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import { reported } from '../base/unexpected';
import type { Backfill } from './backfill';

const page = 50;
/** These pages are asked for where something unread is counted: as many joins may stand in front of it. */
const largePage = 100;
const mostPages = 10;
/** Rooms of one run of the engine; the list shows about as many. */
const mostRooms = 20;

export interface SilentRooms {
  look(): void;
}

export function createSilentRooms(deps: {
  readonly store: Store;
  readonly log: Log;
  readonly backfill: Pick<Backfill, 'older'>;
}): SilentRooms {
  const { db } = deps.store;
  const asked = new Set<number>();
  let running: Promise<void> | null = null;

  /** A count without any word beside it contradicts itself. */
  function countsUnseen(roomNo: number): boolean {
    const room = getRoom(db, roomNo);
    return room !== null && room.lastEventNo === null && (room.unread > 0 || room.highlights > 0);
  }

  async function ask(roomNo: number, roomId: string): Promise<void> {
    for (let pages = 0; pages < mostPages; pages += 1) {
      const chunkNo = newestGap(db, roomNo)?.chunkNo ?? null;
      if (chunkNo === null) return;
      asked.add(roomNo);
      const count = pages === 0 ? page : largePage;
      const { added } = await deps.backfill.older(roomId, { count, chunkNo });
      // A server that does not move would be asked the same again.
      if (added === 0 || !countsUnseen(roomNo)) return;
    }
  }

  async function run(): Promise<void> {
    const silent = [...silentRooms(db, 2 * mostRooms), ...roomsOfDeleted(db, mostRooms)];
    for (const { roomNo, roomId } of silent)
      if (!asked.has(roomNo) && asked.size < mostRooms) await ask(roomNo, roomId);
  }

  return {
    look() {
      if (running !== null || asked.size >= mostRooms) return;
      running = run()
        .catch(reported(deps.log, 'silent rooms'))
        .finally(() => {
          running = null;
        });
    },
  };
}
