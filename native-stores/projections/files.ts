// Files: which rooms are directories and how they are linked, their entries, and every file that a message brought. What the rows hold
// is decided in native-stores/files; here stands when they are made.
import { branchType } from '../files/entries';
import { dropFile, isFileContent, putFile } from '../files/files';
import { applyFilesState, clearFilesState, settleTree } from '../files/trees';
import { all, run, type Database } from '../sqlite/statements';
import { forCurrentState } from './currentState';
import type { Projection, ReadableEvent } from './projection';
import { forReadable } from './readable';

function applyReadable(db: Database, event: ReadableEvent): void {
  if (isFileContent(event.type, event.content)) putFile(db, event, event.content);
}

export const filesProjection: Projection = {
  name: 'files',
  state(db, roomNo, change) {
    if (applyFilesState(db, roomNo, change)) return;
    if (change.stateKey !== '') return;
    // An invitation names no purpose; there the type and the encryption decide (files/trees.ts).
    if (change.type === 'm.room.create' || change.type === 'm.room.encryption')
      settleTree(db, roomNo);
  },
  readable: applyReadable,
  redacted: (db, { eventNo }) => dropFile(db, eventNo),
  cleared: clearFilesState,
  /** Current state does not say who locked an entry first: a rebuild names the last writer of the entry. */
  rebuild(db) {
    for (const table of ['space_links', 'space_parents', 'file_entries', 'files'] as const)
      run(db, `DELETE FROM ${table}`);
    forCurrentState(db, ['m.space.child', 'm.space.parent', branchType], (roomNo, change) => {
      applyFilesState(db, roomNo, change);
    });
    const spaces = all<{ room_no: number }>(
      db,
      `SELECT room_no FROM rooms WHERE is_tree = 1 OR room_type = 'm.space'`,
    );
    for (const { room_no: roomNo } of spaces) settleTree(db, roomNo);
    forReadable(db, '"msgtype":"m.', (event) => applyReadable(db, event));
  },
};
