// The trees whose invitation was just accepted here: their rows take the focus when they come, because the button with the focus goes.
import { useEffect } from 'react';
import { useAccountState } from '#app/context';
import { focusIfLost } from '#ui/focus/lostFocus';
import { filesListId } from '../list/DirectoryList';

const createAccepted = () => new Set<string>();

/** Rooms of the trees; one and the same set for all. */
export const useJustAccepted = (): Set<string> => useAccountState(createAccepted);

/** @param isShown the rows of the directory stand there */
export function useFocusOfAccepted(roomId: string, isShown: boolean): void {
  const accepted = useJustAccepted();
  useEffect(() => {
    if (!isShown || !accepted.delete(roomId)) return;
    focusIfLost(document.getElementById(filesListId));
  }, [accepted, roomId, isShown]);
}
