// Reads the current state of all rooms for a rebuild.
import { stateChangeOf, type StateChange } from '../events/stateChange';
import { all, type Database } from '../sqlite/statements';

interface Row {
  room_no: number;
  state_key: string;
  event_no: number;
  received_ts: number;
  json: string;
}

const pageSize = 2_000;

/** Calls `visit` for each current state event of these types, room by room. Malformed rows are left out. */
export function forCurrentState(
  db: Database,
  types: readonly string[],
  visit: (roomNo: number, change: StateChange) => void,
): void {
  for (const type of types) {
    let after: Pick<Row, 'room_no' | 'state_key'> = { room_no: -1, state_key: '' };
    for (;;) {
      const rows = all<Row>(
        db,
        `SELECT s.room_no, s.state_key, s.event_no, e.received_ts, e.json FROM state s
         JOIN events e ON e.event_no = s.event_no
         WHERE s.type = ? AND (s.room_no, s.state_key) > (?, ?) ORDER BY s.room_no, s.state_key LIMIT ? + 0`,
        type,
        after.room_no,
        after.state_key,
        pageSize,
      );
      for (const row of rows) {
        const change = stateChangeOf(row.json, row.event_no, row.received_ts);
        if (change !== null) visit(row.room_no, change);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) break;
      after = last;
    }
  }
}
