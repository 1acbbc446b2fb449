// In a narrow window the list of rooms has the focus once it takes the place of its room, and the message field once that is back.
import { useEffect, useRef } from 'react';
import { composerFieldId } from '#app/composing';
import { useAppSelector } from '#app/store';
import { isFocusLost } from '#ui/focus/lostFocus';
import { roomTreeId } from '../../rooms';

export function useListFocus(): void {
  const turn = useAppSelector(({ navigation }) =>
    navigation.layout === 'turns' && navigation.place === 'chats' ? navigation.turn : null,
  );
  const before = useRef(turn);
  useEffect(() => {
    const from = before.current;
    before.current = turn;
    if (turn === null || from === turn) return;
    const frame = requestAnimationFrame(() => {
      const tree = document.getElementById(roomTreeId);
      const isInList = tree?.closest('section')?.contains(document.activeElement) === true;
      // The field above the list may have been asked for; from another place the row may have taken the focus already.
      if (turn === 'list' && !isInList && (from !== null || isFocusLost())) tree?.focus();
      // A room that was open already is not opened again, and so takes no focus by itself.
      if (turn === 'content' && from !== null && (isInList || isFocusLost()))
        document.getElementById(composerFieldId)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [turn]);
}
