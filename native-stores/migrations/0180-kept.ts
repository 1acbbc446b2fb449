// Saved messages and reminders: account data that the server does not have yet, and which reminders this computer has told of.
export const version = 180;

export const sql = `
CREATE TABLE account_data_out(
  type TEXT PRIMARY KEY,                  -- of the account, not of a room
  content TEXT NOT NULL                   -- JSON; counts before what sync brought
) WITHOUT ROWID;
CREATE TABLE told_reminders(
  room_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  at_ms INTEGER NOT NULL,                 -- the time that was asked for: another one is told of again
  PRIMARY KEY(room_id, event_id)
) WITHOUT ROWID;
`;
