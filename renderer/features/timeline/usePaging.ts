// Fetches more before the reader gets to the edge of what is loaded, one page at a time, until the view is filled. Also fills a gap
// that comes into view.
import { useCallback, useEffect, useRef } from 'react';
import type { ListState } from '#app/hooks';
import type { Item, ShownItem } from './folds';
import type { Position } from './useAnchor';

const edgePx = 1200;
const pageSize = 50;
/** After a failed page (the server's own pause is CHAT-8.35's three seconds). */
const pauseMs = 3000;
/** Time for the list to draw what came. */
const drawMs = 50;
/** Pages that bring nothing in a row, after which only the reader's next move asks again. */
const emptyPages = 5;

type Paginate = ListState<Item>['paginate'];

interface Paging {
  busy: boolean;
  /** Where things stood when somebody last looked. */
  position: Position | null;
  items: readonly ShownItem[];
  hasNewer: boolean;
  empty: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

function wanted({ position, items, hasNewer }: Paging): 'back' | 'forward' | null {
  if (position === null || items.length === 0) return null;
  const seen = items.slice(Math.max(0, position.firstVisible), position.lastVisible + 2);
  const gap = seen.some(({ kind }) => kind === 'gap');
  if (gap || (position.toStartPx < edgePx && items[0]?.kind !== 'start')) return 'back';
  return hasNewer && position.toEndPx < edgePx ? 'forward' : null;
}

/** `around`: the list was opened around an event and may end before the newest one. */
export function usePaging(
  paginate: Paginate,
  around: boolean,
  onEnd: () => void,
): (items: readonly ShownItem[], position: Position) => void {
  const state = useRef<Paging>({
    busy: false,
    position: null,
    items: [],
    hasNewer: around,
    empty: 0,
    timer: undefined,
  });
  const latestEnd = useRef(onEnd);
  latestEnd.current = onEnd;
  useEffect(() => {
    const now = state.current;
    return () => {
      clearTimeout(now.timer);
      now.position = null;
    };
  }, []);

  const look = useCallback((): void => {
    const now = state.current;
    const direction = wanted(now);
    if (now.busy || now.timer !== undefined || direction === null || now.empty > emptyPages) return;
    now.busy = true;
    void paginate(direction, pageSize).then((result) => {
      now.busy = false;
      if (now.position === null) return;
      if (result.ok && direction === 'forward' && result.output.reachedEnd === true) {
        now.hasNewer = false;
        latestEnd.current();
      }
      now.empty += 1;
      now.timer = setTimeout(
        () => {
          now.timer = undefined;
          look();
        },
        result.ok ? drawMs : pauseMs,
      );
    });
  }, [paginate]);

  return useCallback(
    (items, position) => {
      const now = state.current;
      if (items !== now.items || position.toStartPx !== now.position?.toStartPx) now.empty = 0;
      now.items = items;
      now.position = position;
      look();
    },
    [look],
  );
}
