// Files: which rooms are directories and how they are linked, their entries, and every file that a message brought. What the rows hold
// is decided in native-stores/files; here stands when they are made.
import { isRecord, type RawEvent } from '../events/types';
import { branchType } from '../files/entries';
import { dropFile, isFileContent, putFile } from '../files/files';
import { applyFilesState, clearFilesState, settleTree } from '../files/trees';
import { all, run, type Database } from '../sqlite/statements';
import { forCurrentState } from './currentState';
import type { Projection, ReadableEvent } from './projection';

interface MessageRow {
  event_no: number;
  room_no: number;
  event_id: string;
  sender: string;
  ts: number;
  received_ts: number;
  json: string;
  plain: string | null;
}

const parsed = (json: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(json);
  return isRecord(value) ? value : {};
};

function applyReadable(db: Database, event: ReadableEvent): void {
  if (isFileContent(event.type, event.content)) putFile(db, event, event.content);
}

const pageSize = 2_000;

function readableOf(row: MessageRow): ReadableEvent | null {
  const raw = parsed(row.json) as unknown as RawEvent;
  const shown = row.plain === null ? { ...raw } : parsed(row.plain);
  const { type, content } = shown as { type: unknown; content: unknown };
  if (typeof type !== 'string' || !isRecord(content)) return null;
  return {
    eventNo: row.event_no,
    roomNo: row.room_no,
    eventId: row.event_id,
    sender: row.sender,
    ts: Math.min(row.ts, row.received_ts),
    type,
    content,
    clear: isRecord(raw.content) ? raw.content : {},
  };
}

function rebuildFiles(db: Database): void {
  for (let after = 0; ;) {
    const rows = all<MessageRow>(
      db,
      `SELECT event_no, room_no, event_id, sender, ts, received_ts, json, plain FROM events
       WHERE event_no > ? AND state_key IS NULL AND redacted_by IS NULL
         AND instr(coalesce(plain, json), '"msgtype":"m.') > 0 ORDER BY event_no LIMIT ? + 0`,
      after,
      pageSize,
    );
    for (const row of rows) {
      after = row.event_no;
      const event = readableOf(row);
      if (event !== null) applyReadable(db, event);
    }
    if (rows.length < pageSize) return;
  }
}

export const filesProjection: Projection = {
  name: 'files',
  state(db, roomNo, change) {
    if (applyFilesState(db, roomNo, change)) return;
    if (change.stateKey !== '') return;
    // An invitation names no purpose; there the type and the encryption decide (files/trees.ts).
    if (change.type === 'm.room.create' || change.type === 'm.room.encryption')
      settleTree(db, roomNo);
  },
  readable: applyReadable,
  redacted: (db, { eventNo }) => dropFile(db, eventNo),
  cleared: clearFilesState,
  /** Who locked an entry first stands in no current state: a rebuild names who wrote the entry last. */
  rebuild(db) {
    for (const table of ['space_links', 'space_parents', 'file_entries', 'files'] as const)
      run(db, `DELETE FROM ${table}`);
    forCurrentState(db, ['m.space.child', 'm.space.parent', branchType], (roomNo, change) => {
      applyFilesState(db, roomNo, change);
    });
    const spaces = all<{ room_no: number }>(
      db,
      `SELECT room_no FROM rooms WHERE is_tree = 1 OR room_type = 'm.space'`,
    );
    for (const { room_no: roomNo } of spaces) settleTree(db, roomNo);
    rebuildFiles(db);
  },
};
