// Acts that can be undone from a notice, or with Ctrl+Z in Files as long as the notice stands.
import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { isTextField } from '#ui/focus/keys';
import type { Notice, Toasts } from '#ui/overlays/Toasts';

interface Undoable {
  readonly accountId: string;
  readonly undo: () => void;
}

/** Newest last. */
const undoable: Undoable[] = [];

export interface Offer {
  readonly accountId: string;
  readonly label: string;
  readonly undo: () => void;
}

/** Shows the notice; what was taken back is offered no more. */
export function offerUndo(
  toasts: Toasts,
  notice: Omit<Notice, 'action'>,
  { accountId, label, undo }: Offer,
): void {
  const done = new AbortController();
  const entry: Undoable = {
    accountId,
    undo: () => {
      done.abort();
      undo();
    },
  };
  undoable.push(entry);
  toasts.show({
    ...notice,
    action: { label, onPress: entry.undo },
    until: done.signal,
    onClose: () => {
      const index = undoable.indexOf(entry);
      if (index >= 0) undoable.splice(index, 1);
    },
  });
}

/** Ctrl+Z wherever the focus is in Files. */
export function useUndoKey(accountId: string): void {
  useEffect(
    () =>
      tinykeys(
        window,
        {
          '$mod+z': (event) => {
            const last = undoable.findLast((one) => one.accountId === accountId);
            if (last === undefined) return;
            event.preventDefault();
            last.undo();
          },
        },
        {
          ignore: (event) =>
            event.defaultPrevented ||
            event.isComposing ||
            isTextField(event.target) ||
            document.querySelector('[role="dialog"]') !== null,
        },
      ),
    [accountId],
  );
}
