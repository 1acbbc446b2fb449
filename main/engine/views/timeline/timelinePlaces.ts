// Compares positions of events in a timeline, and finds the first unread one after the read marker.
import { threadOf } from '#stores/events/threads';
import { positionOf, type TimelineGap } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { isMessage, lastWordOf } from '../../kinds/displayable';
import { isAnswered } from '../../kinds/notices/call';
import { isAfter, type Position } from '../../rooms/unread/readPlace';
import { readUpTo, type ReadThreads } from '../../threads/unread';
import type { ViewDeps } from '../view';

export interface Window {
  readonly events: readonly StoredEvent[];
  readonly gaps: readonly TimelineGap[];
  readonly reachedStart: boolean;
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** How far reading has come. */
export interface Reached {
  readonly marker: Position | null;
  /** Answers among the messages of the room are read in their threads; null: there are none. */
  readonly threads: ReadThreads | null;
}

/** Whether an answer was read in its thread already. Looks each thread up once. */
function answersRead(
  { db }: ViewDeps['store'],
  threads: ReadThreads | null,
): (event: StoredEvent) => boolean {
  const ends = new Map<string, Position | null>();
  return (event) => {
    const root = threads === null ? null : threadOf(event);
    if (threads === null || root === null) return false;
    const end = ends.has(root) ? (ends.get(root) ?? null) : readUpTo(db, root, threads);
    ends.set(root, end);
    const at = positionOf(db, event.eventNo, root);
    return at !== null && end !== null && !isAfter(at, end);
  };
}

/** Number of the first event after the read marker that is news: a message or call of somebody else, and no call that was taken; `above`: it lies further back than what is loaded. */
export function firstUnread(
  deps: ViewDeps,
  window: Window,
  shown: readonly StoredEvent[],
  ownUserId: string,
  { marker, threads }: Reached,
  threadId: string | null,
): number | 'above' | null {
  const first = shown[0];
  if (marker === null || first === undefined) return null;
  const { db } = deps.store;
  const placeOf = (eventNo: number): Position | null => positionOf(db, eventNo, threadId);
  const begin = placeOf(first.eventNo);
  // The marker lies further back, so the unread line stands above the loaded events.
  if (begin !== null && isAfter(begin, marker) && window.hasOlder) {
    const oldest = window.events[0];
    const from = oldest === undefined ? null : placeOf(oldest.eventNo);
    if (from === null || isAfter(from, marker)) return 'above';
  }
  // The events are in order, so that a binary search finds the marker.
  let [from, to] = [0, shown.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const position = placeOf(shown[middle]?.eventNo ?? 0);
    if (position !== null && isAfter(position, marker)) to = middle;
    else from = middle + 1;
  }
  const isReadThere = answersRead(deps.store, threads);
  const isNews = (event: StoredEvent): boolean =>
    event.sender !== ownUserId &&
    (isMessage(event) || lastWordOf(event) !== null) &&
    !isAnswered(db, event) &&
    !isReadThere(event);
  return shown.slice(from).find(isNews)?.eventNo ?? null;
}
