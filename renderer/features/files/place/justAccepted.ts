// The trees whose invitation was just accepted here: their rows take the focus when they come, because the button with the focus goes.
import { useEffect, useMemo } from 'react';
import { useAccountState } from '#app/context';
import { focusIfLost } from '#ui/focus/lostFocus';
import { filesListId } from '../list/DirectoryList';

/** Each with what tells whether the person has turned to something else since. */
const createAccepted = () => new Map<string, () => boolean>();

export interface JustAccepted {
  /** Before the engine is asked: the tree may come before its answer. */
  readonly add: (roomId: string) => void;
  readonly delete: (roomId: string) => void;
}

/** The same for all who ask. */
export function useJustAccepted(): JustAccepted {
  const accepted = useAccountState(createAccepted);
  return useMemo(
    () => ({
      add: (roomId) => void accepted.set(roomId, watchInput()),
      delete: (roomId) => void accepted.delete(roomId),
    }),
    [accepted],
  );
}

/** True after the next press or key. */
function watchInput(): () => boolean {
  let came = false;
  const heard = new AbortController();
  const hear = (): void => {
    came = true;
    heard.abort();
  };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, hear, { capture: true, signal: heard.signal });
  return () => {
    heard.abort();
    return came;
  };
}

/** @param isShown the rows of the directory stand there */
export function useFocusOfAccepted(roomId: string, isShown: boolean): void {
  const accepted = useAccountState(createAccepted);
  useEffect(() => {
    const hasTurnedAway = accepted.get(roomId);
    if (!isShown || hasTurnedAway === undefined) return;
    accepted.delete(roomId);
    const list = document.getElementById(filesListId);
    // The button may be there still, or its list may have taken the focus of the row that went.
    if (hasTurnedAway()) focusIfLost(list);
    else list?.focus({ preventScroll: true });
  }, [accepted, roomId, isShown]);
}
