// Every migration, in order. Append only.
import type { Database } from '../sqlite/statements';
import * as first from './0010-first';
import * as files from './0020-files';
import * as calls from './0030-calls';
import * as queue from './0040-queue';
import * as waiting from './0050-waiting';
import * as moves from './0060-moves';
import * as changes from './0070-changes';
import * as conversations from './0080-conversations';
import * as eventNumbers from './0090-eventNumbers';
import * as givenUp from './0100-givenUp';
import * as trust from './0105-trust';
import * as gaps from './0110-gaps';
import * as search from './0130-search';
import * as threads from './0150-threads';
import * as mediaParts from './0170-mediaParts';
import * as unanswered from './0175-unanswered';
import * as kept from './0180-kept';
import * as scheduled from './0185-scheduled';
import * as galleryFiles from './0190-galleryFiles';
import * as delayed from './0205-delayed';
import * as recordings from './0210-recordings';
import * as searchWords from './0220-searchWords';
import * as fileTexts from './0225-fileTexts';
import * as namesOfEntries from './0230-namesOfEntries';
import * as visibility from './0245-visibility';
import * as namesAlike from './0250-namesAlike';
import * as searchNeighbours from './0260-searchNeighbours';
import * as roomsAlike from './0270-roomsAlike';
import * as mentions from './0280-mentions';
import * as removedRooms from './0290-removedRooms';
import * as carriedCounts from './0300-carriedCounts';
import * as polls from './0310-polls';
import * as asking from './0320-asking';
import * as removals from './0330-removals';
import * as quiet from './0340-quiet';

export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** Fills new tables from rows that are there already; runs after the last step, in the same transaction. */
  readonly fill?: (db: Database) => void;
}

export const migrations: readonly Migration[] = [
  first,
  files,
  calls,
  queue,
  waiting,
  moves,
  changes,
  conversations,
  eventNumbers,
  givenUp,
  trust,
  gaps,
  search,
  threads,
  mediaParts,
  unanswered,
  kept,
  scheduled,
  galleryFiles,
  delayed,
  recordings,
  searchWords,
  fileTexts,
  namesOfEntries,
  visibility,
  namesAlike,
  searchNeighbours,
  roomsAlike,
  mentions,
  removedRooms,
  carriedCounts,
  polls,
  asking,
  removals,
  quiet,
];
