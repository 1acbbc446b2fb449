// Brings the tables beside `events` back in line with it, after rows were found where none may stand. Loses nothing that has an event.
import { forgetEvents } from '../events/known';
import { projections } from '../projections/all';
import { run, type Database } from '../sqlite/statements';

const dangling = [
  'DELETE FROM timeline WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = timeline.event_no)',
  'DELETE FROM state WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = state.event_no)',
  'DELETE FROM decrypt_queue WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = decrypt_queue.event_no)',
  'DELETE FROM mention_queue WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = mention_queue.event_no)',
  'DELETE FROM mentions WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = mentions.event_no)',
  'DELETE FROM files WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = files.event_no)',
  'DELETE FROM gallery_files WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = gallery_files.event_no)',
  'DELETE FROM search_messages WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = search_messages.event_no)',
  'DELETE FROM file_texts WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = file_texts.event_no)',
  'DELETE FROM waiting_redactions WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = waiting_redactions.event_no)',
  'DELETE FROM relations WHERE event_no >= 0 AND NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = relations.event_no)',
] as const;

/** Removes rows that point at no event and makes every projection anew, inside one transaction. Answers how many rows went. */
export function repairTables(db: Database): number {
  forgetEvents(db);
  // Before the rows go: their numbers must not be given out to other events.
  run(
    db,
    `INSERT INTO event_numbers(one, given) SELECT 1, max(coalesce((SELECT max(event_no) FROM events), 0),
       coalesce((SELECT max(event_no) FROM timeline), 0), coalesce((SELECT max(event_no) FROM state), 0),
       coalesce((SELECT max(event_no) FROM decrypt_queue), 0), coalesce((SELECT max(event_no) FROM files), 0),
       coalesce((SELECT max(event_no) FROM gallery_files), 0),
       coalesce((SELECT max(event_no) FROM relations), 0)) WHERE true
     ON CONFLICT(one) DO UPDATE SET given = max(given, excluded.given)`,
  );
  let removed = 0;
  for (const sql of dangling) removed += run(db, sql).changes;
  for (const projection of projections) projection.rebuild(db);
  return removed;
}
