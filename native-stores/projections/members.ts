// The member list: one row per `m.room.member` of the current state, and one for the name of each person whom older parts of a timeline
// brought. Malformed content counts as absent.
import type { StateChange } from '../events/stateChange';
import { textOf } from '../events/types';
import { nameKey } from '../rooms/fold';
import { isMembership } from '../rooms/rooms';
import { run, type Database } from '../sqlite/statements';
import { forCurrentState } from './currentState';
import type { Projection } from './projection';

const memberType = 'm.room.member';

function apply(db: Database, roomNo: number, change: StateChange): void {
  const { type, stateKey, content } = change;
  if (type !== memberType) return;
  const membership = content['membership'];
  if (!isMembership(membership)) {
    run(db, 'DELETE FROM members WHERE room_no = ? AND user_id = ?', roomNo, stateKey);
    return;
  }
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
    stateKey,
    membership,
    name,
    nameKey(name),
    textOf(profile['avatar_url']),
  );
}

/**
 * Somebody of an older part of the timeline, as they were then: kept as one who has left, for their name alone, and only if nothing
 * is known of them here. What the room's state says of them replaces it. True when it was news.
 */
export function rememberMember(
  db: Database,
  roomNo: number,
  userId: string,
  content: Record<string, unknown>,
): boolean {
  const name = textOf(content['displayname']);
  if (name === null) return false;
  const { changes } = run(
    db,
    `INSERT OR IGNORE INTO members(room_no, user_id, membership, display_name, name_key, avatar_mxc) VALUES (?,?,'leave',?,?,?)`,
    roomNo,
    userId,
    name,
    nameKey(name),
    textOf(content['avatar_url']),
  );
  return changes > 0;
}

export const membersProjection: Projection = {
  name: 'members',
  state: apply,
  cleared: (db, roomNo) => void run(db, 'DELETE FROM members WHERE room_no = ?', roomNo),
  /**
   * Names of people who are gone stand in no current state: their rows stay, and the state is laid over them. Where the rows are
   * lost, pages of history bring the names again.
   */
  rebuild(db) {
    run(db, `UPDATE members SET membership = 'leave'`);
    forCurrentState(db, [memberType], (roomNo, change) => apply(db, roomNo, change));
  },
};
