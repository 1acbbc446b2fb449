// Tables of search: the text of each readable message, and an index of all trigrams in it. Messages
// stored earlier are added later, in short turns (main/engine/search/fill.ts): below the number in the setting `searchFill`.
export const version = 130;

export const sql = `
CREATE TABLE search_messages(
  doc INTEGER PRIMARY KEY,                          -- ms of the message × 1000 + a number of its own: newest first needs no sorting
  event_no INTEGER NOT NULL UNIQUE,
  room_no INTEGER NOT NULL,
  has INTEGER NOT NULL,                             -- bits of native-stores/search/texts.ts
  body TEXT NOT NULL                                -- folded
);
CREATE INDEX search_by_room ON search_messages(room_no, doc);
CREATE VIRTUAL TABLE search_index USING fts5(body, content='search_messages', content_rowid='doc', tokenize='trigram');
INSERT INTO search_index(search_index, rank) VALUES('secure-delete', 1);
CREATE TRIGGER search_added AFTER INSERT ON search_messages BEGIN
  INSERT INTO search_index(rowid, body) VALUES (new.doc, new.body);
END;
CREATE TRIGGER search_gone AFTER DELETE ON search_messages BEGIN
  INSERT INTO search_index(search_index, rowid, body) VALUES ('delete', old.doc, old.body);
END;
INSERT INTO settings(name, value) SELECT 'searchFill', json_object('below', max(event_no) + 1, 'of', max(event_no)) FROM events
  HAVING max(event_no) IS NOT NULL;
`;
