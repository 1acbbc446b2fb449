// Turns items into rendered rows: runs of notices into lines, pictures sent together into albums. Also knows which lines are open, and
// keeps a pressed line in its place.
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { noAlbums, withAlbums } from './albums';
import type { AnchoredListHandle } from './scroll/AnchoredList';
import type { Engagement } from './engagement';
import { foldNotices } from './folds';
import type { Fold, FoldKeys, Item, ShownItem } from './folds';

export function useFolds(
  items: readonly Item[],
  list: RefObject<AnchoredListHandle | null>,
  threadId: string | null,
  engagement: Engagement,
): { readonly shown: readonly ShownItem[]; toggleFold(fold: Fold): void } {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set());
  const [keys] = useState<FoldKeys>(() => new Map());
  const [albums] = useState(noAlbums);
  const focused = useSyncExternalStore(engagement.subscribe, engagement.focused);
  const before = useRef<readonly ShownItem[]>([]);
  const shown = useMemo(() => {
    const stoodAlone = before.current.some(
      ({ kind, key }) => kind === 'message' && key === focused,
    );
    return foldNotices(
      withAlbums(items, albums, threadId, stoodAlone ? focused : null),
      opened,
      keys,
    );
  }, [items, albums, threadId, opened, keys, focused]);
  before.current = shown;
  const toggleFold = useCallback(
    ({ key, notices, open }: Fold): void => {
      list.current?.hold(key);
      const keys = new Set(notices.map((notice) => notice.key));
      setOpened((before) =>
        open ? new Set([...before].filter((one) => !keys.has(one))) : new Set([...before, ...keys]),
      );
    },
    [list],
  );
  return { shown, toggleFold };
}
