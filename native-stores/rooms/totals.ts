// The unread counts of all rooms together.
import { get, type Database } from '../sqlite/statements';

/** Sums over joined rooms and invites, directories aside, for the badge: muted rooms count their highlights only; an invitation mentions nobody. */
export function unreadTotals(db: Database): { unread: number; highlights: number } {
  const row = get<{ unread: number | null; highlights: number | null }>(
    db,
    `SELECT sum(CASE WHEN membership = 'invite' THEN 1 WHEN muted = 1 THEN highlights ELSE unread END) AS unread,
       sum(CASE WHEN membership = 'invite' THEN 0 ELSE highlights END) AS highlights
     FROM rooms WHERE membership IN ('join', 'invite') AND is_tree = 0 AND section <> 'ignored'`,
  );
  return { unread: row?.unread ?? 0, highlights: row?.highlights ?? 0 };
}
