// The last presence that the server told of each person.
import { all, get, run, type Database } from '../sqlite/statements';

export interface StoredPresence {
  readonly userId: string;
  readonly state: 'online' | 'unavailable' | 'offline';
  readonly lastActiveMs: number | null;
  readonly statusMessage: string | null;
}

interface Row {
  user_id: string;
  state: StoredPresence['state'];
  last_active_ms: number | null;
  status_message: string | null;
}

const fromRow = (row: Row): StoredPresence => ({
  userId: row.user_id,
  state: row.state,
  lastActiveMs: row.last_active_ms,
  statusMessage: row.status_message,
});

export function putPresence(db: Database, presence: StoredPresence): void {
  run(
    db,
    `INSERT INTO presence(user_id, state, last_active_ms, status_message) VALUES (?,?,?,?)
     ON CONFLICT(user_id) DO UPDATE SET state = excluded.state, last_active_ms = excluded.last_active_ms,
       status_message = excluded.status_message`,
    presence.userId,
    presence.state,
    presence.lastActiveMs,
    presence.statusMessage,
  );
}

export function getPresence(db: Database, userId: string): StoredPresence | null {
  const row = get<Row>(
    db,
    'SELECT user_id, state, last_active_ms, status_message FROM presence WHERE user_id = ?',
    userId,
  );
  return row === null ? null : fromRow(row);
}

export function getPresences(
  db: Database,
  userIds: readonly string[],
): Map<string, StoredPresence> {
  const rows = all<Row>(
    db,
    `SELECT p.user_id, p.state, p.last_active_ms, p.status_message FROM json_each(?) j
     CROSS JOIN presence p ON p.user_id = j.value`,
    JSON.stringify(userIds),
  );
  return new Map(rows.map((row) => [row.user_id, fromRow(row)]));
}
