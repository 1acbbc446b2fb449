// Files of messages that bring several at once (MSC4274): each is a row, beside those of messages with one file.
import { galleriesProjection } from '../projections/galleries';

export const version = 190;

export const sql = `
CREATE TABLE gallery_files(
  event_no INTEGER NOT NULL,
  part INTEGER NOT NULL,                  -- its place in the message
  room_no INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  sender TEXT NOT NULL,
  ts INTEGER NOT NULL,
  encrypted INTEGER NOT NULL,             -- the message came encrypted
  name TEXT NOT NULL,
  odd_name INTEGER NOT NULL,
  name_folded TEXT NOT NULL,
  extension TEXT NOT NULL,
  kind TEXT NOT NULL,
  mime_type TEXT,
  size_bytes INTEGER,
  mxc TEXT,
  replaces TEXT,                          -- the message that this one edits
  problem TEXT,
  superseded INTEGER NOT NULL,            -- its message shows another version, or is not here
  PRIMARY KEY(event_no, part)
) WITHOUT ROWID;
CREATE INDEX gallery_files_shown_by_room ON gallery_files(room_no, ts DESC) WHERE superseded = 0;
CREATE INDEX gallery_files_shown_by_time ON gallery_files(ts DESC) WHERE superseded = 0;
CREATE INDEX gallery_files_shown_by_message ON gallery_files(room_no, coalesce(replaces, event_id)) WHERE superseded = 0;
CREATE INDEX gallery_files_by_message ON gallery_files(room_no, event_id) WHERE replaces IS NULL;
CREATE INDEX gallery_files_by_edit ON gallery_files(room_no, replaces, sender, encrypted, ts, event_id) WHERE replaces IS NOT NULL;
`;

export const fill = galleriesProjection.rebuild;
