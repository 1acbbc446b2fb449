// Rooms of the list that are called the same, or look so, are found by an index.
import { keyRoomNames } from '../projections/rooms';

export const version = 270;

export const sql = `
ALTER TABLE rooms ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
CREATE INDEX rooms_name_key ON rooms(name_key)
  WHERE membership IN ('join', 'invite', 'knock') AND section NOT IN ('trees', 'ignored');
`;

export const fill = keyRoomNames;
