// The begin of the text of files that were on this computer, for search.
export const version = 225;

export const sql = `
CREATE TABLE file_texts(
  event_no INTEGER PRIMARY KEY,                     -- of the message, or the edit, that brought the file
  handle TEXT NOT NULL,                             -- of the file that was read
  text TEXT NOT NULL                                -- as it is read, spaces single; '' where it is no text
);
CREATE INDEX files_by_address ON files(mxc) WHERE mxc IS NOT NULL;
`;
