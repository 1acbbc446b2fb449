// The transfer queue with tens of thousands of rows: what runs next, what waits for a directory, what comes to one, and how many there are
// of each state are all found without looking at the rest.
export const version = 40;

export const sql = `
ALTER TABLE transfers ADD COLUMN ready INTEGER        -- may run: it waits for nothing but its turn
  AS (state = 'waiting' AND (room_no IS NOT NULL OR parent_transfer IS NULL)) VIRTUAL;
ALTER TABLE transfers ADD COLUMN light INTEGER        -- carries no bytes (any more)
  AS (kind IN ('directory', 'copy', 'delete') OR json_extract(progress, '$.uploaded') IS NOT NULL) VIRTUAL;
ALTER TABLE transfers ADD COLUMN coming INTEGER       -- a file that will stand in the directory
  AS (kind IN ('upload', 'copy') AND state <> 'done') VIRTUAL;
ALTER TABLE transfers ADD COLUMN staged INTEGER       -- needs a staged copy: what was pasted, or a small picture
  AS (kind = 'upload' AND state <> 'done' AND (json_extract(source, '$.staged.file') IS NOT NULL
    OR json_extract(progress, '$.thumbnail.staged.file') IS NOT NULL)) VIRTUAL;
ALTER TABLE transfers ADD COLUMN sent TEXT            -- its message, which is there before its entry
  AS (json_extract(progress, '$.steps.eventId')) VIRTUAL;

CREATE INDEX transfers_ready ON transfers(transfer_no) WHERE ready = 1;
CREATE INDEX transfers_ready_by_weight ON transfers(light, transfer_no) WHERE ready = 1;
CREATE INDEX transfers_coming ON transfers(room_no, entry_id, transfer_no) WHERE coming = 1;
CREATE INDEX transfers_sent ON transfers(room_no, entry_id) WHERE coming = 1 AND sent IS NOT NULL;
CREATE INDEX transfers_staged ON transfers(transfer_no) WHERE staged = 1;
CREATE INDEX transfers_by_parent ON transfers(parent_transfer) WHERE parent_transfer IS NOT NULL;
CREATE INDEX transfers_finished ON transfers(finished_ms) WHERE state = 'done';

CREATE TABLE transfer_counts(
  state TEXT PRIMARY KEY,
  n INTEGER NOT NULL,
  bytes INTEGER NOT NULL                -- of those whose size is known
) WITHOUT ROWID;
INSERT INTO transfer_counts(state, n, bytes)
  SELECT state, count(*), sum(coalesce(size_bytes, 0)) FROM transfers GROUP BY state;

CREATE TRIGGER transfers_added AFTER INSERT ON transfers BEGIN
  INSERT INTO transfer_counts(state, n, bytes) VALUES (NEW.state, 1, coalesce(NEW.size_bytes, 0))
    ON CONFLICT(state) DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER transfers_removed AFTER DELETE ON transfers BEGIN
  UPDATE transfer_counts SET n = n - 1, bytes = bytes - coalesce(OLD.size_bytes, 0) WHERE state = OLD.state;
END;
CREATE TRIGGER transfers_changed AFTER UPDATE OF state, size_bytes ON transfers BEGIN
  UPDATE transfer_counts SET n = n - 1, bytes = bytes - coalesce(OLD.size_bytes, 0) WHERE state = OLD.state;
  INSERT INTO transfer_counts(state, n, bytes) VALUES (NEW.state, 1, coalesce(NEW.size_bytes, 0))
    ON CONFLICT(state) DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;
`;
