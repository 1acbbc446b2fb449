// Rows of rooms: ids, counters and everything the room list shows. What goes into the derived columns is decided by projections/rooms.ts
// (state) and main/engine/rooms (names, sections, previews, unread).
import { roomIsFresh } from '../events/fresh';
import { all, get, run, type Database, type SqlValue } from '../sqlite/statements';

const memberships = ['join', 'invite', 'knock', 'leave', 'ban'] as const;
export type Membership = (typeof memberships)[number];

export const isMembership = (value: unknown): value is Membership =>
  memberships.some((membership) => membership === value);

/** In the order of the room list. */
export const sections = [
  'invites',
  'favourites',
  'spaces',
  'people',
  'rooms',
  'low_priority',
  'removed',
] as const;
export type Section = (typeof sections)[number];
/** Directories stand in none of the room list's sections. `ignored`: kept out of it, as invitations of ignored people and replaced rooms are. */
export type StoredSection = Section | 'trees' | 'ignored';

export interface StoredRoom {
  readonly roomNo: number;
  readonly roomId: string;
  readonly membership: Membership;
  /** From the create event; null for an ordinary room. */
  readonly roomType: string | null;
  readonly version: string;
  /** Content of m.room.encryption; once set it stays. */
  readonly encryption: Record<string, unknown> | null;
  readonly isPublic: boolean;
  /** Finished for display. */
  readonly name: string;
  readonly nameFolded: string;
  /** How the name looks (`roomNameKey`). */
  readonly nameKey: string;
  readonly topic: string | null;
  readonly avatarMxc: string | null;
  readonly directUserId: string | null;
  readonly section: StoredSection;
  /** User ids of the summary; null when the server sent none. */
  readonly heroes: readonly string[] | null;
  readonly joinedCount: number | null;
  readonly invitedCount: number | null;
  readonly membersLoaded: boolean;
  /** The one who invited; in a room of the section `removed` the one who removed. */
  readonly inviter: string | null;
  readonly activityMs: number;
  readonly lastEventNo: number | null;
  readonly serverUnread: number;
  readonly serverHighlights: number;
  /** Those of `serverUnread` that the server no longer counts although nobody has read them. */
  readonly carriedUnread: number;
  /** The same of `serverHighlights`. */
  readonly carriedHighlights: number;
  readonly unread: number;
  readonly highlights: number;
  readonly markedUnread: boolean;
  readonly muted: boolean;
  /** Something new of which no push rule tells. */
  readonly quietNews: boolean;
  readonly fullyReadEventId: string | null;
  /** A directory: a space with an enabled data-tree purpose (files/trees.ts). */
  readonly isTree: boolean;
  /** Time of the `m.room.create` event. */
  readonly createdMs: number;
  /** Files changed after this are new to this account. */
  readonly seenMs: number;
}

export interface RoomDbRow {
  room_no: number;
  room_id: string;
  membership: Membership;
  room_type: string | null;
  version: string;
  encryption: string | null;
  is_public: number;
  name: string;
  name_folded: string;
  name_key: string;
  topic: string | null;
  avatar_mxc: string | null;
  direct_user_id: string | null;
  section: StoredSection;
  heroes: string | null;
  joined_count: number | null;
  invited_count: number | null;
  members_loaded: number;
  inviter: string | null;
  activity_ms: number;
  last_event_no: number | null;
  server_unread: number;
  server_highlights: number;
  carried_unread: number;
  carried_highlights: number;
  unread: number;
  highlights: number;
  marked_unread: number;
  muted: number;
  quiet_news: number;
  fully_read_event_id: string | null;
  is_tree: number;
  created_ms: number;
  seen_ms: number;
}

export function toStoredRoom(row: RoomDbRow): StoredRoom {
  return {
    roomNo: row.room_no,
    roomId: row.room_id,
    membership: row.membership,
    roomType: row.room_type,
    version: row.version,
    encryption:
      row.encryption === null ? null : (JSON.parse(row.encryption) as Record<string, unknown>),
    isPublic: row.is_public !== 0,
    name: row.name,
    nameFolded: row.name_folded,
    nameKey: row.name_key,
    topic: row.topic,
    avatarMxc: row.avatar_mxc,
    directUserId: row.direct_user_id,
    section: row.section,
    heroes: row.heroes === null ? null : (JSON.parse(row.heroes) as string[]),
    joinedCount: row.joined_count,
    invitedCount: row.invited_count,
    membersLoaded: row.members_loaded !== 0,
    inviter: row.inviter,
    activityMs: row.activity_ms,
    lastEventNo: row.last_event_no,
    serverUnread: row.server_unread,
    serverHighlights: row.server_highlights,
    carriedUnread: row.carried_unread,
    carriedHighlights: row.carried_highlights,
    unread: row.unread,
    highlights: row.highlights,
    markedUnread: row.marked_unread !== 0,
    muted: row.muted !== 0,
    quietNews: row.quiet_news !== 0,
    fullyReadEventId: row.fully_read_event_id,
    isTree: row.is_tree !== 0,
    createdMs: row.created_ms,
    seenMs: row.seen_ms,
  };
}

export function roomNoOf(db: Database, roomId: string): number | null {
  const row = get<{ room_no: number }>(db, 'SELECT room_no FROM rooms WHERE room_id = ?', roomId);
  return row?.room_no ?? null;
}

/** The rooms that one is in, the newest row last. */
export const joinedRoomNos = (db: Database): number[] =>
  all<{ room_no: number }>(
    db,
    "SELECT room_no FROM rooms WHERE membership = 'join' ORDER BY room_no",
  ).map(({ room_no }) => room_no);

export const knowsRooms = (db: Database): boolean =>
  get(db, 'SELECT 1 FROM rooms LIMIT 1') !== null;

/** The room's number; a room seen for the first time gets a row with membership `leave`. */
export function ensureRoom(db: Database, roomId: string): number {
  const known = roomNoOf(db, roomId);
  if (known !== null) return known;
  const roomNo = run(db, 'INSERT INTO rooms(room_id) VALUES (?)', roomId).lastNo;
  roomIsFresh(db, roomNo);
  return roomNo;
}

/** Throws for a number that no room has: numbers come from our own rows only. */
export function roomIdOf(db: Database, roomNo: number): string {
  const row = get<{ room_id: string }>(db, 'SELECT room_id FROM rooms WHERE room_no = ?', roomNo);
  if (row === null) throw new Error('no such room');
  return row.room_id;
}

export function getRoom(db: Database, roomNo: number): StoredRoom | null {
  const row = get<RoomDbRow>(db, 'SELECT * FROM rooms WHERE room_no = ?', roomNo);
  return row === null ? null : toStoredRoom(row);
}

/** Whether what is sent into the room now has to be encrypted. */
export const mustEncrypt = (db: Database, roomNo: number): boolean =>
  (getRoom(db, roomNo)?.encryption ?? null) !== null;

/** Every room with this membership, newest activity first. */
export function listRooms(db: Database, membership: Membership): StoredRoom[] {
  return all<RoomDbRow>(
    db,
    'SELECT * FROM rooms WHERE membership = ? ORDER BY activity_ms DESC, room_no DESC',
    membership,
  ).map(toStoredRoom);
}

/** The joined rooms in which something happened last. */
export function busiestRooms(db: Database, most: number): { roomNo: number; roomId: string }[] {
  return all<{ roomNo: number; roomId: string }>(
    db,
    `SELECT room_no AS roomNo, room_id AS roomId FROM rooms WHERE membership = 'join'
     ORDER BY activity_ms DESC, room_no DESC LIMIT ?`,
    most,
  );
}

/** The joined rooms of the newest `looked` events; `newestNo` is the last of them in the room, which the order goes by, newest first. */
export function lastStoredRooms(
  db: Database,
  looked: number,
): { roomNo: number; roomId: string; newestNo: number }[] {
  return all<{ roomNo: number; roomId: string; newestNo: number }>(
    db,
    `SELECT r.room_no AS roomNo, r.room_id AS roomId, max(e.event_no) AS newestNo
     FROM (SELECT room_no, event_no FROM events ORDER BY event_no DESC LIMIT ? + 0) e
     CROSS JOIN rooms r ON r.room_no = e.room_no WHERE r.membership = 'join'
     GROUP BY r.room_no ORDER BY newestNo DESC`,
    looked,
  );
}

/** Joined rooms that show something unread, of which the server counts at most `most`. Only their numbers are read, for a look after each sync. */
export const listCounted = (
  db: Database,
  most: number,
): Pick<StoredRoom, 'roomNo' | 'unread' | 'serverUnread'>[] =>
  all<Pick<StoredRoom, 'roomNo' | 'unread' | 'serverUnread'>>(
    db,
    `SELECT room_no AS roomNo, unread, server_unread AS serverUnread FROM rooms
     WHERE membership = 'join' AND unread > 0 AND server_unread BETWEEN 1 AND ? + 0 ORDER BY activity_ms DESC, room_no DESC`,
    most,
  );

/** The joined rooms of the list in which nothing that is here is shown, first those that count something unread, then newest first. */
export function silentRooms(db: Database, most: number): { roomNo: number; roomId: string }[] {
  return all<{ roomNo: number; roomId: string }>(
    db,
    `SELECT room_no AS roomNo, room_id AS roomId FROM rooms
     WHERE membership = 'join' AND last_event_no IS NULL AND section NOT IN ('ignored', 'spaces', 'trees')
     ORDER BY unread > 0 DESC, activity_ms DESC, room_no DESC LIMIT ?`,
    most,
  );
}

export type RoomFields = Partial<Omit<StoredRoom, 'roomNo' | 'roomId' | 'isTree' | 'createdMs'>>;

const flag = (value: boolean): number => (value ? 1 : 0);
const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Changes the given fields. Answers whether anything differs, so that the caller knows if there is news. */
export function updateRoom(db: Database, roomNo: number, fields: RoomFields): boolean {
  const old = getRoom(db, roomNo);
  if (old === null) return false;
  const room: StoredRoom = { ...old, ...fields };
  const values = valuesOf(room);
  const before = valuesOf(old);
  if (values.every((value, index) => value === before[index])) return false;
  run(
    db,
    `UPDATE rooms SET membership = ?, room_type = ?, version = ?, encryption = ?, is_public = ?, name = ?, name_folded = ?, name_key = ?,
       topic = ?, avatar_mxc = ?, direct_user_id = ?, section = ?, heroes = ?, joined_count = ?, invited_count = ?,
       members_loaded = ?, inviter = ?, activity_ms = ?, last_event_no = ?, server_unread = ?, server_highlights = ?,
       unread = ?, highlights = ?, marked_unread = ?, muted = ?, fully_read_event_id = ?, seen_ms = ?,
       carried_unread = ?, carried_highlights = ?, quiet_news = ? WHERE room_no = ?`,
    ...values,
    roomNo,
  );
  return true;
}

const valuesOf = (room: StoredRoom): SqlValue[] => [
  room.membership,
  room.roomType,
  room.version,
  json(room.encryption),
  flag(room.isPublic),
  room.name,
  room.nameFolded,
  room.nameKey,
  room.topic,
  room.avatarMxc,
  room.directUserId,
  room.section,
  json(room.heroes),
  room.joinedCount,
  room.invitedCount,
  flag(room.membersLoaded),
  room.inviter,
  room.activityMs,
  room.lastEventNo,
  room.serverUnread,
  room.serverHighlights,
  room.unread,
  room.highlights,
  flag(room.markedUnread),
  flag(room.muted),
  room.fullyReadEventId,
  room.seenMs,
  room.carriedUnread,
  room.carriedHighlights,
  flag(room.quietNews),
];
