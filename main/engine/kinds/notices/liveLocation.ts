// Live locations: the event that starts one is a line with the last position of its sender, its remaining time, and whether it has ended.
// Positions are drawn in it and nowhere else. Must not ask a map service.
import { newestRelated } from '#stores/events/relations';
import type { StoredEvent } from '#stores/events/types';
import { getRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { LiveLocation } from '#contract/areas/messages/locations';
import { beaconTypes, endOf, isPositionType, readBeacon, trackOf } from '../../events/beacons';
import { relationIn } from '../../events/relations';
import { oneLine } from '../words';
import type { FoldedKind, NoticeKind, Surroundings } from '../kind';

/** Number of newest position events searched for a valid one. */
const mostPositions = 50;

/** The state and last position of the live location that `start` began; null for an event that starts none. Times are the sender's. */
export function liveLocationOf(
  { db, ownUserId }: Pick<Surroundings, 'db' | 'ownUserId'>,
  start: StoredEvent,
): LiveLocation | null {
  const info = readBeacon(start);
  if (info?.live !== true) return null;
  // The state as it is now says whether it was stopped, or began anew.
  const now = getState(db, start.roomNo, start.type, start.stateKey ?? '');
  const related = newestRelated(db, start, 'm.reference', mostPositions);
  const encrypted = getRoom(db, start.roomNo)?.encryption != null;
  return {
    eventId: start.eventId,
    mine: start.sender === ownUserId,
    startMs: info.startMs,
    endMs: endOf(info),
    stopped: now !== null && now.eventId !== start.eventId,
    ...trackOf(start, info, related, encrypted),
  };
}

export const liveLocation: NoticeKind = {
  shows: 'notice',
  eventTypes: beaconTypes.info,
  isState: true,
  takesReferences: true,
  claims(event) {
    const info = readBeacon(event);
    if (info?.live !== true) return null;
    return { what: 'live_location', target: null, detail: oneLine(info.description) || null };
  },
  additions: (around) => (start) => {
    const live = liveLocationOf(around, start);
    return live === null ? null : { live };
  },
  line: (event) => ({ kind: 'live_location', text: oneLine(readBeacon(event)?.description ?? '') }),
};

/** Positions that wait in the outbox. */
export const position: FoldedKind = {
  shows: 'nothing',
  folds: ({ type, content }) => (isPositionType(type) ? relationIn(content).eventId : null),
};
