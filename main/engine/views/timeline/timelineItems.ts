// From the events of a window to the items of the contract: messages and notices in order, with days, the unread line, gaps, the
// room's start, local echoes and readers. Everything is read in a handful of statements, whatever the size of the window. No SDK.
import { getEvents } from '#stores/events/timeline';
import { relatedBy, relatedToMany } from '#stores/events/relations';
import { threadOf } from '#stores/events/threads';
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { visibilityMark } from '#stores/events/visibility';
import { isWithin, keyWaitMs } from '#stores/settings/awaitedKeys';
import { lostIn } from '#stores/settings/lost';
import { missedEvents, type MissedEvents } from '#stores/settings/missed';
import { outboxOfRoom, type OutboxRow } from '#stores/outbox/outbox';
import { beforeEncryption, encryptionSign } from '#stores/rooms/encryption';
import type { StoredRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { ownPermissions } from '../../rooms/permissions';
import { heardIn, isUnheard } from '../../events/ignored';
import { isMessage } from '../../kinds/displayable';
import { isUndecided } from '../../kinds/encrypted';
import { namedIn } from '../../kinds/preview';
import { takesReferences } from '../../kinds/registry';
import { replyTarget, replyTargetIn } from '../../events/relations';
import { standsHere, withRoot, type Shown } from './inThread';
import { echoItem, invalidItem, messageItem, type MessageContext, type Quoted } from './messages';
import { mentionedIn } from './mentionedPeople';
import { noticeItems, noticePeople } from './notices';
import { loadMorePeople } from '../../rooms/people';
import { hiddenFor } from '../../rooms/visibility';
import { foldsAny, sortPending, type Pending } from './pending';
import { quotedLines, type OnInvalid } from './quotedLines';
import { referencesTo } from './references';
import { mostNamedReactors } from './reactions';
import { readersOf } from './readers';
import { namedThreads, summaryOf } from './threadSummaries';
import type { TimelineMemory } from './timelineMemory';
import type { Position } from '../../rooms/unread/readPlace';
import { firstUnread, type Window } from './timelinePlaces';
import type { ReadThreads } from '../../threads/unread';
import type { ViewDeps } from '../view';

export interface Composed {
  readonly items: readonly TimelineItem[];
  readonly unreadShown: boolean;
  /** The first unread event lies before the loaded ones. */
  readonly unreadAbove: boolean;
  /** Reply targets that are not on the disk. */
  readonly missing: readonly string[];
  /** Messages whose votes and the like may not all be on the disk. */
  readonly referred: readonly StoredEvent[];
  /** When an event that is left out for now, because it waits for its decryption, is to be shown anyway. */
  readonly undecidedUntilMs: number | null;
}

const continuationMs = 5 * 60_000;

function peopleOf(
  shown: readonly StoredEvent[],
  related: readonly (readonly StoredEvent[])[],
  quoted: ReadonlyMap<string, Quoted>,
  missed: MissedEvents,
): Set<string> {
  const userIds = new Set<string>(missed.userIds);
  for (const event of shown) {
    for (const userId of noticePeople(event) ?? [event.sender]) userIds.add(userId);
    const because = event.raw.unsigned?.['redacted_because'];
    const redactor = isRecord(because) ? textOf(because['sender']) : null;
    if (redactor !== null) userIds.add(redactor);
  }
  for (const events of related)
    for (const event of events.slice(0, 4 * mostNamedReactors)) userIds.add(event.sender);
  for (const { sender, line } of quoted.values())
    for (const userId of [sender, ...namedIn(line)]) userIds.add(userId);
  return userIds;
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
        // Below the first message of a thread the number of its answers stands.
        above.answers === undefined &&
        above.sender.userId === item.sender.userId &&
        above.trust === item.trust &&
        Math.abs(item.sentAtMs - above.sentAtMs) <= continuationMs;
      items.push(continuation ? { ...item, continuation: true } : item);
    },
  };
}

interface Gathered {
  readonly memory: TimelineMemory;
  readonly shown: readonly StoredEvent[];
  readonly echoes: readonly OutboxRow[];
  readonly context: MessageContext;
  /** The events that messages of the window answer, by event id. */
  readonly answered: ReadonlyMap<string, StoredEvent>;
  /** The newest answer of each thread, by its first message's id. */
  readonly lastAnswers: ReadonlyMap<string, StoredEvent | null>;
  readonly readers: ReadonlyMap<number, readonly string[]>;
  readonly missing: readonly string[];
  readonly notice: (event: StoredEvent) => TimelineItem | null;
}

/** An event waits as long for its decryption as for a key before it is shown as unreadable. */
const waits = (event: StoredEvent, nowMs: number): boolean =>
  isUndecided(event) && isWithin(event.receivedTs, nowMs, keyWaitMs);

function firstDecision(window: Window, nowMs: number): number | null {
  const ends = window.events
    .filter((event) => waits(event, nowMs))
    .map((event) => event.receivedTs + keyWaitMs);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** The join of a room's creator, right after `m.room.create`: the notice "created" says both. */
const isOwnJoin = (event: StoredEvent, before: StoredEvent | undefined): boolean =>
  before?.type === 'm.room.create' &&
  event.type === 'm.room.member' &&
  event.sender === before.sender &&
  event.stateKey === event.sender;

const isItem = (event: StoredEvent): boolean => isMessage(event) || noticePeople(event) !== null;

/** True for events that become items of their own; to count a page. One that cannot be read becomes an item that says so. */
export function countsAsItem(event: StoredEvent): boolean {
  try {
    return isItem(event);
  } catch {
    // It is told and logged where it is composed.
    return true;
  }
}

/** The window without the events that break even the question what they are. */
function readable(window: Window, onInvalid: OnInvalid): Window {
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

/** Answers in threads stand in the room only where somebody wants them there. */
function shownEvents(deps: ViewDeps, window: Window, { threadId, answersInRoom }: Composition) {
  const nowMs = deps.clock.now();
  const withAnswers = threadId !== null || answersInRoom;
  const events = window.events.filter(
    (event, at) =>
      isItem(event) &&
      !isUnheard(deps.store.db, event) &&
      (withAnswers || threadOf(event) === null) &&
      !(isMessage(event) ? waits(event, nowMs) : isOwnJoin(event, window.events[at - 1])),
  );
  // Redacted events have lost `m.relates_to`. The relations table still knows edits, which are no messages, and answers in threads.
  const redacted = events
    .filter((event) => event.redactedBy !== null && event.stateKey === null)
    .map((event) => event.eventNo);
  if (redacted.length === 0) return events;
  const edits = relatedBy(deps.store.db, 'm.replace', redacted);
  const answers = withAnswers ? null : relatedBy(deps.store.db, 'm.thread', redacted);
  return events.filter(({ eventNo }) => !edits.has(eventNo) && answers?.has(eventNo) !== true);
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

/** Clears the memory when something has changed that any message may depend on. */
function recall(
  db: ViewDeps['store']['db'],
  room: StoredRoom,
  memory: TimelineMemory,
  facts: readonly unknown[],
  pending: Pending,
): void {
  // A row of the outbox (edit, reaction, vote) may change any message: none is recalled then.
  const folded = foldsAny(pending);
  // A gap that is filled may tell where encryption began.
  const since = room.encryption === null ? null : encryptionSign(db, room.roomNo);
  memory.suppose(JSON.stringify([...facts, since, folded, visibilityMark(db, room.roomNo)]));
  if (folded) memory.clear();
}

/** The marks of single messages of a room: sent before it was encrypted, missed by somebody's devices, lost at the server. */
const marksOf = (
  db: ViewDeps['store']['db'],
  room: StoredRoom,
): Pick<MessageContext, 'beforeEncryption' | 'missed' | 'lost'> => ({
  beforeEncryption: beforeEncryption(db, room.roomNo),
  missed: missedEvents(db, room.roomId),
  lost: lostIn(db, room.roomId),
});

/** Reads what the window shows; of messages that the memory holds, nothing. */
function gather(deps: ViewDeps, composition: Composition, window: Window): Gathered {
  const { room, ownUserId, memory, onInvalid, threadId } = composition;
  const { db } = deps.store;
  const { roomNo } = room;
  const pending = sortPending(outboxOfRoom(db, roomNo));
  const shown = shownEvents(deps, window, composition);
  const messages = shown.filter(isMessage);
  const permissions = ownPermissions(db, roomNo, ownUserId);
  // The power levels decide who may end a poll: a change of them composes all messages again.
  const levels = getState(db, roomNo, 'm.room.power_levels')?.eventId;
  const { answersInRoom } = composition;
  recall(db, room, memory, [ownUserId, permissions, answersInRoom, levels], pending);
  memory.show(window.events);
  const fresh = shown.filter((event) => memory.item(event.eventNo) === null);
  const freshMessages = fresh.filter(isMessage);
  const wanted = replyIds(fresh, pending);
  const answered = getEvents(db, roomNo, wanted);
  const { found, named } = namedThreads(deps, composition, freshMessages, answered);
  const edits = relatedToMany(db, [...freshMessages, ...named.values()], 'm.replace');
  const quoted = quotedLines(db, named, edits, onInvalid);
  const reactions = heardIn(db, relatedToMany(db, freshMessages, 'm.annotation'));
  const references = referencesTo(db, roomNo, ownUserId, freshMessages);
  const shownNos = new Set(messages.map((event) => event.eventNo));
  const readers = readersOf(deps, composition, window.events, shownNos);
  const marks = marksOf(db, room);
  const related = [...reactions.values(), ...references.all];
  const userIds = peopleOf(fresh, related, quoted, marks.missed).add(ownUserId);
  for (const list of readers.values()) for (const userId of list) userIds.add(userId);
  for (const thread of found.values()) for (const userId of thread.userIds) userIds.add(userId);
  for (const userId of mentionedIn([...freshMessages, ...[...edits.values()].flat()]))
    userIds.add(userId);
  const people = loadMorePeople(db, roomNo, userIds, memory.people);
  if (!people.complete) memory.lackPeople();
  // Servers send the members who write, and nobody else, until all of them are asked for.
  if (memory.lacksPeople() && !room.membersLoaded) deps.wantMembers?.(roomNo);
  const about = { people, ownUserId, quoted };
  const threads = new Map([...found].map(([id, thread]) => [id, summaryOf(about, thread)]));
  const lastAnswers = new Map([...found].map(([id, { last }]) => [id, last]));
  const context: MessageContext = {
    ...about,
    db,
    room,
    permissions,
    edits,
    reactions,
    references,
    pending,
    threadId,
    threads,
    ...hiddenFor(db, roomNo, ownUserId, freshMessages),
    ...marks,
    isHighlight: deps.isHighlight ?? null,
    progress: (localKey) => deps.uploads?.progress(localKey) ?? null,
  };
  const echoes = window.hasNewer
    ? []
    : pending.echoes.filter(({ content }) => standsHere(composition, content));
  const missing = wanted.filter((id) => !quoted.has(id) && id.startsWith('$'));
  const around = { db, roomNo, events: window.events, ownUserId, nowMs: deps.clock.now() };
  const notice = noticeItems(around, (userId) => people.get(userId));
  return { memory, shown, echoes, context, answered, lastAnswers, readers, missing, notice };
}

/** Kept unless it throws, or answers what is not on the disk: that may come as state, which names no events of a timeline. */
function composeMessage(gathered: Gathered, event: StoredEvent): MessageItem {
  const item = messageItem(gathered.context, event);
  const eventId = event.redactedBy === null ? replyTarget(event) : null;
  const answered = eventId === null ? null : gathered.answered.get(eventId);
  const last = gathered.lastAnswers.get(event.eventId) ?? null;
  if (answered !== undefined)
    gathered.memory.keep(
      event.eventNo,
      item,
      [answered, last].flatMap((other) => other?.eventNo ?? []),
    );
  return item;
}

function itemOf(gathered: Gathered, event: StoredEvent): TimelineItem | null {
  const { context } = gathered;
  if (!isMessage(event)) return gathered.notice(event);
  const item = gathered.memory.item(event.eventNo) ?? composeMessage(gathered, event);
  const readBy: Person[] = (gathered.readers.get(event.eventNo) ?? []).map((userId) =>
    context.people.get(userId),
  );
  return readBy.length === 0 ? item : { ...item, readBy };
}

export interface Composition extends Shown {
  readonly room: StoredRoom;
  readonly ownUserId: string;
  readonly window: Window;
  /** The position up to which this account had read when the view was opened. */
  readonly marker: Position | null;
  /** How far it has read at the end since, while the marker lies further back than what is loaded. */
  readonly followed: Position | null;
  /** How far it had read in the threads then; null: no answers stand among the messages. */
  readonly threads: ReadThreads | null;
  /** Messages that it holds are taken as they are. */
  readonly memory: TimelineMemory;
  readonly onInvalid: OnInvalid;
}

/** All items of the window. An event that cannot be read costs nobody else: it is an item of a body that says so. */
export function composeTimeline(deps: ViewDeps, composition: Composition): Composed {
  const { room, ownUserId, marker, followed, threads, threadId, onInvalid } = composition;
  const window =
    threadId === null
      ? composition.window
      : withRoot(deps, room.roomNo, threadId, composition.window);
  const sound = readable(window, onInvalid);
  const gathered = gather(deps, composition, sound);
  const unread = gathered.shown.filter((event) => event.eventId !== threadId);
  const lineAfter = (place: Position | null): number | 'above' | null =>
    firstUnread(deps, sound, unread, ownUserId, { marker: place, threads }, threadId);
  const atMarker = lineAfter(marker);
  // The place at which reading ended may not be here yet.
  const unreadAbove = atMarker === 'above' || (marker === null && followed !== null);
  const unreadNo = unreadAbove ? lineAfter(followed) : atMarker;
  const lineKey = unreadAbove ? 'unread:since' : 'unread';
  const { items, add } = assembler();
  if (window.reachedStart && threadId === null)
    add({ kind: 'start', key: 'start', roomName: room.name, encrypted: room.encryption !== null });
  // A gap lies before an event that may not be shown itself, so gaps wait for the next item.
  const gaps = new Map(window.gaps.map((gap) => [gap.beforeEventNo, gap]));
  const shown = new Set(gathered.shown.map((event) => event.eventNo));
  const whole = new Set(sound.events);
  const invalid = (event: StoredEvent): TimelineItem =>
    invalidItem(event, gathered.context.people.get(event.sender), event.sender === ownUserId);
  const itemFor = (event: StoredEvent): TimelineItem | null => {
    try {
      return itemOf(gathered, event);
    } catch (thrown) {
      onInvalid(event, thrown);
      return invalid(event);
    }
  };
  for (const [at, event] of window.events.entries()) {
    const gap = gaps.get(event.eventNo);
    // A gap before the first event is filled by paging back; in a thread it is shown, so that it is filled at once.
    if (gap !== undefined && (at > 0 || threadId !== null))
      add({ kind: 'gap', key: `gap:${gap.chunkNo}` });
    if (!whole.has(event)) add(invalid(event));
    if (!shown.has(event.eventNo)) continue;
    if (event.eventNo === unreadNo) add({ kind: 'unread', key: lineKey });
    const item = itemFor(event);
    if (item !== null) add(item);
  }
  // No event of the thread is on the disk yet.
  if (threadId !== null && !window.reachedStart && composition.window.events.length === 0)
    add({ kind: 'gap', key: 'gap:first' });
  for (const row of gathered.echoes) add(echoItem(gathered.context, row));
  if (window.hasNewer) add({ kind: 'newer', key: 'newer' });
  return {
    items,
    unreadShown: typeof unreadNo === 'number',
    unreadAbove,
    missing: gathered.missing,
    referred: gathered.shown.filter(takesReferences),
    undecidedUntilMs: firstDecision(sound, deps.clock.now()),
  };
}
