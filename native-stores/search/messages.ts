// The rows that search reads, newest first. The index of three letters follows them by triggers. Knows nothing of edits: each event has a
// row of its own, and whether it is what is shown is decided by main/engine/search.
import { all, get, run, type Database } from '../sqlite/statements';
import { foldedWords, searchableOf } from './texts';

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

/** Does nothing for what has no words, and for an event that has its row. */
export function putSearchable(db: Database, event: SearchableEvent): void {
  const found = searchableOf(event.type, event.content, event.clear);
  if (found === null) return;
  const { eventNo, roomNo, ts } = event;
  if (get(db, 'SELECT 1 FROM search_messages WHERE event_no = ?', eventNo) !== null) return;
  run(
    db,
    'INSERT INTO search_messages(doc, event_no, room_no, has, body) VALUES (?,?,?,?,?)',
    freeDoc(db, ts),
    eventNo,
    roomNo,
    found.has,
    foldedWords(found.text),
  );
}

export const dropSearchable = (db: Database, eventNo: number): void =>
  void run(db, 'DELETE FROM search_messages WHERE event_no = ?', eventNo);

export const dropAllSearchable = (db: Database): void =>
  void run(db, 'DELETE FROM search_messages');

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

/** The index knows pieces of three letters; shorter words are looked for in the rows themselves. */
export const shortestIndexed = 3;

const phrase = (word: string): string => `"${word.replaceAll('"', '""')}"`;

/** Rows before `beforeDoc` that have all of these folded words, newest first; without words all rows. At most `most`. */
export function readCandidates(
  db: Database,
  words: readonly string[],
  roomNo: number | null,
  beforeDoc: number,
  most: number,
): Candidate[] {
  const indexed = words.filter((word) => [...word].length >= shortestIndexed);
  if (indexed.length > 0)
    return all<Row>(
      db,
      `SELECT m.doc, m.event_no, m.room_no, m.has, m.body
       FROM (SELECT rowid AS doc FROM search_index WHERE search_index MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ? + 0) f
       CROSS JOIN search_messages m ON m.doc = f.doc ORDER BY m.doc DESC`,
      indexed.map(phrase).join(' AND '),
      beforeDoc,
      most,
    ).map(toCandidate);
  if (roomNo !== null)
    return all<Row>(
      db,
      `SELECT doc, event_no, room_no, has, body FROM search_messages WHERE room_no = ? AND doc < ? ORDER BY doc DESC LIMIT ? + 0`,
      roomNo,
      beforeDoc,
      most,
    ).map(toCandidate);
  return all<Row>(
    db,
    `SELECT doc, event_no, room_no, has, body FROM search_messages WHERE doc < ? ORDER BY doc DESC LIMIT ? + 0`,
    beforeDoc,
    most,
  ).map(toCandidate);
}
