// The index of words: which message has which, and of each word's pieces of three letters. Each call writes what it is told inside the
// caller's transaction. Knows nothing of the texts; native-stores/search/messages.ts has their rows.
import { all, get, run, type Database } from '../sqlite/statements';
import { wordsOf, type Need, type NeededPart } from './words';

/** Of a room, as a word: no text has a character of the private area as a letter. */
const roomWord = (roomNo: number): string => `\u{e000}${roomNo}`;

const textOf = (whole: readonly string[], pairs: readonly string[], roomNo: number): string =>
  [roomWord(roomNo), ...whole, ...pairs].join(' ');

const quoted = (word: string): string => `"${word}"`;

const partsOf = (word: string): readonly string[] => {
  const letters = [...word];
  return letters.slice(2).map((letter, n) => `${letters[n] ?? ''}${letters[n + 1] ?? ''}${letter}`);
};

export function putWords(db: Database, doc: number, roomNo: number, body: string): void {
  const { whole, pairs } = wordsOf(body);
  run(db, 'INSERT INTO search_words(rowid, words) VALUES (?,?)', doc, textOf(whole, pairs, roomNo));
  const fresh = all<{ word_no: number; word: string }>(
    db,
    `INSERT OR IGNORE INTO search_vocabulary(word) SELECT value FROM json_each(?) WHERE length(value) > 2 RETURNING word_no, word`,
    JSON.stringify(whole),
  );
  for (const { word_no: no, word } of fresh)
    run(db, 'INSERT INTO search_parts(rowid, word) VALUES (?,?)', no, word);
}

export interface IndexedRow {
  readonly doc: number;
  readonly room_no: number;
  readonly body: string;
}

/** Takes these messages out, and the words that no other message has. */
export function dropWords(db: Database, rows: readonly IndexedRow[]): void {
  const gone = new Set<string>();
  for (const { doc, room_no: roomNo, body } of rows) {
    const { whole, pairs } = wordsOf(body);
    run(
      db,
      `INSERT INTO search_words(search_words, rowid, words) VALUES ('delete',?,?)`,
      doc,
      textOf(whole, pairs, roomNo),
    );
    for (const word of whole) gone.add(word);
  }
  for (const word of gone) {
    const query = quoted(word);
    if (get(db, 'SELECT 1 FROM search_words WHERE search_words MATCH ? LIMIT 1', query) !== null)
      continue;
    const row = get<{ word_no: number }>(
      db,
      'SELECT word_no FROM search_vocabulary WHERE word = ?',
      word,
    );
    if (row === null) continue;
    run(
      db,
      `INSERT INTO search_parts(search_parts, rowid, word) VALUES ('delete',?,?)`,
      row.word_no,
      word,
    );
    run(db, 'DELETE FROM search_vocabulary WHERE word_no = ?', row.word_no);
  }
}

export function dropAllWords(db: Database): void {
  run(db, `INSERT INTO search_words(search_words) VALUES ('delete-all')`);
  run(db, `INSERT INTO search_parts(search_parts) VALUES ('delete-all')`);
  run(db, 'DELETE FROM search_vocabulary');
}

/** Of so many words a part is too common for the index: the newest messages have it. */
const mostWords = 300;

/** The words with this part; null: too many. */
function wordsWith(db: Database, need: NeededPart): readonly string[] | null {
  const { part, begins, ends } = need;
  const words = all<{ word: string }>(
    db,
    `SELECT v.word FROM (SELECT rowid AS no FROM search_parts WHERE search_parts MATCH ?) f
     CROSS JOIN search_vocabulary v ON v.word_no = f.no
     WHERE instr(v.word, ?) > 0 AND (? = 0 OR instr(v.word, ?) = 1) AND (? = 0 OR substr(v.word, -length(?)) = ?) LIMIT ? + 0`,
    partsOf(part).map(quoted).join(' AND '),
    part,
    begins ? 1 : 0,
    part,
    ends ? 1 : 0,
    part,
    part,
    mostWords + 1,
  ).map(({ word }) => word);
  return words.length > mostWords ? null : words;
}

/**
 * As FTS5 is asked for messages with all of this, `rare`: with what tells most of it; `''`: there are none. Null: the index cannot tell.
 */
export function matchOf(
  db: Database,
  needs: readonly Need[],
  roomNo: number | null,
  rare = false,
): string | null {
  const asked = new Set<string>();
  for (const need of needs) {
    if ('word' in need) {
      asked.add(quoted(need.word));
      continue;
    }
    const words = wordsWith(db, need);
    if (words === null) continue;
    if (words.length === 0) return '';
    asked.add(`(${words.map(quoted).join(' OR ')})`);
  }
  if (asked.size === 0) return null;
  const telling = rare ? rareOf(db, [...asked]) : [...asked];
  return [...telling, ...(roomNo === null ? [] : [quoted(roomWord(roomNo))])].join(' AND ');
}

/** How far back so many messages reach says how many have it. */
const measured = 200;
/** To pass by the messages of a word that so many times more have costs more than to read those of the rare one. */
const mostTimes = 150;

/** Those of these that tell most: a word that half of the messages have beside one of few is left to whoever reads them. */
function rareOf(db: Database, asked: readonly string[]): readonly string[] {
  if (asked.length < 2) return asked;
  const newest = get<{ doc: number }>(db, 'SELECT max(doc) AS doc FROM search_messages')?.doc ?? 0;
  const reach = asked.map((match) => {
    const sql = `SELECT rowid AS doc FROM search_words WHERE search_words MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ? + 0`;
    const doc = get<{ doc: number }>(db, sql, match, measured - 1)?.doc;
    return doc === undefined ? Number.POSITIVE_INFINITY : newest - doc + 1;
  });
  const rarest = Math.max(...reach);
  return asked.filter((_, at) => {
    const its = reach[at] ?? 0;
    return its === rarest || its * mostTimes > rarest;
  });
}
