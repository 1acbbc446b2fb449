// The conversation is the key: a timeline belongs to a room and a thread root, or to no thread. Until now a room had one timeline,
// which was known by the number of its room; those keep that number, new ones get any. Drafts are kept per conversation as well.
import { membersProjection } from '../projections/members';

export const version = 80;

/** A malformed membership kept the row of the membership before it. */
export const fill = membersProjection.rebuild;

export const sql = `
CREATE TABLE timelines(
  timeline_no INTEGER PRIMARY KEY AUTOINCREMENT,    -- never given out twice
  room_no INTEGER NOT NULL,
  root_event_id TEXT                                -- null: the room's own timeline
);
INSERT INTO timelines(timeline_no, room_no) SELECT DISTINCT room_no, room_no FROM chunks;
CREATE UNIQUE INDEX timelines_of_rooms ON timelines(room_no) WHERE root_event_id IS NULL;
CREATE UNIQUE INDEX timelines_of_threads ON timelines(room_no, root_event_id) WHERE root_event_id IS NOT NULL;

ALTER TABLE chunks RENAME COLUMN room_no TO timeline_no;
ALTER TABLE timeline RENAME COLUMN room_no TO timeline_no;
DELETE FROM timeline WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.event_no = timeline.event_no);
DROP INDEX timeline_by_event;
CREATE UNIQUE INDEX timeline_by_event ON timeline(timeline_no, event_no);

CREATE TABLE conversation_drafts(
  room_no INTEGER NOT NULL,
  root_event_id TEXT NOT NULL DEFAULT '',           -- '' for no thread
  content TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  PRIMARY KEY(room_no, root_event_id)
) WITHOUT ROWID;
INSERT INTO conversation_drafts(room_no, content, updated_ms) SELECT room_no, content, updated_ms FROM drafts;
DROP TABLE drafts;
ALTER TABLE conversation_drafts RENAME TO drafts;
`;
