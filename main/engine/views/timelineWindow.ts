// The part of a room's timeline that a view shows: where it begins and ends, how it grows. From the disk first; what the disk lacks is
// asked for. Gaps are filled before they are crossed, and crossed when they cannot be filled. No SDK.
import {
  getEvent,
  oldestChunkGap,
  pageOfTimeline,
  type TimelinePage,
} from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { countsAsItem, type Window } from './timelineItems';
import type { ViewDeps } from './view';

/** Events that one window holds at most; beyond it the far end is given up. */
const mostEvents = 2_000;
const mostRounds = 12;
const mostFills = 4;

export interface TimelineWindow {
  load(): Window;
  /** True when the window ends with the newest event. */
  live(): boolean;
  /** Forgets old events above a live window that has grown. */
  trim(): void;
  /** Fills gaps inside the window, the newest first, as far as a few pages go. Rejects when it cannot. */
  fill(): Promise<void>;
  back(count: number): Promise<boolean>;
  forward(count: number): boolean;
}

/** Two pages that meet. */
const joined = (older: TimelinePage, newer: TimelinePage): TimelinePage => ({
  ...older,
  events: [...older.events, ...newer.events],
  gaps: [...older.gaps, ...newer.gaps],
  hasNewer: newer.hasNewer,
});

const countItems = (events: readonly StoredEvent[]): number => events.filter(countsAsItem).length;

export function openWindow(
  deps: ViewDeps,
  roomNo: number,
  limit: number,
  around: string | null,
): TimelineWindow {
  const { db } = deps.store;
  let place = around;
  let fromNo: number | null = null;
  /** Null: follows the newest event. */
  let toNo: number | null = null;
  /** About how many events lie between the two. */
  let size = 2 * limit;

  /** Opens at its place. Answers the window when it follows the newest event: nothing has to be read twice. */
  function start(): TimelinePage | null {
    const target = place === null ? null : getEvent(db, roomNo, place);
    const page = pageOfTimeline(db, { roomNo, around: target?.eventNo ?? null, limit });
    if (target !== null && page.hasNewer) toNo = page.events.at(-1)?.eventNo ?? null;
    fromNo = page.events[0]?.eventNo ?? null;
    // Reactions and edits fill pages that show nothing.
    let whole = page;
    let shown = countItems(page.events);
    for (let round = 0; round < mostRounds && shown < limit; round += 1) {
      const older = fromNo === null ? null : pageOfTimeline(db, { roomNo, before: fromNo, limit });
      if (older?.events[0] === undefined) break;
      fromNo = older.events[0].eventNo;
      shown += countItems(older.events);
      whole = joined(older, whole);
    }
    return toNo === null && !whole.hasNewer && whole.events.length > 0 ? whole : null;
  }

  /** Takes older events of the disk in; null when there are none. Stops in front of a gap unless it may be crossed. */
  function extendBack(count: number, cross: boolean): readonly StoredEvent[] | null {
    if (fromNo === null) return null;
    const page = pageOfTimeline(db, { roomNo, before: fromNo, limit: count });
    const first = page.events[0];
    if (first === undefined) return null;
    const gap = cross ? undefined : page.gaps.at(-1);
    const start =
      gap === undefined ? 0 : page.events.findIndex((event) => event.eventNo === gap.beforeEventNo);
    const added = page.events.slice(Math.max(0, start));
    fromNo = added[0]?.eventNo ?? fromNo;
    return added;
  }

  /** From the first event of the window to its last, or to the newest one. */
  function pageFrom(first: number): TimelinePage {
    if (toNo === null) {
      const page = pageOfTimeline(db, { roomNo, from: first, limit: mostEvents });
      if (!page.hasNewer) return page;
      // Too long for one window: the end is what counts.
      const newest = pageOfTimeline(db, { roomNo, limit: mostEvents });
      fromNo = newest.events[0]?.eventNo ?? first;
      return newest;
    }
    const holdsEnd = (page: TimelinePage): boolean =>
      page.events.some((event) => event.eventNo === toNo);
    let page = pageOfTimeline(db, { roomNo, from: first, limit: size });
    while (!holdsEnd(page) && page.hasNewer && size < mostEvents) {
      size = Math.min(mostEvents, 2 * size);
      page = pageOfTimeline(db, { roomNo, from: first, limit: size });
    }
    return page;
  }

  function load(): Window {
    const begun = fromNo === null ? start() : null;
    if (fromNo === null) {
      const { reachedStart } = pageOfTimeline(db, { roomNo, limit: 1 });
      return { events: [], gaps: [], reachedStart, hasOlder: false, hasNewer: false };
    }
    const page = begun ?? pageFrom(fromNo);
    const first = page.events[0];
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

  /** The gap that has to be filled before older events may be shown. */
  function nextGap(window: Window): number | null {
    const first = window.events[0];
    if (first === undefined) return oldestChunkGap(db, roomNo)?.chunkNo ?? null;
    const before = window.gaps.find((gap) => gap.beforeEventNo === first.eventNo);
    return before?.chunkNo ?? null;
  }

  function gapInside(window: Window): number | null {
    const first = window.events[0]?.eventNo;
    return window.gaps.findLast((gap) => gap.beforeEventNo !== first)?.chunkNo ?? null;
  }

  async function fill(): Promise<void> {
    for (let round = 0; round < mostFills; round += 1) {
      const gap = gapInside(load());
      if (gap === null || deps.backfill === undefined) return;
      await deps.backfill(roomNo, gap);
    }
  }

  async function back(count: number): Promise<boolean> {
    let shown = 0;
    let failure: unknown = null;
    for (let round = 0; round < mostRounds && shown < count; round += 1) {
      const window = load();
      // A gap that was crossed offline lies inside; it is filled a page at a time.
      const gap = (round === 0 ? gapInside(window) : null) ?? nextGap(window);
      if (gap !== null && deps.backfill !== undefined && failure === null) {
        try {
          await deps.backfill(roomNo, gap);
        } catch (thrown) {
          failure = thrown;
        }
      }
      if (fromNo === null) load();
      const added = extendBack(count, failure !== null || deps.backfill === undefined);
      if (added !== null) shown += countItems(added);
      else if (gap === null || failure !== null || deps.backfill === undefined) break;
    }
    if (failure !== null && shown === 0) throw failure;
    return load().reachedStart;
  }

  function forward(count: number): boolean {
    let shown = 0;
    while (toNo !== null && shown < count) {
      const page = pageOfTimeline(db, { roomNo, after: toNo, limit: count });
      shown += countItems(page.events);
      toNo = page.hasNewer ? (page.events.at(-1)?.eventNo ?? null) : null;
    }
    return toNo === null;
  }

  return {
    load,
    live: () => toNo === null,
    trim() {
      if (toNo !== null || fromNo === null) return;
      const { events } = pageOfTimeline(db, { roomNo, from: fromNo, limit: mostEvents });
      if (events.length < 3 * limit + 100) return;
      fromNo = null;
      place = null;
    },
    fill,
    back,
    forward,
  };
}
