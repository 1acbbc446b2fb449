// Messages that were hidden, and shown again, by moderators (MSC3531). What older builds stored of it is read once.
import { visibilityProjection } from '../projections/visibility';

export const version = 245;

export const sql = `
CREATE TABLE visibility_changes (
  event_no INTEGER PRIMARY KEY,
  room_no INTEGER NOT NULL,
  target_hash INTEGER NOT NULL,
  sender TEXT NOT NULL,
  ts INTEGER NOT NULL,
  visible INTEGER NOT NULL,
  reason TEXT
);
CREATE INDEX visibility_target ON visibility_changes(target_hash, sender, ts);
CREATE INDEX visibility_room ON visibility_changes(room_no, sender);
`;

export const fill = visibilityProjection.rebuild;
