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
  PRIMARY KEY(event_no, part)
) WITHOUT ROWID;
CREATE INDEX gallery_files_by_room ON gallery_files(room_no, ts DESC);
CREATE INDEX gallery_files_by_event ON gallery_files(room_no, event_id);
CREATE INDEX gallery_files_by_replaced ON gallery_files(room_no, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX gallery_files_by_time ON gallery_files(ts DESC);
`;

export const fill = galleriesProjection.rebuild;
