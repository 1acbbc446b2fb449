// What is being done to rows right now. An act takes as long as the network does: after a moment the row says so, and shows the name
// that it will have.
import { useSyncExternalStore } from 'react';
import type { DirectoryItem } from '#contract/areas/files/filesModels';

export interface Pending {
  /** The name that it will have; null: something else is done to it. */
  readonly name: string | null;
}

const underWay = new Map<string, readonly Pending[]>();
const listeners = new Set<() => void>();

function change(
  ids: readonly string[],
  edit: (all: readonly Pending[]) => readonly Pending[],
): void {
  for (const id of ids) {
    const next = edit(underWay.get(id) ?? []);
    if (next.length > 0) underWay.set(id, next);
    else underWay.delete(id);
  }
  for (const listener of [...listeners]) listener();
}

/** What is done sooner is not shown at all. */
const shownAfterMs = 300;
/** The new name stays until the list, which comes another way, has it too. */
const nameStaysMs = 2_000;

/** `ids`: entries of files, rooms of directories. Answers what the act answers. */
export async function whilePending<T extends { readonly ok: boolean }>(
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
}

/** Of a row of a directory. */
export const pendingId = (item: DirectoryItem): string | null =>
  item.kind === 'directory' ? item.roomId : item.entryId;

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Of one row; a change draws only the rows concerned. */
export const usePending = (id: string | null): Pending | null =>
  useSyncExternalStore(listen, () => (id === null ? null : (underWay.get(id)?.at(-1) ?? null)));
