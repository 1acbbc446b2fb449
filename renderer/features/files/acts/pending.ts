// The acts that go on with rows of this window. An act takes as long as the network does: after a moment the row says so, and shows the
// name that it will have.
import { useSyncExternalStore } from 'react';
import { useWindowState } from '#app/context';
import { createCell } from '#app/windowState';
import type { DirectoryItem } from '#contract/areas/files/filesModels';

export interface Pending {
  /** The name that it will have; null: something else is done to it. */
  readonly name: string | null;
}

/** An act that is done sooner is not shown at all. */
const shownAfterMs = 300;
/** The new name stays until the list, which comes another way, has it too. */
const nameStaysMs = 2_000;

function createPending() {
  const acts = createCell<ReadonlyMap<string, readonly Pending[]>>(new Map());

  function change(
    ids: readonly string[],
    edit: (all: readonly Pending[]) => readonly Pending[],
  ): void {
    const next = new Map(acts.get());
    for (const id of ids) {
      const all = edit(next.get(id) ?? []);
      if (all.length > 0) next.set(id, all);
      else next.delete(id);
    }
    acts.set(next);
  }

  return {
    subscribe: acts.subscribe,
    of: (id: string): Pending | null => acts.get().get(id)?.at(-1) ?? null,

    /** `ids`: entries of files, rooms of directories. Answers what the act answers. */
    async whilePending<T extends { readonly ok: boolean }>(
      ids: readonly string[],
      act: Promise<T>,
      name: string | null = null,
    ): Promise<T> {
      const entry: Pending = { name };
      let shown = false;
      const timer = setTimeout(() => {
        shown = true;
        change(ids, (all) => [...all, entry]);
      }, shownAfterMs);
      const hide = (): void => change(ids, (all) => all.filter((one) => one !== entry));
      const result = await act;
      clearTimeout(timer);
      if (shown && result.ok && name !== null) setTimeout(hide, nameStaysMs);
      else if (shown) hide();
      return result;
    },
  };
}

export type WhilePending = ReturnType<typeof createPending>['whilePending'];

/** Marks rows while an act on them goes on. */
export const useWhilePending = (): WhilePending => useWindowState(createPending).whilePending;

/** The id by which the row of a directory is marked. */
export const pendingId = (item: DirectoryItem): string | null =>
  item.kind === 'directory' ? item.roomId : item.entryId;

/** The act on one row; a change draws only the rows concerned. */
export function usePending(id: string | null): Pending | null {
  const pending = useWindowState(createPending);
  return useSyncExternalStore(pending.subscribe, () => (id === null ? null : pending.of(id)));
}
