// Letters that are typed between two chats, when the field of the one is gone and that of the next is not there yet, wait for the next one.
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { composerFieldId, getsField, typedAhead } from '#app/composing';
import { useAppDispatch, type AccountState } from '#app/store';
import { isLetter } from '#ui/focus/keys';
import { isFocusLost } from '#ui/focus/lostFocus';

export function TypedAhead(): null {
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || !isFocusLost()) return;
      const state = store.getState();
      const { place, roomId } = state.navigation;
      const writes = isLetter(event) || (event.key === ' ' && !event.ctrlKey && !event.altKey);
      if (!writes || place !== 'chats' || roomId === null) return;
      // A field that is there takes the keys itself.
      if (document.getElementById(composerFieldId) !== null || !getsField(state, roomId)) return;
      event.preventDefault();
      dispatch(typedAhead({ conversation: { roomId, threadId: null }, text: event.key }));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [dispatch, store]);
  return null;
}
