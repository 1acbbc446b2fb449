// Direct chats: the direct map of the account (`m.direct`), which rooms it names and with whom, and the chat that is there already.
import { listRooms, type StoredRoom } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import { isIgnored } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { countOtherPeople } from './names';

type Db = Store['db'];

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

/** The map without a room; a person without rooms goes too. */
export function withoutDirectRoom(
  content: Record<string, unknown> | null,
  roomId: string,
): Record<string, unknown> {
  const kept = Object.entries(content ?? {}).flatMap(([userId, rooms]): [string, unknown][] => {
    if (!Array.isArray(rooms) || !rooms.includes(roomId)) return [[userId, rooms]];
    const others = rooms.filter((one: unknown) => one !== roomId);
    return others.length === 0 ? [] : [[userId, others]];
  });
  return Object.fromEntries(kept);
}

/** The newest chat of two with this person in which both are. */
export function directRoomWith(db: Db, userId: string): string | null {
  const room = listRooms(db, 'join').find(
    ({ roomNo, directUserId }) =>
      directUserId === userId && getMember(db, roomNo, userId)?.membership === 'join',
  );
  return room?.roomId ?? null;
}

/**
 * The chat to open for whoever wants to write to this person: one in which both are, else one to which they are invited, else one
 * to which they invited this account. A chat that more people have come to is none of two any more.
 */
export function openDirectRoomWith(db: Db, userId: string, ownUserId: string): string | null {
  const ofTwo = listRooms(db, 'join').filter(
    (room) => room.directUserId === userId && countOtherPeople(db, room, ownUserId) <= 1,
  );
  const withThem = (membership: string) =>
    ofTwo.find(({ roomNo }) => getMember(db, roomNo, userId)?.membership === membership);
  const room =
    withThem('join') ??
    withThem('invite') ??
    listRooms(db, 'invite').find(({ directUserId }) => directUserId === userId);
  return room?.roomId ?? null;
}

/** A chat of two whose other person this account ignores: no answer of theirs comes here. */
export const isBlockedChat = (db: Db, room: StoredRoom, ownUserId: string): boolean =>
  room.directUserId !== null &&
  isIgnored(db, room.directUserId) &&
  countOtherPeople(db, room, ownUserId) <= 1;
