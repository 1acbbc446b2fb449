// The first schema of events.db (D15). Numbers join rooms and events; ids appear once.

export const version = 10;

export const sql = `
CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE rooms(
  room_no INTEGER PRIMARY KEY,
  room_id TEXT NOT NULL UNIQUE,
  membership TEXT NOT NULL DEFAULT 'leave',
  room_type TEXT,
  version TEXT NOT NULL DEFAULT '1',
  encryption TEXT,                                  -- content of m.room.encryption; once set it stays
  is_public INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL DEFAULT '',                    -- finished for display
  name_folded TEXT NOT NULL DEFAULT '',             -- for the filter: lower case, no accents
  topic TEXT,
  avatar_mxc TEXT,
  direct_user_id TEXT,
  section TEXT NOT NULL DEFAULT 'rooms',
  heroes TEXT,
  joined_count INTEGER,
  invited_count INTEGER,
  members_loaded INTEGER NOT NULL DEFAULT 0,
  inviter TEXT,
  activity_ms INTEGER NOT NULL DEFAULT 0,
  last_event_no INTEGER,
  server_unread INTEGER NOT NULL DEFAULT 0,
  server_highlights INTEGER NOT NULL DEFAULT 0,
  unread INTEGER NOT NULL DEFAULT 0,
  highlights INTEGER NOT NULL DEFAULT 0,
  marked_unread INTEGER NOT NULL DEFAULT 0,
  muted INTEGER NOT NULL DEFAULT 0,
  fully_read_event_id TEXT
);
CREATE INDEX rooms_by_activity ON rooms(section, activity_ms DESC, room_no DESC) WHERE membership IN ('join', 'invite', 'knock');

CREATE TABLE events(
  event_no INTEGER PRIMARY KEY,
  room_no INTEGER NOT NULL,
  event_hash INTEGER NOT NULL,                      -- 53 bits of SHA-256(room_id, 0, event_id)
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  state_key TEXT,
  sender TEXT NOT NULL,
  ts INTEGER NOT NULL,
  received_ts INTEGER NOT NULL,
  local_key TEXT,                                   -- the key of our own local echo
  json TEXT NOT NULL,                               -- as it came (redacted ones stripped)
  plain TEXT,                                       -- {type, content, …} of a decrypted event, written once
  utd_code TEXT,                                    -- why it could not be decrypted; null when it could or needed not
  redacted_by TEXT
);
CREATE INDEX events_by_hash ON events(event_hash);
CREATE INDEX events_by_local_key ON events(local_key) WHERE local_key IS NOT NULL;
CREATE INDEX events_undecrypted ON events(room_no, event_no) WHERE utd_code IS NOT NULL;

CREATE TABLE chunks(
  room_no INTEGER NOT NULL,
  chunk_no INTEGER NOT NULL,
  ord INTEGER NOT NULL,                             -- newest chunk has the greatest
  prev_token TEXT,                                  -- a chunk with a token has a gap before it
  PRIMARY KEY(room_no, chunk_no)
) WITHOUT ROWID;

CREATE TABLE timeline(
  room_no INTEGER NOT NULL,
  chunk_no INTEGER NOT NULL,
  pos INTEGER NOT NULL,                             -- forward grows, backward shrinks below zero
  event_no INTEGER NOT NULL,
  PRIMARY KEY(room_no, chunk_no, pos)
) WITHOUT ROWID;
CREATE UNIQUE INDEX timeline_by_event ON timeline(event_no);

CREATE TABLE state(
  room_no INTEGER NOT NULL,
  type TEXT NOT NULL,
  state_key TEXT NOT NULL,
  event_no INTEGER NOT NULL,
  PRIMARY KEY(room_no, type, state_key)
) WITHOUT ROWID;

CREATE TABLE members(
  room_no INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  membership TEXT NOT NULL,
  display_name TEXT,
  name_key TEXT NOT NULL DEFAULT '',                -- how the name looks: folded, without invisible characters
  avatar_mxc TEXT,
  PRIMARY KEY(room_no, user_id)
) WITHOUT ROWID;
CREATE INDEX members_by_name ON members(room_no, name_key);

CREATE TABLE relations(
  room_no INTEGER NOT NULL,
  target_hash INTEGER NOT NULL,
  rel_type TEXT NOT NULL,                           -- m.replace, m.annotation, m.thread, m.reference, redaction
  sender TEXT NOT NULL,
  key TEXT NOT NULL DEFAULT '',
  event_no INTEGER NOT NULL,
  PRIMARY KEY(target_hash, rel_type, sender, key, event_no)
) WITHOUT ROWID;
CREATE INDEX relations_by_event ON relations(event_no);

CREATE TABLE receipts(
  room_no INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  receipt_type TEXT NOT NULL,
  thread_id TEXT NOT NULL DEFAULT '',
  event_id TEXT NOT NULL,
  ts INTEGER NOT NULL,
  PRIMARY KEY(room_no, user_id, receipt_type, thread_id)
) WITHOUT ROWID;
CREATE INDEX receipts_by_event ON receipts(room_no, event_id);

CREATE TABLE account_data(
  room_no INTEGER NOT NULL,                         -- 0 for the account itself
  type TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY(room_no, type)
) WITHOUT ROWID;

CREATE TABLE presence(
  user_id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  last_active_ms INTEGER,
  status_message TEXT
) WITHOUT ROWID;

CREATE TABLE outbox(
  local_key TEXT PRIMARY KEY,
  request_id TEXT NOT NULL UNIQUE,
  room_no INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  txn_id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  type TEXT NOT NULL,                               -- event type before encryption; m.room.redaction for a redaction
  content TEXT NOT NULL,                            -- final JSON; for a redaction {redacts, reason}
  attachment TEXT,                                  -- JSON: staged file and preview until it is uploaded
  waits_for TEXT,                                   -- local_key that has to be sent first (edit or reaction of a pending one)
  tries INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  event_id TEXT,                                    -- the server's answer, until the sync echo takes over
  created_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX outbox_by_room ON outbox(room_no, seq);

CREATE TABLE sent_requests(                         -- request ids whose outbox row is gone: a retry must still not send twice
  request_id TEXT PRIMARY KEY,
  local_key TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE drafts(
  room_no INTEGER PRIMARY KEY,
  content TEXT NOT NULL,
  updated_ms INTEGER NOT NULL
);

CREATE TABLE crypto_inbox(                          -- the e2ee part of an answer until crypto has committed it (D16)
  inbox_no INTEGER PRIMARY KEY,
  content TEXT NOT NULL
);

CREATE TABLE decrypt_queue(event_no INTEGER PRIMARY KEY);

CREATE TABLE media(
  handle TEXT PRIMARY KEY,
  mxc TEXT NOT NULL,
  variant TEXT NOT NULL,                            -- 'full' or 'thumb:<w>x<h>:<method>'
  source TEXT,                                      -- JSON of the encrypted file ({key, iv, hashes, …}); null for plain media
  file_name TEXT,
  mime_type TEXT,
  size_bytes INTEGER,
  cache_file TEXT,                                  -- name within media/; null while not on the disk
  cache_key BLOB,
  cache_iv BLOB,
  verified INTEGER NOT NULL DEFAULT 0,
  used_ms INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE media_trash(cache_file TEXT PRIMARY KEY) WITHOUT ROWID;  -- files in media/ whose message was redacted
CREATE INDEX media_by_address ON media(mxc, variant);
CREATE INDEX media_by_use ON media(used_ms) WHERE cache_file IS NOT NULL;
`;
