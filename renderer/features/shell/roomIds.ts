// The rooms of the list on the screen, as the store has them. Pure.
import type { RoomHeader, RoomListItem, RoomRow } from '#contract/areas/rooms/roomsModels';
import { subscriptionKey } from '#app/line/serverData';
import type { AccountState } from '#app/store';

/** In the order of the list. */
export function roomIds(state: AccountState): readonly string[] {
  const lists = Object.entries(state.server.lists).filter(([key]) => key.startsWith('list:rooms:'));
  const items = (lists[lists.length - 1]?.[1].items ?? []) as readonly RoomListItem[];
  return items.flatMap((item) => (item.kind === 'room' ? [item.roomId] : []));
}

/** As the list shows it; null for a room that stands in none. */
export function rowOfRoom(state: AccountState, roomId: string): RoomRow | null {
  for (const [key, { items }] of Object.entries(state.server.lists)) {
    if (!key.startsWith('list:rooms:')) continue;
    for (const item of items as readonly RoomListItem[])
      if (item.kind === 'room' && item.roomId === roomId) return item;
  }
  return null;
}

/** A chat of messages that this account is in; false while the room is not known. */
export function hasMessages(state: AccountState, roomId: string): boolean {
  const entry = state.server.values[subscriptionKey('value', 'room', { roomId })];
  const room = entry?.value as RoomHeader | undefined;
  return room?.membership === 'join' && !room.isSpace;
}

/** True while nothing is known, and while a filter hides them. */
export function hasRooms(state: AccountState): boolean {
  const lists = Object.entries(state.server.lists).filter(([key]) => key.startsWith('list:rooms:'));
  return lists.length === 0 || lists.some(([, { ready, items }]) => !ready || items.length > 0);
}
