// The list `sharing`: who has access to a directory, with what role, and what this account may change about it. No SDK.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { listMembers, sharedNames } from '#stores/rooms/state';
import { nameKey } from '#stores/rooms/fold';
import type { SharingRow } from '#contract/areas/files/sharingModels';
import { rolesIn } from '../files/roles';
import type { FileViewDeps } from './fileView';
import { toPerson } from '../rooms/people';
import { reading } from './reading';
import type { Sink, View } from './view';

const minMs = 50;
const mostPeople = 2_000;
const ranks: Readonly<Record<SharingRow['role'], number>> = { owner: 0, editor: 1, viewer: 2 };

export function createSharingView(
  deps: FileViewDeps,
  query: { readonly roomId: string },
  sink: Sink<readonly SharingRow[]>,
): View {
  const { db } = deps.store;
  let asked = false;
  const update = reading(deps.clock, minMs, sink, () => sink.set(read()), deps.log);

  function read(): SharingRow[] {
    const ownUserId = deps.ownUserId();
    const roomNo = roomNoOf(db, query.roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    if (room === null || ownUserId === null) return [];
    if (!room.membersLoaded && room.membership === 'join' && !asked) {
      asked = true;
      deps.wantMembers?.(room.roomNo);
    }
    const members = listMembers(db, room.roomNo, {
      memberships: ['join', 'invite', 'knock'],
      limit: mostPeople,
      offset: 0,
    });
    const roles = rolesIn(db, room.roomNo);
    const joined = room.membership === 'join';
    const shared = sharedNames(
      db,
      room.roomNo,
      members.map(({ displayName }) => nameKey(displayName)),
    );
    return members
      .map((member): SharingRow => {
        const { userId, membership } = member;
        return {
          key: userId,
          person: toPerson(db, userId, member, shared),
          membership: membership === 'invite' || membership === 'knock' ? membership : 'join',
          role: roles.of(userId),
          mine: userId === ownUserId,
          canBecome: joined ? roles.mayGive(ownUserId, userId) : [],
          canRemove: joined && roles.mayRemove(ownUserId, userId),
        };
      })
      .sort((a, b) => ranks[a.role] - ranks[b.role]);
  }

  update.now();

  return {
    refresh({ rooms, members, topics }) {
      const roomNo = roomNoOf(db, query.roomId);
      if (topics.has('session')) update.ask();
      else if (roomNo !== null && (rooms.has(roomNo) || members.has(roomNo))) update.ask();
    },
    close() {
      update.close();
    },
  };
}
