// Takes everything of a room out of the store, in parts. Its number stays taken: others may still hold it, and it must never come to
// mean another room.
import { forgetEvents } from '../events/known';
import { run, type Database } from '../sqlite/statements';

/** Removes some of its events; answers how many. */
export function removeSomeEvents(db: Database, roomNo: number, most: number): number {
  forgetEvents(db);
  return run(
    db,
    `DELETE FROM events WHERE event_no IN (
       SELECT e.event_no FROM (SELECT event_no FROM timeline WHERE room_no = ? UNION ALL SELECT event_no FROM state WHERE room_no = ?) o
       CROSS JOIN events e ON e.event_no = o.event_no LIMIT ? + 0)`,
    roomNo,
    roomNo,
    most,
  ).changes;
}

const tables = [
  'DELETE FROM timeline WHERE room_no = ?',
  'DELETE FROM chunks WHERE room_no = ?',
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
