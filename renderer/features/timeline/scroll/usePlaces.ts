// The reader's place in the timeline: at the newest message or away from it, the number of new messages since, and the target of a jump.
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { AnchoredListHandle } from './AnchoredList';
import type { Item } from '../folds';
import type { Position } from './useAnchor';

/** Without new messages the pill appears only if the newest message is this far away, px. */
const farPx = 400;
/** Time for which the target of a jump is marked. */
const targetMs = 2500;

/** Counts the messages of others that came after the reader left the end. */
export function countNew(items: readonly Item[], leftAtKey: string | null): number {
  if (leftAtKey === null) return 0;
  const from = items.findIndex(({ key }) => key === leftAtKey);
  if (from === -1) return 0;
  return items.slice(from + 1).filter((item) => item.kind === 'message' && !item.mine).length;
}

/** Key of the newest item that keeps its key and its place: the unread line and day dividers come and go, what waits to be sent moves. */
const lastSentKey = (items: readonly Item[]): string | null =>
  items.findLast((item) => 'eventId' in item && item.eventId !== null)?.key ?? null;

export interface Away {
  /** Null at the newest message, or near it without new messages. */
  readonly pill: { readonly count: number } | null;
  /** `live`: the list ends with the newest message. */
  note(items: readonly Item[], position: Position, live: boolean): void;
}

export function useAway(items: readonly Item[]): Away {
  const [leftAt, setLeftAt] = useState<string | null>(null);
  const [far, setFar] = useState(false);
  /** The newest message when the end was in view last: the list itself stops above what came unseen. */
  const seen = useRef<string | null>(null);
  const note = useCallback((all: readonly Item[], position: Position, live: boolean): void => {
    const away = live && !position.atEnd;
    // A list that ends above the newest message goes on with older ones as it grows.
    if (live && (!away || seen.current === null)) seen.current = lastSentKey(all);
    const { current } = seen;
    setLeftAt(away ? current : null);
    setFar(!live || (away && position.toEndPx > farPx));
  }, []);
  const count = countNew(items, leftAt);
  return { pill: far || count > 0 ? { count } : null, note };
}

/**
 * The item to mark for a moment, and a function that scrolls to an item. `wanted`: key of the item where the list opens; null until it is
 * loaded.
 */
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

  // The item of a timeline that opens around an event may be there at once, or after the server's answer.
  useLayoutEffect(() => {
    if (wanted !== null && !arrived.current) arrived.current = show(wanted);
  }, [wanted, show]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  return { targetKey, show };
}
