// Which runs of notices are open, and what is drawn because of it. The line that was pressed stays where it is.
import { useCallback, useMemo, useState } from 'react';
import type { RefObject } from 'react';
import type { AnchoredListHandle } from './AnchoredList';
import { foldNotices } from './folds';
import type { Fold, FoldKeys, Item, ShownItem } from './folds';

export function useFolds(
  items: readonly Item[],
  list: RefObject<AnchoredListHandle | null>,
): { readonly shown: readonly ShownItem[]; toggleFold(fold: Fold): void } {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set());
  const [keys] = useState<FoldKeys>(() => new Map());
  const shown = useMemo(() => foldNotices(items, opened, keys), [items, opened, keys]);
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
