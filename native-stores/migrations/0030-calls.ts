// Calls: one row per call that this account saw live, for the history. The timeline's own lines come from the events.
export const version = 30;

export const sql = `
CREATE TABLE calls(
  room_no INTEGER NOT NULL,
  call_id TEXT NOT NULL,                -- of the caller's client: unique within the room only
  user_id TEXT,                         -- the other person; null in a group
  direction TEXT NOT NULL,              -- 'in' | 'out'
  media TEXT NOT NULL,                  -- 'voice' | 'video'
  outcome TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  connected_ms INTEGER,
  ended_ms INTEGER,
  PRIMARY KEY(room_no, call_id)
) WITHOUT ROWID;
CREATE INDEX calls_by_time ON calls(started_ms);
`;
