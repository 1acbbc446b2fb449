// Those who ask to be let into rooms, by the index `members_asking`. Whether this account may answer is main/engine/rooms' to say.
import { eventColumns, toStoredEvent, type EventRow, type StoredEvent } from '../events/types';
import { all, get, type Database } from '../sqlite/statements';

/** Answers the people whose requests are none. Asked for only where somebody asks. */
export type Ignored = () => ReadonlySet<string>;

/** The requests of one room, put together. */
export interface Requests {
  readonly roomNo: number;
  readonly count: number;
  /** The one who asked last. */
  readonly userId: string;
  readonly displayName: string | null;
  /** When they asked, never later than the moment of receipt. */
  readonly atMs: number;
}

interface RequestsRow {
  readonly room_no: number;
  readonly n: number;
  readonly user_id: string;
  readonly display_name: string | null;
  readonly at_ms: number;
}

const listOf = (ignored: Ignored): string => JSON.stringify([...ignored()]);

/** Their member events; has one parameter, the ignored people. The condition is that of the index. */
const asking = `members m INDEXED BY members_asking CROSS JOIN state s ON s.room_no = m.room_no AND s.type = 'm.room.member' AND s.state_key = m.user_id
  CROSS JOIN events e ON e.event_no = s.event_no
  WHERE m.membership = 'knock' AND m.user_id NOT IN (SELECT value FROM json_each(?))`;

// Beside a single max() SQLite takes the other columns from the row that has it.
const together = `m.room_no, m.user_id, m.display_name, count(*) AS n, max(max(0, min(e.ts, e.received_ts))) AS at_ms`;

const toRequests = (row: RequestsRow): Requests => ({
  roomNo: row.room_no,
  count: row.n,
  userId: row.user_id,
  displayName: row.display_name,
  atMs: row.at_ms,
});

/** Most often nobody does: the rest is not read then. */
const isAsked = (db: Database, roomNo: number | null): boolean =>
  get(
    db,
    `SELECT 1 FROM members INDEXED BY members_asking WHERE membership = 'knock' AND ${roomNo === null ? '? IS NULL' : 'room_no = ?'} LIMIT 1`,
    roomNo,
  ) !== null;

/** One entry for each room in which somebody asks, in no order; also rooms in which this account may not answer. */
export const allRequests = (db: Database, ignored: Ignored): Requests[] =>
  isAsked(db, null)
    ? all<RequestsRow>(
        db,
        `SELECT ${together} FROM ${asking} GROUP BY m.room_no`,
        listOf(ignored),
      ).map(toRequests)
    : [];

/** Null: nobody asks. */
export function requestsIn(db: Database, roomNo: number, ignored: Ignored): Requests | null {
  if (!isAsked(db, roomNo)) return null;
  const row = get<RequestsRow>(
    db,
    `SELECT ${together} FROM ${asking} AND m.room_no = ? GROUP BY m.room_no`,
    listOf(ignored),
    roomNo,
  );
  return row === null ? null : toRequests(row);
}

/** The newest requests of a room: the member events of those who ask. */
export const askingEvents = (
  db: Database,
  roomNo: number,
  ignored: Ignored,
  most: number,
): StoredEvent[] =>
  all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM ${asking} AND m.room_no = ?
     ORDER BY min(e.ts, e.received_ts) DESC, e.event_no DESC LIMIT ? + 0`,
    listOf(ignored),
    roomNo,
    most,
  ).map(toStoredEvent);
