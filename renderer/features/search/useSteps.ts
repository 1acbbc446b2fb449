// Enter and F3 in the field of a chat's search: from hit to hit, while the field keeps the focus.
import { useEffect, useState } from 'react';
import type { FoundMessage } from '#contract/areas/messages/search';

export interface StepsOptions {
  readonly items: readonly FoundMessage[];
  /** The answer to what stands in the field is still on its way. */
  readonly stale: boolean;
  /** The hit that is shown in the chat. */
  readonly opened: string | null;
  readonly onOpen: (hit: FoundMessage) => void;
}

/** Steps to the next hit, or with -1 to the one before. Asked for before the answer is there it waits for it; `null` gives that up. */
export function useSteps(options: StepsOptions): (by: 1 | -1 | null) => void {
  const { items, stale, opened, onOpen } = options;
  const [waiting, setWaiting] = useState<1 | -1 | null>(null);
  useEffect(() => {
    if (waiting === null || stale) return;
    setWaiting(null);
    const hit = items[items.findIndex(({ key }) => key === opened) + waiting];
    if (hit !== undefined) onOpen(hit);
  }, [waiting, stale, items, opened, onOpen]);
  return setWaiting;
}
