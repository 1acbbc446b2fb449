// Takes a room out of the store. `beginRemoval` is the whole act: it takes away what is seen and notes the rest, which `removeSome` clears
// away in parts, now or after a restart. The room's number stays taken: others may still hold it, and it must never come to mean
// another room.
import { moveDraftFiles } from '../settings/draftFiles';
import { forgetEvents } from '../events/known';
import { projectRemoved } from '../projections/all';
import { getSetting, setSetting } from '../settings/settings';
import { all, run, type Database } from '../sqlite/statements';
import { forgetCopiesOf } from './copies';

interface Note {
  readonly roomNo: number;
  /** Its events up to this number are gone. */
  readonly done: number;
}

const noted = 'removedRooms';

const notes = (db: Database): readonly Note[] => getSetting<Note[]>(db, noted) ?? [];

const keep = (db: Database, list: readonly Note[]): void => setSetting(db, noted, list);

/** Numbers of the rooms of which something still has to be removed. */
export const underRemoval = (db: Database): readonly number[] =>
  notes(db).map((note) => note.roomNo);

/** Tables whose rows are shown or sent without a look at the room's membership. All of them are small. */
const atOnce = [
  'DELETE FROM outbox WHERE room_no = ?',
  'DELETE FROM drafts WHERE room_no = ?',
  'DELETE FROM recording_pieces WHERE recording_id IN (SELECT recording_id FROM recordings WHERE room_no = ?)',
  'DELETE FROM recordings WHERE room_no = ?',
  'DELETE FROM account_data WHERE room_no = ?',
  'DELETE FROM space_links WHERE room_no = ?',
  'DELETE FROM space_parents WHERE room_no = ?',
  'DELETE FROM kept_offline WHERE room_no = ?',
  'DELETE FROM calls WHERE room_no = ?',
  'DELETE FROM mentions WHERE room_no = ?',
] as const;

/** The act of removing a room, inside one transaction. */
export function beginRemoval(db: Database, roomNo: number): void {
  if (underRemoval(db).includes(roomNo)) return;
  for (const sql of atOnce) run(db, sql, roomNo);
  moveDraftFiles(db, roomNo, null);
  run(
    db,
    `UPDATE rooms SET membership = 'leave', section = 'rooms', name = '', name_folded = '', name_key = '', topic = NULL, avatar_mxc = NULL, heroes = NULL,
       direct_user_id = NULL, inviter = NULL, last_event_no = NULL, joined_count = NULL, invited_count = NULL, unread = 0,
       highlights = 0, server_unread = 0, server_highlights = 0, marked_unread = 0, members_loaded = 0 WHERE room_no = ?`,
    roomNo,
  );
  keep(db, [...notes(db), { roomNo, done: 0 }]);
}

/** Each removes at most a number of rows. The replay guards of messages stay (negative numbers in `relations`). */
const inParts = [
  'DELETE FROM state WHERE room_no = ? AND (type, state_key) IN (SELECT type, state_key FROM state WHERE room_no = ? LIMIT ? + 0)',
  'DELETE FROM members WHERE room_no = ? AND user_id IN (SELECT user_id FROM members WHERE room_no = ? LIMIT ? + 0)',
  `DELETE FROM receipts WHERE room_no = ? AND (user_id, receipt_type, thread_id) IN
     (SELECT user_id, receipt_type, thread_id FROM receipts WHERE room_no = ? LIMIT ? + 0)`,
  'DELETE FROM file_entries WHERE room_no = ? AND event_id IN (SELECT event_id FROM file_entries WHERE room_no = ? LIMIT ? + 0)',
] as const;

/** Events are looked through by their numbers: an index by room would cost every message, a removal is rare. */
const eventsPerLook = 5_000;

const dependents = [
  'DELETE FROM relations WHERE event_no IN (SELECT value FROM json_each(?))',
  'DELETE FROM decrypt_queue WHERE event_no IN (SELECT value FROM json_each(?))',
  'DELETE FROM mention_queue WHERE event_no IN (SELECT value FROM json_each(?))',
  'DELETE FROM mentions WHERE event_no IN (SELECT value FROM json_each(?))',
  'DELETE FROM files WHERE event_no IN (SELECT value FROM json_each(?))',
  'DELETE FROM gallery_files WHERE event_no IN (SELECT value FROM json_each(?))',
] as const;

/** Also those that stand in no timeline. Null when no event is left to look at. */
function removeEvents(db: Database, { roomNo, done }: Note, most: number): Note | null {
  const newest = all<{ no: number | null }>(db, 'SELECT max(event_no) AS no FROM events')[0]?.no;
  if ((newest ?? 0) <= done) return null;
  const until = done + eventsPerLook;
  const found = all<{ event_no: number }>(
    db,
    'SELECT event_no FROM events WHERE event_no > ? AND event_no <= ? AND room_no = ? ORDER BY event_no LIMIT ? + 0',
    done,
    until,
    roomNo,
    most,
  ).map((row) => row.event_no);
  if (found.length === 0) return { roomNo, done: until };
  forgetCopiesOf(db, found);
  const nos = JSON.stringify(found);
  run(
    db,
    `INSERT INTO event_numbers(one, given) SELECT 1, max(event_no) FROM events WHERE true
     ON CONFLICT(one) DO UPDATE SET given = max(given, excluded.given)`,
  );
  run(
    db,
    `DELETE FROM timeline WHERE (timeline_no, event_no) IN
       (SELECT l.timeline_no, j.value FROM timelines l CROSS JOIN json_each(?) j WHERE l.room_no = ?)`,
    nos,
    roomNo,
  );
  for (const sql of dependents) run(db, sql, nos);
  projectRemoved(db, roomNo, found);
  run(db, 'DELETE FROM events WHERE event_no IN (SELECT value FROM json_each(?))', nos);
  return { roomNo, done: found.length < most ? until : (found.at(-1) ?? until) };
}

/** One event is shown no more; of its row remains what an event has that stands in no timeline. */
export function takeOut(db: Database, roomNo: number, eventNo: number): void {
  run(
    db,
    `DELETE FROM timeline WHERE event_no = ? AND timeline_no IN (SELECT timeline_no FROM timelines WHERE room_no = ?)`,
    eventNo,
    roomNo,
  );
  for (const sql of dependents) run(db, sql, JSON.stringify([eventNo]));
  projectRemoved(db, roomNo, [eventNo]);
  forgetEvents(db);
}

const atLast = [
  'DELETE FROM chunks WHERE timeline_no IN (SELECT timeline_no FROM timelines WHERE room_no = ?)',
  'DELETE FROM timelines WHERE room_no = ?',
  'DELETE FROM files WHERE room_no = ?',
  'DELETE FROM gallery_files WHERE room_no = ?',
  'DELETE FROM waiting_redactions WHERE room_no = ?',
] as const;

/**
 * Removes at most `most` events or rows of one room that is under removal; answers whether anything is left of any. Belongs into one
 * transaction, which may be the last of the process: the next call goes on from there.
 */
export function removeSome(db: Database, most: number): boolean {
  const [first, ...others] = notes(db);
  if (first === undefined) return false;
  forgetEvents(db);
  for (const sql of inParts) {
    if (run(db, sql, first.roomNo, first.roomNo, most).changes > 0) return true;
  }
  const left = removeEvents(db, first, most);
  if (left !== null) {
    keep(db, [left, ...others]);
    return true;
  }
  for (const sql of atLast) run(db, sql, first.roomNo);
  projectRemoved(db, first.roomNo, null);
  keep(db, others);
  return others.length > 0;
}
