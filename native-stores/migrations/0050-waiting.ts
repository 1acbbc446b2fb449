// Tables for redactions whose target is not stored yet, and an index for the next message of a room, so that neither is searched for in all rows.
export const version = 50;

export const sql = `
CREATE TABLE waiting_redactions(
  target_hash INTEGER NOT NULL,
  event_no INTEGER NOT NULL,            -- the redaction
  room_no INTEGER NOT NULL,
  PRIMARY KEY(target_hash, event_no)
) WITHOUT ROWID;
INSERT INTO waiting_redactions(target_hash, event_no, room_no)
  SELECT r.target_hash, r.event_no, r.room_no FROM relations r
  WHERE r.rel_type = 'redaction' AND NOT EXISTS (SELECT 1 FROM events e WHERE e.event_hash = r.target_hash);
DELETE FROM relations WHERE rel_type = 'redaction';

CREATE INDEX outbox_waiting ON outbox(room_no, seq) WHERE status <> 'sent';
CREATE INDEX outbox_failed ON outbox(room_no) WHERE status = 'not_sent';
CREATE INDEX outbox_by_seq ON outbox(seq);
CREATE INDEX outbox_dependents ON outbox(waits_for) WHERE waits_for IS NOT NULL;
CREATE INDEX outbox_sent ON outbox(local_key) WHERE status = 'sent';
`;
