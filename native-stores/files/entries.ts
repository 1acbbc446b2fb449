// The entries of directories (branch state, MSC3089) as rows, and how each stands to its message: whatever order state, messages,
// versions and redactions arrive in, the row comes out the same. Runs inside the transaction that brings them.
import { eventHash } from '../events/eventHash';
import type { StateChange } from '../events/stateChange';
import { fold } from '../rooms/fold';
import { get, run, type Database } from '../sqlite/statements';
import { cleanFileName, sortKey } from './names';

/** State of one file; the state key is the event id of its message. */
export const branchType = 'org.matrix.msc3089.branch';

/** CHAT-3.33: one-indexed; what is no count is 1. */
const versionOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 1;

/** Own field of an entry that brought a version back: its number. */
export const restoredFromKey = 'org.trellis.restored_from';

/** Own field of an entry that was moved: the directory where the file is now. Other clients see a deleted file. */
export const movedToKey = 'org.trellis.moved_to';

/** Own field of an entry that came from another directory: `true`, and not which, because not everybody here may know that one. */
export const movedHereKey = 'org.trellis.moved_here';

/** Values of `active`, which says how an entry will be when the queue is through, and of `server_active`, which says how the server has it. */
export const entryState = { deleted: 0, present: 1, moved: 2 } as const;

/** Room id of the directory that an entry was moved to; null for an active entry, or a deleted one. */
export function movedTo(content: Readonly<Record<string, unknown>>): string | null {
  const roomId = content[movedToKey];
  if (content['active'] === true || typeof roomId !== 'string') return null;
  return roomId.startsWith('!') && roomId.length <= longestRoomId ? roomId : null;
}

const longestRoomId = 255;

function stateOf(content: Readonly<Record<string, unknown>>): number {
  if (content['active'] === true) return entryState.present;
  return movedTo(content) === null ? entryState.deleted : entryState.moved;
}

/** Empty content is how an entry is deleted for good, and what a redaction leaves. */
export function applyEntry(db: Database, roomNo: number, change: StateChange): void {
  const { content, stateKey: eventId } = change;
  if (eventId === '') return;
  if (Object.keys(content).length === 0) {
    run(db, 'DELETE FROM file_entries WHERE room_no = ? AND event_id = ?', roomNo, eventId);
    settleReplacedBy(db, roomNo, eventId);
    return;
  }
  const { name, odd } = cleanFileName(content['name']);
  const locked = content['locked'] === true;
  const state = stateOf(content);
  run(
    db,
    `INSERT INTO file_entries(room_no, event_id, active, server_active, name, odd_name, name_folded, sort_key, locked, locked_by, version,
       changed_ms, changed_by, state_event_no) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)
     ON CONFLICT(room_no, event_id) DO UPDATE SET server_active = excluded.server_active, name = excluded.name,
       odd_name = excluded.odd_name, name_folded = excluded.name_folded, sort_key = excluded.sort_key,
       locked_by = CASE WHEN excluded.locked = 1 AND locked = 1 THEN locked_by ELSE excluded.locked_by END,
       locked = excluded.locked, version = excluded.version, changed_ms = excluded.changed_ms,
       changed_by = excluded.changed_by, state_event_no = excluded.state_event_no`,
    roomNo,
    eventId,
    state,
    state,
    name,
    odd ? 1 : 0,
    fold(name),
    sortKey(name),
    locked ? 1 : 0,
    locked ? change.sender : null,
    versionOf(content['version']),
    change.ts,
    change.sender,
    change.eventNo,
  );
  settleEntry(db, roomNo, eventId);
}

/** Name and kind of a directory's active file. Null when it was deleted or moved, or another version is shown. */
export const presentEntry = (
  db: Database,
  roomNo: number,
  eventId: string,
): { readonly name: string; readonly kind: string } | null =>
  get<{ name: string; kind: string }>(
    db,
    'SELECT name, kind FROM file_entries WHERE room_no = ? AND event_id = ? AND active = 1',
    roomNo,
    eventId,
  );

interface FileColumns {
  event_no: number;
  sender: string;
  ts: number;
  kind: string;
  size_bytes: number | null;
  replaces: string | null;
}

function fileOf(db: Database, roomNo: number, eventId: string): FileColumns | null {
  return get<FileColumns>(
    db,
    'SELECT event_no, sender, ts, kind, size_bytes, replaces FROM files WHERE room_no = ? AND event_id = ?',
    roomNo,
    eventId,
  );
}

/**
 * Joins an entry and its message, whichever came last. A file that is there was changed when its message was sent: a name or a lock changes
 * nothing that it holds. One that is gone says when it went.
 */
export function settleEntry(db: Database, roomNo: number, eventId: string): void {
  const file = fileOf(db, roomNo, eventId);
  const gone = file === null && isRedacted(db, roomNo, eventId);
  run(
    db,
    `UPDATE file_entries SET file_no = ?, kind = ?, size_bytes = ?, gone = ?,
       changed_ms = coalesce(CASE WHEN server_active = 1 THEN ? END,
         (SELECT min(ts, received_ts) FROM events WHERE event_no = state_event_no), changed_ms),
       changed_by = coalesce(CASE WHEN server_active = 1 THEN ? END,
         (SELECT sender FROM events WHERE event_no = state_event_no), changed_by)
     WHERE room_no = ? AND event_id = ?`,
    file?.event_no ?? null,
    file?.kind ?? 'other',
    file?.size_bytes ?? null,
    gone ? 1 : 0,
    file?.ts ?? null,
    file?.sender ?? null,
    roomNo,
    eventId,
  );
  settleSuperseded(db, roomNo, eventId);
  if (file !== null && file.replaces !== null) settleSuperseded(db, roomNo, file.replaces);
}

/** After the entry or the message of a version went away: what it replaced may be the newest again. */
export function settleReplacedBy(db: Database, roomNo: number, eventId: string): void {
  const replaces = fileOf(db, roomNo, eventId)?.replaces ?? null;
  if (replaces !== null) settleSuperseded(db, roomNo, replaces);
}

export function settleSuperseded(db: Database, roomNo: number, eventId: string): void {
  run(
    db,
    `UPDATE file_entries SET superseded = EXISTS (
       SELECT 1 FROM files n CROSS JOIN file_entries e ON e.room_no = n.room_no AND e.event_id = n.event_id
       WHERE n.room_no = ? AND n.replaces = ? AND n.event_id <> ?)
     WHERE room_no = ? AND event_id = ?`,
    roomNo,
    eventId,
    eventId,
    roomNo,
    eventId,
  );
}

function isRedacted(db: Database, roomNo: number, eventId: string): boolean {
  const room = get<{ room_id: string }>(db, 'SELECT room_id FROM rooms WHERE room_no = ?', roomNo);
  if (room === null) return false;
  const row = get<{ redacted_by: string | null }>(
    db,
    'SELECT redacted_by FROM events WHERE event_hash = ? AND event_id = ? AND room_no = ?',
    eventHash(room.room_id, eventId),
    eventId,
    roomNo,
  );
  return row !== null && row.redacted_by !== null;
}
