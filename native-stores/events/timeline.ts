// Puts events into a room's timeline: live ones at the end, paged ones before a chunk, looked-up ones beside it. Cost per event does
// not depend on the size of the room. State is the caller's business (rooms/state.ts).
import { get, run, type Database } from '../sqlite/statements';
import { addChunk, firstPos, lastPos, newestChunk, ordOf, setToken } from './chunks';
import { eventHash } from './eventHash';
import { findKnown, insertEvent, roomContext, type RoomContext } from './insert';
import {
  collector,
  ownUserIfWaiting,
  place,
  settleKnown,
  type AppendResult,
  type Incoming,
} from './placing';
import { getEventByNo } from './reading';
import type { RawEvent, StoredEvent } from './types';

export type { AppendResult } from './placing';
export {
  gapOfChunk,
  getEvent,
  getEventByLocalKey,
  getEventByNo,
  getEvents,
  getEventsByNo,
  newestEvent,
  newestEvents,
  newestOfTypes,
  oldestChunkGap,
  pageOfTimeline,
  positionOf,
  type PageQuery,
  type TimelineGap,
  type TimelinePage,
} from './reading';
export { editsAmong, relatedToMany, relationsOf } from './relations';

/** True when one of the events stands in this chunk, so that nothing is missing between. */
function overlaps(
  db: Database,
  room: RoomContext,
  chunkNo: number,
  events: readonly RawEvent[],
): boolean {
  return events.some(
    (event) =>
      findKnown(db, room, eventHash(room.roomId, event.event_id), event.event_id)?.chunk_no ===
      chunkNo,
  );
}

/**
 * Appends what a sync answer brought, oldest first. `limited` begins a new chunk with a gap before it, unless the events overlap
 * with the newest chunk. Duplicates are ignored; relations, redactions and our own echoes are settled.
 */
export function appendLive(
  db: Database,
  args: {
    readonly roomNo: number;
    readonly events: readonly RawEvent[];
    readonly limited: boolean;
    readonly prevBatch: string | null;
    readonly receivedMs: number;
    readonly ownUserId: string | null;
  },
): AppendResult {
  const { roomNo, events } = args;
  const room = roomContext(db, roomNo);
  const out = collector();
  const into: Incoming = {
    room,
    receivedMs: args.receivedMs,
    ownUserId: ownUserIfWaiting(db, roomNo, args.ownUserId),
    out,
  };
  const newest = newestChunk(db, roomNo);
  let chunkNo: number;
  if (newest === null) chunkNo = addChunk(db, roomNo, 1, args.prevBatch);
  else if (args.limited && !overlaps(db, room, newest.chunk_no, events))
    chunkNo = addChunk(db, roomNo, newest.ord + 1, args.prevBatch);
  else chunkNo = newest.chunk_no;
  let pos = lastPos(db, roomNo, chunkNo);
  for (const event of events) {
    const hash = eventHash(room.roomId, event.event_id);
    const known = findKnown(db, room, hash, event.event_id);
    if (known !== null && known.chunk_no !== null) settleKnown(db, into, event, known.event_no);
    else place(db, into, event, hash, known?.event_no ?? null, chunkNo, ++pos);
  }
  return out;
}

interface Walk {
  chunkNo: number;
  ord: number;
  /** Position of the event that was met last, in the chunk where the walk is. */
  pos: number | null;
}

/** Meets an event that is in the timeline: in an older chunk it closes every gap between. */
function meet(db: Database, roomNo: number, walk: Walk, eventNo: number, chunkNo: number): void {
  const row = get<{ pos: number }>(db, 'SELECT pos FROM timeline WHERE event_no = ?', eventNo);
  if (chunkNo === walk.chunkNo) {
    walk.pos = row?.pos ?? walk.pos;
    return;
  }
  const ord = ordOf(db, roomNo, chunkNo);
  if (ord === null || ord > walk.ord) return;
  run(
    db,
    'UPDATE chunks SET prev_token = NULL WHERE room_no = ? AND ord <= ? AND ord > ?',
    roomNo,
    walk.ord,
    ord,
  );
  walk.chunkNo = chunkNo;
  walk.ord = ord;
  walk.pos = row?.pos ?? null;
}

/**
 * Puts a page of /messages (newest first) before a chunk. `end` is the next token, null at the start of the room. Meeting an older
 * chunk joins the two.
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
  const { roomNo } = args;
  const room = roomContext(db, roomNo);
  const out = collector();
  const ord = ordOf(db, roomNo, args.chunkNo);
  if (ord === null) return out;
  const into: Incoming = {
    room,
    receivedMs: args.receivedMs,
    ownUserId: ownUserIfWaiting(db, roomNo, args.ownUserId ?? null),
    out,
  };
  const walk: Walk = { chunkNo: args.chunkNo, ord, pos: firstPos(db, roomNo, args.chunkNo) };
  for (const event of args.events) {
    const hash = eventHash(room.roomId, event.event_id);
    const known = findKnown(db, room, hash, event.event_id);
    if (known !== null && known.chunk_no !== null) {
      settleKnown(db, into, event, known.event_no);
      meet(db, roomNo, walk, known.event_no, known.chunk_no);
      continue;
    }
    const pos = (firstPos(db, roomNo, walk.chunkNo) ?? 1) - 1;
    place(db, into, event, hash, known?.event_no ?? null, walk.chunkNo, pos);
    walk.pos = pos;
  }
  // The token continues the walk only if the walk stands at the beginning of its chunk; else that chunk's own token is right.
  if (walk.pos === null || walk.pos === firstPos(db, roomNo, walk.chunkNo)) {
    const stuck = args.events.length === 0 && args.end !== null && args.chunkNo !== walk.chunkNo;
    if (!stuck) setToken(db, roomNo, walk.chunkNo, args.end);
  }
  return out;
}

/** An event outside the timeline: a reply's target, state. Known ones are answered as they stand. */
export function insertLoose(
  db: Database,
  args: { readonly roomNo: number; readonly event: RawEvent; readonly receivedMs: number },
): StoredEvent {
  const room = roomContext(db, args.roomNo);
  const { event } = args;
  const hash = eventHash(room.roomId, event.event_id);
  const known = findKnown(db, room, hash, event.event_id);
  const eventNo =
    known?.event_no ?? insertEvent(db, room, event, hash, args.receivedMs, null).eventNo;
  const stored = getEventByNo(db, eventNo);
  if (stored === null) throw new Error('an inserted event is missing');
  return stored;
}
