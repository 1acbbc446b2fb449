// Answers of threads stand in timelines of their own. Those that are here already are put there in the order of the room's timeline.
import { rebuildThreads } from '../projections/threads';

export const version = 150;

export const fill = rebuildThreads;

export const sql = `
ALTER TABLE timelines ADD COLUMN active_ms INTEGER NOT NULL DEFAULT 0;    -- of a thread: when it was last answered
ALTER TABLE timelines ADD COLUMN server_count INTEGER NOT NULL DEFAULT 0; -- answers as the server last counted them
CREATE INDEX threads_by_activity ON timelines(active_ms) WHERE active_ms > 0;
CREATE INDEX threads_of_room ON timelines(room_no, active_ms) WHERE active_ms > 0;
`;
