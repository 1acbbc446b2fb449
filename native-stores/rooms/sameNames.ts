// Rooms of the list that only what stands beside their names tells apart.
import { all, type Database } from '../sqlite/statements';

/** The condition of the index `rooms_name_key`, word for word, so that SQLite uses that index. */
const listed = `membership IN ('join', 'invite', 'knock') AND section NOT IN ('trees', 'ignored')`;

/** So many rooms of one name are compared with each other; the others of that name are told apart from these. */
const mostAlike = 300;
/** So many people of a room are named. */
const mostPeople = 2;

export interface TwinFacts {
  readonly roomNo: number;
  /** How the name looks; equal for rooms that are called alike. */
  readonly nameKey: string;
  /** This account is in it; it is not only invited, or has asked to come in. */
  readonly isJoined: boolean;
  readonly directUserId: string | null;
  /** The canonical alias as the room claims it. */
  readonly alias: unknown;
  /** Name of a joined space that has this room and no other of its name; null also where two spaces are called so. */
  readonly spaceName: string | null;
  /** The first of the other people, with their names as they claim them. */
  readonly people: readonly (readonly [userId: string, displayName: string | null])[];
  /** Everybody but this account; null where the server has not counted. */
  readonly others: number | null;
  readonly topic: string | null;
  readonly madeBy: string | null;
  readonly makerName: string | null;
  readonly madeMs: number | null;
}

/** Finds that name for the room `r`. */
const spaceName = `SELECT sp.name FROM space_links l JOIN rooms sp ON sp.room_no = l.room_no
  WHERE l.child_id = r.room_id AND l.has_via = 1 AND sp.membership = 'join' AND sp.section = 'spaces' AND sp.name_key <> ''
    AND NOT EXISTS (SELECT 1 FROM rooms x WHERE x.name_key = sp.name_key AND x.room_no <> sp.room_no AND ${listed})
    AND NOT EXISTS (SELECT 1 FROM rooms x JOIN space_links o ON o.room_no = l.room_no AND o.child_id = x.room_id
      WHERE x.name_key = r.name_key AND x.room_no <> r.room_no AND ${listed})
  ORDER BY sp.room_no LIMIT 1`;

const people = `SELECT json_group_array(json_array(user_id, display_name)) FROM (
  SELECT user_id, display_name FROM members m WHERE m.room_no = r.room_no AND m.membership IN ('join', 'invite') AND m.user_id <> ?
  ORDER BY m.user_id LIMIT ${mostPeople})`;

interface FactsRow {
  readonly room_no: number;
  readonly name_key: string;
  readonly is_joined: number;
  readonly direct_user_id: string | null;
  readonly alias: unknown;
  readonly space_name: string | null;
  readonly people: string;
  readonly others: number | null;
  readonly topic: string | null;
  readonly made_by: string | null;
  readonly maker_name: string | null;
  readonly made_ms: number | null;
}

/** All that can tell these rooms from others, whatever those are. */
export const twinFacts = (
  db: Database,
  roomNos: readonly number[],
  ownUserId: string,
): readonly TwinFacts[] =>
  all<FactsRow>(
    db,
    `SELECT r.room_no, r.name_key, r.membership = 'join' AS is_joined, r.direct_user_id, json_extract(e.json, '$.content.alias') AS alias,
       (${spaceName}) AS space_name, (${people}) AS people, r.joined_count + coalesce(r.invited_count, 0) - 1 AS others, r.topic,
       made.sender AS made_by, maker.display_name AS maker_name, made.ts AS made_ms
     FROM json_each(?) j CROSS JOIN rooms r ON r.room_no = j.value
     LEFT JOIN state s ON s.room_no = r.room_no AND s.type = 'm.room.canonical_alias' AND s.state_key = ''
     LEFT JOIN events e ON e.event_no = s.event_no
     LEFT JOIN state c ON c.room_no = r.room_no AND c.type = 'm.room.create' AND c.state_key = ''
     LEFT JOIN events made ON made.event_no = c.event_no
     LEFT JOIN members maker ON maker.room_no = r.room_no AND maker.user_id = made.sender`,
    ownUserId,
    JSON.stringify(roomNos),
  ).map((row) => ({
    roomNo: row.room_no,
    nameKey: row.name_key,
    isJoined: row.is_joined === 1,
    directUserId: row.direct_user_id,
    alias: row.alias,
    spaceName: row.space_name,
    people: JSON.parse(row.people) as TwinFacts['people'],
    others: row.others,
    topic: row.topic,
    madeBy: row.made_by,
    makerName: row.maker_name,
    madeMs: row.made_ms,
  }));

interface TwinRow {
  readonly room_no: number;
  readonly name_key: string;
}

/** Those of these rooms whose names look like that of another room of the list, and the rooms that are called so. */
export function sameNamed(
  db: Database,
  roomNos: readonly number[],
): { readonly asked: ReadonlySet<number>; readonly all: readonly number[] } {
  const asked = all<TwinRow>(
    db,
    `SELECT r.room_no, r.name_key FROM json_each(?) j CROSS JOIN rooms r ON r.room_no = j.value
     WHERE r.name_key <> '' AND EXISTS (
       SELECT 1 FROM rooms WHERE name_key = r.name_key AND room_no <> r.room_no AND ${listed})`,
    JSON.stringify(roomNos),
  );
  const numbers = new Set(asked.map(({ room_no }) => room_no));
  if (numbers.size === 0) return { asked: numbers, all: [] };
  const others = all<Pick<TwinRow, 'room_no'>>(
    db,
    `SELECT room_no FROM (
       SELECT x.room_no, row_number() OVER (PARTITION BY x.name_key ORDER BY x.membership <> 'join', x.room_no) AS place
       FROM json_each(?) j CROSS JOIN rooms x ON x.name_key = j.value WHERE ${listed})
     WHERE place <= ${mostAlike}`,
    JSON.stringify([...new Set(asked.map(({ name_key }) => name_key))]),
  );
  return { asked: numbers, all: [...new Set([...numbers, ...others.map((row) => row.room_no)])] };
}

/** Whether a chat of two with somebody else is called so. `key`: of the name. */
export const isNamedElse = (db: Database, key: string, userId: string): boolean =>
  all(
    db,
    `SELECT 1 FROM rooms WHERE name_key = ? AND direct_user_id <> ? AND ${listed} LIMIT 1`,
    key,
    userId,
  ).length > 0;
