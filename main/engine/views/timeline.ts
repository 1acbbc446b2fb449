// The list `timeline`: the newest part of a room, or the part around an event, growing as it is paged. No SDK.
import { getEvents, newestEvent, positionOf } from '#stores/events/timeline';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import type { StoredEvent } from '#stores/events/types';
import { isOfRoom, receiptsOfUser } from '#stores/settings/receipts';
import type { ChangeSet } from '#stores/sqlite/store';
import type { EngineContract } from '#contract/engine';
import type { TimelineItem } from '#contract/areas/timelineModels';
import type { ListQuery } from '#contract/wire/shapes';
import { composeTimeline } from './timelineItems';
import { createTimelineMemory } from './timelineMemory';
import { isAfter, type Position } from './timelinePlaces';
import { openWindow, type Reader, type TimelineWindow } from './timelineWindow';
import { placesOf, reading } from './reading';
import type { PagedView, Sink, ViewDeps } from './view';

const minMs = 16;
/** A gap that could not be filled is tried again so long after, and then each minute. */
const gapAgainMs = [3_000, 15_000];
const gapAgainLastMs = 60_000;
const nothing = (): void => undefined;

/** How far this account has read: the newest of `m.fully_read` and its own receipts (CHAT-3.25). */
export function readUpTo(deps: ViewDeps, room: StoredRoom, ownUserId: string): Position | null {
  const { db } = deps.store;
  const ids = receiptsOfUser(db, room.roomNo, ownUserId)
    .filter(isOfRoom)
    .map((receipt) => receipt.eventId);
  if (room.fullyReadEventId !== null) ids.push(room.fullyReadEventId);
  let newest: Position | null = null;
  for (const event of getEvents(db, room.roomNo, ids).values()) {
    const position = positionOf(db, event.eventNo);
    if (position !== null && (newest === null || isAfter(position, newest))) newest = position;
  }
  return newest;
}

export function createTimelineView(
  deps: ViewDeps,
  query: ListQuery<EngineContract, 'timeline'>,
  sink: Sink<readonly TimelineItem[]>,
): PagedView {
  const { db } = deps.store;
  let window: TimelineWindow | null = null;
  let roomNo: number | null = null;
  let marker: Position | null = null;
  let unreadShown = false;
  /** Numbers of events that could not be made items, so that each is logged once. */
  const invalid = new Set<number>();
  /** Whether the items that were sent begin with the room's first event. */
  let reachedStart = false;
  let closed = false;
  let paging: Promise<unknown> = Promise.resolve();
  const memory = createTimelineMemory();
  const asked = new Set<string>();
  /** Failures in a row, by the key of the gap. */
  const gapFailures = new Map<string, number>();
  let cancelGap = nothing;
  let cancelUndecided = nothing;
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  /** What arrives while people look at the end of the room is read; it gets no line. */
  function followMarker(room: StoredRoom): void {
    const focus = deps.focus?.();
    if (unreadShown || focus === undefined) return;
    if (focus.roomId !== room.roomId || !focus.atBottom || !focus.focused) return;
    const newest = newestEvent(db, room.roomNo);
    const position = newest === null ? null : positionOf(db, newest.eventNo);
    if (position !== null && (marker === null || isAfter(position, marker))) marker = position;
  }

  /** What was missed while away is shown around its gap at once, and the gap is filled behind it; a failure is no end of it. */
  function fillGap(open: TimelineWindow, items: readonly TimelineItem[]): void {
    const gap = items.findLast((item) => item.kind === 'gap');
    if (gap === undefined || asked.has(gap.key)) return;
    asked.add(gap.key);
    // Not before the caller listens to commits.
    Promise.resolve()
      .then(() => (closed ? undefined : open.fill()))
      .then(() => gapFailures.delete(gap.key))
      .catch(() => {
        const failures = gapFailures.get(gap.key) ?? 0;
        gapFailures.set(gap.key, failures + 1);
        if (closed) return;
        cancelGap();
        cancelGap = deps.clock.setTimeout(() => {
          // Also a gap whose turn was taken by a newer one.
          for (const key of gapFailures.keys()) asked.delete(key);
          update.ask();
        }, gapAgainMs[failures] ?? gapAgainLastMs);
      });
  }

  /** Nothing else might ever look again at an event that decryption passed by. */
  function followUndecided(untilMs: number | null): void {
    cancelUndecided();
    cancelUndecided =
      untilMs === null
        ? nothing
        : deps.clock.setTimeout(() => update.ask(), untilMs - deps.clock.now());
  }

  function begin(room: StoredRoom, ownUserId: string): TimelineWindow {
    marker = readUpTo(deps, room, ownUserId);
    const { limit, around } = query;
    const reader = (): Reader => readerOf(room);
    return openWindow(deps, { roomNo: room.roomNo, limit, around, reader });
  }

  function readerOf(room: StoredRoom): Reader {
    const focus = deps.focus?.();
    if (focus?.roomId !== room.roomId) return 'away';
    return focus.atBottom ? 'end' : 'above';
  }

  function onInvalid(event: StoredEvent, thrown: unknown): void {
    if (invalid.has(event.eventNo)) return;
    invalid.add(event.eventNo);
    const { eventId, type } = event;
    deps.log?.error('timeline item failed', { eventId, type, stack: placesOf(thrown) });
  }

  function compose(): void {
    roomNo = roomNoOf(db, query.roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    const ownUserId = deps.ownUserId();
    if (room === null || ownUserId === null) {
      sink.set([]);
      return;
    }
    if (window === null) window = begin(room, ownUserId);
    else followMarker(room);
    let loaded = window.load();
    if (readerOf(room) === 'end' && window.trim(loaded)) loaded = window.load();
    const composed = composeTimeline(deps, {
      room,
      ownUserId,
      window: loaded,
      marker,
      memory,
      onInvalid,
    });
    unreadShown = composed.unreadShown;
    reachedStart = loaded.reachedStart;
    sink.set(composed.items);
    for (const eventId of composed.missing) {
      if (asked.has(eventId)) continue;
      asked.add(eventId);
      deps.wantEvent?.(room.roomNo, eventId);
    }
    fillGap(window, composed.items);
    followUndecided(composed.undecidedUntilMs);
  }

  function concerns(changes: ChangeSet): boolean {
    if (roomNo === null) return changes.rooms.size > 0 || changes.topics.has('session');
    return (
      changes.timelines.has(roomNo) ||
      changes.rooms.has(roomNo) ||
      changes.members.has(roomNo) ||
      changes.topics.has('outbox')
    );
  }

  async function page(
    direction: 'back' | 'forward',
    count: number,
  ): Promise<{ reachedStart: boolean; reachedEnd: boolean }> {
    if (window === null) update.now();
    if (window === null || closed) return { reachedStart: false, reachedEnd: true };
    const open = window;
    try {
      if (direction === 'forward') open.forward(count);
      else await open.back(count);
    } finally {
      update.now();
    }
    return { reachedStart, reachedEnd: open.live() };
  }

  function isMissing(eventId: string): boolean {
    const event = roomNo === null ? undefined : getEvents(db, roomNo, [eventId]).get(eventId);
    return event === undefined || positionOf(db, event.eventNo) === null;
  }

  /** The event that was asked for has come: the window opens anew around it. */
  function reopen(): void {
    window = null;
    update.now();
  }

  const stopProgress = deps.uploads?.onProgress(() => update.ask());
  update.now();
  if (query.around !== null && roomNo !== null && isMissing(query.around)) {
    const looked = deps.loadContext?.(roomNo, query.around) ?? Promise.resolve();
    paging = looked.then(reopen, () => {});
  }

  return {
    refresh(changes) {
      if (roomNo !== null) memory.note(changes, roomNo);
      if (concerns(changes)) update.ask();
    },
    paginate(direction, count) {
      const result = paging.then(() => page(direction, count));
      paging = result.catch(() => {});
      return result;
    },
    close() {
      closed = true;
      stopProgress?.();
      cancelGap();
      cancelUndecided();
      update.close();
    },
  };
}
