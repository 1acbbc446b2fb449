// Fetches what the server held back while somebody was ignored, in the rooms that are shared with them, once sync runs. Older pages come
// when somebody scrolls there.
import { roomIdOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import { reported } from '../base/unexpected';
import { statusOf } from '../http/errors';
import { roomIsHere, roomsHeardAgain } from '../rooms/heardAgain';
import type { Backfill } from './backfill';

export interface HeardAgain {
  look(): void;
}

export function createHeardAgain(deps: {
  readonly store: Store;
  readonly log: Log;
  readonly backfill: Pick<Backfill, 'newest'>;
}): HeardAgain {
  const { store, log, backfill } = deps;
  const { db } = store;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
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
      if (running !== null || roomsHeardAgain(db).length === 0) return;
      running = run()
        .catch(reported(log, 'heard again'))
        .finally(() => {
          running = null;
        });
    },
  };
}
