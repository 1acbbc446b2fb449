// Reads the direct map of the account (`m.direct`): which rooms are direct, and with whom. Pure.
import { isRecord } from '../base/record';

/** Room id → the user it is direct with. A Map, because ids are other people's words. */
export function directRooms(content: Record<string, unknown> | null): Map<string, string> {
  const rooms = new Map<string, string>();
  for (const [userId, roomIds] of Object.entries(content ?? {})) {
    if (!userId.startsWith('@') || !Array.isArray(roomIds)) continue;
    for (const roomId of roomIds as unknown[]) {
      if (typeof roomId === 'string' && roomId.startsWith('!')) rooms.set(roomId, userId);
    }
  }
  return rooms;
}

/** The map with a room added; malformed entries of others are kept as they are. */
export function withDirectRoom(
  content: Record<string, unknown> | null,
  userId: string,
  roomId: string,
): Record<string, unknown> {
  const known = isRecord(content) ? content[userId] : undefined;
  const rooms = Array.isArray(known) ? (known as unknown[]) : [];
  if (rooms.includes(roomId)) return content ?? {};
  return { ...content, [userId]: [...rooms, roomId] };
}
