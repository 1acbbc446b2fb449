// The unread counts of all rooms together, and of the rooms of each space.
import { all, get, type Database } from '../sqlite/statements';

/**
 * Sums over joined rooms and invites, directories aside, for the badge: muted rooms count their highlights only. An invitation, and all that
 * is unread in a chat of two that is neither muted nor of low priority, counts as a highlight: it is meant for this account alone. So do the
 * requests to join of one room, once, until they are looked at.
 */
export function unreadTotals(db: Database): { unread: number; highlights: number } {
  const asks = `(marked_unread = 1 AND membership = 'join' AND EXISTS
    (SELECT 1 FROM members m INDEXED BY members_asking WHERE m.room_no = rooms.room_no AND m.membership = 'knock'))`;
  const row = get<{ unread: number | null; highlights: number | null }>(
    db,
    `SELECT sum(CASE WHEN membership = 'invite' THEN 1 WHEN muted = 1 THEN highlights ELSE unread + ${asks} END) AS unread,
       sum(CASE WHEN membership = 'invite' THEN 1 WHEN muted = 0 AND ${asks} THEN highlights + 1
         WHEN direct_user_id IS NOT NULL AND muted = 0 AND section IN ('favourites', 'people') THEN max(unread, highlights)
         ELSE highlights END) AS highlights
     FROM rooms WHERE membership IN ('join', 'invite') AND is_tree = 0 AND section <> 'ignored'`,
  );
  return { unread: row?.unread ?? 0, highlights: row?.highlights ?? 0 };
}

/** Joined rooms, directories aside, in whose rows something is new. */
export const roomsWithNews = (db: Database): number[] =>
  all<{ room_no: number }>(
    db,
    `SELECT room_no FROM rooms WHERE membership = 'join' AND is_tree = 0 AND section <> 'ignored'
       AND (unread > 0 OR highlights > 0 OR marked_unread = 1)`,
  ).map(({ room_no }) => room_no);

/** Number of rooms with something new, and the mentions in them. */
export interface SpaceTotals {
  readonly rooms: number;
  readonly highlights: number;
}

/**
 * Counts the news in the joined rooms of these spaces and of the joined spaces in them, each room once; spaces without news are left out. Goes
 * from the rooms with something new up to the spaces, so it costs what is unread and not what the spaces hold.
 */
export function spaceTotals(db: Database, spaceNos: readonly number[]): Map<number, SpaceTotals> {
  if (spaceNos.length === 0) return new Map();
  const rows = all<{ space_no: number } & SpaceTotals>(
    db,
    `WITH RECURSIVE above(room_no, highlights, space_no) AS (
       SELECT r.room_no, r.highlights, l.room_no FROM rooms r CROSS JOIN space_links l ON l.child_id = r.room_id AND l.has_via = 1
       WHERE r.membership = 'join' AND r.section NOT IN ('spaces', 'trees', 'ignored')
         AND (r.highlights > 0 OR (r.muted = 0 AND (r.unread > 0 OR r.marked_unread = 1)))
       UNION
       SELECT a.room_no, a.highlights, l.room_no FROM above a
       CROSS JOIN rooms s ON s.room_no = a.space_no AND s.membership = 'join'
       CROSS JOIN space_links l ON l.child_id = s.room_id AND l.has_via = 1)
     SELECT space_no, count(*) AS rooms, sum(highlights) AS highlights FROM above
     WHERE space_no IN (SELECT value FROM json_each(?)) GROUP BY space_no`,
    JSON.stringify(spaceNos),
  );
  return new Map(rows.map(({ space_no, rooms, highlights }) => [space_no, { rooms, highlights }]));
}
