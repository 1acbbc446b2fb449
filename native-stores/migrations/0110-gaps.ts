// A gap knows where it ends: the sync token after which its events came. And pieces of history that stand where their time says, not
// where the server does, are known as such, so that the walk through a gap puts their events in order.
export const version = 110;

export const sql = `
ALTER TABLE chunks ADD COLUMN since_token TEXT;     -- the gap before the chunk ends where this token of sync stands
ALTER TABLE chunks ADD COLUMN by_time INTEGER NOT NULL DEFAULT 0;
`;
