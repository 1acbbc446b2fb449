// The tree with some nodes unfolded. Unfolding one is a new query: until it is answered the last answer stays, with the focus on it.
import { useMemo, useState } from 'react';
import { useTranslation } from '#app/words';
import type { TreeItem } from '#contract/areas/files/directoriesModels';
import { useList, type ListState } from '#app/hooks';
import { named } from '../words';

export function useTrees(expanded: readonly string[]): ListState<TreeItem> {
  const { t } = useTranslation();
  const trees = useList('trees', { expanded: [...expanded] });
  const [last, setLast] = useState(trees);
  if (trees.ready && last !== trees && last.items !== trees.items) setLast(trees);
  const shown = trees.ready ? trees : last;
  const items = useMemo(() => named(t, shown.items), [t, shown.items]);
  return { ...trees, items, ready: shown.ready };
}
