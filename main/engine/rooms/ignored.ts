// Recomputes rooms when the list of ignored users or the policy rules change: last message, invitations, open views. Runs inside
// the transaction that changes the list; must not write to the server.
import { listRooms } from '#stores/rooms/rooms';
import { getMembersAt } from '#stores/rooms/state';
import type { Changes, Store } from '#stores/sqlite/store';
import { notePeopleHeardAgain } from './heardAgain';
import { recomputeRoom } from './derive';

/** Recomputes all invitations after a change of the policy, or of a room that its rules come from. */
export function policyChanged(db: Store['db'], ownUserId: string, changes: Changes): void {
  for (const { roomNo } of listRooms(db, 'invite')) {
    recomputeRoom(db, roomNo, ownUserId, changes);
    changes.room(roomNo);
  }
}

/** Recomputes the rooms of which a newly ignored or no longer ignored user is a member, and returns them. */
export function ignoredChanged(
  db: Store['db'],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  ownUserId: string,
  changes: Changes,
): number[] {
  const again = [...before].filter((userId) => !after.has(userId));
  const changed = [...again, ...[...after].filter((userId) => !before.has(userId))];
  if (changed.length === 0) return [];
  if (again.length > 0) notePeopleHeardAgain(db, again);
  const rooms = (['join', 'invite', 'knock'] as const).flatMap((one) => listRooms(db, one));
  const member = getMembersAt(
    db,
    rooms.flatMap(({ roomNo }) => changed.map((userId) => [roomNo, userId] as const)),
  );
  const touched = rooms.filter(({ roomNo, inviter, directUserId }) =>
    changed.some(
      (userId) => userId === inviter || userId === directUserId || member(roomNo, userId) !== null,
    ),
  );
  for (const { roomNo } of touched) {
    recomputeRoom(db, roomNo, ownUserId, changes);
    changes.room(roomNo);
    changes.timeline(roomNo);
    changes.members(roomNo);
  }
  return touched.map(({ roomNo }) => roomNo);
}
