// Names and locks that are to change stand in the queue as well: without bytes, in order for each entry or directory, and shown at once.
export const version = 70;

export const sql = `
DROP INDEX transfers_ready_by_weight;
ALTER TABLE transfers DROP COLUMN light;
ALTER TABLE transfers ADD COLUMN light INTEGER        -- carries no bytes (any more)
  AS (kind IN ('directory', 'copy', 'move', 'delete', 'rename', 'lock', 'unlock')
    OR json_extract(progress, '$.uploaded') IS NOT NULL) VIRTUAL;
CREATE INDEX transfers_ready_by_weight ON transfers(light, transfer_no) WHERE ready = 1;

ALTER TABLE transfers ADD COLUMN changing INTEGER     -- its entry, or without one its directory, is shown as it will be
  AS (kind IN ('rename', 'lock', 'unlock') AND state IN ('waiting', 'running')) VIRTUAL;
CREATE INDEX transfers_changing ON transfers(room_no, entry_id, transfer_no) WHERE changing = 1;
`;
