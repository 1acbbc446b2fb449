// The tree with some nodes unfolded. Unfolding one is a new query: until it is answered the last answer stays, with the focus on it.
import { useState } from 'react';
import type { TreeItem } from '#contract/areas/files/directoriesModels';
import { useList, type ListState } from '#app/hooks';

export function useTrees(expanded: readonly string[]): ListState<TreeItem> {
  const trees = useList('trees', { expanded: [...expanded] });
  const [last, setLast] = useState(trees);
  if (trees.ready && last !== trees && last.items !== trees.items) setLast(trees);
  return trees.ready ? trees : { ...trees, items: last.items, ready: last.ready };
}
