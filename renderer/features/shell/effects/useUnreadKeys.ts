// The keys to the next chat with something unread, and to the one before: as the list has them, from its end on to its beginning.
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { tinykeys } from 'tinykeys';
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch, type AccountState } from '#app/store';
import type { RoomRow } from '#contract/areas/rooms/roomsModels';
import { keyNames } from '#ui/focus/keys';
import { roomIds, rowOfRoom } from '../roomIds';
import { asks } from './useShortcuts';

const { shift, alt } = keyNames;

/** They belong to the table of shortcuts, and come later than that. */
export const unreadKeys = {
  nextUnread: { keys: 'Alt+Shift+ArrowDown', label: `${alt}${shift}↓` },
  previousUnread: { keys: 'Alt+Shift+ArrowUp', label: `${alt}${shift}↑` },
} as const;

/** The same as in the list of unread chats: of the muted ones only those that mention this account. */
const isUnread = ({ membership, muted, unread, highlights, dot, asking }: RoomRow): boolean =>
  membership === 'invite' ||
  highlights > 0 ||
  (!muted && (unread > 0 || dot || asking?.unseen === true));

function unreadFrom(state: AccountState, by: 1 | -1): string | undefined {
  const rooms = by === 1 ? roomIds(state) : roomIds(state).toReversed();
  const at = rooms.indexOf(state.navigation.roomId ?? '');
  return [...rooms.slice(at + 1), ...rooms.slice(0, Math.max(0, at))].find((roomId) => {
    const row = rowOfRoom(state, roomId);
    return row !== null && isUnread(row);
  });
}

export function useUnreadKeys(): void {
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  useEffect(() => {
    const step = (by: 1 | -1) => (event: KeyboardEvent) => {
      const state = store.getState();
      // In Files the keys reorder.
      if (state.navigation.place === 'files') return;
      event.preventDefault();
      const next = unreadFrom(state, by);
      if (next !== undefined) dispatch(roomOpened(next));
    };
    return tinykeys(
      window,
      { [unreadKeys.nextUnread.keys]: step(1), [unreadKeys.previousUnread.keys]: step(-1) },
      { ignore: (event) => event.isComposing || asks() },
    );
  }, [dispatch, store]);
}
