// Finds events of a room's own timeline by time. Reads only.
import { all, get, type Database } from '../sqlite/statements';
import type { ChunkRow } from './chunks';
import { timelineOf } from './chunks';

interface Sent {
  readonly pos: number;
  readonly event_no: number;
  readonly ts: number;
}

/** `undefined`: the disk does not reach back to that time without a gap. Null: nothing was sent since. */
export type Since = number | null | undefined;

/**
 * The number of the first event that was sent at `atMs` (epoch ms) or later. Times are the senders' own and need not rise; they are
 * searched as if they did, so that a room of any size costs the same few reads.
 */
export function firstSince(db: Database, roomNo: number, atMs: number): Since {
  const timelineNo = timelineOf(db, roomNo);
  if (timelineNo === null) return undefined;
  const chunks = all<ChunkRow>(
    db,
    'SELECT chunk_no, ord, prev_token FROM chunks WHERE timeline_no = ? ORDER BY ord DESC',
    timelineNo,
  );
  let later: number | null = null;
  for (const { chunk_no: chunkNo, prev_token: gap } of chunks) {
    const first = sentFrom(db, timelineNo, chunkNo, Number.MIN_SAFE_INTEGER);
    if (first !== null && first.ts < atMs)
      return firstIn(db, timelineNo, chunkNo, first, atMs) ?? later;
    if (first !== null) later = first.event_no;
    if (gap !== null) return undefined;
  }
  return chunks.length === 0 ? undefined : later;
}

/** In one chunk, whose first event is older. */
function firstIn(
  db: Database,
  timelineNo: number,
  chunkNo: number,
  first: Sent,
  atMs: number,
): number | null {
  const last = get<{ pos: number }>(
    db,
    'SELECT max(pos) AS pos FROM timeline WHERE timeline_no = ? AND chunk_no = ?',
    timelineNo,
    chunkNo,
  );
  let found: number | null = null;
  let low = first.pos + 1;
  let high = last?.pos ?? first.pos;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const at = sentFrom(db, timelineNo, chunkNo, middle);
    if (at === null || at.pos > high) high = middle - 1;
    else if (at.ts < atMs) low = at.pos + 1;
    else {
      found = at.event_no;
      high = middle - 1;
    }
  }
  return found;
}

/** The first event of a chunk that stands at this position or later. */
const sentFrom = (db: Database, timelineNo: number, chunkNo: number, pos: number): Sent | null =>
  get<Sent>(
    db,
    `SELECT t.pos, t.event_no, e.ts FROM timeline t CROSS JOIN events e ON e.event_no = t.event_no
     WHERE t.timeline_no = ? AND t.chunk_no = ? AND t.pos >= ? ORDER BY t.pos LIMIT 1`,
    timelineNo,
    chunkNo,
    pos,
  );
