// Compares positions of events in a timeline, and finds the first unread one after the read marker.
import { positionOf, type TimelineGap } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { isMessage, lastWordOf } from '../../kinds/displayable';
import { isAnswered } from '../../kinds/notices/call';
import { isAfter, type Position } from '../../rooms/unread/readPlace';
import type { ViewDeps } from '../view';

export interface Window {
  readonly events: readonly StoredEvent[];
  readonly gaps: readonly TimelineGap[];
  readonly reachedStart: boolean;
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** Number of the first event after the read marker that is news: a message or call of somebody else, and no call that was taken; `above`: it lies further back than what is loaded. */
export function firstUnread(
  deps: ViewDeps,
  window: Window,
  shown: readonly StoredEvent[],
  ownUserId: string,
  marker: Position | null,
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
  const isNews = (event: StoredEvent): boolean =>
    event.sender !== ownUserId &&
    (isMessage(event) || lastWordOf(event) !== null) &&
    !isAnswered(db, event);
  return shown.slice(from).find(isNews)?.eventNo ?? null;
}
