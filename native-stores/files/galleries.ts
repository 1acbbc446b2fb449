// Several files in one message (MSC4274): the one place that takes such a content apart, and a row for each file. Everything in a content
// is a claim and is checked here. Runs inside the transaction that brings the message or its plaintext.
import { isRecord } from '../events/types';
import { fold } from '../rooms/fold';
import { run, type Database } from '../sqlite/statements';
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
  /** As `m.image`. */
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

/** Writes the rows of a message for which {@link isGalleryContent} holds; a second time changes nothing. */
export function putGallery(db: Database, message: GalleryMessage, content: Content): void {
  const replaces = replacedBy(message.clear);
  for (const item of galleryItems(galleryShown(content, replaces !== null))) {
    const file = fileFacts(item.content);
    run(
      db,
      `INSERT INTO gallery_files(event_no, part, room_no, event_id, sender, ts, encrypted, name, odd_name, name_folded, extension,
         kind, mime_type, size_bytes, mxc, replaces, problem) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING`,
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
}

export const dropGallery = (db: Database, eventNo: number): void =>
  void run(db, 'DELETE FROM gallery_files WHERE event_no = ?', eventNo);
