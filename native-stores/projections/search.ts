// Fills the tables that search reads. A rebuild makes the rows of all messages at once; what a first sync brings is added in short turns after it.
import { branchType } from '../files/entries';
import { fillingOf } from '../search/filling';
import {
  dropAllSearchable,
  dropSearchable,
  dropSearchableOfRoom,
  putSearchable,
} from '../search/messages';
import { indexAnew, messagesBelow } from '../search/readable';
import { all, get, type Database } from '../sqlite/statements';
import type { Projection } from './projection';

const pageSize = 2_000;

/** Files of directories are found by the names that their entries give them. */
export function indexNamesOfEntries(db: Database): void {
  const renamed = all<{ event_no: number }>(
    db,
    `SELECT f.event_no FROM file_entries e CROSS JOIN files f ON f.room_no = e.room_no AND f.event_id = e.event_id
     WHERE e.name <> f.name`,
  );
  for (const { event_no: eventNo } of renamed) indexAnew(db, eventNo);
}

export const searchProjection: Projection = {
  name: 'search',
  state(db, roomNo, { type, stateKey }) {
    if (type !== branchType) return;
    const file = get<{ event_no: number }>(
      db,
      'SELECT event_no FROM files WHERE room_no = ? AND event_id = ?',
      roomNo,
      stateKey,
    );
    if (file !== null) indexAnew(db, file.event_no);
  },
  readable(db, event) {
    // Its turn comes.
    if (event.eventNo >= (fillingOf(db)?.below ?? 0)) putSearchable(db, event);
  },
  redacted: (db, { eventNo }) => dropSearchable(db, [eventNo]),
  removed(db, roomNo, eventNos) {
    if (eventNos === null) dropSearchableOfRoom(db, roomNo);
    else dropSearchable(db, eventNos);
  },
  rebuild(db) {
    dropAllSearchable(db);
    for (let below: number | null = Number.MAX_SAFE_INTEGER; below !== null;) {
      const { events, next }: ReturnType<typeof messagesBelow> = messagesBelow(db, below, pageSize);
      for (const event of events) putSearchable(db, event);
      below = next;
    }
  },
};
