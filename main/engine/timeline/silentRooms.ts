// Rooms whose newest events are none that is shown: signals of a call, people who come and go. On a new device the list could say nothing of
// them until somebody opens them, so what lies before is asked for. Looks after each sync.
import { silentRooms } from '#stores/rooms/rooms';
import { newestGap } from '#stores/search/coverage';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import { reported } from '../base/unexpected';
import type { Backfill } from './backfill';

const page = 50;
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

  async function run(): Promise<void> {
    for (const { roomNo, roomId } of silentRooms(db, 2 * mostRooms)) {
      if (asked.has(roomNo) || asked.size >= mostRooms) continue;
      const chunkNo = newestGap(db, roomNo)?.chunkNo ?? null;
      if (chunkNo === null) continue;
      asked.add(roomNo);
      await deps.backfill.older(roomId, { count: page, chunkNo });
    }
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
