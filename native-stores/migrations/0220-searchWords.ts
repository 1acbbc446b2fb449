// The index of whole words (D19), and of each word's pieces of three letters, in place of one of all pieces of all messages. What was
// indexed is made anew in short turns (main/engine/search/fill.ts), newest first.
export const version = 220;

export const sql = `
DROP TRIGGER search_added;
DROP TRIGGER search_gone;
DROP TABLE search_index;
DELETE FROM search_messages;
-- Without content: native-stores/search/wordIndex.ts writes the words of a message, and takes them out by naming them again.
CREATE VIRTUAL TABLE search_words USING fts5(words, content='', columnsize=0, detail='none', tokenize='ascii');
INSERT INTO search_words(search_words, rank) VALUES('secure-delete', 1);
CREATE TABLE search_vocabulary(
  word_no INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE                         -- some message has it
);
CREATE VIRTUAL TABLE search_parts USING fts5(word, content='search_vocabulary', content_rowid='word_no', columnsize=0, detail='none',
  tokenize='trigram');
INSERT INTO search_parts(search_parts, rank) VALUES('secure-delete', 1);
INSERT INTO settings(name, value) SELECT 'searchFill', json_object('below', max(event_no) + 1, 'of', max(event_no)) FROM events
  HAVING max(event_no) IS NOT NULL
  ON CONFLICT(name) DO UPDATE SET value = excluded.value;
`;
