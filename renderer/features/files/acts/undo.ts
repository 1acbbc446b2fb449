// Acts that can be undone from a notice, or with Ctrl+Z in Files as long as the notice stands.
import { useCallback, useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { isTextField } from '#ui/focus/keys';
import { useAccount, useWindowState } from '#app/context';
import { useToasts, type Notice } from '#ui/overlays/Toasts';

interface Undoable {
  readonly accountId: string;
  readonly undo: () => void;
  /** Ends the offer. */
  readonly end: () => void;
  readonly entryIds: readonly string[];
}

/** A notice outlives the scope of its account. The newest one stands last. */
const createUndoable = () => new Set<Undoable>();

export interface Offer {
  readonly label: string;
  readonly undo: () => void;
  /** Files that it is about: when they are moved, the offer ends. */
  readonly entryIds?: readonly string[];
}

/** Shows the notice; what was taken back is offered no more. */
export function useOfferUndo(): (notice: Omit<Notice, 'action'>, offer: Offer) => void {
  const toasts = useToasts();
  const { accountId } = useAccount();
  const undoable = useWindowState(createUndoable);
  return useCallback(
    (notice, { label, undo, entryIds = [] }) => {
      const done = new AbortController();
      const entry: Undoable = {
        accountId,
        entryIds,
        end: () => done.abort(),
        undo: () => {
          done.abort();
          undo();
        },
      };
      undoable.add(entry);
      toasts.show({
        ...notice,
        action: { label, onPress: entry.undo },
        until: done.signal,
        onClose: () => void undoable.delete(entry),
      });
    },
    [accountId, toasts, undoable],
  );
}

/** Ends the offers about files that were moved: they are other entries now. */
export function useEndUndo(): (entryIds: readonly string[]) => void {
  const undoable = useWindowState(createUndoable);
  return useCallback(
    (entryIds) => {
      for (const one of [...undoable])
        if (one.entryIds.some((id) => entryIds.includes(id))) one.end();
    },
    [undoable],
  );
}

/** Ctrl+Z wherever the focus is in Files. */
export function useUndoKey(): void {
  const { accountId } = useAccount();
  const undoable = useWindowState(createUndoable);
  useEffect(
    () =>
      tinykeys(
        window,
        {
          '$mod+z': (event) => {
            const last = [...undoable].findLast((one) => one.accountId === accountId);
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
    [accountId, undoable],
  );
}
