// Finds how far this account has read in a room, and compares two positions of a timeline. Must not write.
import { threadOf } from '#stores/events/threads';
import { gapAfter } from '#stores/events/chunks';
import { getEvent, getEvents, newestEvents, positionOf } from '#stores/events/timeline';
import type { StoredRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { isOfRoom, receiptsOfUser } from '#stores/settings/receipts';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { deliberate, isProfileChange, mayFollowUnseen } from '../../events/ownActs';
import { isMessage } from '../../kinds/displayable';

/** A position in a timeline: by chunk, then by index in the chunk. */
export interface Position {
  readonly ord: number;
  readonly pos: number;
}

export interface ReadPlace extends Position {
  readonly eventId: string;
}

export const isAfter = (a: Position, b: Position): boolean =>
  a.ord > b.ord || (a.ord === b.ord && a.pos > b.pos);

/** Ids that own receipts of the room's main timeline name, public and private. */
export const ownReceipts = (db: Store['db'], roomNo: number, ownUserId: string): string[] =>
  receiptsOfUser(db, roomNo, ownUserId)
    .filter(isOfRoom)
    .map(({ eventId }) => eventId);

/** The same and the event that `m.fully_read` names. */
export function receiptsAndMarker(
  db: Store['db'],
  { roomNo, fullyReadEventId }: Pick<StoredRoom, 'roomNo' | 'fullyReadEventId'>,
  ownUserId: string,
): string[] {
  const read = ownReceipts(db, roomNo, ownUserId);
  return fullyReadEventId === null ? read : [...read, fullyReadEventId];
}

/** The event among `eventIds` that stands latest in the timeline; null when none of them is stored. */
export function latestOf(
  db: Store['db'],
  roomNo: number,
  eventIds: readonly string[],
): ReadPlace | null {
  let latest: ReadPlace | null = null;
  for (const { eventId, eventNo } of getEvents(db, roomNo, eventIds).values()) {
    const position = positionOf(db, eventNo);
    if (position !== null && (latest === null || isAfter(position, latest)))
      latest = { eventId, ...position };
  }
  return latest;
}

/** Names and pictures that are looked through for the joining before them. */
const mostProfiles = 20;

/** The event by which this account joined the room. A new name or picture replaces it, and reads nothing; the last one that is here stands for it. */
export function joiningOf(db: Store['db'], roomNo: number, ownUserId: string): StoredEvent | null {
  let event = getState(db, roomNo, 'm.room.member', ownUserId);
  for (let looked = 0; event !== null && looked < mostProfiles; looked += 1) {
    const before = isProfileChange(event) ? event.raw.unsigned?.['replaces_state'] : null;
    const earlier = typeof before === 'string' ? getEvent(db, roomNo, before) : null;
    if (earlier === null) break;
    event = earlier;
  }
  return event;
}

export const ownJoin = (db: Store['db'], roomNo: number, ownUserId: string): string | null =>
  joiningOf(db, roomNo, ownUserId)?.eventId ?? null;

/** Done in this room, which stood already. */
const isAct = (event: StoredEvent): boolean =>
  event.stateKey === null
    ? isMessage(event) && threadOf(event) === null
    : deliberate.has(event.type);

interface ReadEnd {
  /** The newest of them in the timeline; null when none of them is stored. */
  readonly place: ReadPlace | null;
  readonly eventIds: readonly string[];
}

/** True for an act of this account that reads what stands above: on another device, by a bridge, or a change of the room from here. */
export const readsAbove = (event: StoredEvent, ownUserId: string): boolean =>
  event.sender === ownUserId && isAct(event) && !mayFollowUnseen(event);

/**
 * The events of the room's main timeline that reading has reached: by `m.fully_read`, its receipts, its own messages and changes of
 * the room, since a person who acts has read everything above; without any of these, its join event.
 * @param events of the room, in order; the newest own act is looked for among them
 */
export function readEnd(
  db: Store['db'],
  room: StoredRoom,
  ownUserId: string,
  events: readonly StoredEvent[],
): ReadEnd {
  const { roomNo } = room;
  // A message from here reads what stood there only while nothing is counted.
  const own = events.findLast(
    (event) =>
      readsAbove(event, ownUserId) ||
      (room.unread === 0 && event.sender === ownUserId && isAct(event)),
  );
  const read = receiptsAndMarker(db, room, ownUserId);
  if (own !== undefined) read.push(own.eventId);
  const join = read.length > 0 ? null : ownJoin(db, roomNo, ownUserId);
  const eventIds = join === null ? read : [join];
  return { place: latestOf(db, roomNo, eventIds), eventIds };
}

/** Number of newest events that are searched for the newest own act. */
const mostLooked = 50;

/** True when messages may be missing here between what this account has read of the room and that event. */
export function isOverGap(
  db: Store['db'],
  room: StoredRoom,
  ownUserId: string,
  eventId: string,
): boolean {
  const { roomNo } = room;
  const at = latestOf(db, roomNo, [eventId]);
  if (at === null) return false;
  const newest = newestEvents(db, roomNo, mostLooked).reverse();
  const { place, eventIds } = readEnd(db, room, ownUserId, newest);
  if (place === null) return eventIds.length > 0;
  const event = at.ord === place.ord ? null : getEvent(db, roomNo, place.eventId);
  return event !== null && gapAfter(db, roomNo, event.eventNo) !== null;
}

/** True when an own receipt stands after the event, in its thread (`threadId` as in the table of receipts) or in the room. */
export function isReadFurther(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  eventId: string,
  threadId: string,
): boolean {
  const thread = isOfRoom({ threadId }) ? null : threadId;
  const event = getEvent(db, roomNo, eventId);
  const asked = event === null ? null : positionOf(db, event.eventNo, thread);
  if (asked === null) return false;
  const ids = receiptsOfUser(db, roomNo, ownUserId)
    .filter((own) => own.threadId === threadId || (thread === null && own.threadId === ''))
    .map((own) => own.eventId);
  return [...getEvents(db, roomNo, ids).values()].some((at) => {
    const known = positionOf(db, at.eventNo, thread);
    return known !== null && isAfter(known, asked);
  });
}

/** True when this account has read the room up to that event, or further; `main`: the room's main timeline. */
export const isReadThere = (
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  eventId: string,
  threadId = '',
): boolean =>
  receiptsOfUser(db, roomNo, ownUserId).some((own) => own.eventId === eventId) ||
  isReadFurther(db, roomNo, ownUserId, eventId, threadId);

/** True when a receipt of this person stands at the message, or after it in the room or in its thread. */
export function hasRead(db: Store['db'], roomNo: number, userId: string, eventId: string): boolean {
  const event = getEvent(db, roomNo, eventId);
  return event !== null && isReadThere(db, roomNo, userId, eventId, threadOf(event) ?? 'main');
}
