// The list of rooms has the focus once it takes the place of its room.
import { useEffect, useRef } from 'react';
import { useAppSelector } from '#app/store';
import { roomTreeId } from '../../rooms';

export function useListFocus(): void {
  const turn = useAppSelector(({ navigation }) =>
    navigation.layout === 'turns' && navigation.place === 'chats' ? navigation.turn : null,
  );
  const before = useRef(turn);
  useEffect(() => {
    const isBack = before.current === 'content' && turn === 'list';
    before.current = turn;
    if (!isBack) return;
    const frame = requestAnimationFrame(() => {
      const tree = document.getElementById(roomTreeId);
      // The field above the list may have been asked for.
      if (tree?.closest('section')?.contains(document.activeElement) === false) tree.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [turn]);
}
