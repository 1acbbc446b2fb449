// Keeps the parts of sync's answers that the crypto library never took, with the reason, and finds the messages that wait for a room key.
export const version = 100;

export const sql = `
CREATE TABLE crypto_inbox_failed(
  failed_no INTEGER PRIMARY KEY,
  content TEXT NOT NULL,                -- one part of a crypto_inbox row
  reason TEXT NOT NULL,                 -- the kind of the failure, never its text
  failed_ms INTEGER NOT NULL
);
CREATE TABLE crypto_inbox_panics(
  inbox_no INTEGER NOT NULL,
  part INTEGER NOT NULL,
  times INTEGER NOT NULL,               -- ends of the process while it was taken
  PRIMARY KEY(inbox_no, part)
) WITHOUT ROWID;
CREATE INDEX events_undecrypted_session ON events(json_extract(json, '$.content.session_id')) WHERE utd_code IS NOT NULL;
`;
