// The rows that search reads, newest first, with their words in the index. Knows nothing of edits: each event has a row of its own, and
// whether it is what is shown is decided by main/engine/search.
import { all, get, run, type Database } from '../sqlite/statements';
import { dropFileTexts, fileText } from './fileTexts';
import { foldedWords, hasBits, searchableOf, type Searchable } from './texts';
import { neighboursFrom, setNeighboursFrom } from './filling';
import {
  addNeighbours,
  dropAllWords,
  dropWords,
  matchOf,
  putWords,
  wholeMatchOf,
  type IndexedRow,
} from './wordIndex';
import { needsOf } from './words';

export interface SearchableEvent {
  readonly eventNo: number;
  readonly roomNo: number;
  /** Epoch ms. */
  readonly ts: number;
  readonly type: string;
  readonly content: Record<string, unknown>;
  readonly clear: Record<string, unknown>;
}

const perMs = 1000;

/** The first place of a moment. */
export const docAt = (ms: number): number => Math.max(0, Math.trunc(ms)) * perMs;

function freeDoc(db: Database, ms: number): number {
  for (let first = docAt(ms); ; first += perMs) {
    const last = get<{ doc: number | null }>(
      db,
      'SELECT max(doc) AS doc FROM search_messages WHERE doc BETWEEN ? AND ?',
      first,
      first + perMs - 1,
    )?.doc;
    if (last === null || last === undefined) return first;
    if (last < first + perMs - 1) return last + 1;
  }
}

/** The words of a message; of a file also those of its name in a directory, and what stands in it. */
function bodyOf(db: Database, eventNo: number, { text, has }: Searchable): string {
  if ((has & hasBits.file) === 0) return foldedWords(text);
  const name = get<{ name: string }>(
    db,
    `SELECT e.name FROM files f CROSS JOIN file_entries e ON e.room_no = f.room_no AND e.event_id = f.event_id WHERE f.event_no = ?`,
    eventNo,
  )?.name;
  const named = name === undefined || text.includes(name) ? [] : [name];
  const inFile = fileText(db, eventNo);
  return foldedWords([text, ...named, ...(inFile === null ? [] : [inFile])].join('\n'));
}

/** Whether its row says something else than its message, its entry and its file do. */
export function isOutdated(db: Database, { eventNo, ...event }: SearchableEvent): boolean {
  const sql = 'SELECT body FROM search_messages WHERE event_no = ?';
  const body = get<{ body: string }>(db, sql, eventNo)?.body;
  const found = searchableOf(event.type, event.content, event.clear);
  return body !== undefined && found !== null && body !== bodyOf(db, eventNo, found);
}

/** Does nothing for what has no words, and for an event that has its row. */
export function putSearchable(db: Database, event: SearchableEvent): void {
  const found = searchableOf(event.type, event.content, event.clear);
  if (found === null) return;
  const { eventNo, roomNo, ts } = event;
  if (get(db, 'SELECT 1 FROM search_messages WHERE event_no = ?', eventNo) !== null) return;
  const doc = freeDoc(db, ts);
  const body = bodyOf(db, eventNo, found);
  run(
    db,
    'INSERT INTO search_messages(doc, event_no, room_no, has, body) VALUES (?,?,?,?,?)',
    doc,
    eventNo,
    roomNo,
    found.has,
    body,
  );
  putWords(db, doc, roomNo, body);
}

/** Leaves the texts of their files. Answers whether any was there. */
export function dropIndexed(db: Database, eventNos: readonly number[]): boolean {
  const gone = all<IndexedRow>(
    db,
    'DELETE FROM search_messages WHERE event_no IN (SELECT value FROM json_each(?)) RETURNING doc, room_no, body',
    JSON.stringify(eventNos),
  );
  dropWords(db, gone);
  return gone.length > 0;
}

export function dropSearchable(db: Database, eventNos: readonly number[]): void {
  dropIndexed(db, eventNos);
  dropFileTexts(db, eventNos);
}

/** Removes the searchable rows that are left of a room under removal. */
export const dropSearchableOfRoom = (db: Database, roomNo: number): void =>
  dropWords(
    db,
    all<IndexedRow>(
      db,
      'DELETE FROM search_messages WHERE room_no = ? RETURNING doc, room_no, body',
      roomNo,
    ),
  );

export function dropAllSearchable(db: Database): void {
  run(db, 'DELETE FROM search_messages');
  dropAllWords(db);
  setNeighboursFrom(db, 0);
}

/** Gives the newest `most` rows of an older build their neighbouring words. Returns whether more rows lack them. */
export function putMissingNeighbours(db: Database, most: number): boolean {
  const rows = all<Pick<IndexedRow, 'doc' | 'body'>>(
    db,
    'SELECT doc, body FROM search_messages WHERE doc < ? ORDER BY doc DESC LIMIT ? + 0',
    neighboursFrom(db),
    most,
  );
  addNeighbours(db, rows.toReversed());
  const last = rows.at(-1);
  setNeighboursFrom(db, last === undefined || rows.length < most ? 0 : last.doc);
  return neighboursFrom(db) > 0;
}

export interface Candidate {
  readonly doc: number;
  readonly eventNo: number;
  readonly roomNo: number;
  readonly has: number;
  readonly body: string;
}

interface Row {
  doc: number;
  event_no: number;
  room_no: number;
  has: number;
  body: string;
}

const toCandidate = ({ event_no: eventNo, room_no: roomNo, ...row }: Row): Candidate => ({
  eventNo,
  roomNo,
  ...row,
});

export interface Candidates {
  readonly rows: readonly Candidate[];
  /** Rows before this one are next; null: there are no more. */
  readonly next: number | null;
}

/** So many rows are looked through before the index is asked, and in one turn where it cannot tell. */
const looked = 1_000;

/** Which rows stand before one that is named: of one room, or of all. */
const standsBefore = (roomNo: number | null, doc: number) =>
  roomNo === null
    ? { where: 'doc < ?', values: [doc] }
    : { where: 'room_no = ? AND doc < ?', values: [roomNo, doc] };

/** The first rows with the term among the newest `looked` rows before `before`. */
function lookThrough(
  db: Database,
  term: string,
  roomNo: number | null,
  before: number,
  most: number,
): Candidates {
  const { where, values } = standsBefore(roomNo, before);
  const rows = all<Row>(
    db,
    `SELECT * FROM (SELECT doc, event_no, room_no, has, body FROM search_messages WHERE ${where} ORDER BY doc DESC LIMIT ? + 0)
     WHERE instr(body, ?) > 0 LIMIT ? + 0`,
    ...values,
    looked,
    term,
    most,
  );
  const last = rows.at(-1)?.doc;
  const next = last !== undefined && rows.length >= most ? last : lookedDownTo(db, roomNo, before);
  return { rows: rows.map(toCandidate), next };
}

function lookedDownTo(db: Database, roomNo: number | null, before: number): number | null {
  const { where, values } = standsBefore(roomNo, before);
  const sql = `SELECT doc FROM search_messages WHERE ${where} ORDER BY doc DESC LIMIT 1 OFFSET ? + 0`;
  return get<{ doc: number }>(db, sql, ...values, looked - 1)?.doc ?? null;
}

function page(rows: readonly Row[], most: number): Candidates {
  return {
    rows: rows.map(toCandidate),
    next: rows.length < most ? null : (rows.at(-1)?.doc ?? null),
  };
}

/** So many rows the index names, and then at once: it begins anew each time, and passes everything that it named before. */
const [namedFirst, namedThen, namedAtOnce] = [30, 400, 2_000];
/** Numbers of rows that one turn reads: it begins with the first number and doubles up to the second. */
const [readFirst, readAtOnce] = [30, 400];

interface Match {
  /** The question to the index for the first rows, with few words, which costs least. */
  readonly first: string;
  /** For the others: for all that tells something; `''`: there are none. */
  readonly then: () => string;
}

/**
 * The rows that the index names, newest first, with the term: it has no places, so that a phrase of two frequent words is in few of those
 * that have both.
 */
function indexed(db: Database, match: Match, term: string): (before: number) => Candidates {
  let docs: readonly number[] = [];
  let isLast = false;
  let size = namedFirst;
  let portion = readFirst;
  return (before) => {
    if (docs.length === 0) {
      const asked = size === namedFirst ? match.first : match.then();
      if (asked === '') return { rows: [], next: null };
      docs = all<{ doc: number }>(
        db,
        'SELECT rowid AS doc FROM search_words WHERE search_words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ? + 0',
        asked,
        before,
        size,
      ).map(({ doc }) => doc);
      isLast = docs.length < size;
      size = size === namedFirst ? namedThen : namedAtOnce;
    }
    const some = docs.slice(0, portion);
    docs = docs.slice(portion);
    portion = Math.min(readAtOnce, portion * 2);
    const rows = all<Row>(
      db,
      `SELECT m.doc, m.event_no, m.room_no, m.has, m.body FROM json_each(?) j CROSS JOIN search_messages m ON m.doc = j.value
       WHERE instr(m.body, ?) > 0`,
      JSON.stringify(some),
      term,
    );
    return {
      rows: rows.map(toCandidate),
      next: docs.length === 0 && isLast ? null : (some.at(-1) ?? null),
    };
  };
}

/** Null: the index cannot tell. */
function matchFor(db: Database, terms: readonly string[], roomNo: number | null): Match | null {
  const needs = terms.flatMap(needsOf);
  let known: string | null | undefined;
  const whole = wholeMatchOf(db, needs, roomNo);
  const full = (): string | null =>
    known === undefined ? (known = matchOf(db, needs, roomNo, true)) : known;
  const first = whole ?? full();
  return first === null ? null : { first, then: () => full() ?? first };
}

function anyRows(db: Database, roomNo: number | null, before: number, most: number): Candidates {
  const { where, values } = standsBefore(roomNo, before);
  const sql = `SELECT doc, event_no, room_no, has, body FROM search_messages WHERE ${where} ORDER BY doc DESC LIMIT ? + 0`;
  return page(all<Row>(db, sql, ...values, most), most);
}

/** Messages whose file was read and which have all of these folded terms, newest first. */
export function readFilesWith(
  db: Database,
  terms: readonly string[],
  most: number,
): readonly number[] {
  const match = terms.length === 0 ? '' : matchOf(db, terms.flatMap(needsOf), null);
  if (match === '') return [];
  // Terms that the index cannot answer are searched in the rows of files, which are few beside the messages.
  const where =
    match === null
      ? '? IS NULL'
      : 'm.doc IN (SELECT rowid FROM search_words WHERE search_words MATCH ?)';
  const rows = all<{ event_no: number; body: string }>(
    db,
    `SELECT m.event_no, m.body FROM file_texts t CROSS JOIN search_messages m ON m.event_no = t.event_no
     WHERE ${where} ORDER BY m.doc DESC LIMIT ? + 0`,
    match,
    most,
  );
  return rows
    .filter(({ body }) => terms.every((term) => body.includes(term)))
    .map(({ event_no: eventNo }) => eventNo);
}

/**
 * Reads rows that may have all of these folded terms, newest first, before one that is named. Words of many messages are found by a look
 * at the newest rows, the others by the index.
 */
export function candidatesFor(
  db: Database,
  terms: readonly string[],
  roomNo: number | null,
): (before: number, most: number) => Candidates {
  const longest = terms.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest === '') return (before, most) => anyRows(db, roomNo, before, most);
  let isFirst = true;
  let byIndex: ReturnType<typeof indexed> | null | undefined;
  return (before, most) => {
    if (isFirst) {
      isFirst = false;
      return lookThrough(db, longest, roomNo, before, most);
    }
    if (byIndex === undefined) {
      // Also that the index cannot tell is asked once.
      const match = matchFor(db, terms, roomNo);
      byIndex = match === null ? null : indexed(db, match, longest);
    }
    return byIndex === null ? lookThrough(db, longest, roomNo, before, most) : byIndex(before);
  };
}
