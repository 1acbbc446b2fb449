// The people for whom signals and media of a room's calls do not leave: those who are left out, because this account or the room allows only
// verified people and the user has not verified them; and those whose identity has changed, until it is accepted. It reads, and must not end
// anything: the media are the window's.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { memberIds } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { HeldBack } from '#contract/areas/calls/callsModels';
import type { Clock, Log } from '../base/types';
import { reported } from '../base/unexpected';
import type { Recipients } from '../crypto/recipients/recipients';
import { devicesIn } from '../events/groupCallDevices';
import { loadPeople } from '../rooms/people';
import type { CallRegistry } from './callRegistry';
import { liveCall } from './group/room';

export interface LeftOutDeps {
  readonly store: Store;
  readonly registry: Pick<CallRegistry, 'all' | 'onChange'>;
  readonly recipients: Pick<Recipients, 'leavesOut' | 'standing' | 'onChange'>;
  readonly ownUserId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The participants of the group call that is running in the room. */
function inGroupCall({ store: { db }, clock }: LeftOutDeps, roomNo: number): string[] {
  const live = liveCall(db, roomNo);
  const devices = live === null ? [] : devicesIn(db, roomNo, live.groupCallId, clock.now());
  return devices.map(({ userId }) => userId);
}

/** The participants of a group call, or the other side of a call between two. */
function reachedIn(deps: LeftOutDeps, roomNo: number): string[] {
  const { db } = deps.store;
  const room = getRoom(db, roomNo);
  const spoken = deps.registry.all().filter((call) => call.roomId === room?.roomId);
  return [
    ...inGroupCall(deps, roomNo),
    ...[...spoken.map(({ opponent }) => opponent), room?.directUserId].flatMap(
      (userId) => userId ?? [],
    ),
  ];
}

/** One of these people can hold back a call: the key of an encrypted room goes to all its members, other signals to participants. */
function heldAmong(deps: LeftOutDeps, roomNo: number): string[] {
  const { db } = deps.store;
  const inIt = inGroupCall(deps, roomNo);
  if (getRoom(db, roomNo)?.encryption == null) return inIt;
  return [...inIt, ...memberIds(db, roomNo, ['join', 'invite']).map(({ userId }) => userId)];
}

interface Watched {
  readonly among: (roomNo: number) => readonly string[];
  readonly isOne: (userId: string) => Promise<boolean>;
  /** In the order of their ids. */
  readonly set: (userIds: string[], roomNo: number | null) => void;
}

/** Delivers those of the people, now and after each change. */
function watch(deps: LeftOutDeps, roomId: string, { among, isOne, set }: Watched): () => void {
  const { store, registry, recipients } = deps;
  // When readings overlap, only the last one counts.
  let reading = 0;
  async function read(): Promise<void> {
    const mine = (reading += 1);
    const roomNo = roomNoOf(store.db, roomId);
    const asked = [...new Set(roomNo === null ? [] : among(roomNo))].filter(
      (one) => one !== deps.ownUserId,
    );
    const isIt = await Promise.all(asked.map(isOne));
    if (mine === reading) set(asked.filter((_one, index) => isIt[index]).sort(), roomNo);
  }
  const update = (): void => void read().catch(reported(deps.log, 'whom a call does not reach'));
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

/** Delivers the user ids of those who are left out, now and after each change. */
export function watchLeftOut(
  deps: LeftOutDeps,
  roomId: string,
  set: (userIds: string[]) => void,
): () => void {
  return watch(deps, roomId, {
    among: (roomNo) => reachedIn(deps, roomNo),
    isOne: (userId) => deps.recipients.leavesOut(roomId, userId),
    set,
  });
}

/** Delivers those whose changed identity holds calls of the room back, now and after each change. */
export function watchHeldBack(
  deps: LeftOutDeps,
  roomId: string,
  set: (people: HeldBack[]) => void,
): () => void {
  return watch(deps, roomId, {
    among: (roomNo) => heldAmong(deps, roomNo),
    isOne: async (userId) => (await deps.recipients.standing(userId)) === 'changed',
    set(userIds, roomNo) {
      if (roomNo === null) return set([]);
      const inIt = new Set(inGroupCall(deps, roomNo));
      const people = loadPeople(deps.store.db, roomNo, userIds);
      set(userIds.map((userId) => ({ person: people.get(userId), inCall: inIt.has(userId) })));
    },
  });
}
