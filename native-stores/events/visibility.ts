// Which events hid a message, or showed it again (MSC3531). Rows only: whose word counts is decided by main/engine/rooms.
import { all, get, run, type Database } from '../sqlite/statements';

export interface VisibilityChange {
  readonly eventNo: number;
  readonly roomNo: number;
  readonly targetHash: number;
  readonly sender: string;
  readonly ts: number;
  readonly visible: boolean;
  readonly reason: string | null;
}

export function putVisibilityChange(db: Database, change: VisibilityChange): void {
  const { eventNo, roomNo, targetHash, sender, ts, visible, reason } = change;
  run(
    db,
    `INSERT OR REPLACE INTO visibility_changes(event_no, room_no, target_hash, sender, ts, visible, reason)
     VALUES (?,?,?,?,?,?,?)`,
    eventNo,
    roomNo,
    targetHash,
    sender,
    ts,
    visible ? 1 : 0,
    reason,
  );
}

/** The events among these that any visibility change names, by number. */
export const changedAmong = (
  db: Database,
  eventNos: readonly number[],
): { readonly eventNo: number; readonly roomNo: number; readonly targetHash: number }[] =>
  get(db, 'SELECT 1 FROM visibility_changes LIMIT 1') === null
    ? []
    : all<{ event_no: number; room_no: number; event_hash: number }>(
        db,
        `SELECT t.event_no, t.room_no, t.event_hash FROM json_each(?) j
         CROSS JOIN events t ON t.event_no = j.value
         WHERE EXISTS (SELECT 1 FROM visibility_changes v WHERE v.target_hash = t.event_hash)`,
        JSON.stringify(eventNos),
      ).map((row) => ({
        eventNo: row.event_no,
        roomNo: row.room_no,
        targetHash: row.event_hash,
      }));

/** Everybody who wrote a change in this room. */
export const whoChanged = (db: Database, roomNo: number): string[] =>
  all<{ sender: string }>(
    db,
    'SELECT DISTINCT sender FROM visibility_changes WHERE room_no = ?',
    roomNo,
  ).map(({ sender }) => sender);

/** Visibility changes of one message by these senders: the newest `most`, by `origin_server_ts`; of equal times the one stored first goes before. */
export const changesOf = (
  db: Database,
  targetHash: number,
  senders: readonly string[],
  most: number,
): { readonly visible: boolean; readonly reason: string | null }[] =>
  all<{ visible: number; reason: string | null }>(
    db,
    `SELECT visible, reason FROM visibility_changes
     WHERE target_hash = ? AND sender IN (SELECT value FROM json_each(?)) ORDER BY ts DESC, event_no LIMIT ? + 0`,
    targetHash,
    JSON.stringify(senders),
    most,
  ).map(({ visible, reason }) => ({ visible: visible !== 0, reason }));

/** Changes with every change of the room. Empty: there is none. */
export function visibilityMark(db: Database, roomNo: number): string {
  const row = get<{ count: number; last: number | null }>(
    db,
    'SELECT count(*) AS count, max(event_no) AS last FROM visibility_changes WHERE room_no = ?',
    roomNo,
  );
  return row === null || row.count === 0 ? '' : `${row.count} ${row.last}`;
}
