// Messages that are written and wait for their time. They become outbox rows when it has come.
export const version = 185;

export const sql = `
CREATE TABLE scheduled_messages(
  request_id TEXT PRIMARY KEY,            -- of the send that it becomes, so that it is sent once
  room_id TEXT NOT NULL,
  thread_id TEXT,
  at_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  undo INTEGER NOT NULL,                  -- 1: it waits a moment only, so that sending can be taken back
  state TEXT NOT NULL,                    -- waiting, missed, failed
  error TEXT,                             -- JSON, of a failed one
  message TEXT NOT NULL                   -- JSON: text, mentions, kind, plain, replyTo, as they were written
) WITHOUT ROWID;
CREATE INDEX scheduled_by_time ON scheduled_messages(at_ms);
`;
