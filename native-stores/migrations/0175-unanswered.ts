// Whether the server may have a message of the outbox already: a request for it went out and no answer came.
export const version = 175;

export const sql = `
ALTER TABLE outbox ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0;
`;
