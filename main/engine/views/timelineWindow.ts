// The part of a room's timeline that a view shows: where it begins and ends, how it grows. From the disk first; what the disk lacks is
// asked for. Gaps are filled before they are crossed, and crossed when they cannot be filled. It never holds more than 2,000 events: who
// pages one way gives up the other end. No SDK.
import {
  getEvent,
  oldestChunkGap,
  pageOfTimeline,
  type TimelinePage,
} from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { isMessage } from '../kinds/displayable';
import { countsAsItem } from './timelineItems';
import type { Window } from './timelinePlaces';
import type { ViewDeps } from './view';

/** Events that one window holds at most; beyond it the end that is paged away from is given up. */
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

/** Rows that the events come to: reactions and edits show nothing by themselves, and a run of state is one line. */
function countRows(events: readonly StoredEvent[]): number {
  let rows = 0;
  let inRun = false;
  for (const event of events.filter(countsAsItem)) {
    const isState = event.stateKey !== null;
    if (!isState || !inRun) rows += 1;
    inRun = isState;
  }
  return rows;
}

/** Where the reader is: at the newest message, further up, or not in this room. */
export type Reader = 'end' | 'above' | 'away';

export interface WindowOptions {
  readonly roomNo: number;
  /** Rows that the window opens with, if the disk has them. */
  readonly limit: number;
  /** Id of the event to open at; null opens at the newest. */
  readonly around: string | null;
  readonly reader: () => Reader;
}

export function openWindow(deps: ViewDeps, options: WindowOptions): TimelineWindow {
  const { roomNo, limit, around, reader } = options;
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
    let shown = countRows(page.events);
    for (let round = 0; round < mostRounds && shown < limit; round += 1) {
      const older = fromNo === null ? null : pageOfTimeline(db, { roomNo, before: fromNo, limit });
      if (older?.events[0] === undefined) break;
      fromNo = older.events[0].eventNo;
      shown += countRows(older.events);
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
      // Too long for one window: what is being read stays, else the end is what counts.
      if (reader() === 'above') return endingWith(page);
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
    return holdsEnd(page) ? page : endingWith(page);
  }

  /** The window ends where the page does; what comes after it is given up. */
  function endingWith(page: TimelinePage): TimelinePage {
    toNo = page.hasNewer ? (page.events.at(-1)?.eventNo ?? null) : null;
    return page;
  }

  /** After older events were taken in: the newest ones go if the window has become too long. */
  function giveUpNewest(): void {
    if (fromNo === null) return;
    const page = pageOfTimeline(db, { roomNo, from: fromNo, limit: mostEvents });
    if (toNo !== null && page.events.some((event) => event.eventNo === toNo)) return;
    // What the reader has in view does not go for what is not: loading gives up the oldest again.
    if (toNo === null && page.hasNewer && isEnough(pageFrom(fromNo))) return;
    endingWith(page);
  }

  /** After newer events were taken in: the oldest ones go if the window has become too long. */
  function giveUpOldest(): void {
    const page =
      toNo === null
        ? pageOfTimeline(db, { roomNo, limit: mostEvents })
        : pageOfTimeline(db, { roomNo, before: toNo, limit: mostEvents - 1 });
    if (page.events.some((event) => event.eventNo === fromNo)) return;
    fromNo = page.events[0]?.eventNo ?? fromNo;
  }

  /** At the end a full window with a message in it is enough. */
  const isEnough = ({ events, hasNewer }: Pick<Window, 'events' | 'hasNewer'>): boolean =>
    !hasNewer && events.length >= mostEvents && reader() === 'end' && events.some(isMessage);

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
  function nextGap(): number | null {
    if (fromNo === null) return oldestChunkGap(db, roomNo)?.chunkNo ?? null;
    const { gaps } = pageOfTimeline(db, { roomNo, from: fromNo, limit: 1 });
    return gaps[0]?.chunkNo ?? null;
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

  async function back(count: number): Promise<void> {
    let shown = 0;
    let failure: unknown = null;
    const opened = load();
    if (isEnough(opened)) return;
    for (let round = 0; round < mostRounds && shown < count; round += 1) {
      // A gap that was crossed offline lies inside; it is filled a page at a time.
      const gap = (round === 0 ? gapInside(opened) : null) ?? nextGap();
      if (gap !== null && deps.backfill !== undefined && failure === null) {
        try {
          await deps.backfill(roomNo, gap);
        } catch (thrown) {
          failure = thrown;
        }
      }
      if (fromNo === null) load();
      const added = extendBack(count, failure !== null || deps.backfill === undefined);
      if (added !== null) shown += countRows(added);
      else if (gap === null || failure !== null || deps.backfill === undefined) break;
    }
    giveUpNewest();
    if (failure !== null && shown === 0) throw failure;
  }

  function forward(count: number): boolean {
    let shown = 0;
    for (let round = 0; round < mostRounds && toNo !== null && shown < count; round += 1) {
      const page = pageOfTimeline(db, { roomNo, after: toNo, limit: count });
      shown += countRows(page.events);
      endingWith(page);
    }
    giveUpOldest();
    return toNo === null;
  }

  return {
    load,
    live: () => toNo === null,
    trim({ events }) {
      const most = 3 * limit + 100;
      if (toNo !== null || events.length < most || countRows(events) < most) return false;
      fromNo = null;
      place = null;
      return true;
    },
    fill,
    back,
    forward,
  };
}
