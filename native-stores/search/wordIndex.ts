// The index of words: which message has which, which stand beside each other, and of each word's pieces of three letters. Each call writes
// what it is told inside the caller's transaction. Knows nothing of the texts; native-stores/search/messages.ts has their rows.
import { all, get, run, type Database } from '../sqlite/statements';
import { neighboursFrom } from './filling';
import {
  neighbourLetters,
  neighbourWord,
  wordsOf,
  type Need,
  type NeededNeighbours,
  type NeededPart,
  type Words,
} from './words';

/** The index word of a room: no text has a character of the private area as a letter. */
const roomWord = (roomNo: number): string => `\u{e000}${roomNo}`;

/** Everything that the index has of a message: it is taken out by naming the same. */
const textOf = (db: Database, doc: number, roomNo: number, words: Words): string => {
  const neighbours = doc < neighboursFrom(db) ? [] : words.neighbours;
  return [roomWord(roomNo), ...words.whole, ...words.pairs, ...neighbours].join(' ');
};

const quoted = (word: string): string => `"${word}"`;

/** Pieces of three letters that cover it: all of them would be more lists to go through, and tell little more. */
function piecesOf(part: string): readonly string[] {
  const letters = [...part];
  const last = letters.length - 3;
  const at = letters.map((_, n) => n).filter((n) => n === last || (n < last && n % 3 === 0));
  return at.map((n) => letters.slice(n, n + 3).join(''));
}

const insertWords = 'INSERT INTO search_words(rowid, words) VALUES (?,?)';

export function putWords(db: Database, doc: number, roomNo: number, body: string): void {
  const words = wordsOf(body);
  run(db, insertWords, doc, textOf(db, doc, roomNo, words));
  const fresh = all<{ word_no: number; word: string }>(
    db,
    `INSERT OR IGNORE INTO search_vocabulary(word) SELECT value FROM json_each(?) WHERE length(value) > 2 RETURNING word_no, word`,
    JSON.stringify(words.whole),
  );
  for (const { word_no: no, word } of fresh)
    run(db, 'INSERT INTO search_parts(rowid, word) VALUES (?,?)', no, word);
}

export interface IndexedRow {
  readonly doc: number;
  readonly room_no: number;
  readonly body: string;
}

/** Adds neighbouring words to rows before the mark of {@link neighboursFrom}, which the caller moves. Oldest first, else each row becomes a segment. */
export function addNeighbours(db: Database, rows: readonly Omit<IndexedRow, 'room_no'>[]): void {
  for (const { doc, body } of rows) {
    const { neighbours } = wordsOf(body);
    if (neighbours.length > 0) run(db, insertWords, doc, neighbours.join(' '));
  }
}

/** Takes these messages out, and the words that no other message has. */
export function dropWords(db: Database, rows: readonly IndexedRow[]): void {
  const gone = new Set<string>();
  for (const { doc, room_no: roomNo, body } of rows) {
    const words = wordsOf(body);
    run(
      db,
      `INSERT INTO search_words(search_words, rowid, words) VALUES ('delete',?,?)`,
      doc,
      textOf(db, doc, roomNo, words),
    );
    for (const word of words.whole) gone.add(word);
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

/** A part that stands in more words than this is too common for the index: the newest messages contain it. */
const mostWords = 300;

/** The words with this part; null: too many. */
function wordsWith(db: Database, need: NeededPart): readonly string[] | null {
  const { part, begins, ends } = need;
  const words = all<{ word: string }>(
    db,
    `SELECT v.word FROM (SELECT rowid AS no FROM search_parts WHERE search_parts MATCH ?) f
     CROSS JOIN search_vocabulary v ON v.word_no = f.no
     WHERE instr(v.word, ?) > 0 AND (? = 0 OR instr(v.word, ?) = 1) AND (? = 0 OR substr(v.word, -length(?)) = ?) LIMIT ? + 0`,
    piecesOf(part).map(quoted).join(' AND '),
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

/** Limit of words of a phrase that the index is asked for; the rows that these name are read. */
const mostAsked = 24;

/** With fewer letters, or more ways to go on, they are not worth their price. */
const [fewestLetters, mostWays] = [2, 40];

/** One of these is in the index of each message in which the two stand beside each other. Null: it cannot tell. */
function neighboursOf(db: Database, need: NeededNeighbours): string | null {
  const { first, second, firstOpen, secondOpen } = need;
  if (secondOpen && [...second].length < fewestLetters) return null;
  const ways = secondOpen ? waysOn(db, second) : [];
  if (ways.length > mostWays) return null;
  const terms = [second, ...ways].map(
    (one) => `${quoted(neighbourWord(first, one))}${firstOpen ? ' *' : ''}`,
  );
  return terms.length === 1 ? (terms[0] ?? null) : `(${terms.join(' OR ')})`;
}

/** The first letters of the longer words that begin so. */
const waysOn = (db: Database, begin: string): readonly string[] =>
  all<{ way: string }>(
    db,
    `SELECT DISTINCT substr(word, 1, ?) AS way FROM search_vocabulary WHERE word > ? AND word < ? LIMIT ? + 0`,
    neighbourLetters,
    begin,
    `${begin}\u{10ffff}`,
    mostWays + 1,
  ).map(({ way }) => way);

/**
 * The words, and neighbours, that a message must have as they are; of a phrase, which has many, the longest. Begins are gone through whole
 * each time: they are asked for where there is nothing else.
 */
function wholeOf(db: Database, needs: readonly Need[]): readonly string[] {
  const known = neighboursFrom(db) === 0;
  const beside = known ? needs.flatMap((need) => ('second' in need ? need : [])) : [];
  const isOpen = ({ firstOpen, secondOpen }: NeededNeighbours): boolean => firstOpen || secondOpen;
  const inAny = (some: readonly NeededNeighbours[]): readonly string[] =>
    some.flatMap((need) => neighboursOf(db, need) ?? []);
  const closed = [
    ...needs.flatMap((need) => ('word' in need ? quoted(need.word) : [])),
    ...inAny(beside.filter((need) => !isOpen(need))),
  ];
  const asked = closed.length > 0 ? closed : inAny(beside.filter(isOpen));
  return [...new Set(asked)].sort((a, b) => b.length - a.length).slice(0, mostAsked);
}

/** The sets of words one of which a message must have; those of which the index cannot tell left out. Null: there are no such words. */
function partlyOf(db: Database, needs: readonly Need[]): readonly string[] | null {
  const asked = new Set<string>();
  for (const need of needs) {
    if (!('part' in need)) continue;
    const words = wordsWith(db, need);
    if (words?.length === 0) return null;
    if (words !== null) asked.add(`(${words.map(quoted).join(' OR ')})`);
  }
  return [...asked];
}

const matchAll = (asked: readonly string[], roomNo: number | null): string =>
  [...asked, ...(roomNo === null ? [] : [quoted(roomWord(roomNo))])].join(' AND ');

/** The FTS5 query for messages with all needs. `''`: no message has them. Null: the index cannot answer. */
export function matchOf(
  db: Database,
  needs: readonly Need[],
  roomNo: number | null,
  rare = false,
): string | null {
  const partly = partlyOf(db, needs);
  if (partly === null) return '';
  const asked = [...wholeOf(db, needs), ...partly];
  if (asked.length === 0) return null;
  return matchAll(rare ? rareOf(db, asked) : asked, roomNo);
}

/**
 * The same by what each message must have as it is, which costs least: no set of words is looked up. Often they are so few that nothing
 * else need be asked. Null: there is no such thing.
 */
export function wholeMatchOf(
  db: Database,
  needs: readonly Need[],
  roomNo: number | null,
): string | null {
  const asked = wholeOf(db, needs);
  return asked.length === 0 ? null : matchAll(rareOf(db, asked), roomNo);
}

/** How far back so many messages reach says how many have it. */
const measured = 100;
/** To read a message costs as much as to pass by so many that have a word. */
const readingCosts = 150;
/** Words that stand together are found together more often than by chance. */
const together = 10;

/** Number of newest messages by which the share of messages with a word is estimated. */
const known = 1_000;

/**
 * Those of these that are worth their price, the rarest first: a word that half of the messages have is left to whoever reads the few that
 * have the others.
 */
function rareOf(db: Database, asked: readonly string[]): readonly string[] {
  if (asked.length < 2) return asked;
  const newestBut = (some: number): number => {
    const sql = 'SELECT doc FROM search_messages ORDER BY doc DESC LIMIT 1 OFFSET ? + 0';
    return get<{ doc: number }>(db, sql, some)?.doc ?? 0;
  };
  const newest = newestBut(0);
  const reach = newest - newestBut(known - 1) + 1;
  const shareOf = (match: string): number => {
    const sql = `SELECT rowid AS doc FROM search_words WHERE search_words MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ? + 0`;
    const doc = get<{ doc: number }>(db, sql, match, measured - 1)?.doc;
    return doc === undefined ? 0 : (measured / known) * (reach / (newest - doc + 1));
  };
  const shares = asked
    .map((match) => ({ match, share: shareOf(match) }))
    .sort((a, b) => a.share - b.share);
  let left = Number.POSITIVE_INFINITY;
  return shares.flatMap(({ match, share }) => {
    if (share > left * readingCosts) return [];
    left = left === Number.POSITIVE_INFINITY ? share : left * Math.min(1, share * together);
    return match;
  });
}
