// Reads which rooms stand in a joined space, and which joined spaces stand in another one. A space is a room of the type `m.space`; directories are none here.
import { all, get, type Database } from '../sqlite/statements';

/** A joined space `c`, found among the spaces of the list by their index, of which there are few. */
const listedSpace = `c.section = 'spaces' AND c.membership IN ('join', 'invite', 'knock') AND c.membership = 'join'`;

/**
 * The rooms that stand in a joined space or in joined spaces within it, invitations aside, and the chats of two with those who are in the space. The spaces within it are there too: all of
 * them if `allSpaces`, else those that stand in it directly. Null: this account has not joined the space.
 */
export function roomsWithin(db: Database, spaceId: string, allSpaces: boolean): number[] | null {
  const space = get<{ room_no: number }>(
    db,
    `SELECT room_no FROM rooms WHERE room_id = ? AND section = 'spaces' AND membership = 'join'`,
    spaceId,
  );
  if (space === null) return null;
  return all<{ room_no: number }>(
    db,
    `WITH RECURSIVE spaces(room_no) AS (
       VALUES (?)
       UNION
       SELECT c.room_no FROM spaces s CROSS JOIN rooms c ON ${listedSpace}
       CROSS JOIN space_links l ON l.room_no = s.room_no AND l.child_id = c.room_id AND l.has_via = 1)
     SELECT DISTINCT c.room_no FROM spaces s CROSS JOIN space_links l ON l.room_no = s.room_no AND l.has_via = 1
     CROSS JOIN rooms c ON c.room_id = l.child_id AND c.membership IN ('join', 'knock')
     WHERE c.room_no <> ? AND (? OR s.room_no = ? OR c.section <> 'spaces')
     UNION
     SELECT p.room_no FROM rooms p CROSS JOIN members m ON m.room_no = ? AND m.user_id = p.direct_user_id AND m.membership = 'join'
     WHERE p.section IN ('favourites', 'people') AND p.membership IN ('join', 'invite', 'knock') AND p.membership = 'join'`,
    space.room_no,
    space.room_no,
    allSpaces ? 1 : 0,
    space.room_no,
    space.room_no,
  ).map(({ room_no }) => room_no);
}

/** The rooms that stand directly in a space and that this account is in, is invited to or has asked to join; the first `most` by name. */
export const knownIn = (db: Database, spaceId: string, most: number): number[] =>
  all<{ room_no: number }>(
    db,
    `SELECT c.room_no FROM rooms p CROSS JOIN space_links l ON l.room_no = p.room_no AND l.has_via = 1
     CROSS JOIN rooms c ON c.room_id = l.child_id AND c.membership IN ('join', 'invite', 'knock')
     WHERE p.room_id = ? AND c.room_no <> p.room_no AND c.section NOT IN ('trees', 'ignored')
     ORDER BY c.name_folded, c.room_no LIMIT ? + 0`,
    spaceId,
    most,
  ).map(({ room_no }) => room_no);

/** The joined spaces in which a room stands directly. */
export const spacesWith = (db: Database, roomId: string): { roomNo: number; roomId: string }[] =>
  all<{ room_no: number; room_id: string }>(
    db,
    `SELECT p.room_no, p.room_id FROM space_links l CROSS JOIN rooms p ON p.room_no = l.room_no
     WHERE l.child_id = ? AND l.has_via = 1 AND p.section = 'spaces' AND p.membership = 'join'`,
    roomId,
  ).map((row) => ({ roomNo: row.room_no, roomId: row.room_id }));

/** Every joined space that stands in another joined space, with that one. Goes up from the spaces, so it costs nothing of what they hold. */
const innerLinks = `SELECT p.room_no AS space_no, c.room_no AS inner_no FROM rooms c
  CROSS JOIN space_links l ON l.child_id = c.room_id AND l.has_via = 1
  CROSS JOIN rooms p ON p.room_no = l.room_no AND p.room_no <> c.room_no AND p.section = 'spaces' AND p.membership = 'join'
  WHERE ${listedSpace}
  ORDER BY space_no, inner_no`;

/** The joined spaces that are reached through another joined space. Of spaces that stand in each other, and in no other, one is not. */
export function innerSpaces(db: Database): number[] {
  const links = all<{ space_no: number; inner_no: number }>(db, innerLinks);
  const held = new Map<number, number[]>();
  for (const { space_no, inner_no } of links)
    held.set(space_no, [...(held.get(space_no) ?? []), inner_no]);
  const seen = new Set<number>();
  const visit = (spaceNo: number, finished: number[]): void => {
    if (seen.has(spaceNo)) return;
    seen.add(spaceNo);
    for (const inner of held.get(spaceNo) ?? []) visit(inner, finished);
    finished.push(spaceNo);
  };
  const finished: number[] = [];
  for (const spaceNo of held.keys()) visit(spaceNo, finished);
  seen.clear();
  // The space that was finished last is reached from no other, or only from those that it reaches itself.
  return finished.toReversed().flatMap((spaceNo) => {
    const reached: number[] = [];
    visit(spaceNo, reached);
    return reached.slice(0, -1);
  });
}
