// Rooms that replace each other: tombstone and predecessor, followed only where both ends agree, a step in each direction (CHAT-4.24).
// No SDK.
import { isRoomId } from '#contract/plainNames';
import { isRecord, textOf } from '#stores/events/types';
import { roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
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
  const at = sender.indexOf(':');
  return at === -1 || replacementOf(db, roomNo) === null ? [] : serversIn([sender.slice(at + 1)]);
}

/** The room before this one, if it is here and its tombstone agrees. */
export function predecessorOf(db: Db, roomNo: number): string | null {
  const before = predecessorClaim(db, roomNo);
  const beforeNo = before === null ? null : roomNoOf(db, before);
  const own = roomIdOf(db, roomNo);
  if (before === null || beforeNo === null || before === own) return null;
  return tombstoneOf(db, beforeNo) === own ? before : null;
}
