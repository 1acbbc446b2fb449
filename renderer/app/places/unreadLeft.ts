// What was new in a room when somebody left it without having seen where it begins; of one window, until that is seen or put away.
// Knows nothing of what is drawn.
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';

const left = new WeakMap<object, Map<string, UnreadPlace>>();

/** `engine`: of the account whose room it is. */
export const unreadLeft = (engine: object, roomId: string): UnreadPlace | null =>
  left.get(engine)?.get(roomId) ?? null;

export function leaveUnread(engine: object, roomId: string, place: UnreadPlace): void {
  const rooms = left.get(engine) ?? new Map<string, UnreadPlace>();
  left.set(engine, rooms.set(roomId, place));
}

export const forgetUnread = (engine: object, roomId: string): void =>
  void left.get(engine)?.delete(roomId);
