// The list `timeline`: the newest part of a conversation, or the part around an event, growing as it is paged. Must not make items.
import { getEvents, positionOf } from '#stores/events/timeline';
import { gapOfThread } from '#stores/events/threads';
import { getSetting } from '#stores/settings/settings';
import { appFailure } from '#contract/wire/errors';
import { isOut } from '#stores/rooms/membership';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { StoredEvent } from '#stores/events/types';
import type { ChangeSet } from '#stores/sqlite/store';
import type { EngineContract } from '#contract/engine';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { ListQuery } from '#contract/wire/shapes';
import { composeTimeline, type Composed } from './timelineItems';
import { createTimelineMemory } from './timelineMemory';
import { openWindow, type Reader, type TimelineWindow } from './timelineWindow';
import { unexpected } from '../../base/unexpected';
import { placeIn, untold } from '../../base/focus';
import { answersInRoomSetting } from '../../threads/unread';
import { placesOf, reading } from '../reading';
import { createNewLine } from './newLine';
import { createTimelineGaps } from './timelineGaps';
import type { PagedView, Sink, ViewDeps } from '../view';

const minMs = 16;
const nothing = (): void => undefined;

/** Pages of a thread that are asked for to find an answer in it. */
const mostPages = 10;

type Query = ListQuery<EngineContract, 'timeline'>;

/** The event at which the view is to open is not in its timeline. */
function isMissing(db: ViewDeps['store']['db'], no: number, { around, threadId }: Query): boolean {
  if (around === null) return false;
  const event = getEvents(db, no, [around]).get(around);
  if (event === undefined) return true;
  return around !== threadId && positionOf(db, event.eventNo, threadId) === null;
}

/** Asks for the surroundings of that event; of a thread for the pages up to it. Rejects when it cannot be had. */
async function lookFor(deps: ViewDeps, no: number, query: Query): Promise<void> {
  const { around, threadId } = query;
  const { db } = deps.store;
  if (around === null) return;
  const membership = getRoom(db, no)?.membership;
  if (deps.asksOutside !== true && membership !== undefined && isOut(membership))
    throw appFailure('not_found', 'Not on this computer');
  if (threadId === null) await deps.loadContext?.(no, around);
  else
    for (let page = 0; page < mostPages && isMissing(db, no, query); page += 1) {
      if (gapOfThread(db, no, threadId) === null) break;
      await deps.backfillThread?.(no, threadId);
    }
  if (isMissing(db, no, query)) throw appFailure('not_found', 'Failed to find event');
}

/** Fails the list: it cannot show the place that was asked for, and must not show another instead. */
const failing =
  ({ log }: ViewDeps, sink: Pick<Sink<never>, 'fail'>) =>
  (thrown: unknown): void =>
    sink.fail(unexpected(log, 'place of a timeline', thrown));

/** Asks for what messages name and the disk lacks, for each event once; what may not be asked for yet waits. */
function createAsking({ wantEvent, wantReferences }: ViewDeps) {
  const named = new Set<string>();
  const waiting: string[] = [];
  return (roomNo: number, { missing, referred }: Composed, mayAsk: boolean): void => {
    for (const eventId of missing) {
      if (!named.has(eventId)) waiting.push(eventId);
      named.add(eventId);
    }
    if (!mayAsk) return;
    for (const eventId of waiting.splice(0)) wantEvent?.(roomNo, eventId);
    for (const event of referred) wantReferences?.(event);
  };
}

export function createTimelineView(
  deps: ViewDeps,
  query: Query,
  sink: Sink<readonly TimelineItem[]>,
): PagedView {
  const { db } = deps.store;
  const { threadId } = query;
  let window: TimelineWindow | null = null;
  let roomNo: number | null = null;
  /**
   * Somebody has looked. Until then the conversation is only kept for whoever comes, and no server is asked for what the disk lacks.
   * A window that has not said yet what it has in view may look at anything, but that counts only until it has: a new engine is asked
   * for all that a window keeps before it is told.
   */
  let looked = false;
  /** Somebody looks now. */
  let isLookedAt = false;
  /** Numbers of events that could not be made items, so that each is logged once. */
  const invalid = new Set<number>();
  /** Whether the items that were sent begin with the room's first event. */
  let reachedStart = false;
  let closed = false;
  let paging: Promise<unknown> = Promise.resolve();
  const memory = createTimelineMemory();
  const askFor = createAsking(deps);
  const { wantEvent: _event, wantReferences: _references, wantMembers: _members, ...alone } = deps;
  let cancelUndecided = nothing;
  const update = reading(deps.clock, minMs, sink, compose, deps.log);
  const line = createNewLine(deps, query, readerOf);
  const gaps = createTimelineGaps(deps, () => update.ask());

  /** Composes again at `untilMs`: no commit would tell that an event is not going to be decrypted. */
  function followUndecided(untilMs: number | null): void {
    cancelUndecided();
    cancelUndecided =
      untilMs === null
        ? nothing
        : deps.clock.setTimeout(() => update.ask(), untilMs - deps.clock.now());
  }

  function begin(no: number): TimelineWindow {
    const { limit, around } = query;
    return openWindow(deps, {
      ...{ roomNo: no, rootEventId: threadId },
      ...{ limit, around, reader: readerOf, whole: query.whole === true },
    });
  }

  function readerOf(): Reader {
    // A copy keeps what it has come to, as a reader further up does.
    if (query.whole === true) return 'above';
    const focus = deps.focus?.();
    return focus === undefined ? 'away' : placeIn(focus, query);
  }

  const isUntold = (): boolean => (deps.focus?.() ?? untold) === untold;

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
    isLookedAt = readerOf() !== 'away';
    looked ||= isLookedAt;
    const mayLook = looked || isUntold();
    // A reader who left and came back gets a new unread line, from where reading ended.
    const isSet = window !== null && (isLookedAt || isUntold());
    if (isSet) line.follow(room.roomNo);
    window ??= begin(room.roomNo);
    let loaded = window.load();
    if ((!mayLook || (readerOf() === 'end' && !line.waits())) && window.trim(loaded))
      loaded = window.load();
    const answersInRoom = query.whole !== true && getSetting(db, answersInRoomSetting) === true;
    if (!isSet) line.begin(room, ownUserId, { events: loaded.events, answersInRoom });
    const mayAsk = mayLook && (deps.asksOutside === true || !isOut(room.membership));
    const composed = composeTimeline(mayAsk ? deps : alone, {
      ...{ room, ownUserId },
      threadId,
      answersInRoom,
      window: loaded,
      ...line.after(),
      memory,
      onInvalid,
    });
    line.shown(composed);
    reachedStart = loaded.reachedStart;
    sink.set(composed.items);
    askFor(room.roomNo, composed, mayAsk);
    // A copy fills them in order, by its pages.
    if (mayAsk && query.whole !== true) gaps.fill(window, composed.items);
    followUndecided(composed.undecidedUntilMs);
  }

  function concerns(changes: ChangeSet): boolean {
    if (roomNo === null) return changes.rooms.size > 0 || changes.topics.has('session');
    return (
      changes.timelines.has(roomNo) ||
      changes.rooms.has(roomNo) ||
      changes.members.has(roomNo) ||
      (threadId === null && changes.topics.has('settings'))
    );
  }

  async function page(
    direction: 'back' | 'forward',
    count: number,
  ): Promise<{ reachedStart: boolean; reachedEnd: boolean }> {
    if (window === null) update.now();
    if (window === null && !closed && roomNoOf(db, query.roomId) === null)
      throw appFailure('not_found', `Unknown room ${query.roomId}`);
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

  /** The event that was asked for has come: the window opens anew around it. */
  function reopen(): void {
    window = null;
    update.now();
  }

  const stopProgress = deps.uploads?.onProgress(() => update.ask());
  const stopFocus = deps.onFocus?.(() => {
    if (roomNo !== null) line.note(roomNo, undefined);
    if (isLookedAt !== (readerOf() !== 'away')) update.ask();
  });
  update.now();
  if (query.around !== null && roomNo !== null && isMissing(db, roomNo, query)) {
    paging = lookFor(deps, roomNo, query).then(reopen).catch(failing(deps, sink));
  }

  return {
    refresh(changes) {
      if (roomNo !== null) {
        memory.note(changes, roomNo);
        line.note(roomNo, changes.timelines.get(roomNo));
      }
      if (concerns(changes)) update.ask();
    },
    paginate(direction, count) {
      const result = paging.then(() => page(direction, count));
      // The caller gets the failure of this page; the next page begins whether it failed or not.
      paging = result.catch(() => {});
      return result;
    },
    close() {
      closed = true;
      stopProgress?.();
      stopFocus?.();
      gaps.close();
      cancelUndecided();
      update.close();
    },
  };
}
