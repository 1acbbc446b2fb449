// What is drawn of the items: runs of notices as lines, pictures sent together as one row; and which lines are open. The line that was
// pressed stays where it is.
import { useCallback, useMemo, useState } from 'react';
import type { RefObject } from 'react';
import { withAlbums } from './albums';
import type { AnchoredListHandle } from './AnchoredList';
import { foldNotices } from './folds';
import type { Fold, FoldKeys, Item, ShownItem } from './folds';

export function useFolds(
  items: readonly Item[],
  list: RefObject<AnchoredListHandle | null>,
  threadId: string | null,
): { readonly shown: readonly ShownItem[]; toggleFold(fold: Fold): void } {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set());
  const [keys] = useState<FoldKeys>(() => new Map());
  const [edges] = useState(() => new Set<string>());
  const shown = useMemo(
    () => foldNotices(withAlbums(items, edges, threadId), opened, keys),
    [items, edges, threadId, opened, keys],
  );
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
