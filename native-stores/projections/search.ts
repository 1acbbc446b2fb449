// What search looks through. A rebuild makes the rows of all messages at once; what a first sync brings is added in short turns after it.
import { fillingOf } from '../search/filling';
import {
  dropAllSearchable,
  dropSearchable,
  dropSearchableOfRoom,
  putSearchable,
} from '../search/messages';
import { messagesBelow } from '../search/readable';
import type { Projection } from './projection';

const pageSize = 2_000;

export const searchProjection: Projection = {
  name: 'search',
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
