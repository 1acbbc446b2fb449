// Puts events into a room's timeline: live ones at the end, paged ones before a chunk, looked-up ones beside it. Cost per event does
// not depend on the size of the room. State is the caller's business (state.ts).
import { run, type Database } from '../sqlite/statements';
import {
  addChunk,
  chunkOf,
  firstPos,
  lastPos,
  newestChunk,
  setToken,
  type WalkedChunk,
} from '../events/chunks';
import { eventHash } from '../events/eventHash';
import { settleEcho } from '../outbox/echo';
import { findKnown, insertEvent, roomContext, type KnownEvent, type RoomContext } from './insert';
import {
  collector,
  ownUserIfWaiting,
  place,
  placedContext,
  redactKnown,
  setLocalKey,
  settleKnown,
  type AppendResult,
  type Incoming,
  type PlacedContext,
} from './placing';
import { putAnswers, threadsBegin, threadsMissed } from '../projections/threads';
import { getEventByNo } from '../events/timeline';
import type { RawEvent, StoredEvent } from '../events/types';

/**
 * Sync itself brought the event into this chunk: a chunk holds what sync brings, in one piece, from position 1 on, and history below.
 * What history brought proves nothing of sync: late events lie, for the server, among much older ones.
 */
const bySync = (chunk: WalkedChunk, { chunk_no: at, pos }: KnownEvent): boolean =>
  chunk.by_time === 0 && at === chunk.chunk_no && pos !== null && pos > 0;

/** Sync brought one of the events into this chunk already, so that nothing is missing between. */
const overlaps = (
  db: Database,
  room: RoomContext,
  chunk: WalkedChunk,
  events: readonly RawEvent[],
): boolean =>
  events.some((event) => {
    const known = findKnown(db, room, eventHash(room.roomId, event.event_id), event.event_id);
    return known !== null && bySync(chunk, known);
  });

const areKnown = (db: Database, room: RoomContext, events: readonly RawEvent[]): boolean =>
  events.every(({ event_id: id }) => {
    const known = findKnown(db, room, eventHash(room.roomId, id), id);
    return known !== null && known.chunk_no !== null;
  });

/**
 * Number of the events that stand before all of this chunk: after a new device's short first answer, the one of a rejoin may reach further
 * back.
 */
function countOlder(
  db: Database,
  room: PlacedContext,
  chunk: WalkedChunk,
  events: readonly RawEvent[],
): number {
  const first = firstPos(db, room.timelineNo, chunk.chunk_no);
  const at = events.findIndex((event) => {
    const known = findKnown(db, room, eventHash(room.roomId, event.event_id), event.event_id);
    return known !== null && bySync(chunk, known) && known.pos === first;
  });
  return Math.max(0, at);
}

/**
 * The chunk for what a sync answer brought: the newest, or a new one. Pieces by time and those of sync never share one; where nothing
 * new came, there is no new piece by time.
 */
function chunkFor(
  db: Database,
  room: PlacedContext,
  newest: WalkedChunk | null,
  { events, limited, prevBatch, since = null, byTime = false }: LiveEvents,
): number {
  const { timelineNo } = room;
  if (newest === null) return addChunk(db, timelineNo, 1, prevBatch, { byTime });
  const stoodByTime = newest.by_time === 1;
  const differs = stoodByTime !== byTime && !(byTime && areKnown(db, room, events));
  if (!differs && (!limited || overlaps(db, room, newest, events))) return newest.chunk_no;
  threadsMissed(db, room.roomNo);
  // A piece by time that is not cut says of no gap before it.
  const token = byTime && !limited ? null : prevBatch;
  // More may be missing than what came after the last answer.
  const end = stoodByTime || byTime ? null : since;
  return addChunk(db, timelineNo, newest.ord + 1, token, { since: end, byTime });
}

interface LiveEvents {
  readonly roomNo: number;
  readonly events: readonly RawEvent[];
  readonly limited: boolean;
  readonly prevBatch: string | null;
  /** The token that was asked with; what is missing before a limited answer came after it. */
  readonly since?: string | null;
  /** These events are placed by time until sync brings the room and puts them in order. */
  readonly byTime?: boolean;
  readonly receivedMs: number;
  readonly ownUserId: string | null;
}

/**
 * Appends what a sync answer brought, oldest first. `limited` begins a new chunk with a gap before it, unless the events overlap
 * with the newest chunk; so does the first answer over what stood by time. Duplicates are ignored; relations, redactions and our own
 * echoes are settled.
 */
export function appendLive(db: Database, args: LiveEvents): AppendResult {
  const { roomNo, events } = args;
  const room = placedContext(db, roomNo);
  const { timelineNo } = room;
  const out = collector();
  const into: Incoming = {
    room,
    receivedMs: args.receivedMs,
    ownUserId: ownUserIfWaiting(db, roomNo, args.ownUserId),
    out,
  };
  const newest = newestChunk(db, timelineNo);
  const chunkNo = chunkFor(db, room, newest, args);
  const overlapped = args.limited && chunkNo === newest?.chunk_no ? newest : null;
  const older = overlapped === null ? 0 : countOlder(db, room, overlapped, events);
  if (older > 0) setToken(db, timelineNo, chunkNo, args.prevBatch);
  let below = Math.min(1, firstPos(db, timelineNo, chunkNo) ?? 1) - 1 - older;
  let last = Math.max(0, lastPos(db, timelineNo, chunkNo));
  for (const [index, event] of events.entries()) {
    const next = () => (index < older ? ++below : ++last);
    const hash = eventHash(room.roomId, event.event_id);
    const known = findKnown(db, room, hash, event.event_id);
    if (known === null || known.chunk_no === null) {
      place(db, into, event, hash, known, chunkNo, next());
      continue;
    }
    settleKnown(db, into, event, known);
    // History around an event may hold what sync brings only now: it stands here.
    if (chunkOf(db, timelineNo, known.chunk_no)?.by_time === 1)
      pull(db, into, known, chunkNo, next());
  }
  putAnswers(db, roomNo, out.inserted, 'sync');
  return out;
}

/** Takes a known event out of a piece that does not hold it for good, and puts it at a place. */
function pull(
  db: Database,
  into: Incoming,
  { event_no: eventNo, chunk_no: from }: KnownEvent,
  chunkNo: number,
  pos: number,
): void {
  const { timelineNo } = into.room;
  run(
    db,
    'UPDATE timeline SET chunk_no = ?, pos = ? WHERE timeline_no = ? AND event_no = ?',
    chunkNo,
    pos,
    timelineNo,
    eventNo,
  );
  // An empty chunk keeps no gap.
  if (from !== null && firstPos(db, timelineNo, from) === null)
    setToken(db, timelineNo, from, null);
  into.out.moved = true;
}

/**
 * A walk puts events of these pieces in order: those that stand by time, and what an answer of the same `since` left that was cut and
 * asked for again. What sync brought otherwise stays where it is.
 */
function mayPull(walker: WalkedChunk, other: WalkedChunk | null): boolean {
  if (other === null) return false;
  if (other.by_time === 1) return walker.by_time === 0 || other.ord < walker.ord;
  return walker.since_token !== null && other.since_token === walker.since_token;
}

/** The walk stands at the beginning of an older piece that has a gap of its own, and nothing says where its own gap ends. */
function endsWalk(
  db: Database,
  timelineNo: number,
  walker: WalkedChunk,
  older: WalkedChunk,
  { pos }: KnownEvent,
): boolean {
  if (walker.since_token !== null || older.prev_token === null) return false;
  return pos === firstPos(db, timelineNo, older.chunk_no);
}

/**
 * Puts a page of /messages (newest first) before a chunk, wherever its other events stand: those that come late to a federated room
 * lie, for the server, among much older ones. `end` is the next token; null when the server has nothing more: the chunk is joined to its
 * older neighbour, or begins with the room's first event. Only where the end of the gap is not known (`since_token`), or the server
 * passes over it to what sync brought before, a page ends the walk whose last event is here already.
 */
export function prependOlder(
  db: Database,
  args: {
    readonly roomNo: number;
    readonly chunkNo: number;
    readonly events: readonly RawEvent[];
    readonly end: string | null;
    readonly receivedMs: number;
    readonly ownUserId?: string | null;
  },
): AppendResult {
  const { roomNo, chunkNo } = args;
  const room = placedContext(db, roomNo);
  const { timelineNo } = room;
  const out = collector();
  const chunk = chunkOf(db, timelineNo, chunkNo);
  if (chunk === null) return out;
  const into: Incoming = {
    room,
    receivedMs: args.receivedMs,
    ownUserId: ownUserIfWaiting(db, roomNo, args.ownUserId ?? null),
    out,
  };
  const before = () => Math.min(1, firstPos(db, timelineNo, chunkNo) ?? 1) - 1;
  /** The page ends with an event that stands in an older piece for good. */
  let metLast = false;
  let isPassed = chunk.since_token === null;
  for (const event of args.events) {
    const hash = eventHash(room.roomId, event.event_id);
    const known = findKnown(db, room, hash, event.event_id);
    if (known === null || known.chunk_no === null) {
      place(db, into, event, hash, known, chunkNo, before());
      metLast = false;
      continue;
    }
    settleKnown(db, into, event, known);
    if (known.chunk_no === chunkNo) continue;
    const other = chunkOf(db, timelineNo, known.chunk_no);
    if (other === null || mayPull(chunk, other)) pull(db, into, known, chunkNo, before());
    const older = other !== null && other.ord < chunk.ord && !mayPull(chunk, other);
    metLast = older;
    if (older && bySync(other, known)) isPassed = true;
    // The gap of the older chunk covers the events before it.
    if (older && endsWalk(db, timelineNo, chunk, other, known)) break;
  }
  const met = isPassed && metLast;
  setToken(db, timelineNo, chunkNo, met ? null : args.end);
  putAnswers(db, roomNo, out.inserted.toReversed(), 'history');
  threadsBegin(db, roomNo, chunkNo, out.inserted);
  return out;
}

/**
 * An event outside the timeline: a reply's target, an answer, a vote. Known ones are answered as they stand. One of this account is the
 * echo that the outbox waits for: sync may have left it in a gap.
 */
export function insertLoose(
  db: Database,
  args: {
    readonly roomNo: number;
    readonly event: RawEvent;
    readonly receivedMs: number;
    readonly ownUserId?: string | null;
  },
): StoredEvent {
  const room = roomContext(db, args.roomNo);
  const { event } = args;
  const hash = eventHash(room.roomId, event.event_id);
  const known = findKnown(db, room, hash, event.event_id);
  if (known !== null) redactKnown(db, room, event, known);
  const waiting = ownUserIfWaiting(db, args.roomNo, args.ownUserId ?? null);
  const localKey =
    event.sender === waiting ? settleEcho(db, args.roomNo, event, args.receivedMs) : null;
  const eventNo =
    known?.event_no ?? insertEvent(db, room, event, hash, args.receivedMs, localKey).eventNo;
  if (known !== null && localKey !== null) setLocalKey(db, eventNo, localKey);
  const stored = getEventByNo(db, eventNo);
  if (stored === null) throw new Error('an inserted event is missing');
  if (known === null) putAnswers(db, args.roomNo, [stored], 'history');
  return stored;
}
