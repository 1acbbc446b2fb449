// Mentions of encrypted rooms, which no server lists. What older builds decrypted is judged in short turns (main/engine/push/mentions.ts), newest
// first, below the mark.
export const version = 280;

export const sql = `
CREATE TABLE mention_queue (event_no INTEGER PRIMARY KEY);
CREATE TABLE mentions (
  event_no INTEGER PRIMARY KEY,
  room_no INTEGER NOT NULL,
  ts INTEGER NOT NULL
);
CREATE INDEX mentions_time ON mentions(ts);
INSERT INTO settings(name, value) SELECT 'mentionsBelow', max(event_no) + 1 FROM events HAVING max(event_no) IS NOT NULL;
`;
