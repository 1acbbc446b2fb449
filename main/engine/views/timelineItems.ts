// From the events of a window to the items of the contract: messages and notices in order, with days, the unread line, gaps, the
// room's start, local echoes and readers. Everything is read in a handful of statements, whatever the size of the window. No SDK.
import { getCall } from '#stores/calls/calls';
import {
  editsAmong,
  getEvents,
  positionOf,
  relatedToMany,
  type TimelineGap,
} from '#stores/events/timeline';
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { outboxOfRoom, type OutboxRow } from '#stores/outbox/outbox';
import type { StoredRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { isOfRoom, receiptsAt } from '#stores/settings/receipts';
import type { Person } from '#contract/areas/peopleModels';
import type { TimelineItem } from '#contract/areas/timelineModels';
import { ownPermissions } from '../rooms/permissions';
import { namedIn, previewOf } from '../messages/preview';
import { isMessage, isNotice, isUndecided } from '../events/displayable';
import { replyTarget, replyTargetIn } from '../events/relations';
import { groupCallNotes, type GroupCallNotes } from '../calls/group/notes';
import { callNotes, type CallNotes } from './callNotes';
import {
  echoItem,
  messageItem,
  mostNamedReactors,
  type MessageContext,
  type Quoted,
} from './messages';
import { noticeItem, noticePeople } from './notices';
import { loadPeople } from '../rooms/people';
import { sortPending, type Pending } from './pending';
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

export interface Composed {
  readonly items: readonly TimelineItem[];
  readonly unreadShown: boolean;
  /** Reply targets that are not on the disk. */
  readonly missing: readonly string[];
  /** When an event that is left out for now, because it waits for its decryption, is to be shown anyway. */
  readonly undecidedUntilMs: number | null;
}

const continuationMs = 5 * 60_000;

export const isAfter = (a: Position, b: Position): boolean =>
  a.ord > b.ord || (a.ord === b.ord && a.pos > b.pos);

function peopleOf(
  shown: readonly StoredEvent[],
  related: ReadonlyMap<number, readonly StoredEvent[]>,
  quoted: ReadonlyMap<string, Quoted>,
): Set<string> {
  const userIds = new Set<string>();
  for (const event of shown) {
    for (const userId of noticePeople(event) ?? [event.sender]) userIds.add(userId);
    const because = event.raw.unsigned?.['redacted_because'];
    const redactor = isRecord(because) ? textOf(because['sender']) : null;
    if (redactor !== null) userIds.add(redactor);
  }
  for (const events of related.values())
    for (const event of events.slice(0, 4 * mostNamedReactors)) userIds.add(event.sender);
  for (const { sender, line } of quoted.values())
    for (const userId of [sender, ...namedIn(line)]) userIds.add(userId);
  return userIds;
}

/** Whether an event came before the room's encryption was switched on; the switch itself may be older than the disk. */
function encryptionBoundary(
  deps: ViewDeps,
  room: StoredRoom,
  events: readonly StoredEvent[],
): (event: StoredEvent) => boolean {
  const { db } = deps.store;
  const switchEvent =
    room.encryption === null ? null : getState(db, room.roomNo, 'm.room.encryption');
  if (switchEvent === null) return () => false;
  const at = events.findIndex((event) => event.eventNo === switchEvent.eventNo);
  if (at >= 0) {
    const before = new Set(events.slice(0, at).map((event) => event.eventNo));
    return (event) => before.has(event.eventNo);
  }
  const [position, first] = [
    positionOf(db, switchEvent.eventNo),
    events[0] === undefined ? null : positionOf(db, events[0].eventNo),
  ];
  const allBefore = position !== null && first !== null && isAfter(position, first);
  return () => allBefore;
}

/** Readers by event number: everybody stands at the newest event that they read or wrote, nobody at their own. */
function readersOf(
  deps: ViewDeps,
  room: StoredRoom,
  ownUserId: string,
  events: readonly StoredEvent[],
  shown: ReadonlySet<number>,
): Map<number, string[]> {
  const index = new Map(events.map((event, at) => [event.eventId, at]));
  const newest = new Map<string, number>();
  const receipts = receiptsAt(deps.store.db, room.roomNo, [...index.keys()]);
  for (const receipt of receipts) {
    if (receipt.type !== 'm.read' || receipt.userId === ownUserId) continue;
    if (!isOfRoom(receipt)) continue;
    const at = index.get(receipt.eventId) ?? -1;
    if (at > (newest.get(receipt.userId) ?? -1)) newest.set(receipt.userId, at);
  }
  for (const [at, event] of events.entries())
    if (at >= (newest.get(event.sender) ?? Infinity)) newest.delete(event.sender);
  const readers = new Map<number, string[]>();
  for (const [userId, at] of newest) {
    let place = at;
    while (place >= 0 && !shown.has(events[place]?.eventNo ?? -1)) place -= 1;
    const event = events[place];
    if (event === undefined || event.sender === userId) continue;
    const known = readers.get(event.eventNo);
    if (known === undefined) readers.set(event.eventNo, [userId]);
    else known.push(userId);
  }
  return readers;
}

/** Number of the first event after the read marker that somebody else wrote. */
function firstUnread(
  deps: ViewDeps,
  window: Window,
  shown: readonly StoredEvent[],
  ownUserId: string,
  marker: Position | null,
): number | null {
  const first = shown[0];
  if (marker === null || first === undefined) return null;
  const { db } = deps.store;
  const begin = positionOf(db, first.eventNo);
  // The marker lies further back: the line belongs above what is loaded.
  if (begin !== null && isAfter(begin, marker) && window.hasOlder) {
    const oldest = window.events[0];
    const from = oldest === undefined ? null : positionOf(db, oldest.eventNo);
    if (from === null || isAfter(from, marker)) return null;
  }
  for (const event of shown) {
    if (event.sender === ownUserId) continue;
    const position = positionOf(db, event.eventNo);
    if (position !== null && isAfter(position, marker)) return event.eventNo;
  }
  return null;
}

function midnight(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

/** Collects items and puts days and continuations between them. */
function assembler(): { items: TimelineItem[]; add(item: TimelineItem): void } {
  const items: TimelineItem[] = [];
  // Days only grow: a clock that runs behind must not make the same divider twice.
  let day = Number.NEGATIVE_INFINITY;
  return {
    items,
    add(item) {
      if (item.kind !== 'message' && item.kind !== 'notice') {
        items.push(item);
        return;
      }
      const itsDay = midnight(item.sentAtMs);
      if (itsDay > day) {
        day = itsDay;
        items.push({ kind: 'day', key: `day:${itsDay}`, dayMs: itsDay });
      }
      const above = items.at(-1);
      const continuation =
        item.kind === 'message' &&
        above?.kind === 'message' &&
        above.sender.userId === item.sender.userId &&
        Math.abs(item.sentAtMs - above.sentAtMs) <= continuationMs;
      items.push(continuation ? { ...item, continuation: true } : item);
    },
  };
}

interface Gathered {
  readonly shown: readonly StoredEvent[];
  readonly echoes: readonly OutboxRow[];
  readonly context: MessageContext;
  readonly readers: ReadonlyMap<number, readonly string[]>;
  readonly missing: readonly string[];
  readonly calls: CallNotes;
  readonly groupCalls: GroupCallNotes;
}

/** So long an event may wait for its decryption before it is shown as unreadable. */
const undecidedMs = 10_000;

const waits = (event: StoredEvent, nowMs: number): boolean =>
  isUndecided(event) && nowMs - event.receivedTs < undecidedMs;

function firstDecision(window: Window, nowMs: number): number | null {
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

function shownEvents(deps: ViewDeps, window: Window): StoredEvent[] {
  const nowMs = deps.clock.now();
  const events = window.events.filter(
    (event, at) =>
      (isMessage(event) && !waits(event, nowMs)) ||
      (isNotice(event) && noticePeople(event) !== null && !isOwnJoin(event, window.events[at - 1])),
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

function replyIds(shown: readonly StoredEvent[], pending: Pending): string[] {
  const ids = new Set<string>();
  for (const event of shown) {
    const id = event.redactedBy === null && isMessage(event) ? replyTarget(event) : null;
    if (id !== null) ids.add(id);
  }
  for (const row of pending.echoes) {
    const id = replyTargetIn(row.content);
    if (id !== null) ids.add(id);
  }
  return [...ids];
}

function gather(deps: ViewDeps, room: StoredRoom, ownUserId: string, window: Window): Gathered {
  const { db } = deps.store;
  const { roomNo } = room;
  const pending = sortPending(outboxOfRoom(db, roomNo));
  const shown = shownEvents(deps, window);
  const messages = shown.filter(isMessage);
  const wanted = replyIds(shown, pending);
  const answered = getEvents(db, roomNo, wanted);
  const edits = relatedToMany(db, [...messages, ...answered.values()], 'm.replace');
  const quoted = new Map<string, Quoted>();
  for (const [id, event] of answered)
    quoted.set(id, {
      sender: event.sender,
      line: previewOf(event, edits.get(event.eventNo) ?? []),
    });
  const reactions = relatedToMany(db, messages, 'm.annotation');
  const shownNos = new Set(messages.map((event) => event.eventNo));
  const readers = readersOf(deps, room, ownUserId, window.events, shownNos);
  const userIds = peopleOf(shown, reactions, quoted).add(ownUserId);
  for (const list of readers.values()) for (const userId of list) userIds.add(userId);
  const context: MessageContext = {
    db,
    room,
    ownUserId,
    permissions: ownPermissions(db, roomNo, ownUserId),
    people: loadPeople(db, roomNo, userIds),
    edits,
    reactions,
    quoted,
    pending,
    beforeEncryption: encryptionBoundary(deps, room, window.events),
    isHighlight: deps.isHighlight ?? null,
    progress: (localKey) => deps.uploads?.progress(localKey) ?? null,
  };
  const echoes = window.hasNewer ? [] : pending.echoes;
  const missing = wanted.filter((id) => !quoted.has(id) && id.startsWith('$'));
  const nowMs = deps.clock.now();
  const calls = callNotes(
    window.events,
    ownUserId,
    nowMs,
    (callId) => getCall(db, roomNo, callId)?.outcome ?? null,
  );
  const groupCalls = groupCallNotes(db, roomNo, window.events, ownUserId, nowMs);
  return { shown, echoes, context, readers, missing, calls, groupCalls };
}

function itemOf(gathered: Gathered, event: StoredEvent): TimelineItem | null {
  const { context, calls, groupCalls } = gathered;
  if (!isMessage(event))
    return noticeItem(event, (userId) => context.people.get(userId), calls, groupCalls);
  const item = messageItem(context, event);
  const readBy: Person[] = (gathered.readers.get(event.eventNo) ?? []).map((userId) =>
    context.people.get(userId),
  );
  return readBy.length === 0 ? item : { ...item, readBy };
}

/** All items of the window. `marker` is where this account had read to when the view was opened. */
export function composeTimeline(
  deps: ViewDeps,
  room: StoredRoom,
  ownUserId: string,
  window: Window,
  marker: Position | null,
): Composed {
  const gathered = gather(deps, room, ownUserId, window);
  const unreadNo = firstUnread(deps, window, gathered.shown, ownUserId, marker);
  const { items, add } = assembler();
  if (window.reachedStart)
    add({ kind: 'start', key: 'start', roomName: room.name, encrypted: room.encryption !== null });
  // A gap lies before an event that may not be shown itself, so gaps wait for the next item.
  const gaps = new Map(window.gaps.map((gap) => [gap.beforeEventNo, gap]));
  const shown = new Set(gathered.shown.map((event) => event.eventNo));
  for (const [at, event] of window.events.entries()) {
    const gap = gaps.get(event.eventNo);
    // What lies before the first event is paging's business.
    if (gap !== undefined && at > 0) add({ kind: 'gap', key: `gap:${gap.chunkNo}` });
    if (!shown.has(event.eventNo)) continue;
    if (event.eventNo === unreadNo) add({ kind: 'unread', key: 'unread' });
    const item = itemOf(gathered, event);
    if (item !== null) add(item);
  }
  for (const row of gathered.echoes) add(echoItem(gathered.context, row));
  return {
    items,
    unreadShown: unreadNo !== null,
    missing: gathered.missing,
    undecidedUntilMs: firstDecision(window, deps.clock.now()),
  };
}

/** True for events that become items of their own; to count a page. */
export const countsAsItem = (event: StoredEvent): boolean =>
  isMessage(event) || (isNotice(event) && noticePeople(event) !== null);
