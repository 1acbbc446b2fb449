// Unread messages that the server stopped counting although nobody has read them: it takes a new name of the account for reading.
export const version = 300;

export const sql = `
ALTER TABLE rooms ADD COLUMN carried_unread INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rooms ADD COLUMN carried_highlights INTEGER NOT NULL DEFAULT 0;
`;
