// Reads the rooms of the list: its sections, its filters, and the columns that its rows show.
import { all, type Database, type SqlValue } from '../sqlite/statements';
import type { RoomDbRow, Section, StoredRoom } from './rooms';

/** The fields that the room list shows. */
export type ListedRoom = Pick<
  StoredRoom,
  | 'roomNo'
  | 'roomId'
  | 'membership'
  | 'name'
  | 'avatarMxc'
  | 'directUserId'
  | 'inviter'
  | 'activityMs'
  | 'lastEventNo'
  | 'unread'
  | 'highlights'
  | 'markedUnread'
  | 'muted'
  | 'quietNews'
> & { readonly section: Section; readonly encrypted: boolean };

type ListedRow = Omit<
  RoomDbRow,
  | 'room_type'
  | 'version'
  | 'encryption'
  | 'is_public'
  | 'name_folded'
  | 'name_key'
  | 'topic'
  | 'heroes'
> & { encrypted: number };

const listedColumns = `room_no, room_id, membership, name, avatar_mxc, direct_user_id, section, inviter, activity_ms, last_event_no,
  unread, highlights, marked_unread, muted, quiet_news, encryption IS NOT NULL AS encrypted`;

function toListedRoom(row: ListedRow, section: Section): ListedRoom {
  return {
    roomNo: row.room_no,
    roomId: row.room_id,
    membership: row.membership,
    name: row.name,
    avatarMxc: row.avatar_mxc,
    directUserId: row.direct_user_id,
    section,
    inviter: row.inviter,
    activityMs: row.activity_ms,
    lastEventNo: row.last_event_no,
    unread: row.unread,
    highlights: row.highlights,
    markedUnread: row.marked_unread !== 0,
    muted: row.muted !== 0,
    quietNews: row.quiet_news !== 0,
    encrypted: row.encrypted !== 0,
  };
}

/** Which rooms of the list are wanted. */
export interface RoomFilter {
  /** A part of the folded name, of the other person's address in a chat of two, or of the room's address; empty: any name. */
  readonly text: string;
  /** Only invitations and rooms with something new, and this one in any case (0: none). Null: all rooms. */
  readonly unreadOr: number | null;
  /** Only these rooms, or all but these. Null: all rooms. */
  readonly among: RoomSet | null;
}

export interface RoomSet {
  readonly are: 'in' | 'out';
  readonly roomNos: readonly number[];
}

/** The condition of the index `rooms_by_activity`, word for word, so that SQLite uses that index. */
const listed = `(membership IN ('join', 'invite', 'knock') OR section = 'removed')`;

/** An address, without its server if the text names none: else a part of the server's name would find everybody there. */
const sought = (address: string, text: string): string =>
  text.includes(':')
    ? `lower(${address})`
    : `lower(substr(${address}, 1, instr(${address}, ':') - 1))`;

/** The subquery gives the text a name, so that it is one parameter. */
const named = (text: string): string => `EXISTS (
  SELECT 1 FROM (SELECT ? AS text) WHERE instr(name_folded, text) > 0 OR instr(${sought('direct_user_id', text)}, text) > 0 OR EXISTS (
    SELECT 1 FROM state s JOIN events e ON e.event_no = s.event_no
    WHERE s.room_no = rooms.room_no AND s.type = 'm.room.canonical_alias' AND s.state_key = ''
      AND instr(${sought("json_extract(e.json, '$.content.alias')", text)}, text) > 0))`;

/** Has always three parameters, those of `valuesOf`. The plus keeps the order of the index in use, whatever the number of rooms is. */
function wanted({ text, unreadOr, among }: RoomFilter): string {
  const called = text === '' ? "? = ''" : named(text);
  const fresh = `(membership = 'invite' OR highlights > 0 OR marked_unread = 1 OR (unread > 0 AND muted = 0) OR room_no = ?)`;
  const not = among?.are === 'out' ? 'NOT' : '';
  const held = among === null ? '? IS NULL' : `+room_no ${not} IN (SELECT value FROM json_each(?))`;
  return `${listed} AND ${called} AND ${unreadOr === null ? '? IS NULL' : fresh} AND ${held}`;
}

const valuesOf = ({ text, unreadOr, among }: RoomFilter): SqlValue[] => [
  text,
  unreadOr,
  among === null ? null : JSON.stringify(among.roomNos),
];

/** The newest rooms of a section. */
export function roomsOfSection(
  db: Database,
  section: Section,
  filter: RoomFilter,
  limit: number,
): ListedRoom[] {
  return all<ListedRow>(
    db,
    `SELECT ${listedColumns} FROM rooms WHERE section = ? AND ${wanted(filter)}
     ORDER BY activity_ms DESC, room_no DESC LIMIT ? + 0`,
    section,
    ...valuesOf(filter),
    limit,
  ).map((row) => toListedRoom(row, section));
}

/** Sections whose rooms have a last message. */
const spoken: readonly Section[] = ['favourites', 'people', 'rooms', 'low_priority'];

/** Those of the newest joined rooms of each section whose last message is deleted: no other is here. */
export const roomsOfDeleted = (
  db: Database,
  most: number,
): Pick<ListedRoom, 'roomNo' | 'roomId'>[] =>
  spoken.flatMap((section) =>
    all<Pick<ListedRoom, 'roomNo' | 'roomId'>>(
      db,
      `SELECT room_no AS roomNo, room_id AS roomId FROM
         (SELECT room_no, room_id, membership, last_event_no FROM rooms WHERE section = ? AND ${listed}
          ORDER BY activity_ms DESC, room_no DESC LIMIT ? + 0) newest
       WHERE membership = 'join' AND EXISTS (SELECT 1 FROM events e
         WHERE e.event_no = newest.last_event_no AND e.redacted_by IS NOT NULL)`,
      section,
      most,
    ),
  );

/**
 * These stand in the list of every space: invitations, the open room (0: none), and those of `calling` that
 * are not muted. Neither spaces nor directories are among the last two.
 */
export const newsBeside = (db: Database, openNo: number, calling: readonly number[]): number[] =>
  all<{ room_no: number }>(
    db,
    `SELECT room_no FROM rooms WHERE section = 'invites' AND ${listed}
     UNION ALL
     SELECT room_no FROM rooms WHERE room_no IN (SELECT value FROM json_each(?)) AND membership = 'join' AND (muted = 0 OR room_no = ?)
       AND section NOT IN ('spaces', 'trees')`,
    JSON.stringify([...calling, openNo]),
    openNo,
  ).map(({ room_no }) => room_no);

/** Those of these rooms that are wanted, in any order. */
export function roomsAmong(
  db: Database,
  roomNos: readonly number[],
  filter: RoomFilter,
): ListedRoom[] {
  if (roomNos.length === 0) return [];
  return all<ListedRow & { section: Section }>(
    db,
    `SELECT ${listedColumns} FROM rooms WHERE ${wanted(filter)} AND room_no IN (SELECT value FROM json_each(?))`,
    ...valuesOf(filter),
    JSON.stringify(roomNos),
  ).map((row) => toListedRoom(row, row.section));
}

/** The wanted rooms of these sections in which something is new, the muted ones included. Costs what is new. */
export const newsOfSections = (
  db: Database,
  sections: readonly Section[],
  filter: RoomFilter,
): {
  readonly section: Section;
  readonly roomId: string;
  readonly muted: number;
  readonly highlights: number;
}[] =>
  all(
    db,
    `SELECT section, room_id AS roomId, muted, highlights FROM rooms WHERE section IN (SELECT value FROM json_each(?)) AND ${wanted(filter)}
       AND (membership = 'invite' OR unread > 0 OR highlights > 0 OR marked_unread = 1 OR quiet_news = 1)`,
    JSON.stringify(sections),
    ...valuesOf(filter),
  );

/** How many rooms each section has. */
export function countSections(db: Database, filter: RoomFilter): Map<string, number> {
  const rows = all<{ section: string; n: number }>(
    db,
    `SELECT section, count(*) AS n FROM rooms WHERE ${wanted(filter)} GROUP BY section`,
    ...valuesOf(filter),
  );
  return new Map(rows.map((row) => [row.section, row.n]));
}
