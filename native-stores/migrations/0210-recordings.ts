// Voice messages that are not sent yet, as they were spoken: one row for each piece, so that what was said is on the disk a second later.
export const version = 210;

export const sql = `
CREATE TABLE recordings(
  recording_id TEXT PRIMARY KEY,
  room_no INTEGER NOT NULL,
  root_event_id TEXT NOT NULL DEFAULT '',           -- '' for no thread
  elapsed_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
);
CREATE INDEX recordings_by_conversation ON recordings(room_no, root_event_id);
CREATE TABLE recording_pieces(
  recording_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  part INTEGER NOT NULL,                            -- a pause ends one; each is a file of its own
  bytes BLOB NOT NULL,
  PRIMARY KEY(recording_id, seq)
);
`;
