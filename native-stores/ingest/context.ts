// History around one event, far from everything that is on the disk. It becomes a chunk of its own, placed by time.
import { all, run, type Database } from '../sqlite/statements';
import { addChunk, type ChunkRow } from '../events/chunks';
import { eventHash } from '../events/eventHash';
import { findKnown } from './insert';
import {
  collector,
  ownUserIfWaiting,
  place,
  placedContext,
  type AppendResult,
  type Incoming,
} from './placing';
import { putAnswers } from '../projections/threads';
import { insertLoose } from './timeline';
import type { RawEvent } from '../events/types';

/**
 * A piece of history around an event that is far from everything on the disk (/context), oldest first. What is not here becomes a
 * chunk of its own, placed by time; the walks through the gaps around it put its events in order. The gap after it belongs to the next
 * chunk, which has its own token.
 */
export function insertContext(
  db: Database,
  args: {
    readonly roomNo: number;
    readonly events: readonly RawEvent[];
    readonly start: string | null;
    readonly receivedMs: number;
    readonly ownUserId?: string | null;
  },
): AppendResult {
  const { roomNo, events } = args;
  const room = placedContext(db, roomNo);
  const { timelineNo } = room;
  const missing = events.filter((event) => {
    const known = findKnown(db, room, eventHash(room.roomId, event.event_id), event.event_id);
    return known === null || known.chunk_no === null;
  });
  if (missing.length === 0) return collector();
  const firstTs = missing[0]?.origin_server_ts ?? 0;
  const pieces = all<ChunkRow & { ts: number | null }>(
    db,
    `SELECT c.chunk_no, c.ord, c.prev_token, (SELECT e.ts FROM timeline t JOIN events e ON e.event_no = t.event_no
       WHERE t.timeline_no = c.timeline_no AND t.chunk_no = c.chunk_no ORDER BY t.pos LIMIT 1) AS ts
     FROM chunks c WHERE c.timeline_no = ? ORDER BY c.ord`,
    timelineNo,
  );
  // A piece whose events have moved into another one says nothing of what is here.
  const filled = pieces.filter((chunk) => chunk.ts !== null || chunk.prev_token !== null);
  const chunks = filled.length === 0 ? pieces : filled;
  let at = chunks.findIndex((chunk) => chunk.ts === null || chunk.ts > firstTs);
  if (at === -1) at = chunks.length - 1;
  // Between joined chunks nothing is missing, so this piece belongs before all of them.
  while (at > 0 && chunks[at]?.prev_token === null) at -= 1;
  const next = chunks[at];
  if (next !== undefined && next.prev_token === null) {
    // Everything is here but these events: the server keeps them out of the timeline.
    const { receivedMs, ownUserId = null } = args;
    for (const event of missing) insertLoose(db, { roomNo, event, receivedMs, ownUserId });
    return collector();
  }
  const ord = next?.ord ?? 1;
  run(db, 'UPDATE chunks SET ord = ord + 1 WHERE timeline_no = ? AND ord >= ?', timelineNo, ord);
  const chunkNo = addChunk(db, timelineNo, ord, args.start, { byTime: true });
  const out = collector();
  const ownUserId = ownUserIfWaiting(db, roomNo, args.ownUserId ?? null);
  const into: Incoming = { room, receivedMs: args.receivedMs, ownUserId, out };
  let pos = 0;
  for (const event of missing) {
    const hash = eventHash(room.roomId, event.event_id);
    // Looked up only now: an answer may name an event twice.
    const here = findKnown(db, room, hash, event.event_id);
    if (here === null || here.chunk_no === null) place(db, into, event, hash, here, chunkNo, ++pos);
  }
  putAnswers(db, roomNo, out.inserted, 'history');
  return out;
}
