// The end of a stay in a room, of an invitation or of a request to join: what it leaves on the row. Runs inside transactions of apply.ts.
import { newestEvents } from '#stores/events/timeline';
import { previousContent } from '#stores/events/types';
import { getRoom, updateRoom, type RoomFields, type StoredRoom } from '#stores/rooms/rooms';
import { getMember, getState } from '#stores/rooms/state';
import { endedByRemoval, tellsOfRefusal, tellsOfRemoval } from '../events/departure';
import { newlyRemoved } from '../rooms/derive';
import type { RoomContext } from './roomContext';

/** The stored state alone tells that an invitation answers a request. */
export const afterRequest = { unsigned: { prev_content: { membership: 'knock' } } };

/** The invitation that is stored answers a request to join. */
export function answersRequest({ db, ownUserId }: RoomContext, before: StoredRoom | null): boolean {
  if (before?.membership !== 'invite') return false;
  const own = getState(db, before.roomNo, 'm.room.member', ownUserId);
  return own !== null && previousContent(own)?.['membership'] === 'knock';
}

/** Number of newest events among which the end of an earlier stay is looked for: nothing comes after it but invitations. */
const newestLooked = 50;

/** A leave becomes `ban` when the member event says so; the lazily loaded members no longer count as complete (CHAT-4.20). Answers what it adds to the row. */
export function leaveRoom(context: RoomContext, roomNo: number): RoomFields {
  const { db, ownUserId } = context;
  const own = getMember(db, roomNo, ownUserId);
  const was = getRoom(db, roomNo)?.membership;
  updateRoom(db, roomNo, {
    membership: own?.membership === 'ban' ? 'ban' : 'leave',
    membersLoaded: false,
    inviter: null,
  });
  const told = getState(db, roomNo, 'm.room.member', ownUserId);
  if (was === 'join') return tellsOfRemoval(told) ? newlyRemoved : {};
  if (was !== 'invite' && was !== 'knock') return {};
  const asked = was === 'knock' || context.answered.has(roomNo);
  if (asked && tellsOfRefusal(told)) return newlyRemoved;
  // An invitation or a request has ended: a room that somebody took this account out of before stays where it was found.
  const before = newestEvents(db, roomNo, newestLooked).filter(
    ({ type, stateKey }) => type === 'm.room.member' && stateKey === ownUserId,
  );
  return endedByRemoval(before) ? { section: 'removed' } : {};
}
