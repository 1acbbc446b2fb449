// Fetches more before the reader gets to the edge of what is loaded, one page at a time, until the view is filled. Also fills a gap
// that comes into view.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListState } from '#app/hooks';
import { isSteady } from '../folds';
import type { Item, ShownItem } from '../folds';
import type { Position } from './useAnchor';

const edgePx = 1200;
const pageSize = 50;
/** After a failed page (the server's own pause is CHAT-8.35's three seconds). */
const pauseMs = 3000;
/** Time for the list to draw what came. */
const drawMs = 50;
/** A page that takes longer is said to be on its way, where the reader looks at the place where it is missing. */
const slowMs = 600;
const besideStartPx = 300;
/** Pages that bring nothing in a row, after which only the reader's next move asks again. */
const emptyPages = 5;
/** The same where nothing stands at all: the newest events are of kinds that are not shown, and there is nothing to move. */
const emptyPagesOfNothing = 40;

type Paginate = ListState<Item>['paginate'];

type Direction = 'back' | 'forward';

/** A window holds so much that a page of one end may give up the other: the last page did. */
interface GivenUp {
  readonly by: Direction;
  /** How often the reader had moved then. */
  readonly moves: number;
}

interface Paging {
  busy: boolean;
  /** Where things stood when somebody last looked. */
  position: Position | null;
  items: readonly ShownItem[];
  givenUp: GivenUp | null;
  empty: number;
  /** Nothing is older. */
  reachedStart: boolean;
  /** The server gives out nothing older: it is asked again only when the reader wants it. */
  refused: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The list says itself whether it ends with the newest message. */
export const endsLive = (items: readonly { readonly kind: string }[]): boolean =>
  items.at(-1)?.kind !== 'newer';

function wanted({ position, items, givenUp, reachedStart, refused }: Paging): Direction | null {
  if (position === null) return null;
  if (items.length === 0) return reachedStart || refused ? null : 'back';
  const seen = items.slice(Math.max(0, position.firstVisible), position.lastVisible + 2);
  const gap = seen.some(({ kind }) => kind === 'gap');
  // What was given up for a page is not fetched back for its sake: it takes a move of the reader to turn round.
  const may = (direction: Direction): boolean =>
    givenUp === null || givenUp.by === direction || givenUp.moves !== position.moves;
  const nearStart = position.toStartPx < edgePx && items[0]?.kind !== 'start';
  if (!refused && (gap || (nearStart && may('back')))) return 'back';
  return !endsLive(items) && position.toEndPx < edgePx && may('forward') ? 'forward' : null;
}

/** The reader looks at the beginning of what is here, and no row there says that more is on its way. */
const waits = ({ position, items }: Paging): boolean =>
  position !== null &&
  position.toStartPx < besideStartPx &&
  items[0]?.kind !== 'start' &&
  !items.slice(0, position.lastVisible + 1).some(({ kind }) => kind === 'gap');

/** Codes of a server that gives out nothing older to this account. */
const refusals: ReadonlySet<string> = new Set(['forbidden', 'guest_forbidden']);

const steadyKey = (items: readonly ShownItem[], direction: Direction): string | null =>
  (direction === 'back' ? items.findLast(isSteady) : items.find(isSteady))?.key ?? null;

/** Of a list that draws nothing. */
const nothing: readonly ShownItem[] = [];
const nowhere: Position = {
  atEnd: true,
  toStartPx: 0,
  toEndPx: 0,
  firstVisible: 0,
  lastVisible: 0,
  moves: 0,
};

export interface PagingState {
  /** Where the reader is now. */
  readonly page: (items: readonly ShownItem[], position: Position) => void;
  /** The conversation is open, and nothing of it is shown. */
  readonly pageNothing: () => void;
  /** Older messages have been on their way for a while, and the reader waits for them. */
  readonly waiting: boolean;
  /** The server gives out no older messages. */
  readonly refused: boolean;
  /** Asks once more for what was refused. */
  readonly askAgain: () => void;
}

export function usePaging(paginate: Paginate): PagingState {
  const [waiting, setWaiting] = useState(false);
  const [refused, setRefused] = useState(false);
  const state = useRef<Paging>({
    busy: false,
    position: null,
    items: [],
    givenUp: null,
    empty: 0,
    reachedStart: false,
    refused: false,
    timer: undefined,
  });
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
    if (now.busy || now.timer !== undefined || direction === null) return;
    if (now.empty > (now.items.length === 0 ? emptyPagesOfNothing : emptyPages)) return;
    now.busy = true;
    const farKey = steadyKey(now.items, direction);
    const slow = setTimeout(() => setWaiting(direction === 'back' && waits(now)), slowMs);
    void paginate(direction, pageSize).then((result) => {
      clearTimeout(slow);
      setWaiting(false);
      now.busy = false;
      if (now.position === null) return;
      now.empty += 1;
      now.reachedStart = result.ok && result.output.reachedStart;
      if (direction === 'back') now.refused = !result.ok && refusals.has(result.error.code);
      setRefused(now.refused);
      now.timer = setTimeout(
        () => {
          now.timer = undefined;
          if (now.position === null) return;
          const kept = farKey === null || now.items.some(({ key }) => key === farKey);
          if (!kept) now.givenUp = { by: direction, moves: now.position.moves };
          look();
        },
        result.ok ? drawMs : pauseMs,
      );
    });
  }, [paginate]);

  const page = useCallback(
    (items: readonly ShownItem[], position: Position) => {
      const now = state.current;
      if (items !== now.items || position.toStartPx !== now.position?.toStartPx) now.empty = 0;
      now.items = items;
      now.position = position;
      look();
    },
    [look],
  );
  const pageNothing = useCallback(() => page(nothing, nowhere), [page]);
  const askAgain = useCallback(() => {
    const now = state.current;
    now.refused = false;
    now.empty = 0;
    clearTimeout(now.timer);
    now.timer = undefined;
    setRefused(false);
    look();
  }, [look]);
  return { page, pageNothing, waiting, refused, askAgain };
}
