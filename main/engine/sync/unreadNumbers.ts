// The numbers of unread messages that an answer brings for a room. Servers take every event of this account for reading where it has no
// receipt yet, also a new name or picture, which they send into all rooms: what they stop counting by it is carried on.
import { getRoom, type RoomFields } from '#stores/rooms/rooms';
import { isRecord } from '../base/record';
import { tellsReading } from '../events/ownActs';
import type { RoomAnswer } from './answer';
import type { RoomContext } from './roomContext';

export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** To be called when the room's events and receipts of this answer are stored. Numbers that are none leave what is stored. */
export function unreadFields(
  { db, found, joined, ownUserId, readOn }: RoomContext,
  { kind, roomId, unread }: RoomAnswer,
  roomNo: number,
): RoomFields {
  const before = getRoom(db, roomNo);
  const told = isRecord(unread) ? unread : {};
  const said = countOf(told['notification_count']);
  const saidHighlights = countOf(told['highlight_count']);
  if (before === null) return {};
  const { carriedUnread, carriedHighlights } = before;
  const live = found.live.get(roomNo) ?? [];
  const own = live.filter(({ sender }) => sender === ownUserId);
  const isRead =
    kind !== 'join' || joined.has(roomId) || readOn.has(roomNo) || own.some(tellsReading);
  const forgets =
    !isRead &&
    own.length > 0 &&
    said !== null &&
    said < before.serverUnread - carriedUnread &&
    // Only what came with this answer is counted: the count has begun anew.
    said <= live.length - own.length;
  const carried = forgets
    ? { unread: before.serverUnread, highlights: before.serverHighlights }
    : isRead
      ? { unread: 0, highlights: 0 }
      : { unread: carriedUnread, highlights: carriedHighlights };
  return {
    serverUnread: (said ?? before.serverUnread - carriedUnread) + carried.unread,
    serverHighlights:
      (saidHighlights ?? before.serverHighlights - carriedHighlights) + carried.highlights,
    ...{ carriedUnread: carried.unread, carriedHighlights: carried.highlights },
  };
}
