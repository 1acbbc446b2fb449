// Numbers of events are never given out twice, also when the newest events were removed: what still points at a removed event must not
// come to mean another one. Rows that point at nothing, left by removals that were cut, go.
export const version = 90;

export const sql = `
CREATE TABLE event_numbers(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  given INTEGER NOT NULL                            -- the greatest number that a removed event may have had
);
INSERT INTO event_numbers(one, given) SELECT 1, max(
  coalesce((SELECT max(event_no) FROM events), 0), coalesce((SELECT max(event_no) FROM state), 0),
  coalesce((SELECT max(event_no) FROM relations), 0), coalesce((SELECT max(event_no) FROM files), 0),
  coalesce((SELECT max(event_no) FROM decrypt_queue), 0), coalesce((SELECT max(last_event_no) FROM rooms), 0),
  coalesce((SELECT max(state_event_no) FROM file_entries), 0), coalesce((SELECT max(event_no) FROM space_links), 0));

DELETE FROM state WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = state.event_no);
DELETE FROM decrypt_queue WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = decrypt_queue.event_no);
DELETE FROM files WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = files.event_no);
DELETE FROM waiting_redactions WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = waiting_redactions.event_no);
DELETE FROM relations WHERE event_no >= 0 AND NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = relations.event_no);
`;
