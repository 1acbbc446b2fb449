// Files: which rooms are directories, how they are linked, their entries, every file that a message brought, the transfer queue, and
// what is kept offline. Entries, links and files are derived from state and messages in the transaction that brings them.
import { run, type Database } from '../sqlite/statements';
import { filesProjection } from '../projections/files';

export const version = 20;

export function fill(db: Database): void {
  run(
    db,
    `UPDATE rooms SET created_ms = coalesce((SELECT min(e.ts, e.received_ts) FROM state s JOIN events e ON e.event_no = s.event_no
       WHERE s.room_no = rooms.room_no AND s.type = 'm.room.create' AND s.state_key = ''), 0)`,
  );
  filesProjection.rebuild(db);
  run(db, `UPDATE rooms SET section = 'trees' WHERE is_tree = 1`);
}

export const sql = `
ALTER TABLE rooms ADD COLUMN is_tree INTEGER NOT NULL DEFAULT 0;      -- m.space with an enabled data_tree purpose (MSC3088, MSC3089)
ALTER TABLE rooms ADD COLUMN created_ms INTEGER NOT NULL DEFAULT 0;   -- of m.room.create; ties of the child order (CHAT-5.28)
ALTER TABLE rooms ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;      -- files changed after this have a dot
CREATE INDEX rooms_trees ON rooms(membership, room_no) WHERE is_tree = 1;
ALTER TABLE media ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;         -- of a file that is kept offline: eviction leaves it alone

CREATE TABLE space_links(                           -- m.space.child of every space
  room_no INTEGER NOT NULL,
  child_id TEXT NOT NULL,
  ord TEXT,                                         -- null: no valid order
  has_via INTEGER NOT NULL,
  event_no INTEGER NOT NULL,
  PRIMARY KEY(room_no, child_id)
) WITHOUT ROWID;
CREATE INDEX space_links_by_child ON space_links(child_id);

CREATE TABLE space_parents(                         -- m.space.parent
  room_no INTEGER NOT NULL,
  parent_id TEXT NOT NULL,
  has_via INTEGER NOT NULL,
  PRIMARY KEY(room_no, parent_id)
) WITHOUT ROWID;

CREATE TABLE files(                                 -- every file that a readable message brought, in directories and rooms
  event_no INTEGER PRIMARY KEY,
  room_no INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  sender TEXT NOT NULL,
  ts INTEGER NOT NULL,
  msgtype TEXT NOT NULL,
  name TEXT NOT NULL,                               -- file name of the encrypted part, cleaned
  odd_name INTEGER NOT NULL DEFAULT 0,              -- cleaning changed it
  name_folded TEXT NOT NULL,
  extension TEXT NOT NULL,
  kind TEXT NOT NULL,                               -- FileKind of the contract
  mime_type TEXT,
  size_bytes INTEGER,
  mxc TEXT,                                         -- null: no valid address
  replaces TEXT,                                    -- event id of the version before (m.replace)
  problem TEXT                                      -- no_address, no_keys
);
CREATE INDEX files_by_room ON files(room_no, ts DESC);
CREATE INDEX files_by_event ON files(room_no, event_id);
CREATE INDEX files_by_replaced ON files(room_no, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX files_by_time ON files(ts DESC);

CREATE TABLE file_entries(                          -- branch state (MSC3089), one per message it names
  room_no INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  active INTEGER NOT NULL,
  name TEXT NOT NULL,                               -- as shown: without control and bidi characters
  odd_name INTEGER NOT NULL DEFAULT 0,              -- cleaning changed it
  name_folded TEXT NOT NULL,
  sort_key TEXT NOT NULL,                           -- folded, numbers padded: 'img 2' before 'img 10'
  locked INTEGER NOT NULL DEFAULT 0,
  locked_by TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  changed_ms INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  state_event_no INTEGER NOT NULL,
  file_no INTEGER,                                  -- of its row in files; with it come kind, size_bytes
  kind TEXT NOT NULL DEFAULT 'other',
  size_bytes INTEGER,
  superseded INTEGER NOT NULL DEFAULT 0,            -- the message of another entry replaces this one's
  gone INTEGER NOT NULL DEFAULT 0,                  -- its message was redacted
  PRIMARY KEY(room_no, event_id)
) WITHOUT ROWID;
CREATE INDEX file_entries_by_size ON file_entries(room_no, active, size_bytes);
CREATE INDEX file_entries_by_name ON file_entries(room_no, active, sort_key);
CREATE INDEX file_entries_by_change ON file_entries(room_no, active, changed_ms, changed_by);

CREATE TABLE transfers(
  transfer_no INTEGER PRIMARY KEY,                  -- the order of the queue
  transfer_id TEXT NOT NULL UNIQUE,
  request_id TEXT NOT NULL,                         -- of the call; with 'part' it makes a repeated call harmless
  part INTEGER NOT NULL,
  kind TEXT NOT NULL,                               -- upload, download, directory, zip, copy, delete
  state TEXT NOT NULL,                              -- waiting, running, paused, failed, done
  room_no INTEGER,                                  -- directory it goes to or comes from; null while that waits to be made
  parent_transfer TEXT,                             -- transfer_id of the directory that has to be made first
  name TEXT NOT NULL,
  entry_id TEXT,
  size_bytes INTEGER,
  source TEXT NOT NULL,                             -- JSON: where the bytes come from or go to; paths stay in the engine
  progress TEXT NOT NULL DEFAULT '{}',              -- JSON: what is already done, so that a kill repeats nothing (address, keys, event ids)
  tries INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  UNIQUE(request_id, part)
);
CREATE INDEX transfers_by_state ON transfers(state, transfer_no);
CREATE INDEX transfers_by_room ON transfers(room_no, state);

CREATE TABLE kept_offline(
  room_no INTEGER NOT NULL,
  entry_id TEXT NOT NULL DEFAULT '',                -- '' for the directory with everything below
  PRIMARY KEY(room_no, entry_id)
) WITHOUT ROWID;
`;
