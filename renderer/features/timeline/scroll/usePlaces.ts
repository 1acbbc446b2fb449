// Where the reader is in the timeline: at the newest message or away from it, how much came since, and where a jump leads.
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { AnchoredListHandle } from './AnchoredList';
import type { Item } from '../folds';
import type { Position } from './useAnchor';

/** The pill without news appears only when the newest message is this far away, px. */
const farPx = 400;
/** How long the message that somebody was taken to is marked. */
const targetMs = 2500;

/** Messages of others that came after the reader left the end. */
export function countNew(items: readonly Item[], leftAtKey: string | null): number {
  if (leftAtKey === null) return 0;
  const from = items.findIndex(({ key }) => key === leftAtKey);
  if (from === -1) return 0;
  return items.slice(from + 1).filter((item) => item.kind === 'message' && !item.mine).length;
}

/** The newest item that will not change its key or go away: the line of new messages and the days come and go. */
const lastMessageKey = (items: readonly Item[]): string | null =>
  items.findLast(({ kind }) => kind === 'message' || kind === 'notice')?.key ?? null;

export interface Away {
  /** Null at the newest message, or close to it with nothing new. */
  readonly pill: { readonly count: number } | null;
  /** `live`: the list ends with the newest message. */
  note(items: readonly Item[], position: Position, live: boolean): void;
}

export function useAway(items: readonly Item[]): Away {
  const [leftAt, setLeftAt] = useState<string | null>(null);
  const [far, setFar] = useState(false);
  const note = useCallback((all: readonly Item[], position: Position, live: boolean): void => {
    const away = live && !position.atEnd;
    setLeftAt((old) => (away ? (old ?? lastMessageKey(all)) : null));
    setFar(!live || (away && position.toEndPx > farPx));
  }, []);
  const count = countNew(items, leftAt);
  return { pill: far || count > 0 ? { count } : null, note };
}

/** The item to mark for a moment, and the way to it. `wanted`: where the list opens; null until that is here. */
export function useTarget(
  wanted: string | null,
  list: RefObject<AnchoredListHandle | null>,
): { readonly targetKey: string | null; show(key: string): boolean } {
  const [targetKey, setTargetKey] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const arrived = useRef(false);

  const show = useCallback(
    (key: string): boolean => {
      if (list.current?.scrollToKey(key) !== true) return false;
      setTargetKey(key);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setTargetKey(null), targetMs);
      return true;
    },
    [list],
  );

  // Opened around an event: it may be there at once, or come when the server has answered.
  useLayoutEffect(() => {
    if (wanted !== null && !arrived.current) arrived.current = show(wanted);
  }, [wanted, show]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  return { targetKey, show };
}
