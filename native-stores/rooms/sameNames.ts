// Rooms of the list that only their addresses tell apart.
import { all, type Database } from '../sqlite/statements';

/** The condition of the index `rooms_name_key`, word for word, so that SQLite uses that index. */
const listed = `membership IN ('join', 'invite', 'knock') AND section NOT IN ('trees', 'ignored')`;

export interface SameNamed {
  readonly roomNo: number;
  readonly roomId: string;
  readonly directUserId: string | null;
  /** The canonical alias as the room claims it. */
  readonly alias: unknown;
  /** Name of a joined space that has this room and no other of its name; null also where two spaces are called so. */
  readonly spaceName: string | null;
}

/** Finds that name for the room `r`. */
const spaceName = `SELECT sp.name FROM space_links l JOIN rooms sp ON sp.room_no = l.room_no
  WHERE l.child_id = r.room_id AND l.has_via = 1 AND sp.membership = 'join' AND sp.section = 'spaces' AND sp.name_key <> ''
    AND NOT EXISTS (SELECT 1 FROM rooms x WHERE x.name_key = sp.name_key AND x.room_no <> sp.room_no AND ${listed})
    AND NOT EXISTS (SELECT 1 FROM rooms x JOIN space_links o ON o.room_no = l.room_no AND o.child_id = x.room_id
      WHERE x.name_key = r.name_key AND x.room_no <> r.room_no AND ${listed})
  ORDER BY sp.room_no LIMIT 1`;

interface SameNamedRow {
  readonly room_no: number;
  readonly room_id: string;
  readonly direct_user_id: string | null;
  readonly alias: unknown;
  readonly space_name: string | null;
}

/** Those of these rooms whose names look like that of another room of the list. */
export const sameNamed = (db: Database, roomNos: readonly number[]): readonly SameNamed[] =>
  all<SameNamedRow>(
    db,
    `SELECT r.room_no, r.room_id, r.direct_user_id, json_extract(e.json, '$.content.alias') AS alias, (${spaceName}) AS space_name
     FROM json_each(?) j CROSS JOIN rooms r ON r.room_no = j.value
     LEFT JOIN state s ON s.room_no = r.room_no AND s.type = 'm.room.canonical_alias' AND s.state_key = ''
     LEFT JOIN events e ON e.event_no = s.event_no
     WHERE r.name_key <> '' AND EXISTS (
       SELECT 1 FROM rooms WHERE name_key = r.name_key AND room_no <> r.room_no AND ${listed})`,
    JSON.stringify(roomNos),
  ).map((row) => ({
    roomNo: row.room_no,
    roomId: row.room_id,
    directUserId: row.direct_user_id,
    alias: row.alias,
    spaceName: row.space_name,
  }));

/** Whether a chat of two with somebody else is called so. `key`: of the name. */
export const isNamedElse = (db: Database, key: string, userId: string): boolean =>
  all(
    db,
    `SELECT 1 FROM rooms WHERE name_key = ? AND direct_user_id <> ? AND ${listed} LIMIT 1`,
    key,
    userId,
  ).length > 0;
