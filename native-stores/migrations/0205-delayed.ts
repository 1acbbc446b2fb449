// Messages whose time the server keeps (MSC4140): what was asked of it, and the name that it gave.
export const version = 205;

export const sql = `
ALTER TABLE scheduled_messages ADD COLUMN server TEXT; -- JSON: {state, delayId, txnId, atMs, again}; null: this computer sends it
`;
