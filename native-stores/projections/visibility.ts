// Changes of the visibility of messages (MSC3531), as rows. They are read in their clear part, which alone the server and all clients see.
import { eventHash } from '../events/eventHash';
import { isRecord, textOf } from '../events/types';
import { putVisibilityChange } from '../events/visibility';
import { get, run, type Database } from '../sqlite/statements';
import type { Projection, ReadableEvent } from './projection';
import { forReadable } from './readable';

const visibilityTypes: ReadonlySet<string> = new Set([
  'm.visibility',
  'org.matrix.msc3531.visibility',
]);

function applyReadable(db: Database, event: ReadableEvent): void {
  if (!visibilityTypes.has(event.type)) return;
  const { clear, eventNo, roomNo, sender, ts } = event;
  const relates = isRecord(clear['m.relates_to']) ? clear['m.relates_to'] : {};
  const targetId = textOf(relates['event_id']);
  const { reason = null } = clear;
  const isSound = relates['rel_type'] === 'm.reference' && (!reason || textOf(reason) !== null);
  const room = get<{ room_id: string }>(db, 'SELECT room_id FROM rooms WHERE room_no = ?', roomNo);
  if (targetId === null || !isSound || room === null) return;
  putVisibilityChange(db, {
    ...{ eventNo, roomNo, sender, ts },
    targetHash: eventHash(room.room_id, targetId),
    visible: Boolean(clear['visible']),
    reason: textOf(reason),
  });
}

export const visibilityProjection: Projection = {
  name: 'visibility',
  readable: applyReadable,
  redacted: (db, { eventNo }) =>
    void run(db, 'DELETE FROM visibility_changes WHERE event_no = ?', eventNo),
  removed(db, roomNo, eventNos) {
    if (eventNos === null) run(db, 'DELETE FROM visibility_changes WHERE room_no = ?', roomNo);
    else
      run(
        db,
        'DELETE FROM visibility_changes WHERE event_no IN (SELECT value FROM json_each(?))',
        JSON.stringify(eventNos),
      );
  },
  rebuild(db) {
    run(db, 'DELETE FROM visibility_changes');
    forReadable(db, 'visibility"', (event) => applyReadable(db, event));
  },
};
