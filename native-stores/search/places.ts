// Search by name: rooms, spaces and directories with their addresses, and people of joined rooms.
import type { Membership } from '../rooms/rooms';
import { all, type Database } from '../sqlite/statements';

export interface NamedRoom {
  readonly roomNo: number;
  readonly roomId: string;
  readonly membership: Membership;
  readonly name: string;
  readonly nameFolded: string;
  /** The canonical alias as the room claims it. */
  readonly alias: string | null;
  readonly avatarMxc: string | null;
  readonly directUserId: string | null;
  readonly isSpace: boolean;
  readonly isTree: boolean;
  readonly encrypted: boolean;
  readonly people: number | null;
  readonly unread: number;
  readonly highlights: number;
  readonly markedUnread: boolean;
  readonly muted: boolean;
  readonly quietNews: boolean;
  /** It says that another room replaces it. */
  readonly tombstone: boolean;
}

interface NamedRow {
  room_no: number;
  room_id: string;
  membership: Membership;
  name: string;
  name_folded: string;
  alias: unknown;
  avatar_mxc: string | null;
  direct_user_id: string | null;
  is_space: number;
  is_tree: number;
  encrypted: number;
  joined_count: number | null;
  unread: number;
  highlights: number;
  marked_unread: number;
  muted: number;
  quiet_news: number;
  tombstone: number;
}

/** Rooms of the list, and directories; newest activity first, at most `limit`. */
export const namedRooms = (db: Database, limit: number): readonly NamedRoom[] =>
  all<NamedRow>(
    db,
    `SELECT r.room_no, r.room_id, r.membership, r.name, r.name_folded, json_extract(e.json, '$.content.alias') AS alias, r.avatar_mxc,
       r.direct_user_id, r.room_type IS 'm.space' AS is_space, r.is_tree, r.encryption IS NOT NULL AS encrypted,
       r.joined_count, r.unread, r.highlights, r.marked_unread, r.muted, r.quiet_news, t.event_no IS NOT NULL AS tombstone
     FROM rooms r
     LEFT JOIN state s ON s.room_no = r.room_no AND s.type = 'm.room.canonical_alias' AND s.state_key = ''
     LEFT JOIN events e ON e.event_no = s.event_no
     LEFT JOIN state t ON t.room_no = r.room_no AND t.type = 'm.room.tombstone' AND t.state_key = ''
     WHERE r.membership IN ('join', 'invite', 'knock') OR r.section = 'removed' ORDER BY r.activity_ms DESC, r.room_no DESC LIMIT ?`,
    limit,
  ).map((row) => ({
    roomNo: row.room_no,
    roomId: row.room_id,
    membership: row.membership,
    name: row.name,
    nameFolded: row.name_folded,
    alias: typeof row.alias === 'string' ? row.alias : null,
    avatarMxc: row.avatar_mxc,
    directUserId: row.direct_user_id,
    isSpace: row.is_space !== 0,
    encrypted: row.encrypted === 1,
    isTree: row.is_tree !== 0,
    people: row.joined_count,
    unread: row.unread,
    highlights: row.highlights,
    markedUnread: row.marked_unread !== 0,
    muted: row.muted !== 0,
    quietNews: row.quiet_news !== 0,
    tombstone: row.tombstone !== 0,
  }));

export interface NamedPerson {
  readonly roomNo: number;
  readonly userId: string;
  readonly displayName: string | null;
  readonly avatarMxc: string | null;
}

/** Joined members of these rooms whose folded name or address has the word, in the order of the rooms; at most `limit`. Without `servers` an address is its local part. */
export const peopleNamed = (
  db: Database,
  roomNos: readonly number[],
  word: string,
  limit: number,
  servers: boolean,
): readonly NamedPerson[] =>
  all<{ room_no: number; user_id: string; display_name: string | null; avatar_mxc: string | null }>(
    db,
    `SELECT m.room_no, m.user_id, m.display_name, m.avatar_mxc FROM json_each(?) j CROSS JOIN members m ON m.room_no = j.value
     WHERE m.membership = 'join' AND (instr(m.name_key, ?) > 0
       OR instr(${servers ? 'm.user_id' : `substr(m.user_id, 1, instr(m.user_id, ':') - 1)`}, ?) > 0) LIMIT ?`,
    JSON.stringify(roomNos),
    word,
    word,
    limit,
  ).map((row) => ({
    roomNo: row.room_no,
    userId: row.user_id,
    displayName: row.display_name,
    avatarMxc: row.avatar_mxc,
  }));
