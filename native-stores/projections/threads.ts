// Puts answers into the timelines of their threads. They stand in the room's own timeline as well; which of the two shows them is the
// reader's business. Order: what sync brings stands at the end, everything else where its time says.
import { addChunk, ensureTimeline, timelineOf } from '../events/chunks';
import {
  fromNewest,
  gapOfThread,
  newestChunkNo,
  reachesToNow,
  threadChunk,
  threadOf,
} from '../events/threads';
import { getEventsByNo } from '../events/timeline';
import type { StoredEvent } from '../events/types';
import { all, get, run, type Database } from '../sqlite/statements';

/** The thread's timeline; made with everything missing, or with nothing. */
function ensureThread(
  db: Database,
  roomNo: number,
  rootEventId: string,
  isWhole: () => boolean,
): number {
  const known = timelineOf(db, roomNo, rootEventId);
  if (known !== null) return known;
  const timelineNo = ensureTimeline(db, roomNo, rootEventId);
  addChunk(db, timelineNo, 1, isWhole() ? null : fromNewest);
  return timelineNo;
}

const insert =
  'INSERT OR IGNORE INTO timeline(timeline_no, chunk_no, pos, event_no) VALUES (?,?,?,?)';

interface Edge {
  pos: number;
  ts: number;
}

const edge = (db: Database, timelineNo: number, order: 'first' | 'last'): Edge | null =>
  get<Edge>(
    db,
    order === 'first'
      ? `SELECT t.pos, e.ts FROM timeline t CROSS JOIN events e ON e.event_no = t.event_no
         WHERE t.timeline_no = ? AND t.chunk_no = ${threadChunk} ORDER BY t.pos LIMIT 1`
      : `SELECT t.pos, e.ts FROM timeline t CROSS JOIN events e ON e.event_no = t.event_no
         WHERE t.timeline_no = ? AND t.chunk_no = ${threadChunk} ORDER BY t.pos DESC LIMIT 1`,
    timelineNo,
  );

function append(db: Database, timelineNo: number, answers: readonly StoredEvent[]): void {
  let pos = edge(db, timelineNo, 'last')?.pos ?? 0;
  for (const { eventNo } of answers) run(db, insert, timelineNo, threadChunk, ++pos, eventNo);
}

interface Row {
  event_no: number;
  ts: number;
}

/** Rows keep their order among themselves; a new one stands before the first that is younger. */
function rewrite(db: Database, timelineNo: number, answers: readonly StoredEvent[]): void {
  const rows = all<Row>(
    db,
    `SELECT t.event_no, e.ts FROM timeline t CROSS JOIN events e ON e.event_no = t.event_no
     WHERE t.timeline_no = ? ORDER BY t.chunk_no, t.pos`,
    timelineNo,
  );
  const fresh = [...answers].sort((a, b) => a.ts - b.ts);
  const merged: number[] = [];
  let next = 0;
  for (const row of rows) {
    for (; next < fresh.length && (fresh[next]?.ts ?? 0) < row.ts; next += 1)
      merged.push(fresh[next]?.eventNo ?? 0);
    merged.push(row.event_no);
  }
  merged.push(...fresh.slice(next).map(({ eventNo }) => eventNo));
  run(db, 'DELETE FROM timeline WHERE timeline_no = ?', timelineNo);
  merged.forEach((eventNo, at) => run(db, insert, timelineNo, threadChunk, at + 1, eventNo));
}

function missingOf(
  db: Database,
  timelineNo: number,
  answers: readonly StoredEvent[],
): StoredEvent[] {
  const here = new Set(
    all<{ event_no: number }>(
      db,
      'SELECT event_no FROM timeline WHERE timeline_no = ? AND event_no IN (SELECT value FROM json_each(?))',
      timelineNo,
      JSON.stringify(answers.map(({ eventNo }) => eventNo)),
    ).map((row) => row.event_no),
  );
  return answers.filter(({ eventNo }) => !here.has(eventNo));
}

/** `answers` oldest first, as far as anybody knows. */
function merge(db: Database, timelineNo: number, answers: readonly StoredEvent[]): void {
  const missing = missingOf(db, timelineNo, answers);
  if (missing.length === 0) return;
  const first = edge(db, timelineNo, 'first');
  const last = edge(db, timelineNo, 'last');
  if (first === null || last === null || missing.every(({ ts }) => ts >= last.ts))
    return append(db, timelineNo, missing);
  if (!missing.every(({ ts }) => ts < first.ts)) return rewrite(db, timelineNo, missing);
  let { pos } = first;
  for (const { eventNo } of missing.toReversed())
    run(db, insert, timelineNo, threadChunk, --pos, eventNo);
}

/** Times in the future count as now. */
function setActive(db: Database, timelineNo: number, answers: readonly StoredEvent[]): void {
  const newest = Math.max(...answers.map(({ ts, receivedTs }) => Math.min(ts, receivedTs)));
  run(
    db,
    'UPDATE timelines SET active_ms = max(active_ms, ?) WHERE timeline_no = ?',
    Math.max(1, newest),
    timelineNo,
  );
}

export type AnswersFrom = 'sync' | 'history';

/**
 * Puts those of the events that are answers into their threads: what sync brought at the end, history by its time. `events` oldest first.
 * Belongs into the transaction that inserts them.
 */
export function putAnswers(
  db: Database,
  roomNo: number,
  events: readonly StoredEvent[],
  from: AnswersFrom,
): void {
  const answers = Map.groupBy(events, threadOf);
  for (const [rootEventId, own] of answers) {
    if (rootEventId === null) continue;
    const timelineNo = ensureThread(db, roomNo, rootEventId, () =>
      reachesToNow(db, roomNo, rootEventId),
    );
    if (from === 'sync') append(db, timelineNo, missingOf(db, timelineNo, own));
    else merge(db, timelineNo, own);
    setActive(db, timelineNo, own);
  }
}

/** History has come to these events, in a piece that reaches to now: of the threads that begin with them, everything is here. */
export function threadsBegin(
  db: Database,
  roomNo: number,
  chunkNo: number,
  events: readonly StoredEvent[],
): void {
  if (events.length === 0 || newestChunkNo(db, roomNo) !== chunkNo) return;
  run(
    db,
    `UPDATE chunks SET prev_token = NULL, since_token = NULL WHERE timeline_no IN
       (SELECT timeline_no FROM timelines WHERE room_no = ? AND root_event_id IN (SELECT value FROM json_each(?)))`,
    roomNo,
    JSON.stringify(events.map(({ eventId }) => eventId)),
  );
}

/** Sync left something out: answers of any thread of the room may be missing from its newest on. */
export function threadsMissed(db: Database, roomNo: number): void {
  run(
    db,
    `UPDATE chunks SET prev_token = '${fromNewest}', since_token = CASE WHEN prev_token IS NOT NULL THEN since_token ELSE
       (SELECT e.event_id FROM timeline t CROSS JOIN events e ON e.event_no = t.event_no
        WHERE t.timeline_no = chunks.timeline_no ORDER BY t.chunk_no DESC, t.pos DESC LIMIT 1) END
     WHERE timeline_no IN (SELECT timeline_no FROM timelines WHERE room_no = ? AND root_event_id IS NOT NULL)`,
    roomNo,
  );
}

/**
 * A page of /relations of a thread: what `events` (oldest first) holds of it is put in, and the next page stands at `next`; null ends the
 * walk, as does the answer up to which everything was here. `asked`: the token of the request; nothing moves when another one stands
 * there by now.
 */
export function putThreadPage(
  db: Database,
  args: {
    readonly roomNo: number;
    readonly rootEventId: string;
    readonly events: readonly StoredEvent[];
    readonly asked: string;
    readonly next: string | null;
  },
): void {
  const { roomNo, rootEventId, events, asked, next } = args;
  const timelineNo = ensureThread(db, roomNo, rootEventId, () => false);
  const answers = events.filter((event) => threadOf(event) === rootEventId);
  if (answers.length > 0) {
    merge(db, timelineNo, answers);
    setActive(db, timelineNo, answers);
  }
  const gap = gapOfThread(db, roomNo, rootEventId);
  if (gap?.token !== asked) return;
  const met = events.some(({ eventId }) => eventId === gap.untilEventId);
  const token = met ? null : next;
  run(
    db,
    'UPDATE chunks SET prev_token = ?, since_token = ? WHERE timeline_no = ?',
    token,
    token === null ? null : gap.untilEventId,
    timelineNo,
  );
}

/** Stores the server's summary of a thread whose answers are not all here, so that the thread stands in lists. */
export function noteThread(
  db: Database,
  args: {
    readonly roomNo: number;
    readonly rootEventId: string;
    readonly serverCount: number;
    readonly activeMs: number;
  },
): void {
  const { roomNo, rootEventId, serverCount, activeMs } = args;
  const timelineNo = ensureThread(db, roomNo, rootEventId, () => false);
  run(
    db,
    'UPDATE timelines SET server_count = ?, active_ms = max(active_ms, ?) WHERE timeline_no = ?',
    serverCount,
    Math.max(1, activeMs),
    timelineNo,
  );
}

const atOnce = 1_000;

/** Makes the threads of all stored answers, in the order of the room's timeline. For a store that has no threads yet. */
export function rebuildThreads(db: Database): void {
  const rows = all<{ room_no: number; event_no: number }>(
    db,
    `SELECT r.room_no, r.event_no FROM relations r
     LEFT JOIN timelines l ON l.room_no = r.room_no AND l.root_event_id IS NULL
     LEFT JOIN timeline t ON t.timeline_no = l.timeline_no AND t.event_no = r.event_no
     LEFT JOIN chunks c ON c.timeline_no = t.timeline_no AND c.chunk_no = t.chunk_no
     WHERE r.rel_type = 'm.thread' AND r.event_no > 0 ORDER BY r.room_no, c.ord, t.pos`,
  );
  for (const [roomNo, own] of Map.groupBy(rows, (row) => row.room_no))
    for (let from = 0; from < own.length; from += atOnce) {
      const nos = own.slice(from, from + atOnce).map((row) => row.event_no);
      const events = getEventsByNo(db, nos);
      putAnswers(
        db,
        roomNo,
        nos.flatMap((no) => events.get(no) ?? []),
        'sync',
      );
    }
}
