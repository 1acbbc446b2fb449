// Searches on the homeserver for messages that are not on this disk, page by page. The server can read unencrypted rooms only.
import { appFailure } from '#contract/wire/errors';
import type { ContextLine, FoundOnServer, ServerSearch } from '#contract/areas/messages/search';
import { getEvent } from '#stores/events/timeline';
import { isRecord, textOf } from '#stores/events/types';
import { fold } from '#stores/rooms/fold';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { joinedRooms, type JoinedRoom } from '#stores/search/coverage';
import { hasBits, searchableOf } from '#stores/search/texts';
import type { Store } from '#stores/sqlite/store';
import type { Http } from '../http/http';
import { notMatrix } from '../http/errors';
import { withAddresses } from '../rooms/addresses';
import { loadPeople } from '../rooms/people';
import { excerptOf, shownLine, termsOf } from './terms';

export interface OnServerDeps {
  readonly db: Store['db'];
  /** @throws AppFailure while the server cannot be reached */
  readonly http: () => Promise<Pick<Http, 'request'>>;
}

export interface OnServer {
  /**
   * Newest first; what is on this disk is left out, the list `search` has it.
   * @throws AppFailure `bad_request` without words or for an encrypted room
   */
  search(query: ServerSearch): Promise<FoundOnServer>;
  /** @throws AppFailure `bad_request` when there is nothing further, `not_found` for a search that was asked too long ago */
  more(searchId: string): Promise<FoundOnServer>;
}

interface Search {
  readonly query: ServerSearch;
  readonly rooms: ReadonlyMap<string, JoinedRoom>;
  next: string | null;
}

interface Result {
  /** How well it fits, where the server says so. */
  readonly rank: number;
  readonly event: Record<string, unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

const mostSearches = 10;
/** A page may hold nothing that is not here already. */
const mostPages = 5;
const mostResults = 100;

/** POST /search (CHAT-7.39): what it asks for of each hit is what a person needs to know it again. */
async function page(http: Pick<Http, 'request'>, { query, rooms, next }: Search) {
  const answer = await http.request<unknown>({
    method: 'POST',
    path: '/search',
    ...(next === null ? {} : { query: { next_batch: next } }),
    body: {
      search_categories: {
        room_events: {
          search_term: query.text,
          filter: { rooms: [...rooms.keys()] },
          order_by: 'recent',
          event_context: { before_limit: 1, after_limit: 1 },
        },
      },
    },
    retry: 'limited',
  });
  const categories = isRecord(answer) ? answer['search_categories'] : null;
  const found = isRecord(categories) ? categories['room_events'] : null;
  if (!isRecord(found)) throw notMatrix();
  const { count, next_batch: token, highlights, results } = found;
  return {
    count: typeof count === 'number' && count >= 0 ? Math.floor(count) : null,
    next: textOf(token),
    words: Array.isArray(highlights) ? highlights.filter((word) => typeof word === 'string') : [],
    results: (Array.isArray(results) ? results : []).slice(0, mostResults).flatMap(toResult),
  };
}

function toResult(entry: unknown): Result[] {
  if (!isRecord(entry) || !isRecord(entry['result'])) return [];
  const context = isRecord(entry['context']) ? entry['context'] : {};
  const beside = (name: string): unknown => {
    const events = context[name];
    return Array.isArray(events) ? events[0] : null;
  };
  const { rank } = entry;
  return [
    {
      rank: typeof rank === 'number' ? rank : 0,
      event: entry['result'],
      before: beside('events_before'),
      after: beside('events_after'),
    },
  ];
}

function wordsOf(event: unknown) {
  if (!isRecord(event) || typeof event['type'] !== 'string' || !isRecord(event['content']))
    return null;
  const { content } = event;
  const found = searchableOf(event['type'], content, content);
  return found === null ? null : { ...found, content };
}

/** The sender with the name that the room knows today; somebody who left long ago has only an address. */
const senderOf = (db: Store['db'], roomNo: number, userId: string) =>
  loadPeople(db, roomNo, [userId]).get(userId);

function contextLine(db: Store['db'], roomNo: number, event: unknown): ContextLine | null {
  const words = wordsOf(event);
  const sender = isRecord(event) ? textOf(event['sender']) : null;
  if (words === null || sender === null) return null;
  const { name } = senderOf(db, roomNo, sender);
  return { name, text: excerptOf(shownLine(words.text, words.content, []), []).text };
}

function toHit(
  db: Store['db'],
  { query, rooms }: Search,
  terms: readonly string[],
  { event, before, after }: Result,
): FoundOnServer['hits'][number] | null {
  const { room_id: roomId, event_id: eventId, origin_server_ts: sentAtMs } = event;
  const [room, sender, words] = [
    rooms.get(String(roomId)),
    textOf(event['sender']),
    wordsOf(event),
  ];
  if (room === undefined || words === null || sender === null) return null;
  if (typeof eventId !== 'string' || !/^\$[^\s]{1,254}$/.test(eventId)) return null;
  if (typeof sentAtMs !== 'number' || !/^@[^\s:]*:[^\s]+$/.test(sender)) return null;
  if (getEvent(db, room.roomNo, eventId) !== null) return null;
  const { fromMs, toMs } = query;
  if ((fromMs !== null && sentAtMs < fromMs) || (toMs !== null && sentAtMs >= toMs)) return null;
  const person = senderOf(db, room.roomNo, sender);
  const wanted = fold(query.sender ?? '').trim();
  if (![sender, person.name].some((name) => fold(name).includes(wanted))) return null;
  return {
    key: eventId,
    roomId: room.roomId,
    eventId,
    roomName: room.name,
    sender: person,
    sentAtMs,
    ...excerptOf(shownLine(words.text, words.content, terms), terms),
    isFile: (words.has & hasBits.file) !== 0,
    inFile: null,
    folder: null,
    trust: 'ok',
    before: contextLine(db, room.roomNo, before),
    after: contextLine(db, room.roomNo, after),
  };
}

/** The rooms that the server is asked about: joined, unencrypted, and within the conditions of the search. */
function roomsOf(db: Store['db'], { roomId, room }: ServerSearch): Map<string, JoinedRoom> {
  const ofName = fold(room ?? '').trim();
  const readable = joinedRooms(db).filter(
    (one) =>
      (roomId === null || one.roomId === roomId) &&
      !one.isTree &&
      one.nameFolded.includes(ofName) &&
      getRoom(db, one.roomNo)?.encryption === null,
  );
  return new Map(readable.map((one) => [one.roomId, one]));
}

export function createOnServer({ db, http }: OnServerDeps): OnServer {
  /** Oldest first; the token of a page stays here. */
  const searches = new Map<string, Search>();
  let number = 0;

  async function further(searchId: string, search: Search): Promise<FoundOnServer> {
    const hits = new Map<string, FoundOnServer['hits'][number]>();
    const ranks = new Map<string, number>();
    let count: number | null = null;
    for (let pages = 0; pages < mostPages && hits.size === 0; pages += 1) {
      const answer = await page(await http(), search);
      count = answer.count ?? count;
      const terms = [
        ...termsOf(search.query.text),
        ...answer.words.flatMap((word) => termsOf(word)),
      ];
      for (const result of answer.results) {
        const hit = toHit(db, search, terms, result);
        if (hit === null) continue;
        hits.set(hit.eventId, hit);
        ranks.set(hit.eventId, result.rank);
      }
      // A token that repeats itself leads nowhere.
      const isNew = answer.next !== null && answer.next !== search.next;
      search.next = isNew ? answer.next : null;
      if (search.next === null) break;
    }
    const rank = (eventId: string): number => ranks.get(eventId) ?? 0;
    const sorted = [...hits.values()].sort(
      (a, b) => b.sentAtMs - a.sentAtMs || rank(b.eventId) - rank(a.eventId),
    );
    return { searchId, count, hits: withAddresses(db, sorted), more: search.next !== null };
  }

  return {
    async search(query) {
      if (termsOf(query.text).length === 0)
        throw appFailure('bad_request', 'Nothing to search for');
      const roomNo = query.roomId === null ? null : roomNoOf(db, query.roomId);
      if (roomNo !== null && getRoom(db, roomNo)?.encryption !== null)
        throw appFailure('bad_request', 'The server cannot read encrypted rooms');
      const searchId = `search-${(number += 1)}`;
      const search: Search = { query, rooms: roomsOf(db, query), next: null };
      if (search.rooms.size === 0) return { searchId, count: 0, hits: [], more: false };
      const found = await further(searchId, search);
      searches.set(searchId, search);
      const [oldest] = searches.keys();
      if (searches.size > mostSearches && oldest !== undefined) searches.delete(oldest);
      return found;
    },
    async more(searchId) {
      const search = searches.get(searchId);
      if (search === undefined) throw appFailure('not_found', 'This search was asked too long ago');
      if (search.next === null)
        throw appFailure('bad_request', 'Cannot backpaginate event search any further');
      return further(searchId, search);
    },
  };
}
