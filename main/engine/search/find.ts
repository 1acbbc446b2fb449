// Finds messages: rows of the store that have the words, then whether the message as it is shown has them. Works in short turns.
import { getEvents, getEventsByNo } from '#stores/events/timeline';
import { relatedToMany } from '#stores/events/relations';
import type { StoredEvent } from '#stores/events/types';
import { candidatesFor, docAt, type Candidate } from '#stores/search/messages';
import { presentEntry } from '#stores/files/entries';
import { cleanFileName } from '#stores/files/names';
import { fileTexts } from '#stores/search/fileTexts';
import { foldedWords, hasBits, searchableOf } from '#stores/search/texts';
import type { Store } from '#stores/sqlite/store';
import { isUnheard } from '../events/ignored';
import {
  effective,
  isEdit,
  newContentOf,
  relationIn,
  shownMessage,
  type Content,
} from '../events/relations';
import { fileHandle } from '../kinds/messages/media';
import { aroundHit } from './terms';

type Db = Store['db'];

export interface SearchScope {
  /** Folded ({@link termsOf}). */
  readonly terms: readonly string[];
  /** One room; null: all of `rooms`. */
  readonly roomNo: number | null;
  readonly rooms: ReadonlySet<number>;
  /** Directories, which hold files. */
  readonly trees: ReadonlySet<number>;
  /** Whether this is a sender who is looked for. */
  readonly isSender: (roomNo: number, userIds: readonly string[]) => (userId: string) => boolean;
  /** Bits of native-stores/search/texts.ts; all of them. */
  readonly has: number;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface Hit {
  readonly event: StoredEvent;
  readonly edits: readonly StoredEvent[];
  /** The searched text of the message, as it is shown now. */
  readonly text: string;
  readonly content: Content;
  readonly has: number;
  /**
   * Its file has the words, or some of them: what stands in it around the first. Of a directory always; `text` null: its name alone has them.
   */
  readonly inFile: { readonly name: string; readonly text: string | null } | null;
  /** Kind of the file, for a file of a directory. */
  readonly kind?: string;
}

/** More rows are read at once where few of them are hits. */
const mostRows = 400;

/** Newest first, at most `limit`. `complete`: there are no more. Null when `running` says that nobody waits any longer. */
export async function findMessages(
  db: Db,
  scope: SearchScope,
  limit: number,
  running: () => boolean,
): Promise<{ readonly hits: readonly Hit[]; readonly complete: boolean } | null> {
  const hits: Hit[] = [];
  const seen = new Set<number>();
  const earliest = scope.fromMs === null ? 0 : docAt(scope.fromMs);
  const candidates = candidatesFor(db, scope.terms, scope.roomNo);
  let before = scope.toMs === null ? Number.MAX_SAFE_INTEGER : docAt(scope.toMs);
  for (let most = limit; ; most = Math.min(mostRows, most * 2)) {
    const { rows, next } = candidates(before, most);
    const wanted = rows.filter((row) => row.doc >= earliest && mayBe(scope, row));
    let at = 0;
    while (at < wanted.length && !enough(hits, limit, before)) {
      const some = wanted.slice(at, (at += limit));
      hits.push(...judged(db, scope, some, seen));
      before = some.at(-1)?.doc ?? before;
    }
    const complete = at >= wanted.length && (next === null || next < earliest);
    if (complete || enough(hits, limit, before)) {
      hits.sort((a, b) => b.event.ts - a.event.ts || b.event.eventNo - a.event.eventNo);
      return { hits: hits.slice(0, limit), complete: complete && hits.length <= limit };
    }
    before = next ?? before;
    // Input and commits have their turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (!running()) return null;
  }
}

/** An edit stands at its own time, its message where it was written: those that may still come are all older than so many. */
function enough(hits: readonly Hit[], limit: number, before: number): boolean {
  if (hits.length < limit) return false;
  return hits.filter(({ event }) => docAt(event.ts) >= before).length >= limit;
}

const mayBe = ({ terms, roomNo, rooms, trees, has }: SearchScope, row: Candidate): boolean =>
  (roomNo === null ? rooms.has(row.roomNo) || trees.has(row.roomNo) : row.roomNo === roomNo) &&
  (row.has & has) === has &&
  terms.every((term) => row.body.includes(term));

/** The messages of these rows, each once over all calls, with what is shown of them; without those that do not show the words any more. */
function judged(
  db: Db,
  scope: SearchScope,
  rows: readonly Candidate[],
  seen: Set<number>,
): readonly Hit[] {
  const events = getEventsByNo(
    db,
    rows.map(({ eventNo }) => eventNo),
  );
  const heard = rows.flatMap(({ eventNo, roomNo }) => {
    const found = events.get(eventNo);
    // In a directory each version is a file of its own, and no edit of another.
    const event = scope.trees.has(roomNo) ? (found ?? null) : originalOf(db, found);
    if (event === null || seen.has(event.eventNo)) return [];
    seen.add(event.eventNo);
    return event.redactedBy === null && !isUnheard(db, event) ? event : [];
  });
  const wanted = ofSenders(scope, heard);
  const files = wanted.filter(({ roomNo }) => scope.trees.has(roomNo));
  const originals = wanted.filter(({ roomNo }) => !scope.trees.has(roomNo));
  const edits = relatedToMany(db, originals, 'm.replace');
  const has = (body: string): boolean => scope.terms.every((term) => body.includes(term));
  const sent = originals.flatMap((event): Hit | readonly Hit[] => {
    const own = edits.get(event.eventNo) ?? [];
    const shown = shownMessage(event, own);
    const found = searchableOf(shown.type, shown.content, event.raw.content);
    if (found === null || (found.has & scope.has) !== scope.has) return [];
    const hit = { event, edits: own, content: shown.content, ...found };
    const body = foldedWords(found.text);
    if (has(body)) return { ...hit, inFile: null };
    const text = (found.has & hasBits.file) === 0 ? null : textOfFile(db, hit);
    if (text === null || !has(`${body}\n${foldedWords(text)}`)) return [];
    const name = cleanFileName(shown.content['filename'] ?? shown.content['body']).name;
    return { ...hit, inFile: { name, text: aroundHit(text, scope.terms) } };
  });
  return [...sent, ...files.flatMap((event) => inDirectory(db, scope, event, has) ?? [])];
}

/** A file as it stands in its directory; null for one that does not, for an older version, and for one without the words. */
function inDirectory(
  db: Db,
  scope: SearchScope,
  event: StoredEvent,
  has: (body: string) => boolean,
): Hit | null {
  const entry = presentEntry(db, event.roomNo, event.eventId);
  if (entry === null) return null;
  const { name } = entry;
  const { type, content: whole } = effective(event);
  const content = newContentOf(whole, type) ?? whole;
  const found = searchableOf(type, content, event.raw.content);
  if (found === null || (found.has & scope.has) !== scope.has) return null;
  const hit = { event, edits: [], content, has: found.has, text: name, kind: entry.kind };
  if (has(foldedWords(name))) return { ...hit, inFile: { name, text: null } };
  const text = textOfFile(db, hit);
  if (text === null || !has(foldedWords(`${name}\n${text}`))) return null;
  return { ...hit, inFile: { name, text: aroundHit(text, scope.terms) } };
}

/** The text inside the file of the shown version; null when it was not read. */
function textOfFile(db: Db, hit: Pick<Hit, 'event' | 'edits' | 'content'>): string | null {
  const texts = fileTexts(
    db,
    [hit.event, ...hit.edits].map(({ eventNo }) => eventNo),
  );
  return texts.size === 0 ? null : (texts.get(fileHandle(db, hit.content)) ?? null);
}

function originalOf(db: Db, event: StoredEvent | undefined): StoredEvent | null {
  if (event === undefined || !isEdit(event)) return event ?? null;
  const { eventId } = relationIn(event.raw.content);
  if (eventId === null) return null;
  return getEvents(db, event.roomNo, [eventId]).get(eventId) ?? null;
}

function ofSenders(scope: SearchScope, events: readonly StoredEvent[]): readonly StoredEvent[] {
  const byRoom = Map.groupBy(events, ({ roomNo }) => roomNo);
  const wanted = new Map(
    [...byRoom].map(([roomNo, some]) => [
      roomNo,
      scope.isSender(
        roomNo,
        some.map(({ sender }) => sender),
      ),
    ]),
  );
  return events.filter(({ roomNo, sender }) => wanted.get(roomNo)?.(sender) ?? false);
}
