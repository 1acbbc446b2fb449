// Takes everything of a room out of the store, in parts. Its number stays taken: others may still hold it, and it must never come to
// mean another room.
import { forgetEvents } from '../events/known';
import { all, run, type Database } from '../sqlite/statements';

const ofRoom = 'timeline_no IN (SELECT timeline_no FROM timelines WHERE room_no = ?)';

interface Listed {
  event_no: number;
  type: string;
  state_key: string;
}

/** Some events of its timelines, or of its state once the timelines are empty. What pointed at them from there is removed. */
function takeSome(db: Database, roomNo: number, most: number): string {
  const placed = all<Pick<Listed, 'event_no'>>(
    db,
    `SELECT event_no FROM timeline WHERE ${ofRoom} LIMIT ? + 0`,
    roomNo,
    most,
  );
  const nos = JSON.stringify(placed.map((row) => row.event_no));
  if (placed.length > 0) {
    run(
      db,
      `DELETE FROM timeline WHERE ${ofRoom} AND event_no IN (SELECT value FROM json_each(?))`,
      roomNo,
      nos,
    );
    return nos;
  }
  const current = all<Listed>(
    db,
    'SELECT event_no, type, state_key FROM state WHERE room_no = ? ORDER BY type, state_key LIMIT ? + 0',
    roomNo,
    most,
  );
  const last = current.at(-1);
  if (last !== undefined)
    run(
      db,
      'DELETE FROM state WHERE room_no = ? AND (type, state_key) <= (?, ?)',
      roomNo,
      last.type,
      last.state_key,
    );
  return JSON.stringify(current.map((row) => row.event_no));
}

const dependents = [
  'DELETE FROM relations WHERE event_no IN (SELECT value FROM json_each(?))',
  'DELETE FROM decrypt_queue WHERE event_no IN (SELECT value FROM json_each(?))',
  'DELETE FROM files WHERE event_no IN (SELECT value FROM json_each(?))',
] as const;

/** Removes some of its events with what points at them; answers whether there may be more. Their numbers are not given out again. */
export function removeSomeEvents(db: Database, roomNo: number, most: number): boolean {
  forgetEvents(db);
  run(
    db,
    `INSERT INTO event_numbers(one, given) SELECT 1, coalesce(max(event_no), 0) FROM events WHERE true
     ON CONFLICT(one) DO UPDATE SET given = max(given, excluded.given)`,
  );
  const nos = takeSome(db, roomNo, most);
  for (const sql of dependents) run(db, sql, nos);
  run(db, 'DELETE FROM events WHERE event_no IN (SELECT value FROM json_each(?))', nos);
  return nos !== '[]';
}

const tables = [
  `DELETE FROM timeline WHERE ${ofRoom}`,
  `DELETE FROM chunks WHERE ${ofRoom}`,
  'DELETE FROM timelines WHERE room_no = ?',
  'DELETE FROM state WHERE room_no = ?',
  'DELETE FROM members WHERE room_no = ?',
  'DELETE FROM relations WHERE room_no = ? AND event_no >= 0',
  'DELETE FROM waiting_redactions WHERE room_no = ?',
  'DELETE FROM receipts WHERE room_no = ?',
  'DELETE FROM account_data WHERE room_no = ?',
  'DELETE FROM outbox WHERE room_no = ?',
  'DELETE FROM drafts WHERE room_no = ?',
  'DELETE FROM space_links WHERE room_no = ?',
  'DELETE FROM space_parents WHERE room_no = ?',
  'DELETE FROM files WHERE room_no = ?',
  'DELETE FROM file_entries WHERE room_no = ?',
  'DELETE FROM kept_offline WHERE room_no = ?',
  'DELETE FROM calls WHERE room_no = ?',
] as const;

/** The rest, after its events. The replay guards of its messages stay (negative numbers in `relations`). */
export function removeRoom(db: Database, roomNo: number): void {
  for (const sql of tables) run(db, sql, roomNo);
  run(
    db,
    `UPDATE rooms SET name = '', name_folded = '', topic = NULL, avatar_mxc = NULL, heroes = NULL, direct_user_id = NULL, inviter = NULL,
       last_event_no = NULL, joined_count = NULL, invited_count = NULL, unread = 0, highlights = 0, server_unread = 0,
       server_highlights = 0, members_loaded = 0 WHERE room_no = ?`,
    roomNo,
  );
}
