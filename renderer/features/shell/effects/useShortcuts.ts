// The window's shortcuts (table: shortcuts.ts).
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { tinykeys } from 'tinykeys';
import {
  newChatOpened,
  paletteOpened,
  placeOpened,
  roomOpened,
  searchOpened,
  shortcutsOpened,
  type Place,
} from '#app/places/navigation';
import { useAppDispatch, type AccountState } from '#app/store';
import { stepOf } from '#app/places/visiting';
import { visitedAgain, type Step } from '#app/places/visits';
import { findFilesId } from '../../files';
import { roomFilterId } from '../../rooms';
import { focusSearch } from '../../search';
import { nameOfRoom, roomIds } from '../roomIds';
import { shortcuts } from '../shortcuts';

/** A question that is open is answered first: nothing changes behind it. */
const asks = (): boolean => document.querySelector('[data-asks]') !== null;

export function useShortcuts(): void {
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  useEffect(() => {
    const step = (by: number) => (event: KeyboardEvent) => {
      const state = store.getState();
      // In Files these keys go up and reorder.
      if (state.navigation.place === 'files') return;
      event.preventDefault();
      const rooms = roomIds(state);
      const index = rooms.indexOf(state.navigation.roomId ?? '');
      const next = rooms[index < 0 ? 0 : index + by];
      if (next !== undefined) dispatch(roomOpened(next));
    };
    const go = (place: Place) => (event: KeyboardEvent) => {
      event.preventDefault();
      dispatch(placeOpened(place));
    };
    const visit = (way: Step['way']) => (event: Event) => {
      event.preventDefault();
      const found = stepOf(store.getState(), way);
      if (found !== null) dispatch(visitedAgain(found));
    };
    // The side buttons of a mouse.
    const onMouse = (event: MouseEvent) => {
      if (event.button === 3) visit('back')(event);
      if (event.button === 4) visit('forward')(event);
    };
    window.addEventListener('mouseup', onMouse);
    const noKeys = tinykeys(
      window,
      {
        [shortcuts.newChat.keys]: (event) => {
          event.preventDefault();
          dispatch(newChatOpened(true));
        },
        [shortcuts.settings.keys]: go('settings'),
        [shortcuts.chats.keys]: go('chats'),
        [shortcuts.files.keys]: go('files'),
        [shortcuts.calls.keys]: go('calls'),
        [shortcuts.search.keys]: (event) => {
          event.preventDefault();
          dispatch(searchOpened(null));
          focusSearch();
        },
        [shortcuts.searchRoom.keys]: (event) => {
          const { place, roomId } = store.getState().navigation;
          // In Files it finds in the folder.
          if (place !== 'chats' && place !== 'search') return;
          event.preventDefault();
          const name = roomId === null ? null : nameOfRoom(store.getState(), roomId);
          const room = roomId === null || name === null ? null : { roomId, name };
          dispatch(searchOpened(place === 'chats' ? room : null));
          focusSearch();
        },
        [shortcuts.palette.keys]: (event) => {
          event.preventDefault();
          dispatch(paletteOpened(!store.getState().navigation.paletteOpen));
        },
        [shortcuts.filter.keys]: (event) => {
          event.preventDefault();
          const inFiles = store.getState().navigation.place === 'files';
          if (!inFiles) dispatch(placeOpened('chats'));
          const id = inFiles ? findFilesId : roomFilterId;
          document.querySelector<HTMLElement>(`#${id} input, input#${id}`)?.focus();
        },
        [shortcuts.list.keys]: (event) => {
          event.preventDefault();
          dispatch(shortcutsOpened(true));
        },
        [shortcuts.nextRoom.keys]: step(1),
        [shortcuts.previousRoom.keys]: step(-1),
        [shortcuts.back.keys]: visit('back'),
        [shortcuts.forward.keys]: visit('forward'),
      },
      // All of them carry a modifier, so they work while a text is being written too.
      { ignore: (event) => event.isComposing || asks() },
    );
    return () => {
      window.removeEventListener('mouseup', onMouse);
      noKeys();
    };
  }, [dispatch, store]);
}
