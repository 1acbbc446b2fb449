// Downloads that were cut off go on where they ended.
export const version = 170;

export const sql = `
CREATE TABLE media_parts(
  handle TEXT PRIMARY KEY,
  mxc TEXT NOT NULL,
  file TEXT NOT NULL,                     -- name within media/, without its ending .part
  cache_key BLOB NOT NULL,                -- what the bytes in it are encrypted under: of plain media ours
  cache_iv BLOB NOT NULL,
  begun_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX media_parts_by_address ON media_parts(mxc);
`;
