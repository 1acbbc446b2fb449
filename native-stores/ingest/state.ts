// Makes events the current state of a room. Which events those are is the caller's choice.
import { eventHash } from '../events/eventHash';
import { previousOf } from '../events/stateChange';
import type { RawEvent } from '../events/types';
import { projectCleared, projectState } from '../projections/all';
import { getState } from '../rooms/state';
import { run, type Database } from '../sqlite/statements';
import { findKnown, insertEvent, roomContext, type RoomContext } from './insert';
import { redactKnown } from './placing';

/**
 * Makes these events the current state, in the order given: table `state` and every projection of it. Works for events that stand in
 * the timeline and for those that do not. Events without a state key are ignored.
 */
export function putState(
  db: Database,
  roomNo: number,
  events: readonly RawEvent[],
  receivedMs: number,
): void {
  const create = events.find((event) => event.type === 'm.room.create' && event.state_key === '');
  // The version decides how redactions are read, so it goes first.
  if (create !== undefined) putOne(db, roomContext(db, roomNo), create, receivedMs);
  const room = roomContext(db, roomNo);
  for (const event of events) if (event !== create) putOne(db, room, event, receivedMs);
}

function putOne(db: Database, room: RoomContext, event: RawEvent, receivedMs: number): void {
  if (event.state_key === undefined) return;
  const { roomNo } = room;
  const hash = eventHash(room.roomId, event.event_id);
  const known = findKnown(db, room, hash, event.event_id);
  const retold = known === null ? null : redactKnown(db, room, event, known);
  const inserted = known === null ? insertEvent(db, room, event, hash, receivedMs, null) : null;
  const eventNo = known?.event_no ?? inserted?.eventNo ?? 0;
  run(
    db,
    `INSERT INTO state(room_no, type, state_key, event_no) VALUES (?,?,?,?)
     ON CONFLICT(room_no, type, state_key) DO UPDATE SET event_no = excluded.event_no`,
    roomNo,
    event.type,
    event.state_key,
    eventNo,
  );
  // A redacted event was stripped on the way in; its row is what counts then.
  const redacted = inserted?.stripped ?? (retold !== null || known?.redacted_by !== null);
  const stored = redacted ? getState(db, roomNo, event.type, event.state_key) : null;
  projectState(db, roomNo, {
    type: event.type,
    stateKey: event.state_key,
    sender: event.sender,
    content: stored?.raw.content ?? event.content,
    previous: redacted ? null : previousOf(event.unsigned),
    // A clock that runs ahead must not keep a file new for ever (D18).
    ts: Math.min(event.origin_server_ts, known?.received_ts ?? receivedMs),
    eventNo,
  });
}

/**
 * Removes from the state a member whom the server no longer names: they left, and the event that says so is unknown. Their name stays, as with
 * everybody who left; the former member event stays in the timeline.
 */
export function memberLeft(db: Database, roomNo: number, userId: string): void {
  run(
    db,
    `DELETE FROM state WHERE room_no = ? AND type = 'm.room.member' AND state_key = ?`,
    roomNo,
    userId,
  );
  run(
    db,
    `UPDATE members SET membership = 'leave' WHERE room_no = ? AND user_id = ?`,
    roomNo,
    userId,
  );
}

/** Removes a state event that the server no longer has (a state reset, a server restored from a backup), as if it had never been sent. */
export function stateGone(db: Database, roomNo: number, type: string, stateKey: string): void {
  const event = getState(db, roomNo, type, stateKey);
  if (event === null) return;
  run(
    db,
    'DELETE FROM state WHERE room_no = ? AND type = ? AND state_key = ?',
    roomNo,
    type,
    stateKey,
  );
  const { sender, eventNo, ts, receivedTs } = event;
  projectState(db, roomNo, {
    ...{ type, stateKey, sender, content: {}, previous: null, eventNo },
    ts: Math.min(ts, receivedTs),
  });
}

/** Forgets the state of a room and what was made of it, before a fresh copy (a re-join). Events stay. */
export function clearState(db: Database, roomNo: number): void {
  run(db, 'DELETE FROM state WHERE room_no = ?', roomNo);
  projectCleared(db, roomNo);
}
