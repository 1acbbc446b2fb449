// Reads along in a room that this account is not in and that everybody may read: what was said last, then what is said. It stands in a
// store of its own that is never on the disk, and is read as any room is; nobody there sees it.
import type { Peek } from '#contract/areas/rooms/directoryModels';
import { isRecord, textOf, type RawEvent } from '#stores/events/types';
import { insertContext } from '#stores/ingest/context';
import { nextUndecrypted, setUndecryptable } from '#stores/ingest/decryption';
import { report } from '#stores/ingest/placing';
import { putState } from '#stores/ingest/state';
import { appendLive } from '#stores/ingest/timeline';
import { shareHandles } from '#stores/media/media';
import { openPassingStore } from '#stores/profile/passing';
import { ensureRoom, getRoom } from '#stores/rooms/rooms';
import { account, getAccountData, ignoredType, putAccountData } from '#stores/settings/accountData';
import { setSetting } from '#stores/settings/settings';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { reported, unexpected } from '../base/unexpected';
import { vetRawEvent } from '../events/vet';
import { isRetryable } from '../http/errors';
import type { Http } from '../http/http';
import { isUnreachable, pauseMs, wait } from '../http/retry';
import { path } from '../http/url';
import { recomputeRoom } from '../rooms/derive';
import { countJoined, isUnknownPath, roomSnapshot } from '../rooms/snapshot';
import { answersInRoomSetting } from '../threads/unread';
import { createBackfill, type Backfill } from '../timeline/backfill';

/** CHAT-9.5. */
const firstEvents = 20;
const pollMs = 30_000;
const localTimeoutMs = 50_000;
/** However fast a server answers. */
const betweenPollsMs = 500;
/** Most members to load of a large room; the senders of messages are loaded in any case. */
const mostMembers = 2_000;
const mostOtherState = 2_000;
/** State events needed to show the room and its permissions. */
const basicState = new Set([
  ...['m.room.create', 'm.room.name', 'm.room.topic', 'm.room.avatar', 'm.room.canonical_alias'],
  ...['m.room.encryption', 'm.room.power_levels', 'm.room.join_rules', 'm.room.tombstone'],
  ...['m.room.history_visibility', 'm.room.guest_access'],
]);
/** All of it stands in memory. */
const mostNews = 3_000;
const eventsPerPage = 100;
/** Keys of a room are given to its members. */
const unreadable = 'HISTORICAL_MESSAGE_USER_NOT_JOINED';

export interface PeekDeps {
  /** Resolves when the network can be asked. */
  readonly http: () => Promise<Http>;
  /** The account's own. Of it are read who is ignored, and the secret of the handles of files. */
  readonly store: Pick<Store, 'db' | 'onCommit'>;
  readonly ownUserId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A room that is looked into. */
export interface PeekedRoom {
  readonly store: Store;
  now(): Peek;
  onChange(listener: () => void): () => void;
  /** The page before a gap. */
  older(chunkNo?: number): Promise<{ reachedStart: boolean }>;
  /** One event, e.g. the target of a reply. */
  event(eventId: string): void;
  /** One event and what stands around it. @throws AppFailure, as the server refuses it */
  context(eventId: string): Promise<void>;
  close(): void;
}

const listIn = (answer: unknown, key: string): unknown[] => {
  const list = isRecord(answer) ? answer[key] : null;
  return Array.isArray(list) ? list : [];
};

/** Those of a room; who is here and who types stand beside them, without an id. */
const eventsOf = (list: readonly unknown[], roomId: string): RawEvent[] =>
  list.flatMap((value) => {
    const vetted = vetRawEvent(value, 'timeline');
    if (!('event' in vetted)) return [];
    const { event } = vetted;
    return event.room_id === undefined || event.room_id === roomId ? [event] : [];
  });

interface Reader extends PeekDeps {
  readonly roomId: string;
  readonly roomNo: number;
  readonly peeked: Store;
  readonly signal: AbortSignal;
  readonly show: (change: Partial<Peek>) => void;
}

function openStore({ store, log }: PeekDeps): Store {
  const peeked = openPassingStore(log);
  shareHandles(store.db, peeked.db);
  // A thread of its own opens beside a room that is joined.
  peeked.write(() => setSetting(peeked.db, answersInRoomSetting, true));
  return peeked;
}

/** Copies the list of ignored users, so that their messages are hidden here too. */
function copyIgnored({ store, peeked, roomNo }: Reader): void {
  const [wanted, here] = [store.db, peeked.db].map((db) =>
    getAccountData(db, account, ignoredType),
  );
  if (JSON.stringify(wanted) === JSON.stringify(here)) return;
  peeked.write((changes) => {
    putAccountData(peeked.db, account, ignoredType, wanted ?? {});
    changes.room(roomNo);
    changes.timeline(roomNo);
    changes.members(roomNo);
  });
}

function tellUnreadable({ peeked }: Reader, changes: Changes): void {
  for (const { eventNo } of nextUndecrypted(peeked.db, eventsPerPage))
    setUndecryptable(peeked.db, eventNo, unreadable, changes);
}

/** `older`: where what is missing before them begins; absent for news. */
function putMessages(
  reader: Reader,
  events: readonly RawEvent[],
  changes: Changes,
  first?: { readonly older: string | null },
): void {
  const { peeked, roomNo, ownUserId, clock } = reader;
  const { db } = peeked;
  const receivedMs = clock.now();
  const isFirst = first !== undefined;
  if (!isFirst) putState(db, roomNo, events, receivedMs);
  const result = appendLive(db, {
    ...{ roomNo, events, receivedMs, ownUserId },
    ...{ limited: isFirst, prevBatch: first?.older ?? null },
  });
  report(changes, roomNo, result);
  tellUnreadable(reader, changes);
  recomputeRoom(db, roomNo, ownUserId, changes);
  changes.room(roomNo);
  changes.members(roomNo);
}

const isMember = ({ type }: RawEvent): boolean => type === 'm.room.member';

/** Answers where news begins. */
async function open(reader: Reader, http: Http): Promise<string | null> {
  const { peeked, roomId, roomNo, signal, clock, show } = reader;
  const parts = { ...reader, http };
  const snapshot = await roomSnapshot(parts, roomId, { limit: firstEvents, signal });
  const wrote = new Set(snapshot.messages.flatMap((one) => [one.sender, one.state_key ?? '']));
  let [joined, kept, others] = [0, 0, 0];
  for await (const { events } of snapshot.state()) {
    if (signal.aborted) return null;
    const wanted = events.filter((event) => {
      if (!isMember(event)) return basicState.has(event.type) || (others += 1) <= mostOtherState;
      if (event.content['membership'] === 'join') joined += 1;
      return wrote.has(event.state_key ?? '') || (kept += 1) <= mostMembers;
    });
    peeked.write(() => putState(peeked.db, roomNo, wanted, clock.now()));
  }
  const people = joined > 0 ? joined : await countJoined({ http }, roomId, snapshot.newer, signal);
  if (signal.aborted) return null;
  peeked.write((changes) =>
    putMessages(reader, snapshot.messages, changes, { older: snapshot.older }),
  );
  const encrypted = getRoom(peeked.db, roomNo)?.encryption !== null;
  show({ state: 'open', error: null, live: true, people, encrypted });
  return snapshot.newer;
}

type News = (from: string | null) => Promise<{ events: readonly RawEvent[]; end: string | null }>;

/** GET /events, which waits for news (CHAT-7.6); a server without it is asked for what came after, again and again. */
function newsOf({ roomId, signal, clock }: Reader, http: Http): News {
  let waits = true;
  const ask = (from: string | null) =>
    waits
      ? http.request<unknown>({
          method: 'GET',
          path: '/events',
          query: { room_id: roomId, timeout: pollMs, from },
          ...{ retry: 'none', timeoutMs: localTimeoutMs, signal },
        })
      : wait(clock, pollMs, signal).then(() =>
          http.request<unknown>({
            method: 'GET',
            path: path`/rooms/${roomId}/messages`,
            query: { from, dir: 'f', limit: eventsPerPage },
            ...{ retry: 'none', signal },
          }),
        );
  return async (from) => {
    const answer = await ask(from).catch((thrown: unknown) => {
      if (!waits || from === null || !isUnknownPath(thrown)) throw thrown;
      waits = false;
      return ask(from);
    });
    return { events: eventsOf(listIn(answer, 'chunk'), roomId), end: endOf(answer) };
  };
}

const endOf = (answer: unknown): string | null => (isRecord(answer) ? textOf(answer['end']) : null);

/** Only an abort ends a wait: nobody looks any more. */
const pauseOf =
  ({ clock, signal }: Reader) =>
  (ms: number): Promise<void> =>
    wait(clock, ms, signal).catch(() => undefined);

/** Until the room is open. A refusal is thrown; else the server may answer the next time. */
async function opened(reader: Reader): Promise<{ http: Http; from: string | null }> {
  const { signal, log, show } = reader;
  const pause = pauseOf(reader);
  for (;;) {
    try {
      const http = await reader.http();
      return { http, from: await open(reader, http) };
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      const error = unexpected(log, 'looking into a room', thrown);
      show({ state: 'failed', error, live: false });
      if (!isUnreachable(error) && !isRetryable(error.code)) throw thrown;
      await pause(pauseMs('background', 1));
    }
  }
}

async function follow(reader: Reader, http: Http, begin: string | null): Promise<void> {
  const { signal, peeked, log, show } = reader;
  const news = newsOf(reader, http);
  const pause = pauseOf(reader);
  let from = begin;
  let heard = 0;
  while (!signal.aborted) {
    try {
      const { events, end } = await news(from);
      if (signal.aborted) return;
      from = end ?? from;
      heard += events.length;
      if (events.length > 0) peeked.write((changes) => putMessages(reader, events, changes));
      if (heard >= mostNews) return show({ live: false, ended: true });
      show({ live: true });
      await pause(betweenPollsMs);
    } catch (thrown) {
      if (signal.aborted) return;
      unexpected(log, 'reading along', thrown);
      // News comes later; what is there stays.
      show({ live: false });
      await pause(pauseMs('background', 1));
    }
  }
}

/** Older pages, single events and what stands around one. */
function historyOf(reader: Reader) {
  const { peeked, roomId, roomNo, ownUserId, clock, log } = reader;
  const { db } = peeked;
  const onEncrypted = (): void => peeked.write((changes) => tellUnreadable(reader, changes));
  let begun: Promise<Backfill> | null = null;
  const backfill = (): Promise<Backfill> =>
    (begun ??= reader
      .http()
      .then((http) => createBackfill({ http, store: peeked, ownUserId, clock, log, onEncrypted }))
      .catch((thrown: unknown) => {
        begun = null;
        throw thrown;
      }));
  return {
    older: async (chunkNo?: number) =>
      (await backfill()).older(roomId, chunkNo === undefined ? {} : { chunkNo }),
    event: async (eventId: string) => (await backfill()).event(roomId, eventId),
    async context(eventId: string): Promise<void> {
      const { event, before, after, start } = await (await backfill()).context(roomId, eventId);
      const events = [...before].reverse().concat([event], after);
      peeked.write((changes) => {
        changes.timeline(roomNo);
        insertContext(db, { roomNo, events, start, receivedMs: clock.now(), ownUserId });
        tellUnreadable(reader, changes);
      });
    },
  };
}

/** Reads along until it is closed. */
export function peekInto(deps: PeekDeps, roomId: string): PeekedRoom {
  const { store, log } = deps;
  const peeked = openStore(deps);
  const roomNo = peeked.write(() => ensureRoom(peeked.db, roomId));
  const ends = new AbortController();
  const { signal } = ends;
  const listeners = new Set<() => void>();
  const busy = new Set<Promise<unknown>>();
  let now: Peek = {
    ...{ state: 'opening', error: null, live: false, ended: false },
    ...{ people: null, encrypted: false },
  };
  const show = (change: Partial<Peek>): void => {
    if (signal.aborted) return;
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  };
  const reader: Reader = { ...deps, roomId, roomNo, peeked, signal, show };
  /** The store stays open for it. */
  const during = <T>(work: Promise<T>): Promise<T> => {
    const done = work.finally(() => busy.delete(done));
    busy.add(done);
    return done;
  };
  copyIgnored(reader);
  const unwatch = store.onCommit(({ topics }) => {
    if (topics.has('accountData')) copyIgnored(reader);
  });
  const history = historyOf(reader);
  const read = async (): Promise<void> => {
    const { http, from } = await opened(reader);
    await follow(reader, http, from);
  };
  // The watchers have been told of the failure.
  during(read()).catch(() => undefined);
  return {
    store: peeked,
    now: () => now,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    older: (chunkNo) => during(history.older(chunkNo)),
    event(eventId) {
      during(history.event(eventId)).catch(reported(log, 'an event of a room that is looked into'));
    },
    context: (eventId) => during(history.context(eventId)),
    close() {
      ends.abort();
      unwatch();
      listeners.clear();
      void Promise.allSettled([...busy]).then(peeked.close);
    },
  };
}
