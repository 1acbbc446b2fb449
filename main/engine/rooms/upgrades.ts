// Rooms that replace each other: tombstone and predecessor, followed only where both ends agree, a step in each direction (CHAT-4.24).
// No SDK.
import { isRoomId, serverNameOf } from '#contract/plainNames';
import { isRecord, textOf } from '#stores/events/types';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { hasScheduled } from '#stores/outbox/scheduled';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { carryDraft, getDraft } from '#stores/settings/drafts';
import { getState, membersNotIn } from '#stores/rooms/state';
import type { Changes, Store } from '#stores/sqlite/store';
import { loadPeople } from './people';
import { serversIn } from './via';

type Db = Store['db'];

const tombstoneOf = (db: Db, roomNo: number): string | null =>
  textOf(getState(db, roomNo, 'm.room.tombstone')?.raw.content['replacement_room']);

function predecessorClaim(db: Db, roomNo: number): string | null {
  const claim = getState(db, roomNo, 'm.room.create')?.raw.content['predecessor'];
  return isRecord(claim) ? textOf(claim['room_id']) : null;
}

/** The room that took over. One that is not here is believed; one that is here must name this room as its predecessor. */
export function replacementOf(db: Db, roomNo: number): string | null {
  const next = tombstoneOf(db, roomNo);
  if (!isRoomId(next)) return null;
  const own = roomIdOf(db, roomNo);
  if (next === own) return null;
  const nextNo = roomNoOf(db, next);
  if (nextNo === null || getState(db, nextNo, 'm.room.create') === null) return next;
  return predecessorClaim(db, nextNo) === own ? next : null;
}

/** Servers that know the room that took over: the one of whoever moved this room. */
export function replacementVia(db: Db, roomNo: number): string[] {
  const sender = getState(db, roomNo, 'm.room.tombstone')?.sender ?? '';
  if (sender === '' || replacementOf(db, roomNo) === null) return [];
  return serversIn([serverNameOf(sender)]);
}

/** The draft goes along into the room that took over, once this account is in it. */
export function carryWords(db: Db, roomNo: number, changes: Changes): void {
  if (getDraft(db, roomNo) === null) return;
  const next = replacementOf(db, roomNo);
  const nextNo = next === null ? null : roomNoOf(db, next);
  if (nextNo !== null && getRoom(db, nextNo)?.membership === 'join')
    carryTo(db, roomNo, nextNo, changes);
}

/** The same into a room that has just been made, of which sync may not have told yet. */
export function carryTo(db: Db, roomNo: number, toNo: number, changes: Changes): void {
  if (!carryDraft(db, roomNo, toNo)) return;
  changes.topic('drafts');
  changes.room(roomNo);
  changes.room(toNo);
}

/** This account is in the room that took over, and nothing that it wrote waits in the old one: the list shows the new one alone. */
export function isReplaced(db: Db, roomNo: number): boolean {
  const next = replacementOf(db, roomNo);
  const nextNo = next === null ? null : roomNoOf(db, next);
  if (nextNo === null || getRoom(db, nextNo)?.membership !== 'join') return false;
  const isBare = outboxOfRoom(db, roomNo).length === 0 && getDraft(db, roomNo) === null;
  return isBare && !hasScheduled(db, roomIdOf(db, roomNo));
}

/**
 * People of the room before who are not in this one and never were, at most `limit`. Those that sync left out are not among them, nor are
 * those who need no invitation.
 */
export function leftBehind(db: Db, roomNo: number, limit: number): string[] {
  const before = predecessorOf(db, roomNo);
  const beforeNo = before === null ? null : roomNoOf(db, before);
  const rule = getState(db, roomNo, 'm.room.join_rules')?.raw.content['join_rule'];
  if (beforeNo === null || rule === 'public') return [];
  return membersNotIn(db, beforeNo, roomNo, limit);
}

const mostCounted = 10_000;
const mostNamed = 2;

/** How many these are, and some of their names, as they were in the room before. */
export function leftBehindNamed(
  db: Db,
  roomNo: number,
): { readonly leftBehind?: { names: string[]; count: number } } {
  const userIds = leftBehind(db, roomNo, mostCounted);
  const before = predecessorOf(db, roomNo);
  const beforeNo = before === null ? null : roomNoOf(db, before);
  if (userIds.length === 0 || beforeNo === null) return {};
  const named = userIds.slice(0, mostNamed);
  const people = loadPeople(db, beforeNo, new Set(named));
  const names = named.map((userId) => people.get(userId).name);
  return { leftBehind: { names, count: userIds.length } };
}

/** The room before this one, if it is here and its tombstone agrees. */
export function predecessorOf(db: Db, roomNo: number): string | null {
  const before = predecessorClaim(db, roomNo);
  const beforeNo = before === null ? null : roomNoOf(db, before);
  const own = roomIdOf(db, roomNo);
  if (before === null || beforeNo === null || before === own) return null;
  return tombstoneOf(db, beforeNo) === own ? before : null;
}
