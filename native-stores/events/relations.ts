// Which event speaks of which. Rows only: whether an edit or a reaction counts is decided by main/engine/timeline.
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

export const redactionType = 'redaction';

/** The relation that the clear part of an event names; edits of state and nonsense give null. */
export function relationOf(event: RawEvent): Relation | null {
  const relates = isRecord(event.content) ? event.content['m.relates_to'] : null;
  if (!isRecord(relates)) return null;
  const relType = textOf(relates['rel_type']);
  const targetId = textOf(relates['event_id']);
  // Our own word for redactions must not be reachable from a message.
  if (relType === null || targetId === null || relType === redactionType) return null;
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

const targetIdOf = (event: StoredEvent): string | null => {
  if (event.type === 'm.room.redaction')
    return textOf(event.raw.redacts) ?? textOf(event.raw.content['redacts']);
  return relationOf(event.raw)?.targetId ?? null;
};

/** Events of this room that relate to `eventId` with `relType`, oldest row first, redacted ones left out. */
export function relationsOf(
  db: Database,
  roomNo: number,
  eventId: string,
  relType: string,
): StoredEvent[] {
  return relatedTo(db, roomNo, [eventId], [relType]).get(eventId) ?? [];
}

/** The same for many targets with one statement. A Map: ids are other people's words. */
export function relatedTo(
  db: Database,
  roomNo: number,
  eventIds: readonly string[],
  relTypes: readonly string[],
): Map<string, StoredEvent[]> {
  const found = new Map<string, StoredEvent[]>();
  if (eventIds.length === 0) return found;
  const room = all<{ room_id: string }>(db, 'SELECT room_id FROM rooms WHERE room_no = ?', roomNo);
  const roomId = room[0]?.room_id;
  if (roomId === undefined) return found;
  const wanted = new Set(eventIds);
  const rows = all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM json_each(?) h CROSS JOIN json_each(?) t
     CROSS JOIN relations r ON r.target_hash = h.value AND r.rel_type = t.value
     CROSS JOIN events e ON e.event_no = r.event_no
     WHERE e.redacted_by IS NULL AND e.room_no = ? ORDER BY e.event_no`,
    JSON.stringify(eventIds.map((id) => eventHash(roomId, id))),
    JSON.stringify(relTypes),
    roomNo,
  );
  for (const row of rows) {
    const event = toStoredEvent(row);
    const target = targetIdOf(event);
    if (target === null || !wanted.has(target)) continue;
    const list = found.get(target);
    if (list === undefined) found.set(target, [event]);
    else list.push(event);
  }
  return found;
}

/** Candidates for edits of events of any rooms with one statement, by the number of the edited event. */
export function editsOfMany(
  db: Database,
  targets: readonly { readonly roomId: string; readonly event: StoredEvent }[],
): Map<number, StoredEvent[]> {
  const byHash = new Map<number, StoredEvent>();
  for (const { roomId, event } of targets) byHash.set(eventHash(roomId, event.eventId), event);
  const rows = all<EventRow & { target_hash: number }>(
    db,
    `SELECT ${eventColumns}, r.target_hash FROM json_each(?) h
     CROSS JOIN relations r ON r.target_hash = h.value AND r.rel_type = 'm.replace'
     CROSS JOIN events e ON e.event_no = r.event_no WHERE e.redacted_by IS NULL ORDER BY e.event_no`,
    JSON.stringify([...byHash.keys()]),
  );
  const found = new Map<number, StoredEvent[]>();
  for (const row of rows) {
    const target = byHash.get(row.target_hash);
    const edit = toStoredEvent(row);
    if (target === undefined || target.roomNo !== row.room_no) continue;
    if (targetIdOf(edit) !== target.eventId) continue;
    const list = found.get(target.eventNo);
    if (list === undefined) found.set(target.eventNo, [edit]);
    else list.push(edit);
  }
  return found;
}

/** Which of these events were edits, redacted ones included. */
export function editsAmong(db: Database, eventNos: readonly number[]): Set<number> {
  const rows = all<{ event_no: number }>(
    db,
    `SELECT r.event_no FROM json_each(?) j CROSS JOIN relations r ON r.event_no = j.value AND r.rel_type = 'm.replace'`,
    JSON.stringify(eventNos),
  );
  return new Set(rows.map((row) => row.event_no));
}
