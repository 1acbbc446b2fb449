// Several files in one message (MSC4274): the one place that takes such a content apart, and a row for each file. Everything in a content
// is a claim and is checked here. Runs inside the transaction that brings the message or its plaintext.
import { isRecord } from '../events/types';
import { fold } from '../rooms/fold';
import { all, get, run, type Database } from '../sqlite/statements';
import { fileFacts, isFileType, replacedBy, type FileMessage } from './files';

type Content = Record<string, unknown>;

export const galleryTypes = ['m.gallery', 'dm.filament.gallery'] as const;

const types: ReadonlySet<unknown> = new Set(galleryTypes);

/** Whether a message carries several files. Cheap: asked for every message. */
export const isGalleryContent = (type: string, content: Content): boolean =>
  type === 'm.room.message' && types.has(content['msgtype']);

export interface GalleryItem {
  /** Its place in the message, which stays although a neighbour is left out. */
  readonly part: number;
  /** The msgtype, e.g. `m.image`. */
  readonly type: string;
  readonly content: Content;
}

const mostItems = 60;

/** The files of a gallery's content; what is none of them is left out. */
export function galleryItems(content: Content): GalleryItem[] {
  const list = content['itemtypes'];
  if (!Array.isArray(list)) return [];
  return (list as readonly unknown[])
    .slice(0, mostItems)
    .flatMap((item, part): GalleryItem[] =>
      isRecord(item) && isFileType(item['itemtype'])
        ? [{ part, type: item['itemtype'], content: item }]
        : [],
    );
}

/** The content that a gallery's message shows: of an edit the new one. */
export function galleryShown(content: Content, isEdit: boolean): Content {
  const fresh = content['m.new_content'];
  return isEdit && isRecord(fresh) ? fresh : content;
}

export interface GalleryMessage extends FileMessage {
  readonly encrypted: boolean;
}

interface Version {
  event_no: number;
  sender: string;
  encrypted: number;
}

/**
 * The version of a message that shows: its author's newest edit; of an encrypted message one that came encrypted. Each statement reads one
 * row, however many edits there are. Null while the message itself is not here.
 */
function shownVersion(db: Database, roomNo: number, messageId: string): number | null {
  const first = get<Version>(
    db,
    `SELECT event_no, sender, encrypted FROM gallery_files WHERE room_no = ? AND event_id = ? AND replaces IS NULL LIMIT 1`,
    roomNo,
    messageId,
  );
  if (first === null) return null;
  const edit = get<{ event_no: number }>(
    db,
    // Encrypted edits always count, those in clear of a message in clear.
    `SELECT event_no FROM (
       SELECT * FROM (SELECT event_no, ts, event_id FROM gallery_files WHERE room_no = ? AND replaces = ? AND sender = ?
         AND encrypted = 1 ORDER BY ts DESC, event_id DESC LIMIT 1)
       UNION ALL
       SELECT * FROM (SELECT event_no, ts, event_id FROM gallery_files WHERE room_no = ? AND replaces = ? AND sender = ?
         AND encrypted = ? ORDER BY ts DESC, event_id DESC LIMIT 1)
     ) ORDER BY ts DESC, event_id DESC LIMIT 1`,
    ...[roomNo, messageId, first.sender],
    ...[roomNo, messageId, first.sender, first.encrypted],
  );
  return edit?.event_no ?? first.event_no;
}

/** Decides which version of a message shows; whatever came or went last. */
function settleVersions(db: Database, roomNo: number, messageId: string): void {
  const shown = shownVersion(db, roomNo, messageId);
  run(
    db,
    `UPDATE gallery_files SET superseded = 1
     WHERE room_no = ? AND coalesce(replaces, event_id) = ? AND superseded = 0 AND event_no <> ?`,
    roomNo,
    messageId,
    shown ?? -1,
  );
  run(db, 'UPDATE gallery_files SET superseded = 0 WHERE event_no = ? AND superseded = 1', shown);
}

/** Writes the rows of a message for which {@link isGalleryContent} holds; a second time changes nothing. */
export function putGallery(db: Database, message: GalleryMessage, content: Content): void {
  const replaces = replacedBy(message.clear);
  for (const item of galleryItems(galleryShown(content, replaces !== null))) {
    const file = fileFacts(item.content);
    run(
      db,
      `INSERT INTO gallery_files(event_no, part, room_no, event_id, sender, ts, encrypted, name, odd_name, name_folded, extension,
         kind, mime_type, size_bytes, mxc, replaces, problem, superseded) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,1)
       ON CONFLICT DO NOTHING`,
      message.eventNo,
      item.part,
      message.roomNo,
      message.eventId,
      message.sender,
      message.ts,
      message.encrypted ? 1 : 0,
      file.name,
      file.oddName,
      fold(file.name),
      file.extension,
      file.kind,
      file.mimeType,
      file.sizeBytes,
      file.mxc,
      replaces,
      file.problem,
    );
  }
  settleVersions(db, message.roomNo, replaces ?? message.eventId);
}

/** The message or edit was redacted: what was edited last before shows again. */
export function dropGallery(db: Database, eventNo: number): void {
  const of = get<{ room_no: number; message: string }>(
    db,
    'SELECT room_no, coalesce(replaces, event_id) AS message FROM gallery_files WHERE event_no = ? LIMIT 1',
    eventNo,
  );
  if (of === null) return;
  run(db, 'DELETE FROM gallery_files WHERE event_no = ?', eventNo);
  settleVersions(db, of.room_no, of.message);
}

export interface SentFile {
  /** The event that has the file; it may be an edit of the message. */
  readonly eventId: string;
  /** Its place in a message with several files. */
  readonly part: number | null;
}

/** The files that a message shows: several of a gallery, else its own. */
export function shownFiles(db: Database, roomNo: number, messageId: string): SentFile[] {
  const parts = all<SentFile>(
    db,
    `SELECT event_id AS eventId, part FROM gallery_files
     WHERE room_no = ? AND coalesce(replaces, event_id) = ? AND superseded = 0 ORDER BY part`,
    roomNo,
    messageId,
  );
  return parts.length > 0 ? parts : [{ eventId: messageId, part: null }];
}
