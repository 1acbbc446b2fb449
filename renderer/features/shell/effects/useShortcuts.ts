// Binds the window's shortcuts; the table is in shortcuts.ts.
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { tinykeys } from 'tinykeys';
import { composerFieldId } from '#app/composing';
import {
  listShown,
  newChatOpened,
  paletteOpened,
  placeOpened,
  roomOpened,
  roomSearchOpened,
  searchOpened,
  shortcutsOpened,
  type Place,
} from '#app/places/navigation';
import { goTo } from '#app/places/goTo';
import { useAppDispatch, type AccountState } from '#app/store';
import { stepOf } from '#app/places/visiting';
import { visitedAgain, type Step } from '#app/places/visits';
import { useCallCenter } from '../../calls';
import { findFilesId } from '../../files';
import { roomFilterId } from '../../rooms';
import { focusSearch, roomSearchFieldId } from '../../search';
import { hasMessages, roomIds, rowOfRoom } from '../roomIds';
import { shortcuts } from '../shortcuts';

/** An open question has to be answered first: shortcuts must not change anything behind it. */
export const asks = (): boolean => document.querySelector('[data-asks]') !== null;

/** Whether the stage of a call covers the messages of this room. */
function isOnStage(center: ReturnType<typeof useCallCenter>, roomId: string): boolean {
  const { calls, openCallId } = center?.get() ?? { calls: [], openCallId: null };
  return calls.some((call) => call.callId === openCallId && call.roomId === roomId);
}

export function useShortcuts(): void {
  const center = useCallCenter();
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  useEffect(() => {
    const step = (by: number) => (event: KeyboardEvent) => {
      const state = store.getState();
      // In Files the same keys go to the parent folder and reorder.
      if (state.navigation.place === 'files') return;
      event.preventDefault();
      const rooms = roomIds(state);
      const index = rooms.indexOf(state.navigation.roomId ?? '');
      const next = rooms[index < 0 ? 0 : index + by];
      if (next !== undefined) dispatch(roomOpened(next));
    };
    const go = (place: Place) => (event: KeyboardEvent) => {
      event.preventDefault();
      dispatch(goTo(place));
    };
    const search = (event: KeyboardEvent) => {
      event.preventDefault();
      dispatch(searchOpened(null));
      focusSearch();
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
        [shortcuts.saved.keys]: go('saved'),
        [shortcuts.notified.keys]: go('notified'),
        [shortcuts.search.keys]: search,
        [shortcuts.searchPlace.keys]: search,
        [shortcuts.searchRoom.keys]: (event) => {
          const { place, roomId } = store.getState().navigation;
          // Files has a search of its own for the open folder (`useFindKey`).
          if (place !== 'chats' && place !== 'search') return;
          event.preventDefault();
          const inChat =
            place === 'chats' && roomId !== null && hasMessages(store.getState(), roomId);
          // The stage of a call has no side panel for the search, so its chat is searched in the place Search.
          const onStage = inChat && isOnStage(center, roomId);
          if (inChat && !onStage) {
            dispatch(roomSearchOpened(roomId));
            return focusSearch(roomSearchFieldId);
          }
          const name = onStage ? (rowOfRoom(store.getState(), roomId)?.name ?? null) : null;
          dispatch(searchOpened(roomId === null || name === null ? null : { roomId, name }));
          focusSearch();
        },
        [shortcuts.palette.keys]: (event) => {
          event.preventDefault();
          dispatch(paletteOpened(!store.getState().navigation.paletteOpen));
        },
        [shortcuts.filter.keys]: (event) => {
          event.preventDefault();
          const { place, layout, roomId } = store.getState().navigation;
          const inFiles = place === 'files';
          // First: the chat itself is not visited on the way to the list.
          if (!inFiles && layout === 'turns') dispatch(listShown());
          // From Chats this would lead out of a space, whose list the field filters.
          if (!inFiles && place !== 'chats') dispatch(placeOpened('chats'));
          const id = inFiles ? findFilesId : roomFilterId;
          // The field is there once the list is.
          requestAnimationFrame(() => {
            const field = document.querySelector<HTMLInputElement>(`#${id} input, input#${id}`);
            if (field === null) return;
            // The composer of the chat that comes with the list, perhaps later, leaves it the focus (`leavesFocus`).
            if (roomId && !document.getElementById(composerFieldId))
              field.dataset['askedIn'] = roomId;
            field.focus();
            // The text is selected, so that typing replaces it.
            field.select();
          });
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
      // None of them writes anything, so they work while a text is being written too.
      { ignore: (event) => event.isComposing || asks() },
    );
    return () => {
      window.removeEventListener('mouseup', onMouse);
      noKeys();
    };
  }, [dispatch, store, center]);
}
