// Computes a room's unread badge. Plain rooms use the server's numbers, encrypted rooms those of the local push rules.
import type { StoredRoom } from '#stores/rooms/rooms';

export interface Unread {
  readonly unread: number;
  readonly highlights: number;
  /** Something new without a number. */
  readonly dot: boolean;
}

type Counted = Pick<
  StoredRoom,
  'membership' | 'muted' | 'unread' | 'highlights' | 'markedUnread' | 'quietNews'
>;

export function unreadOf(room: Counted): Unread {
  // Waits for an answer, and names nobody.
  if (room.membership === 'invite') return { unread: 1, highlights: 0, dot: false };
  const { highlights } = room;
  const isNew = room.unread > 0 || room.markedUnread || room.quietNews;
  // A muted room is quiet but for what names this account.
  const unread = room.muted ? highlights : Math.max(room.unread, highlights);
  return { unread, highlights, dot: unread === 0 && isNew };
}
