// The queue of events that wait for decryption, and its outcomes. Plaintext is written once (decrypt-once).
import { forgetEvent } from '../events/known';
import { targetsOf } from '../events/relations';
import { forgetMention, leaveToJudge } from './mentions';
import { projectReadable, projectRedacted } from '../projections/all';
import { all, get, ofConnection, run, type Database } from '../sqlite/statements';
import type { Changes } from '../sqlite/store';
import {
  eventColumns,
  isRecord,
  toStoredEvent,
  type EventRow,
  type PlainEvent,
  type SenderTrust,
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

export interface UnreadableOfCode {
  readonly code: string;
  readonly count: number;
  /** The oldest of them. */
  readonly roomNo: number;
  readonly eventId: string;
}

/** Events that cannot be decrypted, grouped by reason; the reason with the oldest message comes first. */
export function unreadableByCode(db: Database): UnreadableOfCode[] {
  // SQLite takes the other columns from the row that has the minimum.
  return all<{ code: string; count: number; room_no: number; event_id: string }>(
    db,
    `SELECT utd_code AS code, count(*) AS count, min(ts) AS ts, room_no, event_id
     FROM events WHERE utd_code IS NOT NULL GROUP BY utd_code ORDER BY 3, code`,
  ).map(({ code, count, room_no: roomNo, event_id: eventId }) => ({
    ...{ code, count, roomNo, eventId },
  }));
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
  { type, content, trust = 'ok' }: PlainEvent & { readonly trust?: SenderTrust },
  changes: Changes,
): boolean {
  const plain: PlainEvent = { type, content };
  run(db, 'DELETE FROM decrypt_queue WHERE event_no = ?', eventNo);
  const { changes: rows } = run(
    db,
    `UPDATE events SET plain = ?, trust = ?, utd_code = NULL WHERE event_no = ? AND plain IS NULL
     AND redacted_by IS NULL`,
    JSON.stringify(plain),
    trust === 'ok' ? null : trust,
    eventNo,
  );
  if (rows === 0) return false;
  leaveToJudge(db, eventNo);
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
          // For its order SQLite would else go through the whole table: a second where there are a million messages.
          `SELECT ${eventColumns} FROM events e WHERE e.event_no IN
           (SELECT event_no FROM events INDEXED BY events_undecrypted WHERE utd_code IS NOT NULL ORDER BY event_no DESC LIMIT ? + 0)
           ORDER BY e.event_no DESC`,
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

const mostJudged = 5_000;

/**
 * Decrypted events of these people whose trust may be another one now: those in doubt, and those among the `newest` of the store. What
 * a key of a backup proves stays as it is.
 */
export function decryptedBy(
  db: Database,
  senders: readonly string[],
  newest: number,
): StoredEvent[] {
  const people = JSON.stringify(senders);
  return all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM json_each(?) j CROSS JOIN events e ON e.sender = j.value
     WHERE e.trust IS NOT NULL AND e.trust <> 'from_backup' AND e.plain IS NOT NULL
     UNION SELECT ${eventColumns} FROM events e WHERE e.event_no > (SELECT max(event_no) FROM events) - ?
       AND e.plain IS NOT NULL AND e.sender IN (SELECT value FROM json_each(?))
     ORDER BY 1 DESC LIMIT ? + 0`,
    people,
    newest,
    people,
    mostJudged,
  ).map(toStoredEvent);
}

const createJudged = () => ({ times: 0 });

/** How often a judgement on a sender was changed in this process: what shows one is made anew then. */
export const timesJudged = (db: Database): number => ofConnection(db, createJudged).times;

/** Answers whether it was another one. */
export function setTrust(
  db: Database,
  eventNo: number,
  trust: SenderTrust,
  changes: Changes,
): boolean {
  const reason = trust === 'ok' ? null : trust;
  const { changes: rows } = run(
    db,
    'UPDATE events SET trust = ? WHERE event_no = ? AND plain IS NOT NULL AND trust IS NOT ?',
    reason,
    eventNo,
    reason,
  );
  if (rows > 0) {
    ofConnection(db, createJudged).times += 1;
    touched(db, eventNo, changes);
  }
  return rows > 0;
}

/** Removes the decrypted content of an event whose sender proved to be wrong, and keeps the reason. */
export function retractPlain(
  db: Database,
  event: StoredEvent,
  code: string,
  changes: Changes,
): void {
  const { eventNo, roomNo, eventId } = event;
  const { changes: rows } = run(
    db,
    'UPDATE events SET plain = NULL, trust = NULL, utd_code = ? WHERE event_no = ? AND plain IS NOT NULL',
    code,
    eventNo,
  );
  if (rows === 0) return;
  ofConnection(db, createJudged).times += 1;
  forgetMention(db, eventNo);
  projectRedacted(db, { eventNo, roomNo, eventId });
  touched(db, eventNo, changes);
}
