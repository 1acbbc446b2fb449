// Copies on this disk of the files that messages brought: which addresses a message has, and how they go when their room is lost.
import { galleryItems } from '../files/galleries';
import { forgetMedia } from '../media/media';
import { isRecord } from '../events/types';
import { all, type Database } from '../sqlite/statements';

/** The addresses in the content of a message, also of each file of a gallery, which brings several. */
export function mediaAddresses(content: unknown): string[] {
  const found: string[] = [];
  if (!isRecord(content)) return found;
  const take = (value: unknown): void => {
    if (typeof value === 'string' && value.startsWith('mxc://')) found.push(value);
  };
  take(content['url']);
  if (isRecord(content['file'])) take(content['file']['url']);
  const info = content['info'];
  if (isRecord(info)) {
    take(info['thumbnail_url']);
    if (isRecord(info['thumbnail_file'])) take(info['thumbnail_file']['url']);
  }
  for (const { content: item } of galleryItems(content)) found.push(...mediaAddresses(item));
  const newContent = content['m.new_content'];
  if (isRecord(newContent)) found.push(...mediaAddresses(newContent));
  return found;
}

/** Those that have a copy, or a part of one, on this disk. */
const copied = (db: Database, addresses: readonly string[]): string[] =>
  all<{ mxc: string }>(
    db,
    `SELECT DISTINCT j.value AS mxc FROM json_each(?) j
     WHERE EXISTS (SELECT 1 FROM media m WHERE m.mxc = j.value AND m.cache_file IS NOT NULL)
       OR EXISTS (SELECT 1 FROM media_parts p WHERE p.mxc = j.value)`,
    JSON.stringify(addresses),
  ).map(({ mxc }) => mxc);

/** Those of a file that can be opened in a room of this account. */
const reachable = (db: Database, addresses: readonly string[]): string[] =>
  all<{ mxc: string }>(
    db,
    `SELECT f.mxc FROM files f JOIN rooms r ON r.room_no = f.room_no
       WHERE r.membership = 'join' AND f.mxc IN (SELECT value FROM json_each(?))
     UNION SELECT f.mxc FROM gallery_files f JOIN rooms r ON r.room_no = f.room_no
       WHERE r.membership = 'join' AND f.mxc IN (SELECT value FROM json_each(?))`,
    ...[JSON.stringify(addresses), JSON.stringify(addresses)],
  ).map(({ mxc }) => mxc);

/** Forgets the copies of these files, each with all its addresses, unless a room of this account still has it. Answers whether there were any. */
export function forgetCopies(db: Database, files: readonly (readonly string[])[]): boolean {
  const here = new Set(copied(db, files.flat()));
  if (here.size === 0) return false;
  const kept = new Set(reachable(db, files.flat()));
  const gone = files.filter((addresses) => !addresses.some((mxc) => kept.has(mxc))).flat();
  const lost = gone.filter((mxc) => here.has(mxc));
  forgetMedia(db, lost);
  return lost.length > 0;
}

interface Row {
  readonly json: string;
  readonly plain: string | null;
}

/** The same for what these events brought. */
export function forgetCopiesOf(db: Database, eventNos: readonly number[]): boolean {
  const rows = all<Row>(
    db,
    'SELECT e.json, e.plain FROM json_each(?) j JOIN events e ON e.event_no = j.value',
    JSON.stringify(eventNos),
  );
  const contentOf = (json: string | null): unknown => {
    const event: unknown = json === null ? null : JSON.parse(json);
    return isRecord(event) ? event['content'] : null;
  };
  const files = rows.map(({ json, plain }) =>
    [json, plain].flatMap((one) => mediaAddresses(contentOf(one))),
  );
  return forgetCopies(db, files);
}

/** The events of a room that brought files. */
export const eventsWithFiles = (db: Database, roomNo: number): number[] =>
  all<{ event_no: number }>(
    db,
    `SELECT event_no FROM files WHERE room_no = ?
     UNION SELECT event_no FROM gallery_files WHERE room_no = ? ORDER BY event_no`,
    ...[roomNo, roomNo],
  ).map((row) => row.event_no);
