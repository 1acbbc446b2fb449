// Makes the rows of Files for a profile that was written before there were any. Runs once, in the transaction of the migration.
import { isRecord, type RawEvent } from '../events/types';
import { stateChangeOf } from '../rooms/stateChange';
import { all, run, type Database } from '../sqlite/statements';
import { branchType } from './entries';
import { isFileContent, putFile } from './files';
import { applyFilesState, purposeType, settleTree } from './trees';

interface StateRow {
  room_no: number;
  event_no: number;
  json: string;
}

interface MessageRow extends StateRow {
  event_id: string;
  sender: string;
  ts: number;
  plain: string | null;
}

const parsed = (json: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(json);
  return isRecord(value) ? value : {};
};

function fillState(db: Database): void {
  const rows = all<StateRow>(
    db,
    `SELECT s.room_no, s.event_no, e.json FROM state s JOIN events e ON e.event_no = s.event_no
     WHERE s.type IN ('m.space.child', 'm.space.parent', ?, ?)`,
    purposeType,
    branchType,
  );
  for (const row of rows) {
    const change = stateChangeOf(row.json, row.event_no);
    if (change !== null) applyFilesState(db, row.room_no, change);
  }
  run(
    db,
    `UPDATE rooms SET created_ms = coalesce((SELECT e.ts FROM state s JOIN events e ON e.event_no = s.event_no
       WHERE s.room_no = rooms.room_no AND s.type = 'm.room.create' AND s.state_key = ''), 0)`,
  );
  for (const room of all<{ room_no: number }>(
    db,
    `SELECT room_no FROM rooms WHERE room_type = 'm.space'`,
  ))
    settleTree(db, room.room_no);
  run(db, `UPDATE rooms SET section = 'trees' WHERE is_tree = 1`);
}

const pageSize = 2_000;

function fillFileRows(db: Database): void {
  for (let after = 0; ;) {
    const rows = all<MessageRow>(
      db,
      `SELECT event_no, room_no, event_id, sender, ts, json, plain FROM events
       WHERE event_no > ? AND state_key IS NULL AND redacted_by IS NULL
         AND instr(coalesce(plain, json), '"msgtype":"m.') > 0 ORDER BY event_no LIMIT ? + 0`,
      after,
      pageSize,
    );
    for (const row of rows) {
      after = row.event_no;
      const raw = parsed(row.json) as unknown as RawEvent;
      const shown = row.plain === null ? { ...raw } : parsed(row.plain);
      const { type, content } = shown as { type: unknown; content: unknown };
      if (typeof type !== 'string' || !isRecord(content) || !isFileContent(type, content)) continue;
      const message = {
        eventNo: row.event_no,
        roomNo: row.room_no,
        eventId: row.event_id,
        sender: row.sender,
        ts: row.ts,
        clear: isRecord(raw.content) ? raw.content : {},
      };
      putFile(db, message, content);
    }
    if (rows.length < pageSize) return;
  }
}

export function fillFiles(db: Database): void {
  fillState(db);
  fillFileRows(db);
}
