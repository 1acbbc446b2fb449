// The names of everybody who occurs in the loaded part of a timeline.
import { useCallback, useRef } from 'react';
import type { Item } from './folds';

export function useNames(items: readonly Item[]): (userId: string) => string | null {
  const names = useRef(new Map<string, string>());
  for (const item of items) {
    if (item.kind === 'message')
      for (const { userId, name } of [item.sender, ...(item.mentions ?? [])])
        names.current.set(userId, name);
    if (item.kind === 'notice') {
      const { actor, target } = item;
      names.current.set(actor.userId, actor.name);
      if (target !== null) names.current.set(target.userId, target.name);
    }
  }
  return useCallback((userId) => names.current.get(userId) ?? null, []);
}
