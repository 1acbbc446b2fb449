// Brings answers and threads from the server into the store: pages of /relations and of /threads. Must not decide what is shown; the
// views look at the store after the commit.
import { appFailure } from '#contract/wire/errors';
import { threadOf, fromNewest, gapOfThread } from '#stores/events/threads';
import { insertLoose } from '#stores/ingest/timeline';
import { noteThread, putThreadPage } from '#stores/projections/threads';
import { isRecord, type RawEvent, type StoredEvent } from '#stores/events/types';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { createDrops } from '../events/dropped';
import { vetRawEvent } from '../events/vet';
import { notMatrix, statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { clientV1, path } from '../http/url';
import type { Features } from '../server/features';
import type { Backfill } from '../timeline/backfill';
import { goodEvents, tokenOf } from '../timeline/backfill';

export interface ThreadsDeps {
  readonly http: Http;
  readonly store: Store;
  readonly ownUserId: string;
  readonly features: Pick<Features, 'need'>;
  readonly backfill: Pick<Backfill, 'event'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Encrypted events were added. */
  readonly onEncrypted: () => void;
}

export interface Threads {
  /** The next page of what is missing of a thread, and its first message if that is not here. Calls for the same thread share one request. */
  older(roomId: string, threadId: string): Promise<{ readonly reachedStart: boolean }>;
  /** One page of a room's threads, the last active ones first (`CHAT-4.23` says which are shown). Answers where it goes on, null at the end. */
  list(roomId: string, options: { mine: boolean; from: string | null }): Promise<string | null>;
  /** The thread that an event is an answer in; null for the room itself, and for an event that cannot be had. */
  find(roomId: string, eventId: string): Promise<string | null>;
}

const pageSize = 100;
const threadsPerPage = 30;
const largestCount = 1_000_000;

/** The thread summary that a server bundles with the thread root. */
function bundled(event: RawEvent): { readonly count: number; readonly latest: RawEvent | null } {
  const relations = event.unsigned?.['m.relations'];
  const thread = isRecord(relations) ? relations['m.thread'] : null;
  if (!isRecord(thread)) return { count: 0, latest: null };
  const { count } = thread;
  const latest = vetRawEvent(thread['latest_event'], 'timeline');
  return {
    count:
      typeof count === 'number' && Number.isInteger(count) && count > 0
        ? Math.min(count, largestCount)
        : 0,
    latest: 'event' in latest ? latest.event : null,
  };
}

export function createThreads(deps: ThreadsDeps): Threads {
  const { http, store, ownUserId, backfill, clock, log } = deps;
  const running = new Map<string, Promise<{ readonly reachedStart: boolean }>>();

  function roomOf(roomId: string): number {
    const roomNo = roomNoOf(store.db, roomId);
    if (roomNo === null) throw appFailure('not_found', `Unknown room ${roomId}`);
    return roomNo;
  }

  /** Inserts and tells; answers the events as they stand, in the order given. */
  function put(
    roomNo: number,
    events: readonly RawEvent[],
    then: (stored: StoredEvent[]) => void,
  ): void {
    let encrypted = false;
    store.write((changes) => {
      const receivedMs = clock.now();
      const stored = events.map((event) =>
        insertLoose(store.db, { roomNo, event, receivedMs, ownUserId }),
      );
      encrypted = stored.some(({ type, plain }) => type === 'm.room.encrypted' && plain === null);
      then(stored);
      changes.timeline(roomNo);
    });
    if (encrypted) deps.onEncrypted();
  }

  async function page(roomId: string, threadId: string): Promise<{ reachedStart: boolean }> {
    const roomNo = roomOf(roomId);
    await backfill.event(roomId, threadId);
    const gap = gapOfThread(store.db, roomNo, threadId);
    if (gap === null) return { reachedStart: true };
    // 'could not get thread timeline: no client support' where the server knows no threads (CHAT-5.11).
    await deps.features.need('threads');
    const { token: asked } = gap;
    const answer = await http.request<unknown>({
      method: 'GET',
      prefix: clientV1,
      path: path`/rooms/${roomId}/relations/${threadId}`,
      // With reactions to the answers and edits of them, where the server knows `recurse`.
      query: {
        dir: 'b',
        limit: pageSize,
        recurse: true,
        ...(asked !== fromNewest && { from: asked }),
      },
      retry: 'limited',
    });
    if (!isRecord(answer) || !Array.isArray(answer['chunk'])) throw notMatrix();
    const events = goodEvents(answer['chunk'], createDrops(log)).toReversed();
    const next = tokenOf(answer['next_batch']);
    // A server that does not move would be asked for ever.
    const moved = next === asked ? null : next;
    put(roomNo, events, (stored) =>
      putThreadPage(store.db, {
        roomNo,
        rootEventId: threadId,
        events: stored,
        asked,
        next: moved,
      }),
    );
    return { reachedStart: gapOfThread(store.db, roomNo, threadId) === null };
  }

  return {
    older(roomId, threadId) {
      const key = `${roomId} ${threadId}`;
      const work = running.get(key) ?? page(roomId, threadId).finally(() => running.delete(key));
      running.set(key, work);
      return work;
    },
    async list(roomId, { mine, from }) {
      const roomNo = roomOf(roomId);
      const answer = await http
        .request<unknown>({
          method: 'GET',
          prefix: clientV1,
          path: path`/rooms/${roomId}/threads`,
          query: {
            include: mine ? 'participated' : 'all',
            limit: threadsPerPage,
            ...(from !== null && { from }),
          },
          retry: 'limited',
        })
        .catch((thrown: unknown) => {
          // Servers before v1.4 have no such list; what is here is all there is.
          if (statusOf(thrown) === 404) return { chunk: [] };
          throw thrown;
        });
      if (!isRecord(answer) || !Array.isArray(answer['chunk'])) throw notMatrix();
      const roots = goodEvents(answer['chunk'], createDrops(log));
      const known = roots.map((root) => ({ root, ...bundled(root) }));
      const latest = known.flatMap((one) => (one.latest === null ? [] : [one.latest]));
      put(roomNo, [...roots, ...latest], () => {
        for (const { root, count, latest: last } of known) {
          const activeMs = Math.min(last?.origin_server_ts ?? root.origin_server_ts, clock.now());
          const rootEventId = root.event_id;
          noteThread(store.db, { roomNo, rootEventId, serverCount: count, activeMs });
        }
      });
      const next = tokenOf(answer['next_batch']);
      return next === from ? null : next;
    },
    async find(roomId, eventId) {
      const event = await backfill.event(roomId, eventId);
      return event === null ? null : threadOf(event);
    },
  };
}
