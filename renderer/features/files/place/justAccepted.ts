// The tree whose invitation was just accepted here: its rows take the focus when they come, because the button with the focus goes.
import { useEffect } from 'react';
import { focusIfLost } from '#ui/focus/lostFocus';
import { filesListId } from '../list/DirectoryList';

const accepted = new Set<string>();

export const noteAccepted = (roomId: string): void => void accepted.add(roomId);

/** @param isShown the rows of the directory stand there */
export function useFocusOfAccepted(roomId: string, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || !accepted.delete(roomId)) return;
    focusIfLost(document.getElementById(filesListId));
  }, [roomId, isShown]);
}
