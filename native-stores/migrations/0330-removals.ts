// Files that are to be deleted or brought back stand in the queue as well. `active` of an entry is how it will be, so that every list, count
// and search agrees; `server_active` is how the server has it.
export const version = 330;

const settle = (row: 'NEW' | 'OLD', eventId: 'event_id' | 'entry_id'): string => `
  UPDATE file_entries SET active = coalesce((
    SELECT CASE WHEN t.kind = 'remove' AND server_active = 1 THEN 0 WHEN t.kind = 'restore' AND server_active = 0 THEN 1 END
    FROM transfers t
    WHERE t.changing = 1 AND t.room_no = file_entries.room_no AND t.entry_id = file_entries.event_id
      AND t.kind IN ('remove', 'restore')
    ORDER BY t.transfer_no DESC LIMIT 1), server_active)
  WHERE room_no = ${row}.room_no AND event_id = ${row}.${eventId};`;

const ofQueue = (name: string, when: string, row: 'NEW' | 'OLD'): string => `
CREATE TRIGGER ${name} AFTER ${when} ON transfers WHEN ${row}.kind IN ('remove', 'restore') BEGIN${settle(row, 'entry_id')}
END;`;

export const sql = `
DROP INDEX transfers_ready_by_weight;
ALTER TABLE transfers DROP COLUMN light;
ALTER TABLE transfers ADD COLUMN light INTEGER        -- carries no bytes (any more)
  AS (kind IN ('directory', 'copy', 'move', 'delete', 'rename', 'lock', 'unlock', 'remove', 'restore')
    OR json_extract(progress, '$.uploaded') IS NOT NULL) VIRTUAL;
CREATE INDEX transfers_ready_by_weight ON transfers(light, transfer_no) WHERE ready = 1;

DROP INDEX transfers_changing;
ALTER TABLE transfers DROP COLUMN changing;
ALTER TABLE transfers ADD COLUMN changing INTEGER     -- its entry, or without one its directory, is shown as it will be
  AS (kind IN ('rename', 'lock', 'unlock', 'remove', 'restore') AND state IN ('waiting', 'running')) VIRTUAL;
CREATE INDEX transfers_changing ON transfers(room_no, entry_id, transfer_no) WHERE changing = 1;

ALTER TABLE file_entries ADD COLUMN server_active INTEGER NOT NULL DEFAULT 0;
UPDATE file_entries SET server_active = active;
${ofQueue('entries_asked', 'INSERT', 'NEW')}
${ofQueue('entries_asked_again', 'UPDATE OF state', 'NEW')}
${ofQueue('entries_answered', 'DELETE', 'OLD')}
CREATE TRIGGER entries_added AFTER INSERT ON file_entries BEGIN${settle('NEW', 'event_id')}
END;
CREATE TRIGGER entries_changed AFTER UPDATE OF server_active ON file_entries BEGIN${settle('NEW', 'event_id')}
END;
`;
