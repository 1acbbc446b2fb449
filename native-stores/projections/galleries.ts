// Files that came several in one message, as rows. What the rows hold is decided in native-stores/files/galleries.
import { dropGallery, isGalleryContent, putGallery } from '../files/galleries';
import { run, type Database } from '../sqlite/statements';
import type { Projection, ReadableEvent } from './projection';
import { forReadable } from './readable';

function applyReadable(db: Database, event: ReadableEvent): void {
  if (!isGalleryContent(event.type, event.content)) return;
  putGallery(db, { ...event, encrypted: event.clear !== event.content }, event.content);
}

export const galleriesProjection: Projection = {
  name: 'galleries',
  readable: applyReadable,
  redacted: (db, { eventNo }) => dropGallery(db, eventNo),
  rebuild(db) {
    run(db, 'DELETE FROM gallery_files');
    forReadable(db, '"itemtypes":', (event) => applyReadable(db, event));
  },
};
