// Stores the trust of a message's sender in a column, since it changes with devices and identities; and the event with which a room's
// encryption began, which a later `m.room.encryption` never moves.
export const version = 105;

export const sql = `
ALTER TABLE events ADD COLUMN trust TEXT;           -- of a decrypted event: why its sender is not certain; null when it is
UPDATE events SET trust = 'device_not_signed' WHERE plain IS NOT NULL AND instr(plain, '"trust":"unverified"') > 0;
CREATE INDEX events_in_doubt ON events(sender, event_no) WHERE trust IS NOT NULL;

ALTER TABLE rooms ADD COLUMN encrypted_since INTEGER;
UPDATE rooms SET encrypted_since = (SELECT s.event_no FROM state s
  WHERE s.room_no = rooms.room_no AND s.type = 'm.room.encryption' AND s.state_key = '') WHERE encryption IS NOT NULL;
`;
