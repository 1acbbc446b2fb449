// The numbers of unread messages that an answer brings for a room. Servers take every event of this account for reading where it has no
// receipt yet, also a new name or picture, which they send into all rooms: what they stop counting by it is carried on.
import { gapAfter } from '#stores/events/chunks';
import { getRoom, type RoomFields, type StoredRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { hasSeenAbove } from '../events/ownActs';
import { saidSince } from '../rooms/derive';
import type { RoomAnswer } from './answer';
import type { RoomContext } from './roomContext';

export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/**
 * No gap lies behind the unread messages: an own message in it would have read them. The gap before all that is here does not count, as it
 * came with the room: the server's number knew of it.
 */
function isAllHere(db: Store['db'], room: StoredRoom, ownUserId: string): boolean {
  const { said, isWhole, oldest } = saidSince(db, room, ownUserId);
  if (isWhole) return true;
  const first = said.length < room.serverUnread ? oldest : said.at(-1);
  return first !== undefined && gapAfter(db, room.roomNo, first.eventNo) === null;
}

/** To be called when the room's events and receipts of this answer are stored. Numbers that are none leave what is stored. */
export function unreadFields(
  context: RoomContext,
  { kind, roomId, unread, limited }: RoomAnswer,
  roomNo: number,
): RoomFields {
  const { db, found, joined, ownUserId, readOn } = context;
  const before = getRoom(db, roomNo);
  if (before === null) return {};
  const told = isRecord(unread) ? unread : {};
  // The numbers of the server alone.
  const counted = before.serverUnread - before.carriedUnread;
  const said = countOf(told['notification_count']) ?? counted;
  const saidHighlights =
    countOf(told['highlight_count']) ?? before.serverHighlights - before.carriedHighlights;
  const live = found.live.get(roomNo) ?? [];
  const own = live.filter(({ sender }) => sender === ownUserId);
  const hasSeen = own.some(hasSeenAbove);
  const isRead = kind !== 'join' || joined.has(roomId) || readOn.has(roomNo) || hasSeen;
  if (isRead)
    return {
      ...{ serverUnread: said, serverHighlights: saidHighlights },
      ...{ carriedUnread: 0, carriedHighlights: 0 },
    };
  // The count has begun anew where only what came with this answer is counted. Of gaps only one of this answer is in doubt: the number of
  // before knew of the others.
  const forgets =
    own.length > 0 &&
    said < counted &&
    said <= live.length - own.length &&
    (!limited || isAllHere(db, before, ownUserId));
  const carriedUnread = forgets ? before.serverUnread : before.carriedUnread;
  const carriedHighlights = forgets ? before.serverHighlights : before.carriedHighlights;
  return {
    serverUnread: said + carriedUnread,
    serverHighlights: saidHighlights + carriedHighlights,
    ...{ carriedUnread, carriedHighlights },
  };
}
