// The part of a conversation's timeline that a view shows: its ends, and how it grows. Reads the disk first, and asks the server
// for missing events. Holds at most 2,000 events: paging at one end drops events at the other. Must not make items.
import {
  getEvent,
  oldestChunkGap,
  pageOfTimeline,
  type PageQuery,
  type TimelinePage,
} from '#stores/events/timeline';
import { gapOfThread, threadChunk, threadOf } from '#stores/events/threads';
import type { StoredEvent } from '#stores/events/types';
import { isOut } from '#stores/rooms/membership';
import { getRoom } from '#stores/rooms/rooms';
import { appFailure } from '#contract/wire/errors';
import { isMessage } from '../../kinds/displayable';
import { countsAsItem } from './timelineItems';
import type { Window } from './timelinePlaces';
import type { ViewDeps } from '../view';

/** Most events of one window; beyond it the end opposite to the paging is dropped. */
const mostEvents = 2_000;
const mostRounds = 12;
const mostFills = 4;

export interface TimelineWindow {
  load(): Window;
  /** True when the window ends with the newest event. */
  live(): boolean;
  /** Forgets old events above a live window that has grown well beyond what it opened with; false when it has not. */
  trim(loaded: Window): boolean;
  /** Fills gaps inside the window, the newest first, as far as a few pages go. Rejects when it cannot. */
  fill(): Promise<void>;
  back(count: number): Promise<void>;
  forward(count: number): boolean;
}

/** Two pages that meet. */
const joined = (older: TimelinePage, newer: TimelinePage): TimelinePage => ({
  ...older,
  events: [...older.events, ...newer.events],
  gaps: [...older.gaps, ...newer.gaps],
  hasNewer: newer.hasNewer,
});

/** Rows that the events come to: reactions, edits and answers in threads show nothing by themselves, and a run of state is one line. */
function countRows({ rootEventId }: State, events: readonly StoredEvent[]): number {
  let rows = 0;
  let inRun = false;
  for (const event of events.filter(countsAsItem)) {
    if (rootEventId === null && threadOf(event) !== null) continue;
    const isState = event.stateKey !== null;
    if (!isState || !inRun) rows += 1;
    inRun = isState;
  }
  return rows;
}

/** The reader's position: at the newest message, further up, or not in this room. */
export type Reader = 'end' | 'above' | 'away';

export interface WindowOptions {
  readonly roomNo: number;
  /** Root of the thread; null for the room itself. */
  readonly rootEventId: string | null;
  /** Rows that the window opens with, if the disk has them. */
  readonly limit: number;
  /** Id of the event to open at; null opens at the newest. */
  readonly around: string | null;
  readonly reader: () => Reader;
  /** It opens behind the newest gap, which the first page fills. */
  readonly whole?: boolean;
}

interface State extends WindowOptions {
  readonly deps: ViewDeps;
  /** Id of the event at which it opens the next time. */
  place: string | null;
  /** Number of its first event; null before it is opened. */
  fromNo: number | null;
  /** Number of its last event; null follows the newest one. */
  toNo: number | null;
  /** About how many events lie between the two. */
  size: number;
}

const pageOf = (state: State, query: Omit<PageQuery, 'roomNo' | 'rootEventId'>): TimelinePage =>
  pageOfTimeline(state.deps.store.db, {
    roomNo: state.roomNo,
    rootEventId: state.rootEventId,
    ...query,
  });

const holds = (page: TimelinePage, eventNo: number | null): boolean =>
  page.events.some((event) => event.eventNo === eventNo);

/** Opens at its place. Answers the window when it follows the newest event: nothing has to be read twice. */
function start(state: State): TimelinePage | null {
  const { deps, roomNo, limit, place } = state;
  const target = place === null ? null : getEvent(deps.store.db, roomNo, place);
  const page = pageOf(state, { around: target?.eventNo ?? null, limit });
  if (target !== null && page.hasNewer) state.toNo = page.events.at(-1)?.eventNo ?? null;
  state.fromNo = page.events[0]?.eventNo ?? null;
  if (state.whole === true) {
    state.fromNo = page.gaps.at(-1)?.beforeEventNo ?? state.fromNo;
    return null;
  }
  // Pages that hold only reactions and edits show no rows, so that one page may not be enough.
  let whole = page;
  let shown = countRows(state, page.events);
  for (let round = 0; round < mostRounds && shown < limit; round += 1) {
    const older = state.fromNo === null ? null : pageOf(state, { before: state.fromNo, limit });
    if (older?.events[0] === undefined) break;
    state.fromNo = older.events[0].eventNo;
    shown += countRows(state, older.events);
    whole = joined(older, whole);
  }
  return state.toNo === null && !whole.hasNewer && whole.events.length > 0 ? whole : null;
}

/** Takes older events of the disk in; null when there are none. Stops in front of a gap unless it may be crossed. */
function extendBack(state: State, count: number, cross: boolean): readonly StoredEvent[] | null {
  if (state.fromNo === null) return null;
  const page = pageOf(state, { before: state.fromNo, limit: count });
  const first = page.events[0];
  if (first === undefined) return null;
  const gap = cross ? undefined : page.gaps.at(-1);
  const begin =
    gap === undefined ? 0 : page.events.findIndex((event) => event.eventNo === gap.beforeEventNo);
  const added = page.events.slice(Math.max(0, begin));
  state.fromNo = added[0]?.eventNo ?? state.fromNo;
  return added;
}

/** The window ends where the page does; what comes after it is given up. */
function endingWith(state: State, page: TimelinePage): TimelinePage {
  state.toNo = page.hasNewer ? (page.events.at(-1)?.eventNo ?? null) : null;
  return page;
}

/** From the first event of the window to its last, or to the newest one. */
function pageFrom(state: State, first: number): TimelinePage {
  if (state.toNo === null) {
    const page = pageOf(state, { from: first, limit: mostEvents });
    if (!page.hasNewer) return page;
    // The window is too long: keep what is being read; at the newest message, keep the end.
    if (state.reader() === 'above') return endingWith(state, page);
    const newest = pageOf(state, { limit: mostEvents });
    state.fromNo = newest.events[0]?.eventNo ?? first;
    return newest;
  }
  let page = pageOf(state, { from: first, limit: state.size });
  while (!holds(page, state.toNo) && page.hasNewer && state.size < mostEvents) {
    state.size = Math.min(mostEvents, 2 * state.size);
    page = pageOf(state, { from: first, limit: state.size });
  }
  return holds(page, state.toNo) ? page : endingWith(state, page);
}

/** At the end a full window with a message in it is enough. */
const isEnough = (
  { reader }: State,
  { events, hasNewer }: Pick<Window, 'events' | 'hasNewer'>,
): boolean =>
  !hasNewer && events.length >= mostEvents && reader() === 'end' && events.some(isMessage);

/** Called after older events were added: drops the newest ones if the window has become too long. */
function giveUpNewest(state: State): void {
  if (state.fromNo === null) return;
  const page = pageOf(state, { from: state.fromNo, limit: mostEvents });
  if (state.toNo !== null && holds(page, state.toNo)) return;
  // Visible events are not dropped for invisible ones: the next load would drop the oldest again.
  if (state.toNo === null && page.hasNewer && isEnough(state, pageFrom(state, state.fromNo)))
    return;
  endingWith(state, page);
}

/** Called after newer events were added: drops the oldest ones if the window has become too long. */
function giveUpOldest(state: State): void {
  const page =
    state.toNo === null
      ? pageOf(state, { limit: mostEvents })
      : pageOf(state, { before: state.toNo, limit: mostEvents - 1 });
  if (holds(page, state.fromNo)) return;
  state.fromNo = page.events[0]?.eventNo ?? state.fromNo;
}

function load(state: State): Window {
  const begun = state.fromNo === null ? start(state) : null;
  if (state.fromNo === null) {
    const { rootEventId } = state;
    const { reachedStart } =
      rootEventId === null
        ? pageOf(state, { limit: 1 })
        : { reachedStart: threadGap(state, rootEventId) === null };
    return { events: [], gaps: [], reachedStart, hasOlder: false, hasNewer: false };
  }
  const page = begun ?? pageFrom(state, state.fromNo);
  const first = page.events[0];
  const { toNo } = state;
  const end = toNo === null ? -1 : page.events.findIndex((event) => event.eventNo === toNo);
  const cut = end >= 0 && end < page.events.length - 1;
  const hasOlder = first !== undefined && page.hasOlder;
  const gapAtStart = page.gaps.some((gap) => gap.beforeEventNo === first?.eventNo);
  return {
    events: cut ? page.events.slice(0, end + 1) : page.events,
    gaps: page.gaps,
    reachedStart: !hasOlder && !gapAtStart && first !== undefined,
    hasOlder,
    hasNewer: cut || page.hasNewer,
  };
}

const threadGap = ({ deps, roomNo }: State, rootEventId: string): number | null =>
  gapOfThread(deps.store.db, roomNo, rootEventId) === null ? null : threadChunk;

/** The gap that has to be filled before older events may be shown. */
function nextGap(state: State): number | null {
  const { deps, roomNo, rootEventId, fromNo } = state;
  if (rootEventId !== null) return threadGap(state, rootEventId);
  if (fromNo === null) return oldestChunkGap(deps.store.db, roomNo)?.chunkNo ?? null;
  const { gaps } = pageOf(state, { from: fromNo, limit: 1 });
  return gaps[0]?.chunkNo ?? null;
}

/** The gap to fill inside the window. A thread may miss its newest answers as well as its first ones. */
function gapInside(state: State, window: Window): number | null {
  if (state.rootEventId !== null) return threadGap(state, state.rootEventId);
  const first = window.events[0]?.eventNo;
  return window.gaps.findLast((gap) => gap.beforeEventNo !== first)?.chunkNo ?? null;
}

/** The server is not asked for a room that this account is out of. */
const refused = async (): Promise<never> => {
  throw appFailure('forbidden', 'You are not in this room');
};

/** The function that requests missing events; null where the server cannot be asked. */
function asking({ deps, roomNo, rootEventId }: State): ((gap: number) => Promise<unknown>) | null {
  const { backfill, backfillThread, store } = deps;
  const membership = getRoom(store.db, roomNo)?.membership;
  if (deps.asksOutside !== true && membership !== undefined && isOut(membership)) return refused;
  if (rootEventId === null)
    return backfill === undefined ? null : (gap: number) => backfill(roomNo, gap);
  return backfillThread === undefined ? null : () => backfillThread(roomNo, rootEventId);
}

async function fill(state: State): Promise<void> {
  const ask = asking(state);
  for (let round = 0; round < mostFills; round += 1) {
    const gap = gapInside(state, load(state));
    if (gap === null || ask === null) return;
    await ask(gap);
    // New events may stand before the first answer that was here.
    if (state.rootEventId !== null && state.toNo === null) state.fromNo = null;
  }
}

async function back(state: State, count: number): Promise<void> {
  const ask = asking(state);
  let shown = 0;
  let failure: unknown = null;
  const opened = load(state);
  if (isEnough(state, opened)) return;
  for (let round = 0; round < mostRounds && shown < count; round += 1) {
    // A gap that was crossed offline lies inside; it is filled a page at a time.
    const gap = (round === 0 ? gapInside(state, opened) : null) ?? nextGap(state);
    if (gap !== null && ask !== null && failure === null) {
      try {
        await ask(gap);
      } catch (thrown) {
        failure = thrown;
      }
    }
    if (state.fromNo === null) load(state);
    const added = extendBack(state, count, failure !== null || ask === null);
    if (added !== null) shown += countRows(state, added);
    else if (gap === null || failure !== null || ask === null) break;
  }
  giveUpNewest(state);
  if (failure !== null && shown === 0) throw failure;
}

function forward(state: State, count: number): boolean {
  let shown = 0;
  let added = 0;
  // Everything that is added has to fit into the window, however few rows it comes to.
  for (let round = 0; round < mostRounds && state.toNo !== null && shown < count; round += 1) {
    if (added + count > mostEvents / 2) break;
    const page = pageOf(state, { after: state.toNo, limit: count });
    added += page.events.length;
    shown += countRows(state, page.events);
    endingWith(state, page);
  }
  giveUpOldest(state);
  return state.toNo === null;
}

function trim(state: State, { events }: Window): boolean {
  const most = 3 * state.limit + 100;
  if (state.toNo !== null || events.length < most || countRows(state, events) < most) return false;
  state.fromNo = null;
  state.place = null;
  return true;
}

export function openWindow(deps: ViewDeps, options: WindowOptions): TimelineWindow {
  const { limit, around } = options;
  const state: State = {
    ...options,
    deps,
    place: around,
    fromNo: null,
    toNo: null,
    size: 2 * limit,
  };
  return {
    load: () => load(state),
    live: () => state.toNo === null,
    trim: (loaded) => trim(state, loaded),
    fill: () => fill(state),
    back: (count) => back(state, count),
    forward: (count) => forward(state, count),
  };
}
