// Puts single events at a place of the timeline and settles what they mean for the outbox. Which place is the caller's choice.
import { settleEcho } from '../outbox/echo';
import { get, run, type Database } from '../sqlite/statements';
import type { Changes } from '../sqlite/store';
import { ensureTimeline } from '../events/chunks';
import {
  insertEvent,
  roomContext,
  type Inserted,
  type KnownEvent,
  type RoomContext,
} from './insert';
import { redactedBecause, redactEvent, type Redacted } from './redaction';
import { forgetEvent } from '../events/known';
import { getEventByNo } from '../events/timeline';
import { settleEncryptedSince } from '../rooms/encryption';
import type { RawEvent, StoredEvent } from '../events/types';

export interface AppendResult {
  /** New to the timeline, in the order in which they were given. */
  readonly inserted: readonly StoredEvent[];
  /** Numbers of those that wait in the decrypt queue. */
  readonly encrypted: readonly number[];
  /** Numbers of older events whose content was taken out. */
  readonly redacted: readonly number[];
  /** Numbers of older events that look different now: redacted, edited, reacted to, or found to be our own. */
  readonly changed: readonly number[];
  /** Keys of local echoes that these events took over. */
  readonly echoed: readonly string[];
  /** Current state lost its content, so that members, columns and links of the room may differ. */
  readonly restated: boolean;
  /** Events that stood elsewhere in the timeline before. */
  readonly moved: boolean;
}

/** Tells the commit what became of these events. */
export function report(changes: Changes, roomNo: number, result: AppendResult): void {
  const { inserted, changed, restated, moved } = result;
  changes.timeline(roomNo, { added: inserted.map((event) => event.eventNo), changed });
  if (moved) changes.timeline(roomNo);
  if (!restated) return;
  changes.room(roomNo);
  changes.members(roomNo);
  changes.topic('files');
}

export interface Collector extends AppendResult {
  readonly inserted: StoredEvent[];
  readonly encrypted: number[];
  readonly redacted: number[];
  readonly changed: number[];
  restated: boolean;
  moved: boolean;
  readonly echoed: string[];
}

export const collector = (): Collector => ({
  inserted: [],
  encrypted: [],
  redacted: [],
  changed: [],
  restated: false,
  moved: false,
  echoed: [],
});

const insertTimeline =
  'INSERT INTO timeline(timeline_no, chunk_no, pos, event_no) VALUES (?,?,?,?)';

export function storedFrom(
  db: Database,
  room: RoomContext,
  event: RawEvent,
  receivedMs: number,
  localKey: string | null,
  inserted: Inserted,
): StoredEvent {
  const stored = inserted.stripped ? getEventByNo(db, inserted.eventNo) : null;
  if (stored !== null) return stored;
  return {
    eventNo: inserted.eventNo,
    roomNo: room.roomNo,
    eventId: event.event_id,
    type: event.type,
    stateKey: event.state_key ?? null,
    sender: event.sender,
    ts: event.origin_server_ts,
    receivedTs: receivedMs,
    localKey,
    raw: event,
    plain: null,
    utdCode: null,
    trust: 'ok',
    redactedBy: null,
  };
}

/** A room whose timeline exists. */
export type PlacedContext = RoomContext & { readonly timelineNo: number };

export const placedContext = (db: Database, roomNo: number): PlacedContext => ({
  ...roomContext(db, roomNo),
  timelineNo: ensureTimeline(db, roomNo),
});

export interface Incoming {
  readonly room: PlacedContext;
  readonly receivedMs: number;
  /** Set only while something of this account waits in the outbox of the room. */
  readonly ownUserId: string | null;
  readonly out: Collector;
}

/** Puts an event at a place. The caller has made sure that it does not stand in the timeline. */
export function place(
  db: Database,
  into: Incoming,
  event: RawEvent,
  hash: number,
  known: KnownEvent | null,
  chunkNo: number,
  pos: number,
): void {
  const { room, out } = into;
  const localKey =
    event.sender === into.ownUserId ? settleEcho(db, room.roomNo, event, into.receivedMs) : null;
  if (localKey !== null) out.echoed.push(localKey);
  if (known !== null) {
    const knownNo = known.event_no;
    if (localKey !== null) setLocalKey(db, knownNo, localKey);
    takeRedaction(db, into, event, known);
    run(db, insertTimeline, room.timelineNo, chunkNo, pos, knownNo);
    settleEncryptedSince(db, room.roomNo, event, knownNo);
    const stored = getEventByNo(db, knownNo);
    if (stored !== null) out.inserted.push(stored);
    return;
  }
  const inserted = insertEvent(db, room, event, hash, into.receivedMs, localKey);
  run(db, insertTimeline, room.timelineNo, chunkNo, pos, inserted.eventNo);
  settleEncryptedSince(db, room.roomNo, event, inserted.eventNo);
  out.inserted.push(storedFrom(db, room, event, into.receivedMs, localKey, inserted));
  if (inserted.encrypted) out.encrypted.push(inserted.eventNo);
  out.redacted.push(...inserted.redacted);
  out.changed.push(...inserted.changed);
  if (inserted.restated) out.restated = true;
}

/** An event that is in the timeline already can still be the echo that the outbox waits for. */
export function settleKnown(
  db: Database,
  into: Incoming,
  event: RawEvent,
  known: KnownEvent,
): void {
  const { event_no: eventNo } = known;
  takeRedaction(db, into, event, known);
  if (event.sender !== into.ownUserId) return;
  const localKey = settleEcho(db, into.room.roomNo, event, into.receivedMs);
  if (localKey === null) return;
  setLocalKey(db, eventNo, localKey);
  into.out.echoed.push(localKey);
  into.out.changed.push(eventNo);
}

/**
 * An event that is here is told again as redacted: its redaction may lie in a gap, or in a part of history that nobody will ever ask
 * for. Answers what became different, null when nothing did.
 */
export function redactKnown(
  db: Database,
  room: RoomContext,
  event: RawEvent,
  known: KnownEvent,
): Redacted | null {
  const because = redactedBecause(event);
  if (because === null || known.redacted_by !== null) return null;
  return redactEvent(db, known.event_no, room.version, because.event_id, because);
}

function takeRedaction(db: Database, into: Incoming, event: RawEvent, known: KnownEvent): void {
  const taken = redactKnown(db, into.room, event, known);
  if (taken === null) return;
  into.out.redacted.push(known.event_no, ...taken.redacted);
  into.out.changed.push(known.event_no, ...taken.changed);
  if (taken.restated) into.out.restated = true;
}

/** The event is the echo of what had this key. */
export function setLocalKey(db: Database, eventNo: number, localKey: string): void {
  run(db, 'UPDATE events SET local_key = ? WHERE event_no = ?', localKey, eventNo);
  forgetEvent(db, eventNo);
}

export function ownUserIfWaiting(
  db: Database,
  roomNo: number,
  ownUserId: string | null,
): string | null {
  if (ownUserId === null) return null;
  return get(db, 'SELECT 1 FROM outbox WHERE room_no = ? LIMIT 1', roomNo) === null
    ? null
    : ownUserId;
}
