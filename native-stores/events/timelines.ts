// Which timeline a conversation has. A conversation is a room and the root of a thread, or no thread.
import { get, run, type Database } from '../sqlite/statements';

/** The timeline's number; null while nothing was put into it. */
export function timelineOf(
  db: Database,
  roomNo: number,
  rootEventId: string | null = null,
): number | null {
  const row =
    rootEventId === null
      ? get<{ timeline_no: number }>(
          db,
          'SELECT timeline_no FROM timelines WHERE room_no = ? AND root_event_id IS NULL',
          roomNo,
        )
      : get<{ timeline_no: number }>(
          db,
          'SELECT timeline_no FROM timelines WHERE room_no = ? AND root_event_id = ?',
          roomNo,
          rootEventId,
        );
  return row?.timeline_no ?? null;
}

/** The same; makes it when it is missing. */
export const ensureTimeline = (
  db: Database,
  roomNo: number,
  rootEventId: string | null = null,
): number =>
  timelineOf(db, roomNo, rootEventId) ??
  run(db, 'INSERT INTO timelines(room_no, root_event_id) VALUES (?,?)', roomNo, rootEventId).lastNo;
