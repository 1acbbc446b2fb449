// Puts one event into the store, whatever order it, its relations and its redaction arrive in. Knows nothing of timelines.
import { projectReadable } from '../projections/all';
import { all, get, run, type Database } from '../sqlite/statements';
import { eventHash } from '../events/eventHash';
import { eventStored, isUnseen, nothingWaits, redactionWaits } from '../events/fresh';
import { nothingRedacted, redactedBecause, redactEvent, type Redacted } from './redaction';
import { insertRelation, redactsOf, relationOf } from '../events/relations';
import type { RawEvent } from '../events/types';

export interface RoomContext {
  readonly roomNo: number;
  /** The room's own timeline; null while it has none. */
  readonly timelineNo: number | null;
  readonly roomId: string;
  readonly version: string;
}

export interface KnownEvent {
  readonly event_no: number;
  readonly chunk_no: number | null;
  readonly pos: number | null;
  readonly redacted_by: string | null;
  readonly received_ts: number;
}

export function roomContext(db: Database, roomNo: number): RoomContext {
  const row = get<{ room_id: string; version: string; timeline_no: number | null }>(
    db,
    `SELECT r.room_id, r.version, l.timeline_no FROM rooms r
     LEFT JOIN timelines l ON l.room_no = r.room_no AND l.root_event_id IS NULL WHERE r.room_no = ?`,
    roomNo,
  );
  if (row === null) throw new Error('no such room');
  return { roomNo, timelineNo: row.timeline_no, roomId: row.room_id, version: row.version };
}

/** The event's number and, if it stands in the timeline, its chunk. */
export function findKnown(
  db: Database,
  room: RoomContext,
  hash: number,
  eventId: string,
): KnownEvent | null {
  if (isUnseen(db, room.roomNo, eventId)) return null;
  return get<KnownEvent>(
    db,
    `SELECT e.event_no, t.chunk_no, t.pos, e.redacted_by, e.received_ts FROM events e
     LEFT JOIN timeline t ON t.timeline_no = ? AND t.event_no = e.event_no
     WHERE e.event_hash = ? AND e.event_id = ? AND e.room_no = ?`,
    room.timelineNo,
    hash,
    eventId,
    room.roomNo,
  );
}

const isEncrypted = (event: RawEvent): boolean =>
  event.type === 'm.room.encrypted' && event.state_key === undefined;

/** Number of the event with this id in this room, else null. */
export const eventNoOf = (db: Database, room: RoomContext, eventId: string): number | null =>
  numberOf(db, room, eventHash(room.roomId, eventId), eventId);

function numberOf(db: Database, room: RoomContext, hash: number, eventId: string): number | null {
  if (isUnseen(db, room.roomNo, eventId)) return null;
  const row = get<{ event_no: number }>(
    db,
    'SELECT event_no FROM events WHERE event_hash = ? AND event_id = ? AND room_no = ?',
    hash,
    eventId,
    room.roomNo,
  );
  return row?.event_no ?? null;
}

/** Applies a redaction event to its target if that is here; else it waits for it. */
function applyRedaction(
  db: Database,
  room: RoomContext,
  event: RawEvent,
  eventNo: number,
): Redacted {
  const targetId = redactsOf(event, room.version);
  if (targetId === null || targetId === event.event_id) return nothingRedacted;
  const target = eventNoOf(db, room, targetId);
  if (target !== null) return redactEvent(db, target, room.version, event.event_id, event);
  run(
    db,
    'INSERT INTO waiting_redactions(target_hash, event_no, room_no) VALUES (?,?,?)',
    eventHash(room.roomId, targetId),
    eventNo,
    room.roomNo,
  );
  redactionWaits(db, room.roomNo);
  return nothingRedacted;
}

/** Takes a redaction that came before its target. They are few, so that looking for one touches no page of a large store. */
function takeEarlierRedaction(
  db: Database,
  room: RoomContext,
  hash: number,
  eventId: string,
): RawEvent | null {
  if (nothingWaits(db, room.roomNo)) return null;
  const waiting = all<{ json: string }>(
    db,
    `SELECT e.json FROM waiting_redactions w CROSS JOIN events e ON e.event_no = w.event_no
     WHERE w.target_hash = ? ORDER BY w.event_no`,
    hash,
  );
  for (const { json } of waiting) {
    const redaction = JSON.parse(json) as RawEvent;
    if (redactsOf(redaction, room.version) !== eventId) continue;
    run(db, 'DELETE FROM waiting_redactions WHERE target_hash = ?', hash);
    return redaction;
  }
  return null;
}

/** An edit that comes after its message was redacted must not bring the text back; a version of a file is no such edit. */
function targetRedaction(
  db: Database,
  room: RoomContext,
  targetHash: number,
  targetId: string,
  sender: string,
): string | null {
  if (isUnseen(db, room.roomNo, targetId)) return null;
  const row = get<{ redacted_by: string | null }>(
    db,
    `SELECT e.redacted_by FROM events e JOIN rooms r ON r.room_no = e.room_no
     WHERE e.event_hash = ? AND e.event_id = ? AND e.room_no = ? AND e.sender = ? AND r.is_tree = 0`,
    targetHash,
    targetId,
    room.roomNo,
    sender,
  );
  return row?.redacted_by ?? null;
}

export interface Inserted {
  readonly eventNo: number;
  /** Needs decrypting. */
  readonly encrypted: boolean;
  /** Was redacted before it came. */
  readonly stripped: boolean;
  /** Other events that this one redacted. */
  readonly redacted: readonly number[];
  /** These, and others that look different with it: what it edits or reacts to. */
  readonly changed: readonly number[];
  /** This or another event that is current state lost its content. */
  readonly restated: boolean;
}

/** Answers its number, which no event ever had. */
function writeRow(
  db: Database,
  room: RoomContext,
  event: RawEvent,
  hash: number,
  receivedMs: number,
  localKey: string | null,
): number {
  const { lastNo } = run(
    db,
    `INSERT INTO events(event_no, room_no, event_hash, event_id, type, state_key, sender, ts, received_ts, local_key, json)
     VALUES (1 + max(coalesce((SELECT max(event_no) FROM events), 0), coalesce((SELECT given FROM event_numbers), 0)),
       ?,?,?,?,?,?,?,?,?,?)`,
    room.roomNo,
    hash,
    event.event_id,
    event.type,
    event.state_key ?? null,
    event.sender,
    event.origin_server_ts,
    receivedMs,
    localKey,
    JSON.stringify(event),
  );
  eventStored(db, room.roomNo, event.event_id);
  return lastNo;
}

/** Inserts an event that is known to be new. */
export function insertEvent(
  db: Database,
  room: RoomContext,
  event: RawEvent,
  hash: number,
  receivedMs: number,
  localKey: string | null,
): Inserted {
  const eventNo = writeRow(db, room, event, hash, receivedMs, localKey);
  const { redacted, changed, restated } =
    event.type === 'm.room.redaction' ? applyRedaction(db, room, event, eventNo) : nothingRedacted;
  const related: number[] = [];
  const relation = relationOf(event);
  let editOfRedacted: string | null = null;
  if (relation !== null) {
    const targetHash = eventHash(room.roomId, relation.targetId);
    insertRelation(
      db,
      room.roomNo,
      targetHash,
      relation.relType,
      event.sender,
      relation.key,
      eventNo,
    );
    const target = numberOf(db, room, targetHash, relation.targetId);
    if (target !== null) related.push(target);
    if (relation.relType === 'm.replace')
      editOfRedacted = targetRedaction(db, room, targetHash, relation.targetId, event.sender);
  }
  const waited = takeEarlierRedaction(db, room, hash, event.event_id);
  const because = redactedBecause(event) ?? waited;
  const redactionId = because?.event_id ?? editOfRedacted;
  if (redactionId !== null) redactEvent(db, eventNo, room.version, redactionId, because);
  const encrypted = redactionId === null && isEncrypted(event);
  if (redactionId === null && !encrypted && event.state_key === undefined) {
    const { event_id: eventId, sender, origin_server_ts, type, content } = event;
    const ts = Math.min(origin_server_ts, receivedMs);
    const { roomNo } = room;
    projectReadable(db, { eventNo, roomNo, eventId, sender, ts, type, content, clear: content });
  }
  if (encrypted) run(db, 'INSERT INTO decrypt_queue(event_no) VALUES (?)', eventNo);
  return {
    eventNo,
    encrypted,
    stripped: redactionId !== null,
    redacted,
    changed: [...changed, ...related],
    restated,
  };
}
