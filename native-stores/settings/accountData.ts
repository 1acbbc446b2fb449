// Account data of the account (room number 0) and of rooms: tags, the direct map, push rules, read markers.
import { all, get, run, type Database } from '../sqlite/statements';

export const account = 0;

export function getAccountData(
  db: Database,
  roomNo: number,
  type: string,
): Record<string, unknown> | null {
  const row = get<{ content: string }>(
    db,
    'SELECT content FROM account_data WHERE room_no = ? AND type = ?',
    roomNo,
    type,
  );
  return row === null ? null : (JSON.parse(row.content) as Record<string, unknown>);
}

export function putAccountData(
  db: Database,
  roomNo: number,
  type: string,
  content: Record<string, unknown>,
): void {
  run(
    db,
    `INSERT INTO account_data(room_no, type, content) VALUES (?,?,?)
     ON CONFLICT(room_no, type) DO UPDATE SET content = excluded.content`,
    roomNo,
    type,
    JSON.stringify(content),
  );
}

/** By type. A Map: types are other people's words. */
export function allAccountData(db: Database, roomNo: number): Map<string, Record<string, unknown>> {
  const rows = all<{ type: string; content: string }>(
    db,
    'SELECT type, content FROM account_data WHERE room_no = ? ORDER BY type',
    roomNo,
  );
  return new Map(rows.map((row) => [row.type, JSON.parse(row.content) as Record<string, unknown>]));
}
