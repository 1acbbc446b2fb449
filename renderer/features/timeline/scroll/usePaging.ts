// Fetches pages before the reader reaches the edge of the loaded items, one at a time, until the view is filled. Also fills a gap that
// comes into view.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListState } from '#app/hooks';
import { isSteady } from '../folds';
import type { Item, ShownItem } from '../folds';
import type { Position } from './useAnchor';

const edgePx = 1200;
const pageSize = 50;
/** The pause after a failed page (the server's own pause is CHAT-8.35's three seconds). */
const pauseMs = 3000;
/** The time that the list needs to render a page. */
const drawMs = 50;
/** A page that takes longer is shown as loading, if the reader looks at the end where it is missing. */
const slowMs = 600;
const besideStartPx = 300;
/** After so many empty pages in a row, the next page is fetched only when the reader scrolls. */
const emptyPages = 5;
/** The same limit while no item is shown: the newest events are of hidden types, and the reader cannot scroll. */
const emptyPagesOfNothing = 40;

type Paginate = ListState<Item>['paginate'];

type Direction = 'back' | 'forward';

export type Waiting = 'loading' | 'unreached' | null;

/** Subscriptions hold a limited number of items: the last page at one end dropped items at the other. */
interface GivenUp {
  readonly by: Direction;
  /** The value of `Position.moves` at that time. */
  readonly moves: number;
}

interface Paging {
  busy: boolean;
  /** The reader's last known position. */
  position: Position | null;
  items: readonly ShownItem[];
  givenUp: GivenUp | null;
  empty: number;
  /** No older messages exist. */
  reachedStart: boolean;
  /** The server refuses older messages: it is asked again only if the reader wants it. */
  refused: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Whether the list ends with the newest message; otherwise its last item is of kind `newer`. */
export const endsLive = (items: readonly { readonly kind: string }[]): boolean =>
  items.at(-1)?.kind !== 'newer';

function wanted({ position, items, givenUp, reachedStart, refused }: Paging): Direction | null {
  if (position === null) return null;
  if (items.length === 0) return reachedStart || refused ? null : 'back';
  const seen = items.slice(Math.max(0, position.firstVisible), position.lastVisible + 2);
  const gap = seen.some(({ kind }) => kind === 'gap');
  // Items that were dropped for a page are fetched again only after the reader has scrolled, so that pages do not alternate.
  const may = (direction: Direction): boolean =>
    givenUp === null || givenUp.by === direction || givenUp.moves !== position.moves;
  const nearStart = position.toStartPx < edgePx && items[0]?.kind !== 'start';
  if (!refused && (gap || (nearStart && may('back')))) return 'back';
  return !endsLive(items) && position.toEndPx < edgePx && may('forward') ? 'forward' : null;
}

/** Whether the reader looks at the beginning of the loaded items, and no row there says that more are loading. */
const waits = ({ position, items }: Paging): boolean =>
  position !== null &&
  position.toStartPx < besideStartPx &&
  items[0]?.kind !== 'start' &&
  !items.slice(0, position.lastVisible + 1).some(({ kind }) => kind === 'gap');

/** Error codes of a server that refuses older messages to this account. */
const refusals: ReadonlySet<string> = new Set(['forbidden', 'guest_forbidden']);

const steadyKey = (items: readonly ShownItem[], direction: Direction): string | null =>
  (direction === 'back' ? items.findLast(isSteady) : items.find(isSteady))?.key ?? null;

/** The position in a list without items. */
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
  /** Takes the reader's position. */
  readonly page: (items: readonly ShownItem[], position: Position) => void;
  /** The conversation is open, but none of its items are shown. */
  readonly pageNothing: () => void;
  /** The reader waits for older messages: they have been loading for a while, or cannot be had now. Null: nobody waits. */
  readonly waiting: Waiting;
  /** The server refuses older messages. */
  readonly refused: boolean;
  /** Asks again for the refused messages. */
  readonly askAgain: () => void;
}

export function usePaging(paginate: Paginate): PagingState {
  const [waiting, setWaiting] = useState<Waiting>(null);
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
    const slow = setTimeout(
      () => direction === 'back' && waits(now) && setWaiting('loading'),
      slowMs,
    );
    void paginate(direction, pageSize).then((result) => {
      clearTimeout(slow);
      const isUnreached = !result.ok && result.error.code === 'offline';
      setWaiting(isUnreached && direction === 'back' && waits(now) ? 'unreached' : null);
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
