// The window's shortcuts (table: shortcuts.ts).
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { tinykeys } from 'tinykeys';
import type { RoomListItem } from '../../../preload/contract/models';
import { newChatOpened, placeOpened, roomOpened } from '../../app/navigation';
import { useAppDispatch, type AccountState } from '../../app/store';
import { roomFilterId } from '../rooms';
import { shortcuts } from './shortcuts';

/** Rooms in the order of the list on the screen. */
function roomIds(state: AccountState): readonly string[] {
  const lists = Object.entries(state.server.lists).filter(([key]) => key.startsWith('list:rooms:'));
  const items = (lists[lists.length - 1]?.[1].items ?? []) as readonly RoomListItem[];
  return items.flatMap((item) => (item.kind === 'room' ? [item.roomId] : []));
}

export function useShortcuts(): void {
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  useEffect(() => {
    const step = (by: number) => (event: KeyboardEvent) => {
      event.preventDefault();
      const state = store.getState();
      const rooms = roomIds(state);
      const index = rooms.indexOf(state.navigation.roomId ?? '');
      const next = rooms[index < 0 ? 0 : index + by];
      if (next !== undefined) dispatch(roomOpened(next));
    };
    return tinykeys(
      window,
      {
        [shortcuts.newChat.keys]: (event) => {
          event.preventDefault();
          dispatch(newChatOpened(true));
        },
        [shortcuts.settings.keys]: (event) => {
          event.preventDefault();
          dispatch(placeOpened('settings'));
        },
        [shortcuts.filter.keys]: (event) => {
          event.preventDefault();
          dispatch(placeOpened('chats'));
          document
            .querySelector<HTMLElement>(`#${roomFilterId} input, input#${roomFilterId}`)
            ?.focus();
        },
        [shortcuts.nextRoom.keys]: step(1),
        [shortcuts.previousRoom.keys]: step(-1),
      },
      // All of them carry a modifier, so they work while a text is being written too.
      { ignore: (event) => event.isComposing },
    );
  }, [dispatch, store]);
}
