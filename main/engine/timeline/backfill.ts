// Brings older events of a room from the server into the store: pages of /messages, single events, the surroundings of one.
// Must not decide what is shown; the views look at the store after the commit.
import { appFailure } from '#contract/wire/errors';
import type { RawEvent, StoredEvent } from '#stores/events/types';
import { gapOfChunk, getEvent, oldestChunkGap } from '#stores/events/timeline';
import { addChunk, newestChunk, timelineOf } from '#stores/events/chunks';
import { threadsMissed } from '#stores/projections/threads';
import { getSetting } from '#stores/settings/settings';
import { report } from '#stores/ingest/placing';
import { insertLoose, prependOlder } from '#stores/ingest/timeline';
import { rememberMember } from '#stores/projections/members';
import { roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { notMatrix, statusOf } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { pauseMs, wait } from '../http/retry';
import { path } from '../http/url';
import type { Clock, Log } from '../base/types';
import { recomputeRoom } from '../rooms/derive';
import { createDrops, type Drops } from '../events/dropped';
import { vetRawEvent } from '../events/vet';

export interface BackfillDeps {
  readonly http: Http;
  readonly store: Store;
  readonly ownUserId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Encrypted events were added. */
  readonly onEncrypted: () => void;
}

export interface Paged {
  readonly added: number;
  readonly reachedStart: boolean;
}

interface MessagesQuery {
  readonly from: string | null;
  /** The answer ends at this token. */
  readonly to: string | null;
  readonly limit: number;
}

interface MessagesPage {
  readonly events: readonly RawEvent[];
  /** Null when there is nothing more, and when the server answers the token that it was asked with (`stuck`). */
  readonly end: string | null;
  readonly stuck: boolean;
  /** Members as they were then, of whom the server thinks that they are needed for names. */
  readonly members: readonly RawEvent[];
}

export interface EventContext {
  readonly event: RawEvent;
  /** Newest first, as the server gives them. */
  readonly before: readonly RawEvent[];
  readonly after: readonly RawEvent[];
  readonly start: string | null;
  readonly end: string | null;
}

export interface Backfill {
  /**
   * Fills the gap before a chunk (default: the oldest one with a gap). Calls for the same chunk share one request. After a failure
   * the next request waits until 3 s have passed (CHAT-8.35).
   * @throws AppFailure `not_found` 'Unknown room {id}'
   */
  older(roomId: string, options?: { count?: number; chunkNo?: number }): Promise<Paged>;
  /**
   * The newest page of a room whose pieces stand by time, up to where sync stands: its events get their places. Does nothing where sync
   * has put the room in order meanwhile.
   */
  newest(roomId: string): Promise<void>;
  /** One event, from the disk or the server, e.g. the target of a reply; null when it cannot be had. */
  event(roomId: string, eventId: string): Promise<StoredEvent | null>;
  context(roomId: string, eventId: string, limit?: number): Promise<EventContext>;
}

export const defaultPageSize = 30;
const largestPage = 100;
/** The answer brings the members who wrote in the page: of who left, the room's state has no name any more. */
const withMembers = { lazy_load_members: true };
/** Pages that bring nothing (all filtered or malformed) are followed by the next at once, this often. */
const mostEmptyPages = 3;

export function createBackfill(deps: BackfillDeps): Backfill {
  const { http, store, clock } = deps;
  const running = new Map<string, Promise<Paged>>();
  const failedAt = new Map<number, number>();

  /** GET /rooms/{roomId}/messages: one page backwards, without storing it (CHAT-7.27). */
  async function messages(roomId: string, query: MessagesQuery): Promise<MessagesPage> {
    const answer = await http.request<unknown>({
      method: 'GET',
      path: path`/rooms/${roomId}/messages`,
      query: {
        from: query.from,
        to: query.to,
        limit: query.limit,
        dir: 'b',
        filter: JSON.stringify(withMembers),
      },
      retry: 'limited',
    });
    if (!isRecord(answer) || !Array.isArray(answer['chunk'])) throw notMatrix();
    const drops = createDrops(deps.log);
    const events = goodEvents(answer['chunk'], drops);
    if (events.length < answer['chunk'].length) {
      store.write((changes) => {
        if (drops.save(store.db)) changes.topic('sync');
      });
    }
    const end = answer['end'];
    return {
      events,
      end: typeof end === 'string' && end !== query.from && end !== query.to ? end : null,
      stuck: typeof end === 'string' && end === query.from,
      members: goodEvents(answer['state'], createDrops(deps.log)),
    };
  }

  async function fill(roomNo: number, chunkNo: number, count: number): Promise<Paged> {
    const roomId = roomIdOf(store.db, roomNo);
    let added = 0;
    for (let page = 0; page < mostEmptyPages && added === 0; page += 1) {
      const gap = gapOfChunk(store.db, roomNo, chunkNo);
      if (gap === null) break;
      await pauseAfterError(roomNo);
      const { prevToken: from, since: to } = gap;
      const got = await messages(roomId, { from, to, limit: count }).catch((thrown: unknown) => {
        failedAt.set(roomNo, clock.monotonic());
        throw thrown;
      });
      failedAt.delete(roomNo);
      // A server that does not move is not one that has nothing more: the gap stays.
      added += storePage(deps, roomNo, chunkNo, got.stuck ? { ...got, end: from } : got);
      if (got.stuck) break;
    }
    return { added, reachedStart: oldestChunkGap(store.db, roomNo) === null };
  }

  async function pauseAfterError(roomNo: number): Promise<void> {
    const at = failedAt.get(roomNo);
    if (at === undefined) return;
    const left = at + pauseMs('page', 1) - clock.monotonic();
    if (left > 0) await wait(clock, left);
  }

  return {
    async older(roomId, options = {}) {
      const roomNo = roomNoOf(store.db, roomId);
      if (roomNo === null) throw appFailure('not_found', `Unknown room ${roomId}`);
      const chunkNo = options.chunkNo ?? oldestChunkGap(store.db, roomNo)?.chunkNo;
      if (chunkNo === undefined) return { added: 0, reachedStart: true };
      const key = `${roomNo} ${chunkNo}`;
      const count = Math.min(options.count ?? defaultPageSize, largestPage);
      const work =
        running.get(key) ?? fill(roomNo, chunkNo, count).finally(() => running.delete(key));
      running.set(key, work);
      return work;
    },
    async newest(roomId) {
      const roomNo = roomNoOf(store.db, roomId);
      const from = getSetting<string>(store.db, 'nextBatch');
      if (roomNo === null || from === null || !standsByTime(store.db, roomNo)) return;
      const page = await messages(roomId, { from, to: null, limit: largestPage });
      if (page.events.length > 0) storeNewest(deps, roomNo, page);
    },
    async event(roomId, eventId) {
      const roomNo = roomNoOf(store.db, roomId);
      if (roomNo === null) throw appFailure('not_found', `Unknown room ${roomId}`);
      const known = getEvent(store.db, roomNo, eventId);
      if (known !== null) return known;
      const answer = await http
        .request<unknown>({
          method: 'GET',
          path: path`/rooms/${roomId}/event/${eventId}`,
          retry: 'limited',
        })
        .catch((thrown: unknown) => {
          const status = statusOf(thrown);
          if (status === 403 || status === 404) return null;
          throw thrown;
        });
      const result = vetRawEvent(answer, 'timeline');
      if (!('event' in result) || result.event.event_id !== eventId) return null;
      return storeLoose(deps, roomNo, result.event);
    },
    async context(roomId, eventId, limit = defaultPageSize) {
      const answer = await http.request<unknown>({
        method: 'GET',
        path: path`/rooms/${roomId}/context/${eventId}`,
        query: { limit },
        retry: 'limited',
      });
      const event = isRecord(answer) ? vetRawEvent(answer['event'], 'timeline') : null;
      if (!isRecord(answer) || event === null || !('event' in event)) {
        throw appFailure(
          'unsupported_server',
          "'event' not in '/context' result - homeserver too old?",
        );
      }
      const drops = createDrops(deps.log);
      return {
        event: event.event,
        before: goodEvents(answer['events_before'], drops),
        after: goodEvents(answer['events_after'], drops),
        start: tokenOf(answer['start']),
        end: tokenOf(answer['end']),
      };
    },
  };
}

const standsByTime = (db: Store['db'], roomNo: number): boolean => {
  const timelineNo = timelineOf(db, roomNo);
  return timelineNo !== null && newestChunk(db, timelineNo)?.by_time === 1;
};

/** Puts the page into a piece of its own, behind all others. */
function storeNewest(deps: BackfillDeps, roomNo: number, page: MessagesPage): void {
  const { store } = deps;
  store.write(() => {
    const timelineNo = timelineOf(store.db, roomNo);
    const newest = timelineNo === null ? null : newestChunk(store.db, timelineNo);
    if (timelineNo === null || newest?.by_time !== 1) return;
    const chunkNo = addChunk(store.db, timelineNo, newest.ord + 1, page.end);
    threadsMissed(store.db, roomNo);
    storePage(deps, roomNo, chunkNo, page);
  });
}

function storePage(
  deps: BackfillDeps,
  roomNo: number,
  chunkNo: number,
  page: MessagesPage,
): number {
  const { store } = deps;
  const result = store.write((changes) => {
    const appended = prependOlder(store.db, {
      roomNo,
      chunkNo,
      events: page.events,
      end: page.end,
      receivedMs: deps.clock.now(),
      ownUserId: deps.ownUserId,
    });
    const named = page.members.filter(
      ({ type, state_key: userId, content }) =>
        type === 'm.room.member' &&
        userId !== undefined &&
        rememberMember(store.db, roomNo, userId, content),
    );
    if (named.length > 0) changes.members(roomNo);
    report(changes, roomNo, appended);
    recomputeRoom(store.db, roomNo, deps.ownUserId, changes);
    return appended;
  });
  if (result.encrypted.length > 0) deps.onEncrypted();
  return result.inserted.length;
}

function storeLoose(deps: BackfillDeps, roomNo: number, event: RawEvent): StoredEvent {
  const { store } = deps;
  const stored = store.write((changes) => {
    changes.timeline(roomNo);
    const { ownUserId, clock } = deps;
    return insertLoose(store.db, { roomNo, event, receivedMs: clock.now(), ownUserId });
  });
  if (stored.type === 'm.room.encrypted') deps.onEncrypted();
  return stored;
}

/** Those of a chunk that are sound; the others are noted as dropped. */
export function goodEvents(chunk: unknown, drops: Drops): RawEvent[] {
  if (!Array.isArray(chunk)) return [];
  return chunk.flatMap((value: unknown) => {
    const result = vetRawEvent(value, 'timeline');
    if ('event' in result) return [result.event];
    drops.add('timeline', result.bad);
    return [];
  });
}

export const tokenOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : null;
