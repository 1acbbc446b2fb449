// Which event speaks of which. Rows only: whether an edit or a reaction counts is decided by main/engine.
import { all, run, type Database } from '../sqlite/statements';
import { eventHash } from './eventHash';
import {
  eventColumns,
  isRecord,
  textOf,
  toStoredEvent,
  type EventRow,
  type RawEvent,
  type StoredEvent,
} from './types';

export interface Relation {
  readonly relType: string;
  readonly targetId: string;
  readonly key: string;
}

/** The relation that the clear part of an event names; edits of state and nonsense give null. */
export function relationOf(event: RawEvent): Relation | null {
  const relates = isRecord(event.content) ? event.content['m.relates_to'] : null;
  if (!isRecord(relates)) return null;
  const relType = textOf(relates['rel_type']);
  const targetId = textOf(relates['event_id']);
  if (relType === null || targetId === null) return null;
  return { relType, targetId, key: textOf(relates['key']) ?? '' };
}

/** Room versions 11 and later, and those we do not know, carry the target of a redaction in the content. */
export function redactsOf(event: RawEvent, roomVersion: string): string | null {
  if (event.type !== 'm.room.redaction' || event.state_key !== undefined) return null;
  const old = /^([1-9]|10)$/.test(roomVersion);
  if (old) return textOf(event.redacts);
  return textOf(isRecord(event.content) ? event.content['redacts'] : null) ?? textOf(event.redacts);
}

export function insertRelation(
  db: Database,
  roomNo: number,
  targetHash: number,
  relType: string,
  sender: string,
  key: string,
  eventNo: number,
): void {
  run(
    db,
    `INSERT INTO relations(room_no, target_hash, rel_type, sender, key, event_no) VALUES (?,?,?,?,?,?)
     ON CONFLICT DO NOTHING`,
    roomNo,
    targetHash,
    relType,
    sender,
    key,
    eventNo,
  );
}

const targetIdOf = (event: StoredEvent): string | null => relationOf(event.raw)?.targetId ?? null;

/** Events of this room that relate to `eventId` with `relType`, oldest row first, redacted ones left out. */
export function relationsOf(
  db: Database,
  roomNo: number,
  eventId: string,
  relType: string,
): StoredEvent[] {
  const room = all<{ room_id: string }>(db, 'SELECT room_id FROM rooms WHERE room_no = ?', roomNo);
  const roomId = room[0]?.room_id;
  if (roomId === undefined) return [];
  return all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM relations r CROSS JOIN events e ON e.event_no = r.event_no
     WHERE r.target_hash = ? AND r.rel_type = ? AND e.redacted_by IS NULL AND e.room_no = ? ORDER BY e.event_no`,
    eventHash(roomId, eventId),
    relType,
    roomNo,
  )
    .map(toStoredEvent)
    .filter((event) => targetIdOf(event) === eventId);
}

/** The newest `limit` events that relate to `target` with `relType`, oldest first, redacted ones left out. */
export const newestRelated = (
  db: Database,
  target: Pick<StoredEvent, 'eventNo' | 'eventId'>,
  relType: string,
  limit: number,
): StoredEvent[] =>
  all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM events t
     CROSS JOIN relations r ON r.target_hash = t.event_hash AND r.rel_type = ?
     CROSS JOIN events e ON e.event_no = r.event_no
     WHERE t.event_no = ? AND e.redacted_by IS NULL AND e.room_no = t.room_no
     ORDER BY e.event_no DESC LIMIT ? + 0`,
    relType,
    target.eventNo,
    limit,
  )
    .map(toStoredEvent)
    .filter((event) => targetIdOf(event) === target.eventId)
    .reverse();

/** The same for many events of any rooms with one statement, by the number of the event they speak of. */
export function relatedToMany(
  db: Database,
  targets: readonly StoredEvent[],
  relType: string,
): Map<number, StoredEvent[]> {
  const found = new Map<number, StoredEvent[]>();
  if (targets.length === 0) return found;
  const byNo = new Map(targets.map((target) => [target.eventNo, target]));
  // The hash of a target stands in its row, which has just been read: nothing has to be hashed.
  const rows = all<EventRow & { target_no: number }>(
    db,
    `SELECT ${eventColumns}, t.event_no AS target_no FROM json_each(?) j
     CROSS JOIN events t ON t.event_no = j.value
     CROSS JOIN relations r ON r.target_hash = t.event_hash AND r.rel_type = ?
     CROSS JOIN events e ON e.event_no = r.event_no
     WHERE e.redacted_by IS NULL AND e.room_no = t.room_no ORDER BY e.event_no`,
    JSON.stringify([...byNo.keys()]),
    relType,
  );
  for (const row of rows) {
    const event = toStoredEvent(row);
    if (targetIdOf(event) !== byNo.get(row.target_no)?.eventId) continue;
    const list = found.get(row.target_no);
    if (list === undefined) found.set(row.target_no, [event]);
    else list.push(event);
  }
  return found;
}

/** Numbers of the events that this one speaks of, as far as they are here. */
export const targetsOf = (db: Database, eventNo: number): number[] =>
  all<{ event_no: number }>(
    db,
    `SELECT t.event_no FROM relations r JOIN events t ON t.event_hash = r.target_hash AND t.room_no = r.room_no
     WHERE r.event_no = ?`,
    eventNo,
  ).map((row) => row.event_no);

/** Which of these events were edits, or answers in a thread; redacted ones included. */
export function relatedBy(
  db: Database,
  relType: 'm.replace' | 'm.thread',
  eventNos: readonly number[],
): Set<number> {
  const rows = all<{ event_no: number }>(
    db,
    'SELECT r.event_no FROM json_each(?) j CROSS JOIN relations r ON r.event_no = j.value AND r.rel_type = ?',
    JSON.stringify(eventNos),
    relType,
  );
  return new Set(rows.map((row) => row.event_no));
}
