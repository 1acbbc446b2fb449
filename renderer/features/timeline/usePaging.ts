// Fetches more before the reader gets to the edge of what is loaded, one page at a time.
import { useCallback, useRef } from 'react';
import type { ListState } from '../../app/hooks';
import type { Item } from './rows/Row';
import type { Position } from './useAnchor';

const edgePx = 1200;
const pageSize = 50;
/** After a failed page (the server's own pause is CHAT-8.35's three seconds). */
const pauseMs = 3000;

type Paginate = ListState<Item>['paginate'];

export function usePaging(paginate: Paginate, toNewest: boolean): (position: Position) => void {
  const state = useRef({ busy: false, start: false, end: false, notBefore: 0, paginate });
  if (state.current.paginate !== paginate)
    state.current = { busy: false, start: false, end: false, notBefore: 0, paginate };
  return useCallback(
    ({ toStartPx, toEndPx }) => {
      const now = state.current;
      const back = toStartPx < edgePx && !now.start;
      const forward = toNewest && toEndPx < edgePx && !now.end;
      if (now.busy || performance.now() < now.notBefore || (!back && !forward)) return;
      now.busy = true;
      void now.paginate(back ? 'back' : 'forward', pageSize).then((result) => {
        now.busy = false;
        if (!result.ok) now.notBefore = performance.now() + pauseMs;
        else if (back) now.start = result.output.reachedStart;
        else now.end = result.output.reachedEnd ?? false;
      });
    },
    [toNewest],
  );
}
