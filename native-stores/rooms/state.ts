// The current state of rooms and their members. Answers rows; names and permissions are main/engine/rooms'.
import { eventColumns, toStoredEvent, type EventRow, type StoredEvent } from '../events/types';
import { all, get, type Database } from '../sqlite/statements';
import { fold } from './fold';
import type { Membership } from './rooms';

export interface StoredMember {
  readonly userId: string;
  readonly membership: Membership;
  readonly displayName: string | null;
  readonly avatarMxc: string | null;
}

interface MemberDbRow {
  user_id: string;
  membership: Membership;
  display_name: string | null;
  avatar_mxc: string | null;
}

const toStoredMember = (row: MemberDbRow): StoredMember => ({
  userId: row.user_id,
  membership: row.membership,
  displayName: row.display_name,
  avatarMxc: row.avatar_mxc,
});

export function getState(
  db: Database,
  roomNo: number,
  type: string,
  stateKey = '',
): StoredEvent | null {
  const row = get<EventRow>(
    db,
    `SELECT ${eventColumns} FROM state s JOIN events e ON e.event_no = s.event_no
     WHERE s.room_no = ? AND s.type = ? AND s.state_key = ?`,
    roomNo,
    type,
    stateKey,
  );
  return row === null ? null : toStoredEvent(row);
}

/** All state keys of one type. */
export function stateOfType(db: Database, roomNo: number, type: string): StoredEvent[] {
  return all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM state s JOIN events e ON e.event_no = s.event_no
     WHERE s.room_no = ? AND s.type = ? ORDER BY s.state_key`,
    roomNo,
    type,
  ).map(toStoredEvent);
}

/** Some of the state keys of one type, in their order. */
export function stateOfTypeFrom(
  db: Database,
  roomNo: number,
  type: string,
  from: number,
  most: number,
): StoredEvent[] {
  return all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM state s JOIN events e ON e.event_no = s.event_no
     WHERE s.room_no = ? AND s.type = ? ORDER BY s.state_key LIMIT ? + 0 OFFSET ? + 0`,
    roomNo,
    type,
    most,
    from,
  ).map(toStoredEvent);
}

/** Changes whenever one of the first events of this type does, or of these keys; reads no content. Empty: there are none. */
export const stateMark = (
  db: Database,
  roomNo: number,
  type: string,
  most: number,
  keys: readonly string[] | null = null,
): string =>
  get<{ mark: string | null }>(
    db,
    `SELECT group_concat(no || redacted) AS mark FROM (
       SELECT s.event_no AS no, CASE WHEN e.redacted_by IS NULL THEN '' ELSE 'r' END AS redacted
       FROM state s JOIN events e ON e.event_no = s.event_no
       WHERE s.room_no = ? AND s.type = ? AND ${keys === null ? '? IS NULL' : 's.state_key IN (SELECT value FROM json_each(?))'}
       ORDER BY s.state_key LIMIT ? + 0)`,
    roomNo,
    type,
    keys === null ? null : JSON.stringify(keys),
    most,
  )?.mark ?? '';

/** Event ids of the current member events, by user; without reading the events themselves. */
export const memberEventIds = (db: Database, roomNo: number): Map<string, string> =>
  new Map(
    all<{ state_key: string; event_id: string }>(
      db,
      `SELECT s.state_key, e.event_id FROM state s JOIN events e ON e.event_no = s.event_no
       WHERE s.room_no = ? AND s.type = 'm.room.member'`,
      roomNo,
    ).map((row) => [row.state_key, row.event_id]),
  );

/** The event of each piece of state, by its {@link stateName}. */
export const stateEvents = (
  db: Database,
  roomNo: number,
): Map<string, { readonly eventId: string; readonly receivedTs: number }> =>
  new Map(
    all<{ type: string; state_key: string; event_id: string; received_ts: number }>(
      db,
      `SELECT s.type, s.state_key, e.event_id, e.received_ts FROM state s CROSS JOIN events e ON e.event_no = s.event_no
       WHERE s.room_no = ?`,
      roomNo,
    ).map((row) => [
      stateName(row.type, row.state_key),
      { eventId: row.event_id, receivedTs: row.received_ts },
    ]),
  );

/** A piece of state as one text. */
export const stateName = (type: string, stateKey: string): string =>
  JSON.stringify([type, stateKey]);

/** The rooms that have state of this type. */
export const roomsWithState = (db: Database, type: string): number[] =>
  all<{ room_no: number }>(db, 'SELECT DISTINCT room_no FROM state WHERE type = ?', type).map(
    ({ room_no: roomNo }) => roomNo,
  );

export function getMember(db: Database, roomNo: number, userId: string): StoredMember | null {
  const row = get<MemberDbRow>(
    db,
    'SELECT user_id, membership, display_name, avatar_mxc FROM members WHERE room_no = ? AND user_id = ?',
    roomNo,
    userId,
  );
  return row === null ? null : toStoredMember(row);
}

/** Several members with one statement; unknown ones are left out. */
export function getMembers(
  db: Database,
  roomNo: number,
  userIds: readonly string[],
): Map<string, StoredMember> {
  const rows = all<MemberDbRow>(
    db,
    `SELECT m.user_id, m.membership, m.display_name, m.avatar_mxc FROM json_each(?) j
     CROSS JOIN members m ON m.room_no = ? AND m.user_id = j.value`,
    JSON.stringify(userIds),
    roomNo,
  );
  return new Map(rows.map((row) => [row.user_id, toStoredMember(row)]));
}

/** Members of several rooms with one statement; one lookup function for the answer. */
export function getMembersAt(
  db: Database,
  wanted: readonly (readonly [roomNo: number, userId: string])[],
): (roomNo: number, userId: string) => StoredMember | null {
  const rows = all<MemberDbRow & { room_no: number }>(
    db,
    `SELECT m.room_no, m.user_id, m.membership, m.display_name, m.avatar_mxc FROM json_each(?) j
     CROSS JOIN members m ON m.room_no = json_extract(j.value, '$[0]') AND m.user_id = json_extract(j.value, '$[1]')`,
    JSON.stringify(wanted),
  );
  const members = new Map(
    rows.map((row) => [`${row.room_no} ${row.user_id}`, toStoredMember(row)]),
  );
  return (roomNo, userId) => members.get(`${roomNo} ${userId}`) ?? null;
}

/** Rooms in which somebody is looked for who is no member of the one that is open. */
const mostElsewhere = 200;

/** These people as joined members with a name, each of the room with the newest activity that has them. */
export function membersElsewhere(
  db: Database,
  userIds: readonly string[],
): Map<string, StoredMember> {
  if (userIds.length === 0) return new Map();
  const rows = all<MemberDbRow>(
    db,
    `WITH recent AS MATERIALIZED
       (SELECT room_no FROM rooms WHERE membership = 'join' ORDER BY activity_ms DESC LIMIT ${mostElsewhere})
     SELECT m.user_id, m.membership, m.display_name, m.avatar_mxc FROM recent r CROSS JOIN json_each(?) j
     CROSS JOIN members m ON m.room_no = r.room_no AND m.user_id = j.value
     WHERE m.membership = 'join' AND m.display_name IS NOT NULL`,
    JSON.stringify(userIds),
  );
  return new Map(rows.reverse().map((row) => [row.user_id, toStoredMember(row)]));
}

/** Which of these folded names more than `most` joined or invited members show. */
export function sharedNames(
  db: Database,
  roomNo: number,
  keys: readonly string[],
  most = 1,
): Set<string> {
  const rows = all<{ key: string }>(
    db,
    `SELECT j.value AS key FROM json_each(?) j
     WHERE (SELECT count(*) FROM (SELECT 1 FROM members m WHERE m.room_no = ? AND m.name_key = j.value
       AND m.membership IN ('join', 'invite') LIMIT ? + 1)) > ?`,
    JSON.stringify([...new Set(keys)].filter((key) => key !== '')),
    roomNo,
    most,
    most,
  );
  return new Set(rows.map((row) => row.key));
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** All of these memberships, in no order. */
export function memberIds(
  db: Database,
  roomNo: number,
  memberships: readonly Membership[],
): { userId: string; membership: Membership }[] {
  return all<{ user_id: string; membership: Membership }>(
    db,
    `SELECT user_id, membership FROM members
     WHERE room_no = ? AND membership IN (SELECT value FROM json_each(?))`,
    roomNo,
    JSON.stringify(memberships),
  ).map((row) => ({ userId: row.user_id, membership: row.membership }));
}

/** People in or invited to one room who never were in the other one, nor invited there; at most `limit`. */
export const membersNotIn = (
  db: Database,
  roomNo: number,
  otherNo: number,
  limit: number,
): string[] =>
  all<{ user_id: string }>(
    db,
    `SELECT user_id FROM members AS here
     WHERE room_no = ? AND membership IN ('join', 'invite')
       AND NOT EXISTS (SELECT 1 FROM members WHERE room_no = ? AND user_id = here.user_id)
     LIMIT ?`,
    roomNo,
    otherNo,
    limit,
  ).map((row) => row.user_id);

/**
 * Ordered by name, members without one by user id; `text` is a part of the name or of the id without its server (with a colon: of the
 * whole id), in any case, with or without accents.
 */
export function listMembers(
  db: Database,
  roomNo: number,
  query: {
    readonly memberships: readonly Membership[];
    readonly text?: string;
    readonly limit: number;
    readonly offset: number;
  },
): StoredMember[] {
  const like = `%${escapeLike(fold(query.text ?? ''))}%`;
  return all<MemberDbRow>(
    db,
    `SELECT user_id, membership, display_name, avatar_mxc FROM members
     WHERE room_no = ? AND membership IN (SELECT value FROM json_each(?))
       AND (? = '%%' OR name_key LIKE ? ESCAPE '\\' OR
         CASE WHEN instr(?, ':') > 0 THEN user_id ELSE substr(user_id, 1, instr(user_id, ':') - 1) END LIKE ? ESCAPE '\\')
     ORDER BY CASE WHEN name_key = '' THEN substr(lower(user_id), 2) ELSE name_key END, user_id LIMIT ? OFFSET ?`,
    roomNo,
    JSON.stringify(query.memberships),
    like,
    like,
    like,
    like,
    query.limit,
    query.offset,
  ).map(toStoredMember);
}

export function countMembers(db: Database, roomNo: number, membership: Membership): number {
  const row = get<{ n: number }>(
    db,
    'SELECT count(*) AS n FROM members WHERE room_no = ? AND membership = ?',
    roomNo,
    membership,
  );
  return row?.n ?? 0;
}
