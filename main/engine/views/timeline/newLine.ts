// Decides after which event the line of new messages stands: where reading ended when somebody came, and from then on where they saw the
// newest message last, or read on another device meanwhile. Must not make items.
import type { EngineContract } from '#contract/engine';
import type { ListQuery } from '#contract/wire/shapes';
import { getEvent, newestEvents, positionOf } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { getRoom, type StoredRoom } from '#stores/rooms/rooms';
import type { TimelineChange } from '#stores/sqlite/store';
import { isReadHere } from '../../rooms/unread/reading';
import {
  isAfter,
  latestOf,
  readEnd,
  receiptsAndMarker,
  type Position,
  type ReadPlace,
} from '../../rooms/unread/readPlace';
import { isFromElsewhere } from '../../push/elsewhere';
import { readThreads, readUpToInThread, type ReadThreads } from '../../threads/unread';
import type { ViewDeps } from '../view';
import type { Composed, Composition } from './timelineItems';
import type { Reader } from './timelineWindow';

/** No timeline has more new events in one commit. */
const mostAdded = 2_000;

type Query = ListQuery<EngineContract, 'timeline'>;
type Db = ViewDeps['store']['db'];

/** A position, and its event where that is known: events get new places when history is put in order. */
type Mark = Position & Partial<Pick<ReadPlace, 'eventId'>>;

function markAt(
  db: Db,
  event: StoredEvent | null | undefined,
  threadId: string | null,
): Mark | null {
  const at = event == null ? null : positionOf(db, event.eventNo, threadId);
  return event == null || at === null ? null : { eventId: event.eventId, ...at };
}

/** After which event the line of new messages stands: where the window wants it, else where reading ended (CHAT-3.25). `sought`: the ids of that place. */
function markerOf(
  deps: ViewDeps,
  room: StoredRoom,
  ownUserId: string,
  { unreadAfter, threadId }: Query,
  events: readonly StoredEvent[],
): { readonly mark: Mark | null; readonly sought: readonly string[] } {
  const { db } = deps.store;
  const event = unreadAfter === undefined ? null : getEvent(db, room.roomNo, unreadAfter);
  const wanted = markAt(db, event, threadId);
  if (wanted !== null) return { mark: wanted, sought: [] };
  if (threadId !== null)
    return { mark: readUpToInThread(db, room.roomNo, threadId, ownUserId), sought: [] };
  const { place, eventIds } = readEnd(db, room, ownUserId, events);
  return { mark: place, sought: unreadAfter === undefined ? eventIds : [unreadAfter] };
}

const laterOf = (one: Mark | null, other: Mark | null): Mark | null =>
  one === null || (other !== null && isAfter(other, one)) ? (other ?? one) : one;

type Shown = Pick<Composed, 'unreadShown' | 'unreadAbove' | 'undecidedUntilMs'>;

interface Seen {
  readonly events: readonly StoredEvent[];
  readonly answersInRoom: boolean;
}

export interface NewLine {
  /** Somebody came: the line stands where reading ended by now. */
  begin(room: StoredRoom, ownUserId: string, seen: Seen): void;
  /** A commit touched the timeline; to be called before the reader can see it. */
  note(roomNo: number, change: TimelineChange | undefined): void;
  /** Before each composition: what comes while the end is in view and focused is read, and gets no line. */
  follow(roomNo: number): void;
  after(): Pick<Composition, 'marker' | 'followed' | 'threads'>;
  /** Events came that nobody saw come, and their line is not shown yet, e.g. because they are being decrypted. */
  waits(): boolean;
  /** After each composition. */
  shown(line: Shown): void;
}

export function createNewLine(deps: ViewDeps, query: Query, readerOf: () => Reader): NewLine {
  const { db } = deps.store;
  const { threadId } = query;
  let marker: Mark | null = null;
  let followed: Mark | null = null;
  /** How far this computer itself told that it read while nobody looked: a line that waited was sent. */
  let here: Mark | null = null;
  /** The event at which reading ended when that was asked last. */
  let askedAt: string | null = null;
  /** Answers that were read in their threads when somebody came: what is read since moves no line. */
  let threads: ReadThreads | null = null;
  let ownId = '';
  /** Events at which reading ended. While none of them is here, there is no line; it is placed once one has come. */
  let sought: readonly string[] = [];
  let line: Omit<Shown, 'undecidedUntilMs'> = { unreadShown: false, unreadAbove: false };
  /** The reader has seen the newest event come, and nothing came unseen since. */
  let hasSeenAll = false;
  let waits = false;

  const sees = (): boolean =>
    readerOf() === 'end' && deps.focus?.().focused === true && deps.catchesUp?.() !== true;

  const seeks = (): boolean => marker === null && sought.length > 0;

  // A line above the loaded events stays there for a reader who scrolls back to it.
  function place(at: Mark | null): void {
    if (line.unreadAbove || seeks()) followed = laterOf(followed, at);
    else marker = laterOf(marker, at);
  }

  /** The mark goes with its event. */
  function moved(roomNo: number, mark: Mark | null): Mark | null {
    const event = mark?.eventId === undefined ? null : getEvent(db, roomNo, mark.eventId);
    return markAt(db, event, threadId) ?? mark;
  }

  /** The newest of these events is an own message that another device wrote. */
  function writtenElsewhere(roomNo: number, { added }: TimelineChange): Mark | null {
    if (added.size === 0) return null;
    const own = newestEvents(db, roomNo, Math.min(mostAdded, added.size), null, threadId).find(
      (event) => added.has(event.eventNo) && isFromElsewhere(event, ownId),
    );
    return markAt(db, own, threadId);
  }

  /** While the window is not looked at, whatever moves the place of reading was read on another device; own lines that waited read nothing. */
  function followElsewhere(roomNo: number, change: TimelineChange): void {
    const room = getRoom(db, roomNo);
    if (room === null) return;
    const main = latestOf(db, roomNo, receiptsAndMarker(db, room, ownId));
    const told = threadId === null ? main : readUpToInThread(db, roomNo, threadId, ownId);
    const hasMoved = threadId === null && main !== null && main.eventId !== askedAt;
    if (hasMoved) askedAt = main.eventId;
    if (hasMoved && isReadHere(db, main.eventId)) here = laterOf(here, told);
    const isHere = told === null || (here !== null && !isAfter(told, here));
    const read = laterOf(isHere ? null : told, writtenElsewhere(roomNo, change));
    if (read !== null && marker !== null && isAfter(read, marker))
      [marker, followed] = [read, laterOf(followed, read)];
  }

  return {
    begin(room, ownUserId, { events, answersInRoom }) {
      ownId = ownUserId;
      const end = markerOf(deps, room, ownUserId, query, events);
      [marker, followed, sought] = [end.mark, null, end.sought];
      threads = threadId === null && answersInRoom ? readThreads(db, room.roomNo, ownUserId) : null;
      hasSeenAll = false;
      waits = false;
    },
    note(roomNo, change) {
      if (change?.whole === true)
        [marker, followed, here] = [
          moved(roomNo, marker),
          moved(roomNo, followed),
          moved(roomNo, here),
        ];
      if (marker === null && change !== undefined && sought.length > 0)
        marker = latestOf(db, roomNo, sought);
      if (change !== undefined && deps.focus?.().focused === false) followElsewhere(roomNo, change);
      if (readerOf() !== 'end') return;
      const saw = hasSeenAll;
      hasSeenAll = sees();
      if (hasSeenAll) return;
      const added = change?.added ?? new Set();
      const most = Math.min(mostAdded, added.size) + 1;
      const newest = newestEvents(db, roomNo, most, null, threadId);
      const isNew = newest[0] !== undefined && added.has(newest[0].eventNo);
      // Without news the reader has still seen all.
      if (!isNew) hasSeenAll = saw;
      else waits = true;
      const before = newest.find(({ eventNo }) => !added.has(eventNo));
      if (isNew && saw && before !== undefined) place(markAt(db, before, threadId));
    },
    follow(roomNo) {
      if (!sees()) return;
      hasSeenAll = true;
      if (line.unreadShown || waits) return;
      const [newest] = newestEvents(db, roomNo, 1, null, threadId);
      place(markAt(db, newest, threadId));
    },
    after: () => ({ marker, followed, threads }),
    waits: () => waits,
    shown(now) {
      line = now;
      if (now.unreadShown || now.undecidedUntilMs === null) waits = false;
    },
  };
}
