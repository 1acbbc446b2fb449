// Servers count the invitation as unread too, until this account reads something in the room. Here it is taken off, so that the number is that
// of the messages below the line of new ones. Must not write.
import { gapAfter } from '#stores/events/chunks';
import type { StoredEvent } from '#stores/events/types';
import { newestEvent, newestOfTypes, positionOf } from '#stores/events/timeline';
import type { StoredRoom } from '#stores/rooms/rooms';
import { receiptsOfUser } from '#stores/settings/receipts';
import type { Store } from '#stores/sqlite/store';
import { isMessage, lastWordOf } from '../../kinds/displayable';
import { lastWordTypes, messageTypes } from '../../kinds/registry';
import { isAfter, joiningOf, type Position } from './readPlace';

type Db = Store['db'];

const tombstone = 'm.room.tombstone';
/** Events that are looked through, between the messages also. */
const within = 3_000;
/** Messages that are looked at beside those that the server counts: rules may leave some out. */
const spare = 20;
const most = 200;

/** Tombstones are the only state, other than an invitation, that the default rules tell of. */
export const mayCount = (event: StoredEvent): boolean =>
  isMessage(event) || lastWordOf(event) !== null || event.type === tombstone;

const countedTypes = [...messageTypes, ...lastWordTypes, tombstone];

/** The account was something else there before, most often invited, and has read nothing since: the number may hold the invitation. */
const mayHoldInvitation = (db: Db, roomNo: number, joining: StoredEvent): boolean =>
  typeof joining.raw.unsigned?.['replaces_state'] === 'string' &&
  receiptsOfUser(db, roomNo, joining.sender).length === 0;

/** All events since the joining are here. */
const isWholeSince = (db: Db, roomNo: number, joining: StoredEvent): boolean =>
  gapAfter(db, roomNo, joining.eventNo) === null;

/** Number of these events, newest first, that stand after that place. */
function countAfter(db: Db, newest: readonly StoredEvent[], place: Position): number {
  let [low, high] = [0, newest.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = positionOf(db, newest[middle]?.eventNo ?? 0);
    if (at !== null && isAfter(at, place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the server without the invitation, where all since the joining is here and less was said than it counts; else that number. */
export function withoutInvitation(db: Db, room: StoredRoom, ownUserId: string): number {
  const { roomNo, serverUnread } = room;
  const joining = joiningOf(db, roomNo, ownUserId);
  if (joining === null || !mayHoldInvitation(db, roomNo, joining)) return serverUnread;
  const joinedAt = positionOf(db, joining.eventNo);
  if (joinedAt === null || !isWholeSince(db, roomNo, joining)) return serverUnread;
  const end = newestEvent(db, roomNo);
  const endsAt = end === null ? null : positionOf(db, end.eventNo);
  if (endsAt?.ord === joinedAt.ord && endsAt.pos - joinedAt.pos > within) return serverUnread;
  const limit = Math.min(most, serverUnread + spare);
  const newest = newestOfTypes(db, roomNo, countedTypes, { within, limit });
  const since = newest.slice(0, countAfter(db, newest, joinedAt));
  // More was said than was looked at.
  if (since.length === limit) return serverUnread;
  const counted = since.filter((event) => event.sender !== ownUserId && mayCount(event)).length;
  return counted < serverUnread ? serverUnread - 1 : serverUnread;
}

/** Too little is here to say whether the number of a plain room holds the invitation. */
export function isInvitationOpen(db: Db, room: StoredRoom, ownUserId: string): boolean {
  if (room.encryption !== null) return false;
  const joining = joiningOf(db, room.roomNo, ownUserId);
  return (
    joining !== null &&
    mayHoldInvitation(db, room.roomNo, joining) &&
    !isWholeSince(db, room.roomNo, joining)
  );
}
