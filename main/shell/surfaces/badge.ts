// The number on the app's icon: the sum over accounts (D9), which main owns because no engine knows the others.
import type { AccountRow } from '#contract/shell';

export interface Unread {
  readonly unread: number;
  readonly highlights: number;
}

export const sumOf = (rows: readonly Pick<AccountRow, 'unread' | 'highlights'>[]): Unread =>
  rows.reduce(
    (sum, row) => ({
      unread: sum.unread + row.unread,
      highlights: sum.highlights + row.highlights,
    }),
    { unread: 0, highlights: 0 },
  );

/** Calls `show` only when the sum changed. */
export function createBadge(show: (sum: Unread) => void) {
  let last: Unread = { unread: 0, highlights: 0 };
  return (rows: readonly AccountRow[]): void => {
    const sum = sumOf(rows);
    if (sum.unread === last.unread && sum.highlights === last.highlights) return;
    last = sum;
    show(sum);
  };
}
