// The files of messages and directories as transfers need them: where the bytes are and what makes them readable. Reads the store only.
import type { ErrorCode } from '#contract/wire/errors';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { getMedia } from '#stores/media/media';
import { getEvent } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { galleryShown } from '#stores/files/galleries';
import { cleanFileName, extensionOf } from '#stores/files/names';
import { fold } from '#stores/rooms/fold';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { mediaOf, sentInClear } from '../../files/fileRows';
import { effective, isEdit, newContentOf, type Content } from '../../events/relations';
import { galleryMedia } from '../../kinds/messages/gallery';
import { freeName } from '../freeNames';
import type { MediaFacts } from '../types';

type Db = Store['db'];

export interface MessageFile {
  /** Content of the message, or its `m.new_content` when it is a version. */
  readonly content: Content;
  readonly handle: string;
  readonly media: MediaFacts;
  readonly encrypted: boolean;
}

interface Held {
  readonly ref: MediaRef | null;
  readonly content: Content;
}

function held(db: Db, event: StoredEvent, part: number | null): Held {
  const { type, content } = effective(event);
  // The relation stands in the part that everybody can read.
  const replaces = isEdit(event);
  if (part !== null) {
    const found = galleryMedia(db, galleryShown(content, replaces), part);
    return { ref: found?.media ?? null, content: found?.content ?? content };
  }
  const shown = replaces ? (newContentOf(content, type) ?? content) : content;
  return { ref: mediaOf(db, event, replaces), content: shown };
}

/** The file of a message, or why there is none. `part`: of a gallery. */
export function messageFile(
  db: Db,
  roomNo: number,
  eventId: string,
  part: number | null = null,
): MessageFile | { readonly problem: ErrorCode } {
  const event = getEvent(db, roomNo, eventId);
  if (event === null) return { problem: 'not_found' };
  if (event.redactedBy !== null) return { problem: 'media_missing' };
  // In an encrypted directory anybody on the way may have made it: it is never saved, copied or kept as if it were genuine.
  const isTree = getRoom(db, roomNo)?.isTree === true;
  if (isTree && sentInClear(db, event)) return { problem: 'media_damaged' };
  if (effective(event).type === 'm.room.encrypted') return { problem: 'unable_to_decrypt' };
  const { ref, content } = held(db, event, part);
  const media = ref === null || ref.broken !== null ? null : getMedia(db, ref.handle);
  if (ref === null || media === null) return { problem: 'media_damaged' };
  const { mxc, source, fileName, mimeType, sizeBytes } = media;
  return {
    content,
    handle: ref.handle,
    media: { mxc, source, fileName, mimeType, sizeBytes },
    encrypted: source !== null,
  };
}

export interface TreeFile {
  /** Safe and unique, with the directories above it. */
  readonly path: string;
  /** `directory`: an empty one; its path ends with a slash. */
  readonly kind: string;
  readonly changedMs: number;
  readonly media: MediaFacts | null;
  readonly problem: ErrorCode | null;
}

interface Entry {
  event_id: string;
  name: string;
  kind: string;
  changed_ms: number;
  file_no: number | null;
}

export const activeEntries = (db: Db, roomNo: number): Entry[] =>
  all<Entry>(
    db,
    'SELECT event_id, name, kind, changed_ms, file_no FROM file_entries WHERE room_no = ? AND active = 1 ORDER BY sort_key',
    roomNo,
  );

/** Joined directories linked below this one. */
export function childRooms(db: Db, roomNo: number): { room_no: number; name: string }[] {
  return all<{ room_no: number; name: string }>(
    db,
    `SELECT r.room_no, r.name FROM space_links l JOIN rooms r ON r.room_id = l.child_id
     WHERE l.room_no = ? AND l.has_via = 1 AND r.membership = 'join' AND r.is_tree = 1 ORDER BY l.ord, r.created_ms, r.room_id`,
    roomNo,
  );
}

/** This directory and all below, each once, whatever loops somebody made. */
export function roomsBelow(db: Db, roomNo: number): number[] {
  const seen = new Set<number>();
  const visit = (at: number): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const child of childRooms(db, at)) visit(child.room_no);
  };
  visit(roomNo);
  return [...seen];
}

export interface DirectoryBelow {
  readonly roomId: string;
  readonly name: string;
  readonly files: readonly { eventId: string; name: string; sizeBytes: number | null }[];
  readonly directories: readonly DirectoryBelow[];
}

/** A directory with what it holds now; what was `seen` is not entered again. */
export function directoryBelow(
  db: Db,
  roomNo: number,
  seen: Set<number> = new Set(),
): DirectoryBelow {
  seen.add(roomNo);
  const files = all<{ eventId: string; name: string; sizeBytes: number | null }>(
    db,
    'SELECT event_id AS eventId, name, size_bytes AS sizeBytes FROM file_entries WHERE room_no = ? AND active = 1 ORDER BY sort_key',
    roomNo,
  );
  return {
    roomId: roomIdOf(db, roomNo),
    name: getRoom(db, roomNo)?.name ?? '',
    files,
    directories: childRooms(db, roomNo).flatMap(({ room_no: child }) =>
      seen.has(child) ? [] : [directoryBelow(db, child, seen)],
    ),
  };
}

/** Names of files that cannot be read, and of directories that this account is not in; empty where such a name is not known. */
export function unreadableBelow(db: Db, roomNo: number): string[] {
  const names = (sql: string, at: number): string[] =>
    all<{ name: string }>(db, sql, at).map(({ name }) => name);
  return roomsBelow(db, roomNo).flatMap((at) => [
    ...names(
      `SELECT e.name FROM file_entries e LEFT JOIN files f ON f.event_no = e.file_no
       WHERE e.room_no = ? AND e.active = 1 AND (f.event_no IS NULL OR f.problem IS NOT NULL)`,
      at,
    ),
    ...names(
      `SELECT coalesce(r.name, '') AS name FROM space_links l LEFT JOIN rooms r ON r.room_id = l.child_id
       WHERE l.room_no = ? AND l.has_via = 1 AND coalesce(r.membership, 'leave') <> 'join'`,
      at,
    ),
  ]);
}

/** Names that no system takes for something else, whatever was sent. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Disks count bytes; the rest is for " (2)" and the like. */
const longestBytes = 240;

/** The end stays: it says what the file is. */
function cutBytes(name: string): string {
  if (Buffer.byteLength(name) <= longestBytes) return name;
  const extension = extensionOf(name);
  const end = extension === '' ? '' : name.slice(-extension.length - 1);
  let head = '';
  let left = longestBytes - Buffer.byteLength(end);
  for (const letter of name.slice(0, name.length - end.length)) {
    left -= Buffer.byteLength(letter);
    if (left < 0) break;
    head += letter;
  }
  return `${head}${end}`;
}

/** Names of files that a system reads on its own, or follows when a folder is opened. */
const readUnasked =
  /^(desktop\.ini|autorun\.inf)$|\.(lnk|url|desktop|scf|pif|library-ms|search-ms)$/i;

/** No name begins with a dot: a shell would run some of them, and nobody would see the file. */
export function safeName(name: string): string {
  // Half a character is none on a disk: the file would have another name there.
  const clean = cleanFileName(name.toWellFormed())
    .name.replace(/[<>:"|?*]/g, '_')
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '_');
  const inert = readUnasked.test(clean) ? `${clean}_` : clean;
  return cutBytes(reserved.test(inert) ? `_${inert}` : inert);
}

/** Every file and every empty directory of a directory and below with its path in an archive, beginning with the directory's own name. */
export function directoryTree(db: Db, roomId: string): TreeFile[] {
  const seen = new Set<number>();
  const files: TreeFile[] = [];

  function visit(roomNo: number, where: string): void {
    if (seen.has(roomNo)) return;
    seen.add(roomNo);
    const before = files.length;
    const taken = new Set<string>();
    const claim = (raw: string): string => {
      const name = freeName(safeName(raw), (other) => taken.has(fold(other)));
      taken.add(fold(name));
      return `${where}${name}`;
    };
    for (const entry of activeEntries(db, roomNo)) {
      const found = messageFile(db, roomNo, entry.event_id);
      files.push({
        path: claim(entry.name),
        kind: entry.kind,
        changedMs: entry.changed_ms,
        media: 'problem' in found ? null : found.media,
        problem: 'problem' in found ? found.problem : null,
      });
    }
    for (const child of childRooms(db, roomNo)) visit(child.room_no, `${claim(child.name)}/`);
    if (files.length === before) {
      const changedMs = getRoom(db, roomNo)?.createdMs ?? 0;
      files.push({ path: where, kind: 'directory', changedMs, media: null, problem: null });
    }
  }

  const root = roomNoOf(db, roomId);
  const name = root === null ? null : getRoom(db, root)?.name;
  if (root !== null) visit(root, `${safeName(name ?? '')}/`);
  return files;
}
