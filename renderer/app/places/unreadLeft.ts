// Keeps the unread place of rooms that the reader left without having seen the first unread message; per window, until the reader sees or
// closes it. Knows nothing of the views.
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';

const left = new WeakMap<object, Map<string, UnreadPlace>>();

/** `engine`: the client of the account that the room belongs to. */
export const unreadLeft = (engine: object, roomId: string): UnreadPlace | null =>
  left.get(engine)?.get(roomId) ?? null;

export function leaveUnread(engine: object, roomId: string, place: UnreadPlace): void {
  const rooms = left.get(engine) ?? new Map<string, UnreadPlace>();
  left.set(engine, rooms.set(roomId, place));
}

export const forgetUnread = (engine: object, roomId: string): void =>
  void left.get(engine)?.delete(roomId);
