// Finds the path of a finished download for the system's file manager. Only main asks for it; the window never learns it.
import type { Database } from '#stores/sqlite/statements';
import { getTransfer } from '#stores/transfers/transfers';

const textOf = (value: unknown, member: string): string | null => {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, member) : null;
  return typeof found === 'string' ? found : null;
};

/** Null: no such transfer, not finished, or nothing that was saved. `progress.savedPath` is the name that was free, else the wish. */
export function savedPath(db: Database, transferId: string): string | null {
  const row = getTransfer(db, transferId);
  if (row === null || row.state !== 'done') return null;
  if (row.kind !== 'download' && row.kind !== 'zip') return null;
  return textOf(row.progress, 'savedPath') ?? textOf(row.source, 'path');
}
