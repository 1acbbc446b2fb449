// Stops live locations of this account. A stop that the server cannot be told waits, also through a restart, and is told as soon as it can be.
import { roomNoOf } from '#stores/rooms/rooms';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { reported } from '../base/unexpected';
import { statusOf } from '../http/errors';
import { liveOf, stopLive } from './liveLocations';
import type { RoomsDeps } from './membership';

const waitingName = 'live.stopping';

const waiting = (db: Store['db']): readonly string[] => getSetting<string[]>(db, waitingName) ?? [];

/** The person has stopped the live location of this room here, and the server does not know it yet. */
export const isStopping = (db: Store['db'], roomId: string): boolean =>
  waiting(db).includes(roomId);

/** To be called before the server is told: no kill loses it. */
export function noteStop({ store }: Pick<RoomsDeps, 'store'>, roomId: string, on: boolean): void {
  const before = waiting(store.db);
  if (before.includes(roomId) === on) return;
  store.write((changes) => {
    const others = before.filter((one) => one !== roomId);
    setSetting(store.db, waitingName, on ? [...others, roomId] : others);
    const roomNo = roomNoOf(store.db, roomId);
    if (roomNo !== null) changes.room(roomNo);
  });
}

/** True: the server was told. False: it waits. @throws what the server refuses, and what no later try would change */
export async function stopOrWait(deps: RoomsDeps, roomId: string): Promise<boolean> {
  noteStop(deps, roomId, true);
  try {
    await stopLive(deps.http, roomId, deps.ownUserId);
  } catch (thrown) {
    const status = statusOf(thrown);
    if (status === null || status >= 500 || [401, 429].includes(status)) return false;
    noteStop(deps, roomId, false);
    throw thrown;
  }
  noteStop(deps, roomId, false);
  return true;
}

export interface LiveStops {
  /** Tells what waits. To be called after each sync. */
  look(): void;
}

export function createLiveStops(deps: RoomsDeps): LiveStops {
  const { store, ownUserId, clock, log } = deps;
  let running = false;

  /** It has run out by itself, was stopped elsewhere, or this account is not in the room any more. */
  function isOver(roomId: string): boolean {
    const live = liveOf(store.db, ownUserId, clock.now());
    return !live.some(({ roomNo }) => roomNo === roomNoOf(store.db, roomId));
  }

  async function run(): Promise<void> {
    for (const roomId of waiting(store.db)) {
      // Another one may have begun there meanwhile.
      if (!isStopping(store.db, roomId)) continue;
      if (isOver(roomId)) noteStop(deps, roomId, false);
      else if (!(await stopOrWait(deps, roomId))) return;
    }
  }

  return {
    look() {
      if (running || waiting(store.db).length === 0) return;
      running = true;
      run()
        .catch(reported(log, 'a live location that is to end'))
        .finally(() => {
          running = false;
        });
    },
  };
}
