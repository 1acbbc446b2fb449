// The list `liveLocations`: who shares where they are in a room, or this account in all rooms. What has run out leaves by itself. No SDK.
import type { LiveShare } from '#contract/areas/messages/locations';
import type { StoredEvent } from '#stores/events/types';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { endOf, readBeacon } from '../events/beacons';
import { liveIn, liveOf } from '../rooms/liveLocations';
import { isStopping } from '../rooms/liveStops';
import { loadPeople } from '../rooms/people';
import { differing, reading } from './reading';
import type { Sink, View, ViewDeps } from './view';

const minMs = 100;
const mostShares = 50;
/** Longer timers are not kept: it is looked at again after that. */
const longestWaitMs = 3_600_000;

export function createLiveLocationsView(
  deps: ViewDeps,
  { roomId }: { readonly roomId: string | null },
  sink: Sink<readonly LiveShare[]>,
): View {
  const { db } = deps.store;
  const set = differing(sink);
  const update = reading(deps.clock, minMs, sink, compose, deps.log);
  let cancel = (): void => undefined;

  function found(ownUserId: string, nowMs: number): StoredEvent[] {
    if (roomId === null) return liveOf(db, ownUserId, nowMs);
    const roomNo = roomNoOf(db, roomId);
    return roomNo === null ? [] : liveIn(db, roomNo, nowMs);
  }

  function rowOf(event: StoredEvent, ownUserId: string): LiveShare[] {
    const info = readBeacon(event);
    if (info === null) return [];
    const { roomNo, eventId, sender } = event;
    return [
      {
        ...{ key: eventId, eventId, roomId: roomIdOf(db, roomNo) },
        roomName: getRoom(db, roomNo)?.name ?? '',
        person: loadPeople(db, roomNo, [sender]).get(sender),
        mine: sender === ownUserId,
        endMs: endOf(info),
        ...(sender === ownUserId && isStopping(db, roomIdOf(db, roomNo)) && { stopping: true }),
      },
    ];
  }

  function compose(): void {
    const ownUserId = deps.ownUserId();
    const nowMs = deps.clock.now();
    const rows =
      ownUserId === null
        ? []
        : found(ownUserId, nowMs)
            .slice(0, mostShares)
            .flatMap((event) => rowOf(event, ownUserId))
            .sort((a, b) => a.endMs - b.endMs);
    set(rows);
    cancel();
    const first = rows[0];
    if (first === undefined) cancel = () => undefined;
    else
      cancel = deps.clock.setTimeout(
        () => update.now(),
        Math.min(longestWaitMs, Math.max(0, first.endMs - nowMs) + 1),
      );
  }

  update.now();

  return {
    refresh({ rooms, timelines, members, topics }) {
      const roomNo = roomId === null ? null : roomNoOf(db, roomId);
      const concerns =
        roomNo === null
          ? rooms.size > 0 || timelines.size > 0 || topics.has('session')
          : rooms.has(roomNo) || timelines.has(roomNo) || members.has(roomNo);
      if (concerns) update.ask();
    },
    close() {
      cancel();
      update.close();
    },
  };
}
