// What the room list shows as unread. Where the numbers come from: the server for plain rooms, local push rules for encrypted ones.
import type { StoredRoom } from '#stores/rooms/rooms';

export interface Unread {
  readonly unread: number;
  readonly highlights: number;
  /** Something new without a number. */
  readonly dot: boolean;
}

type Counted = Pick<StoredRoom, 'membership' | 'muted' | 'unread' | 'highlights' | 'markedUnread'>;

export function unreadOf(room: Counted): Unread {
  // Waits for an answer, and names nobody.
  if (room.membership === 'invite') return { unread: 1, highlights: 0, dot: false };
  const { highlights } = room;
  // A muted room is quiet but for what names this account.
  const unread = room.muted ? highlights : Math.max(room.unread, highlights);
  return { unread, highlights, dot: unread === 0 && (room.unread > 0 || room.markedUnread) };
}
