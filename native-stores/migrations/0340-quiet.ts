// Rooms with messages that no push rule tells of: the list marks them without a number.
export const version = 340;

export const sql = `
ALTER TABLE rooms ADD COLUMN quiet_news INTEGER NOT NULL DEFAULT 0;
`;
