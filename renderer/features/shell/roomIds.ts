// Reads the rooms of the visible room list from the store. Pure.
import type { RoomHeader, RoomListItem, RoomRow } from '#contract/areas/rooms/roomsModels';
import { subscriptionKey } from '#app/line/serverData';
import type { AccountState } from '#app/store';

/** Room ids in the order of the list. */
export function roomIds(state: AccountState): readonly string[] {
  const lists = Object.entries(state.server.lists).filter(([key]) => key.startsWith('list:rooms:'));
  const items = (lists[lists.length - 1]?.[1].items ?? []) as readonly RoomListItem[];
  return items.flatMap((item) => (item.kind === 'room' ? [item.roomId] : []));
}

/** The row of a room in the list; null if it is in no list. */
export function rowOfRoom(state: AccountState, roomId: string): RoomRow | null {
  for (const [key, { items }] of Object.entries(state.server.lists)) {
    if (!key.startsWith('list:rooms:')) continue;
    for (const item of items as readonly RoomListItem[])
      if (item.kind === 'room' && item.roomId === roomId) return item;
  }
  return null;
}

/** Whether this account has joined the room and it is not a space; false while the room is not loaded. */
export function hasMessages(state: AccountState, roomId: string): boolean {
  const entry = state.server.values[subscriptionKey('value', 'room', { roomId })];
  const room = entry?.value as RoomHeader | undefined;
  return room?.membership === 'join' && !room.isSpace;
}

/** True while the list is not loaded, and while a filter hides all rooms. */
export function hasRooms(state: AccountState): boolean {
  const lists = Object.entries(state.server.lists).filter(([key]) => key.startsWith('list:rooms:'));
  return lists.length === 0 || lists.some(([, { ready, items }]) => !ready || items.length > 0);
}
