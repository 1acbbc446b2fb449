// Finds the people who have read a message: by the receipts that stand at it or after it, and by what was written after it. Writes nothing.
import { all, type Database } from '../sqlite/statements';
import { timelineOf } from './chunks';
import { positionOf } from './timeline';

export interface Reader {
  readonly userId: string;
  /** Time of the newest receipt, or of the newest message that the person wrote since. */
  readonly ts: number;
}

/** Receipts further on are not looked for. */
const mostLooked = 20_000;

/**
 * Everybody who has read an event of the room's own timeline or of a thread, the latest reader first, as far as this disk knows; with its
 * sender if they read on.
 */
export function readersOf(
  db: Database,
  roomNo: number,
  eventNo: number,
  rootEventId: string | null,
): Reader[] {
  const timelineNo = timelineOf(db, roomNo, rootEventId);
  const place = timelineNo === null ? null : positionOf(db, eventNo, rootEventId);
  if (timelineNo === null || place === null) return [];
  const ofThis = rootEventId === null ? "r.thread_id IN ('', 'main')" : 'r.thread_id = ?';
  return all<Reader>(
    db,
    `WITH later AS MATERIALIZED (
       SELECT e.event_id, e.event_no, e.type, e.sender, e.ts FROM chunks c
       CROSS JOIN timeline t ON t.timeline_no = c.timeline_no AND t.chunk_no = c.chunk_no
       CROSS JOIN events e ON e.event_no = t.event_no
       WHERE c.timeline_no = ? AND (c.ord > ? OR (c.ord = ? AND t.pos >= ?)) LIMIT ${mostLooked})
     SELECT user_id AS userId, MAX(ts) AS ts FROM (
       SELECT r.user_id, r.ts FROM later l CROSS JOIN receipts r ON r.room_no = ? AND r.event_id = l.event_id
       WHERE r.receipt_type = 'm.read' AND ${ofThis}
       UNION ALL SELECT sender, ts FROM later
       WHERE event_no <> ? AND type IN ('m.room.message', 'm.room.encrypted', 'm.sticker'))
     GROUP BY user_id ORDER BY 2 DESC, 1`,
    timelineNo,
    place.ord,
    place.ord,
    place.pos,
    roomNo,
    ...(rootEventId === null ? [] : [rootEventId]),
    eventNo,
  );
}
