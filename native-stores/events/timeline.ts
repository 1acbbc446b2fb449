// Reads events and pages of a room's timeline. Writes nothing.
import { all, get, type Database } from '../sqlite/statements';
import type { ChunkRow } from './chunks';
import { eventHash } from './eventHash';
import { timelineOf } from './chunks';
import { knownEvents, rememberEvents } from './known';
import { eventColumns, toStoredEvent, type EventRow, type StoredEvent } from './types';

export interface TimelineGap {
  /** The gap lies directly before this event. */
  readonly beforeEventNo: number;
  readonly chunkNo: number;
  readonly prevToken: string;
}

export interface TimelinePage {
  /** Oldest first. */
  readonly events: readonly StoredEvent[];
  readonly gaps: readonly TimelineGap[];
  /** The page begins with the first event of the room. */
  readonly reachedStart: boolean;
  /** The disk has events before or after this page. */
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

export interface PageQuery {
  readonly roomNo: number;
  /** Id of the thread root; absent or null: the room's own timeline. */
  readonly rootEventId?: string | null;
  /** Events before this one, not it itself. */
  readonly before?: number | null;
  readonly after?: number | null;
  /** This event and what follows. */
  readonly from?: number | null;
  /** This event in the middle of the page. */
  readonly around?: number | null;
  readonly limit: number;
}

interface Chunk extends ChunkRow {
  first: number | null;
  last: number | null;
}

interface Position {
  readonly chunk_no: number;
  readonly pos: number;
}

interface Place extends Position {
  readonly event_no: number;
}

/** An event of this room by its id. */
export function getEvent(db: Database, roomNo: number, eventId: string): StoredEvent | null {
  const room = get<{ room_id: string }>(db, 'SELECT room_id FROM rooms WHERE room_no = ?', roomNo);
  if (room === null) return null;
  const row = get<EventRow>(
    db,
    `SELECT ${eventColumns} FROM events e WHERE e.event_hash = ? AND e.event_id = ? AND e.room_no = ?`,
    eventHash(room.room_id, eventId),
    eventId,
    roomNo,
  );
  return row === null ? null : toStoredEvent(row);
}

/** Several events of one room with one statement; unknown ids are left out. */
export function getEvents(
  db: Database,
  roomNo: number,
  eventIds: readonly string[],
): Map<string, StoredEvent> {
  const found = new Map<string, StoredEvent>();
  const room = get<{ room_id: string }>(db, 'SELECT room_id FROM rooms WHERE room_no = ?', roomNo);
  if (room === null || eventIds.length === 0) return found;
  const wanted = new Set(eventIds);
  const rows = all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM json_each(?) h CROSS JOIN events e ON e.event_hash = h.value WHERE e.room_no = ?`,
    JSON.stringify([...wanted].map((id) => eventHash(room.room_id, id))),
    roomNo,
  );
  for (const row of rows) if (wanted.has(row.event_id)) found.set(row.event_id, toStoredEvent(row));
  return found;
}

export function getEventByNo(db: Database, eventNo: number): StoredEvent | null {
  const row = get<EventRow>(
    db,
    `SELECT ${eventColumns} FROM events e WHERE e.event_no = ?`,
    eventNo,
  );
  return row === null ? null : toStoredEvent(row);
}

/** Several events of any rooms with one statement, by number. */
export function getEventsByNo(db: Database, eventNos: readonly number[]): Map<number, StoredEvent> {
  const rows = all<EventRow>(
    db,
    `SELECT ${eventColumns} FROM json_each(?) j CROSS JOIN events e ON e.event_no = j.value`,
    JSON.stringify(eventNos),
  );
  return new Map(rows.map((row) => [row.event_no, toStoredEvent(row)]));
}

/** Our own event whose local echo had this key. */
export function getEventByLocalKey(db: Database, localKey: string): StoredEvent | null {
  const row = get<EventRow>(
    db,
    `SELECT ${eventColumns} FROM events e WHERE e.local_key = ?`,
    localKey,
  );
  return row === null ? null : toStoredEvent(row);
}

/** Position of an event in its room's own timeline, or in that of a thread; null when it is not in it. Greater means newer. */
export function positionOf(
  db: Database,
  eventNo: number,
  rootEventId: string | null = null,
): { ord: number; pos: number } | null {
  return get<{ ord: number; pos: number }>(
    db,
    `SELECT c.ord, t.pos FROM events e
     CROSS JOIN timelines l ON l.room_no = e.room_no AND l.root_event_id IS ?
     CROSS JOIN timeline t ON t.timeline_no = l.timeline_no AND t.event_no = e.event_no
     CROSS JOIN chunks c ON c.timeline_no = t.timeline_no AND c.chunk_no = t.chunk_no WHERE e.event_no = ?`,
    rootEventId,
    eventNo,
  );
}

/**
 * Newest events of the timeline, whatever their type, newest first; with `before` those that stand before that event. Unlike a page it
 * reads nothing of a room's beginning.
 */
export function newestEvents(
  db: Database,
  roomNo: number,
  limit: number,
  before: number | null = null,
  rootEventId: string | null = null,
): StoredEvent[] {
  const timelineNo = timelineOf(db, roomNo, rootEventId);
  if (timelineNo === null) return [];
  const chunks = all<ChunkRow>(
    db,
    'SELECT chunk_no, ord, prev_token FROM chunks WHERE timeline_no = ?',
    timelineNo,
  ).sort((a, b) => a.ord - b.ord);
  const from = before === null ? null : placeOf(db, timelineNo, before);
  const places = placesBefore(db, timelineNo, chunks, from, limit).reverse();
  return eventsAt(db, places);
}

/**
 * Newest events of these types among the newest `within` events of each chunk, newest first, at most `limit`. Costs one look per event
 * that is passed over, and reads nothing of those.
 */
export function newestOfTypes(
  db: Database,
  roomNo: number,
  types: readonly string[],
  { within, limit }: { readonly within: number; readonly limit: number },
): StoredEvent[] {
  const timelineNo = timelineOf(db, roomNo);
  if (timelineNo === null) return [];
  const chunks = all<ChunkRow>(
    db,
    'SELECT chunk_no, ord, prev_token FROM chunks WHERE timeline_no = ? ORDER BY ord DESC',
    timelineNo,
  );
  const found: StoredEvent[] = [];
  for (const chunk of chunks) {
    if (found.length >= limit) break;
    const rows = all<EventRow>(
      db,
      `SELECT ${eventColumns} FROM
         (SELECT event_no, pos FROM timeline WHERE timeline_no = ? AND chunk_no = ? ORDER BY pos DESC LIMIT ? + 0) t
       CROSS JOIN events e ON e.event_no = t.event_no
       WHERE e.type IN (SELECT value FROM json_each(?)) ORDER BY t.pos DESC LIMIT ? + 0`,
      timelineNo,
      chunk.chunk_no,
      within,
      JSON.stringify(types),
      limit - found.length,
    );
    found.push(...rows.map(toStoredEvent));
  }
  return found;
}

/** Newest event of the timeline, whatever its type. */
export const newestEvent = (db: Database, roomNo: number): StoredEvent | null =>
  newestEvents(db, roomNo, 1)[0] ?? null;

const placeOf = (db: Database, timelineNo: number, eventNo: number): Position | null =>
  get<Position>(
    db,
    'SELECT chunk_no, pos FROM timeline WHERE event_no = ? AND timeline_no = ?',
    eventNo,
    timelineNo,
  );

function chunksOf(db: Database, timelineNo: number): Chunk[] {
  return all<Chunk>(
    db,
    `SELECT c.chunk_no, c.ord, c.prev_token,
       (SELECT min(t.pos) FROM timeline t WHERE t.timeline_no = c.timeline_no AND t.chunk_no = c.chunk_no) AS first,
       (SELECT max(t.pos) FROM timeline t WHERE t.timeline_no = c.timeline_no AND t.chunk_no = c.chunk_no) AS last
     FROM chunks c WHERE c.timeline_no = ? ORDER BY c.ord`,
    timelineNo,
  );
}

/** The events that stand there; those that were read lately are not read again. */
function eventsAt(db: Database, places: readonly Place[]): StoredEvent[] {
  const known = knownEvents(db);
  const missing = places.filter((place) => !known.has(place.event_no));
  const read =
    missing.length === 0
      ? new Map<number, StoredEvent>()
      : getEventsByNo(
          db,
          missing.map((place) => place.event_no),
        );
  const events = places.flatMap(({ event_no: no }) => known.get(no) ?? read.get(no) ?? []);
  rememberEvents(db, [...read.values()]);
  return events;
}

function placesBefore(
  db: Database,
  timelineNo: number,
  chunks: readonly ChunkRow[],
  from: Position | null,
  limit: number,
): Place[] {
  const rows: Place[] = [];
  let started = from === null;
  for (const chunk of chunks.toReversed()) {
    const here = !started && chunk.chunk_no === from?.chunk_no;
    if (!started && !here) continue;
    started = true;
    if (rows.length >= limit) break;
    rows.push(
      ...all<Place>(
        db,
        `SELECT t.event_no, t.chunk_no, t.pos FROM timeline t
         WHERE t.timeline_no = ? AND t.chunk_no = ? AND t.pos < ? ORDER BY t.pos DESC LIMIT ? + 0`,
        timelineNo,
        chunk.chunk_no,
        here && from !== null ? from.pos : Number.MAX_SAFE_INTEGER,
        limit - rows.length,
      ),
    );
  }
  return rows.reverse();
}

function placesFrom(
  db: Database,
  timelineNo: number,
  chunks: readonly Chunk[],
  from: Position,
  including: boolean,
  limit: number,
): Place[] {
  const rows: Place[] = [];
  let started = false;
  for (const chunk of chunks) {
    const here = chunk.chunk_no === from.chunk_no;
    if (!started && !here) continue;
    started = true;
    if (rows.length >= limit) break;
    rows.push(
      ...all<Place>(
        db,
        `SELECT t.event_no, t.chunk_no, t.pos FROM timeline t
         WHERE t.timeline_no = ? AND t.chunk_no = ? AND t.pos >= ? ORDER BY t.pos LIMIT ? + 0`,
        timelineNo,
        chunk.chunk_no,
        here ? from.pos + (including ? 0 : 1) : Number.MIN_SAFE_INTEGER,
        limit - rows.length,
      ),
    );
  }
  return rows;
}

/** Tokens by the chunk they stand before; an empty chunk hands its token to the next one that has events. */
function gapsOf(chunks: readonly Chunk[]): Map<number, { chunkNo: number; prevToken: string }> {
  const gaps = new Map<number, { chunkNo: number; prevToken: string }>();
  let carried: { chunkNo: number; prevToken: string } | null = null;
  for (const chunk of chunks) {
    if (chunk.prev_token !== null)
      carried = { chunkNo: chunk.chunk_no, prevToken: chunk.prev_token };
    if (chunk.first === null) continue;
    if (carried !== null) gaps.set(chunk.chunk_no, carried);
    carried = null;
  }
  return gaps;
}

function select(
  db: Database,
  timelineNo: number,
  query: PageQuery,
  chunks: readonly Chunk[],
  at: Position | null,
): Place[] {
  const { limit } = query;
  if (at === null) return placesBefore(db, timelineNo, chunks, null, limit);
  if (query.after != null) return placesFrom(db, timelineNo, chunks, at, false, limit);
  if (query.from != null) return placesFrom(db, timelineNo, chunks, at, true, limit);
  if (query.before != null) return placesBefore(db, timelineNo, chunks, at, limit);
  const newer = placesFrom(db, timelineNo, chunks, at, true, Math.ceil(limit / 2));
  return [...placesBefore(db, timelineNo, chunks, at, limit - newer.length), ...newer];
}

/**
 * A page in timeline order. Without a place it is the newest one; a place that is not in the timeline gives the newest one too.
 */
export function pageOfTimeline(db: Database, query: PageQuery): TimelinePage {
  // No timeline has the number 0.
  const timelineNo = timelineOf(db, query.roomNo, query.rootEventId ?? null) ?? 0;
  const chunks = chunksOf(db, timelineNo);
  const eventNo = query.after ?? query.from ?? query.before ?? query.around ?? null;
  const at = eventNo === null ? null : placeOf(db, timelineNo, eventNo);
  const rows = select(db, timelineNo, query, chunks, at);
  const tokens = gapsOf(chunks);
  const byNo = new Map(chunks.map((chunk) => [chunk.chunk_no, chunk]));
  const filled = chunks.filter((chunk) => chunk.first !== null);
  const gaps: TimelineGap[] = [];
  for (const row of rows) {
    const gap = tokens.get(row.chunk_no);
    if (gap !== undefined && byNo.get(row.chunk_no)?.first === row.pos)
      gaps.push({ beforeEventNo: row.event_no, ...gap });
  }
  const oldest = rows[0];
  const newest = rows.at(-1);
  const firstChunk = filled[0];
  const lastChunk = filled.at(-1);
  const atOldest =
    oldest === undefined
      ? firstChunk === undefined || query.before != null
      : oldest.chunk_no === firstChunk?.chunk_no && oldest.pos === firstChunk.first;
  const atNewest =
    newest === undefined
      ? lastChunk === undefined || query.after != null
      : newest.chunk_no === lastChunk?.chunk_no && newest.pos === lastChunk.last;
  const open = firstChunk === undefined ? null : tokens.get(firstChunk.chunk_no);
  const complete =
    firstChunk === undefined
      ? chunks.length > 0 && chunks.every((chunk) => chunk.prev_token === null)
      : open === undefined;
  return {
    events: eventsAt(db, rows),
    gaps,
    reachedStart: atOldest && complete,
    hasOlder: !atOldest,
    hasNewer: !atNewest,
  };
}

/** The gap before everything that is on the disk; null when the room's first event is here (or nothing at all). */
export function oldestChunkGap(
  db: Database,
  roomNo: number,
  rootEventId: string | null = null,
): { chunkNo: number; prevToken: string } | null {
  const row = get<{ chunk_no: number; prev_token: string | null }>(
    db,
    // A piece whose events have moved into another one, and before which nothing is missing, is no beginning.
    `SELECT chunk_no, prev_token FROM chunks c WHERE timeline_no = ? AND (prev_token IS NOT NULL OR EXISTS
      (SELECT 1 FROM timeline t WHERE t.timeline_no = c.timeline_no AND t.chunk_no = c.chunk_no)) ORDER BY ord LIMIT 1`,
    timelineOf(db, roomNo, rootEventId),
  );
  return row === null || row.prev_token === null
    ? null
    : { chunkNo: row.chunk_no, prevToken: row.prev_token };
}

/** The token of one chunk, and where its gap ends if that is known: null when its gap is closed. */
export function gapOfChunk(
  db: Database,
  roomNo: number,
  chunkNo: number,
): { chunkNo: number; prevToken: string; since: string | null } | null {
  const row = get<{ prev_token: string | null; since_token: string | null }>(
    db,
    'SELECT prev_token, since_token FROM chunks WHERE timeline_no = ? AND chunk_no = ?',
    timelineOf(db, roomNo),
    chunkNo,
  );
  if (row === null || row.prev_token === null) return null;
  return { chunkNo, prevToken: row.prev_token, since: row.since_token };
}
