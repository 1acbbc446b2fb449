// The queue of events that wait for decryption, and its outcomes. Plaintext is written once (decrypt-once).
import { forgetEvent } from '../events/known';
import { targetsOf } from '../events/relations';
import { projectReadable } from '../projections/all';
import { all, get, run, type Database } from '../sqlite/statements';
import type { Changes } from '../sqlite/store';
import {
  eventColumns,
  isRecord,
  toStoredEvent,
  type EventRow,
  type PlainEvent,
  type StoredEvent,
} from '../events/types';

/** The newest first: what people look at is at the end. */
export function nextUndecrypted(db: Database, limit: number): StoredEvent[] {
  return all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM decrypt_queue q CROSS JOIN events e ON e.event_no = q.event_no
     ORDER BY q.event_no DESC LIMIT ? + 0`,
    limit,
  ).map(toStoredEvent);
}

export function countUndecrypted(db: Database): number {
  const row = get<{ n: number }>(db, 'SELECT count(*) AS n FROM events WHERE utd_code IS NOT NULL');
  return row?.n ?? 0;
}

function touched(db: Database, eventNo: number, changes: Changes): void {
  const row = get<{ room_no: number }>(
    db,
    'SELECT room_no FROM events WHERE event_no = ?',
    eventNo,
  );
  if (row === null) return;
  forgetEvent(db, eventNo);
  changes.timeline(row.room_no, { changed: [eventNo, ...targetsOf(db, eventNo)] });
  changes.room(row.room_no);
}

interface ReadableRow {
  room_no: number;
  event_id: string;
  sender: string;
  ts: number;
  received_ts: number;
  json: string;
}

/** Tells the projections what the event says. */
function project(db: Database, eventNo: number, { type, content }: PlainEvent): void {
  if (!isRecord(content)) return;
  const row = get<ReadableRow>(
    db,
    'SELECT room_no, event_id, sender, ts, received_ts, json FROM events WHERE event_no = ?',
    eventNo,
  );
  if (row === null) return;
  const raw: unknown = JSON.parse(row.json);
  const clear = isRecord(raw) && isRecord(raw['content']) ? raw['content'] : {};
  const { room_no: roomNo, event_id: eventId, sender } = row;
  const ts = Math.min(row.ts, row.received_ts);
  projectReadable(db, { eventNo, roomNo, eventId, sender, ts, type, content, clear });
}

/** Answers false when the event was redacted or decrypted meanwhile: nothing is written then. */
export function setPlain(
  db: Database,
  eventNo: number,
  plain: PlainEvent,
  changes: Changes,
): boolean {
  run(db, 'DELETE FROM decrypt_queue WHERE event_no = ?', eventNo);
  const { changes: rows } = run(
    db,
    'UPDATE events SET plain = ?, utd_code = NULL WHERE event_no = ? AND plain IS NULL AND redacted_by IS NULL',
    JSON.stringify(plain),
    eventNo,
  );
  if (rows === 0) return false;
  project(db, eventNo, plain);
  touched(db, eventNo, changes);
  return true;
}

export function setUndecryptable(
  db: Database,
  eventNo: number,
  code: string,
  changes: Changes,
): void {
  run(db, 'DELETE FROM decrypt_queue WHERE event_no = ?', eventNo);
  const { changes: rows } = run(
    db,
    `UPDATE events SET utd_code = ? WHERE event_no = ? AND plain IS NULL AND redacted_by IS NULL
     AND utd_code IS NOT ?`,
    code,
    eventNo,
    code,
  );
  if (rows > 0) touched(db, eventNo, changes);
}

/** Events that could not be decrypted, newest first. */
export function undecryptedOf(db: Database, roomNo: number | null, limit = -1): StoredEvent[] {
  const rows =
    roomNo === null
      ? all<EventRow>(
          db,
          `SELECT ${eventColumns} FROM events e WHERE e.utd_code IS NOT NULL ORDER BY e.event_no DESC LIMIT ? + 0`,
          limit,
        )
      : all<EventRow>(
          db,
          `SELECT ${eventColumns} FROM events e WHERE e.utd_code IS NOT NULL AND e.room_no = ?
           ORDER BY e.event_no DESC LIMIT ? + 0`,
          roomNo,
          limit,
        );
  return rows.map(toStoredEvent);
}

/** Those of these Megolm sessions, newest first; found without looking at the others. */
export function undecryptedOfSessions(db: Database, sessionIds: readonly string[]): StoredEvent[] {
  return all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM events e WHERE e.utd_code IS NOT NULL
     AND json_extract(e.json, '$.content.session_id') IN (SELECT value FROM json_each(?))
     ORDER BY e.event_no DESC`,
    JSON.stringify(sessionIds),
  ).map(toStoredEvent);
}
