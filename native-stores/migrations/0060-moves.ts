// Directories that are moved stand in the queue as well: without bytes, and found by what they take out of its place.
export const version = 60;

export const sql = `
DROP INDEX transfers_ready_by_weight;
ALTER TABLE transfers DROP COLUMN light;
ALTER TABLE transfers ADD COLUMN light INTEGER        -- carries no bytes (any more)
  AS (kind IN ('directory', 'copy', 'move', 'delete') OR json_extract(progress, '$.uploaded') IS NOT NULL) VIRTUAL;
CREATE INDEX transfers_ready_by_weight ON transfers(light, transfer_no) WHERE ready = 1;

ALTER TABLE transfers ADD COLUMN moves TEXT           -- the entry or directory that leaves its place
  AS (CASE WHEN kind IN ('copy', 'move') AND state <> 'done'
      THEN coalesce(json_extract(source, '$.moveEntryId'), json_extract(source, '$.moveRoomId')) END) VIRTUAL;
CREATE INDEX transfers_moves ON transfers(moves) WHERE moves IS NOT NULL;
`;
