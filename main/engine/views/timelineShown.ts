// Which events of a window become items, and which of them wait or cannot be read. No SDK.
import { editsAmong, type TimelineGap } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { isMessage, isNotice, isUndecided } from '../events/displayable';
import { noticePeople } from './notices';
import type { ViewDeps } from './view';

export interface Position {
  readonly ord: number;
  readonly pos: number;
}

export interface Window {
  readonly events: readonly StoredEvent[];
  readonly gaps: readonly TimelineGap[];
  readonly reachedStart: boolean;
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

export const isAfter = (a: Position, b: Position): boolean =>
  a.ord > b.ord || (a.ord === b.ord && a.pos > b.pos);

/** So long an event may wait for its decryption before it is shown as unreadable. */
const undecidedMs = 10_000;

const waits = (event: StoredEvent, nowMs: number): boolean =>
  isUndecided(event) && nowMs - event.receivedTs < undecidedMs;

export function firstDecision(window: Window, nowMs: number): number | null {
  const ends = window.events
    .filter((event) => waits(event, nowMs))
    .map((event) => event.receivedTs + undecidedMs);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Whoever creates a room joins it in the same breath; the one line says both. */
const isOwnJoin = (event: StoredEvent, before: StoredEvent | undefined): boolean =>
  before?.type === 'm.room.create' &&
  event.type === 'm.room.member' &&
  event.sender === before.sender &&
  event.stateKey === event.sender;

const isItem = (event: StoredEvent): boolean =>
  isMessage(event) || (isNotice(event) && noticePeople(event) !== null);

/** True for events that become items of their own; to count a page. One that cannot be read becomes an item that says so. */
export function countsAsItem(event: StoredEvent): boolean {
  try {
    return isItem(event);
  } catch {
    return true;
  }
}

/** Told once for each look at an event that could not be made an item. */
export type OnInvalid = (event: StoredEvent, thrown: unknown) => void;

/** The window without the events that break even the question what they are. */
export function readable(window: Window, onInvalid: OnInvalid): Window {
  const events = window.events.filter((event) => {
    try {
      isItem(event);
      return true;
    } catch (thrown) {
      onInvalid(event, thrown);
      return false;
    }
  });
  return events.length === window.events.length ? window : { ...window, events };
}

export function shownEvents(deps: ViewDeps, window: Window): StoredEvent[] {
  const nowMs = deps.clock.now();
  const events = window.events.filter(
    (event, at) =>
      isItem(event) &&
      !(isMessage(event) ? waits(event, nowMs) : isOwnJoin(event, window.events[at - 1])),
  );
  // A redacted edit has lost its relation, but it still is no message of its own.
  const redacted = events.filter((event) => event.redactedBy !== null && event.stateKey === null);
  if (redacted.length === 0) return events;
  const edits = editsAmong(
    deps.store.db,
    redacted.map((event) => event.eventNo),
  );
  return events.filter((event) => !edits.has(event.eventNo));
}
