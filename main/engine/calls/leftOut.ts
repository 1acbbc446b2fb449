// The people in a call of a room who get no signals or media, because this account or the room allows only verified people and the user has
// not verified them. It reads, and must not end anything: the media are the window's.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { reported } from '../base/unexpected';
import type { Recipients } from '../crypto/recipients/recipients';
import { devicesIn } from '../events/groupCallDevices';
import type { CallRegistry } from './callRegistry';
import { liveCall } from './group/room';

export interface LeftOutDeps {
  readonly store: Store;
  readonly registry: Pick<CallRegistry, 'all' | 'onChange'>;
  readonly recipients: Pick<Recipients, 'leavesOut' | 'onChange'>;
  readonly ownUserId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The participants of a group call, or the other side of a call between two. */
function reachedIn({ store: { db }, registry, clock }: LeftOutDeps, roomId: string): string[] {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) return [];
  const live = liveCall(db, roomNo);
  const inIt = live === null ? [] : devicesIn(db, roomNo, live.groupCallId, clock.now());
  const spoken = registry.all().filter((call) => call.roomId === roomId);
  return [
    ...inIt.map(({ userId }) => userId),
    ...[...spoken.map(({ opponent }) => opponent), getRoom(db, roomNo)?.directUserId].flatMap(
      (userId) => userId ?? [],
    ),
  ];
}

/** Delivers their user ids, now and after each change. */
export function watchLeftOut(
  deps: LeftOutDeps,
  roomId: string,
  set: (userIds: string[]) => void,
): () => void {
  const { store, registry, recipients } = deps;
  // When readings overlap, only the last one counts.
  let reading = 0;
  async function read(): Promise<void> {
    const mine = (reading += 1);
    const reached = [...new Set(reachedIn(deps, roomId))].filter((one) => one !== deps.ownUserId);
    const isOut = await Promise.all(reached.map((one) => recipients.leavesOut(roomId, one)));
    if (mine === reading) set(reached.filter((_one, index) => isOut[index]).sort());
  }
  const update = (): void => void read().catch(reported(deps.log, 'who is left out of a call'));
  const stops = [
    registry.onChange(update),
    recipients.onChange(update),
    store.onCommit(({ rooms, members }) => {
      const roomNo = roomNoOf(store.db, roomId);
      if (roomNo !== null && (rooms.has(roomNo) || members.has(roomNo))) update();
    }),
  ];
  update();
  return () => {
    reading += 1;
    stops.forEach((stop) => stop());
  };
}
