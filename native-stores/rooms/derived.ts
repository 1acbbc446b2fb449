// What single state events mean for the row of their room and for the member list. Malformed content counts as absent.
import { textOf } from '../events/types';
import { applyFilesState, settleTree } from '../files/trees';
import { run, type Database } from '../sqlite/statements';
import { fold } from './fold';
import type { Membership } from './rooms';
import type { StateChange } from './stateChange';

const memberships: ReadonlySet<string> = new Set(['join', 'invite', 'knock', 'leave', 'ban']);

export const isMembership = (value: unknown): value is Membership =>
  typeof value === 'string' && memberships.has(value);

function applyMember(db: Database, roomNo: number, change: StateChange): void {
  const { content } = change;
  const membership = content['membership'];
  if (!isMembership(membership)) return;
  // Servers leave the name and picture out of a leave or a ban; the person keeps those of before.
  const gone = membership === 'leave' || membership === 'ban';
  const profile = { ...(gone ? change.previous : null), ...content };
  const name = textOf(profile['displayname']);
  run(
    db,
    `INSERT INTO members(room_no, user_id, membership, display_name, name_key, avatar_mxc) VALUES (?,?,?,?,?,?)
     ON CONFLICT(room_no, user_id) DO UPDATE SET membership = excluded.membership,
       display_name = ${gone ? 'coalesce(excluded.display_name, display_name)' : 'excluded.display_name'},
       name_key = ${gone ? 'iif(excluded.display_name IS NULL, name_key, excluded.name_key)' : 'excluded.name_key'},
       avatar_mxc = ${gone ? 'coalesce(excluded.avatar_mxc, avatar_mxc)' : 'excluded.avatar_mxc'}`,
    roomNo,
    change.stateKey,
    membership,
    name,
    fold(name ?? ''),
    textOf(profile['avatar_url']),
  );
}

/**
 * Somebody of an older part of the timeline, as they were then: kept as one who has left, for their name alone, and only if nothing
 * is known of them here. What the room's state says of them replaces it.
 */
export function rememberMember(
  db: Database,
  roomNo: number,
  userId: string,
  content: Record<string, unknown>,
): void {
  const name = textOf(content['displayname']);
  if (name === null) return;
  run(
    db,
    `INSERT OR IGNORE INTO members(room_no, user_id, membership, display_name, name_key, avatar_mxc) VALUES (?,?,'leave',?,?,?)`,
    roomNo,
    userId,
    name,
    fold(name),
    textOf(content['avatar_url']),
  );
}

/** The create event, the topic and so on, as columns of the room. */
export function applyDerived(db: Database, roomNo: number, change: StateChange): void {
  const { content } = change;
  if (change.type === 'm.room.member') return applyMember(db, roomNo, change);
  if (applyFilesState(db, roomNo, change)) return;
  if (change.stateKey !== '') return;
  switch (change.type) {
    case 'm.room.create':
      run(
        db,
        'UPDATE rooms SET version = ?, room_type = ?, created_ms = ? WHERE room_no = ?',
        textOf(content['room_version']) ?? '1',
        textOf(content['type']),
        change.ts,
        roomNo,
      );
      if (content['type'] === 'm.space') settleTree(db, roomNo);
      return;
    case 'm.room.encryption':
      // Once on, never off: neither by a newer event nor by a redaction.
      if (textOf(content['algorithm']) !== null)
        run(
          db,
          'UPDATE rooms SET encryption = ? WHERE room_no = ?',
          JSON.stringify(content),
          roomNo,
        );
      return;
    case 'm.room.topic':
      run(db, 'UPDATE rooms SET topic = ? WHERE room_no = ?', textOf(content['topic']), roomNo);
      return;
    case 'm.room.avatar':
      run(db, 'UPDATE rooms SET avatar_mxc = ? WHERE room_no = ?', textOf(content['url']), roomNo);
      return;
    case 'm.room.join_rules':
      run(
        db,
        'UPDATE rooms SET is_public = ? WHERE room_no = ?',
        content['join_rule'] === 'public' ? 1 : 0,
        roomNo,
      );
      return;
    default:
  }
}
