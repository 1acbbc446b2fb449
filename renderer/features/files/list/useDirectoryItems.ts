// The rows of one directory: the first ones at once, more when they come near the view. While a new answer is on its way after a
// change of filter or order the last one stays, so that nothing flickers.
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryItem, FileSort } from '#contract/areas/files/filesModels';
import { useList, type ListState } from '#app/hooks';
import { named } from '../words';

const firstRows = 300;
/** Rows of one page. */
const nextRows = 500;

export interface DirectoryItems extends Pick<
  ListState<DirectoryItem>,
  'items' | 'error' | 'ready'
> {
  /** How many rows there will be, as far as it is known. */
  readonly count: number;
  /** Asks for rows up to this one; safe to call often. */
  readonly need: (row: number) => void;
  /** Everything; resolves when the rows are there. */
  readonly all: () => Promise<readonly DirectoryItem[]>;
}

export interface DirectoryItemsQuery {
  readonly roomId: string;
  readonly sort: FileSort;
  readonly text: string;
  readonly deleted: boolean;
}

/** `total`: as the directory's header says, without a filter. */
export function useDirectoryItems(query: DirectoryItemsQuery, total: number): DirectoryItems {
  const text = query.text.trim();
  const { t } = useTranslation();
  const { ready, error, paginate, ...told } = useList('directoryItems', {
    ...query,
    text,
    limit: firstRows,
  });
  const items = useMemo(() => named(t, told.items), [t, told.items]);
  const place = `${query.roomId} ${query.deleted}`;
  const asked = `${place} ${text} ${JSON.stringify(query.sort)}`;
  const last = useRef({ place, items });
  const whole = useRef({ asked, is: false });
  const asking = useRef<Promise<unknown> | null>(null);
  if (whole.current.asked !== asked) whole.current = { asked, is: false };
  if (ready || last.current.place !== place) last.current = { place, items };
  const shown = last.current.items;

  const latest = useRef(items);
  latest.current = items;
  const more = useCallback((): Promise<unknown> => {
    asking.current ??= paginate('forward', nextRows).then((result) => {
      asking.current = null;
      if (result.ok && result.output.reachedEnd) whole.current.is = true;
      if (!result.ok) whole.current.is = true;
    });
    return asking.current;
  }, [paginate]);

  const mayGrow = ready && !whole.current.is && items.length >= firstRows;
  const need = useCallback(
    (row: number) => {
      if (mayGrow && row > items.length - nextRows / 4) void more();
    },
    [mayGrow, items.length, more],
  );
  const all = useCallback(async () => {
    while (!whole.current.is && latest.current.length >= firstRows) {
      const before = latest.current.length;
      await more();
      // The rows arrive with the next drawing.
      await new Promise((resolve) => setTimeout(resolve));
      if (latest.current.length === before) break;
    }
    return latest.current;
  }, [more]);

  const expected = mayGrow && text === '' ? Math.max(total, shown.length) : shown.length;
  return { items: shown, ready: ready || shown.length > 0, error, count: expected, need, all };
}
