// Loads into the store the members that sync left out (lazy loading). Does not know how the members are used.
import { newestChunk, timelineOf } from '#stores/events/chunks';
import type { RawEvent } from '#stores/events/types';
import { getRoom, roomIdOf, updateRoom } from '#stores/rooms/rooms';
import { memberLeft, putState } from '#stores/ingest/state';
import { getMember, getState, memberEventIds } from '#stores/rooms/state';
import { createPause, JsonCursor, type Span } from '../events/cursor';
import { vetRoomEvent } from '../events/vet';
import { notMatrix } from '../http/errors';
import { path } from '../http/url';
import { recomputeRoom } from './derive';
import type { RoomsDeps } from './membership';

export interface MemberLoader {
  /** Fetches the members into the store unless they are there; one request at a time per room, again after a failure (CHAT-4.22). */
  loadMembers(roomNo: number): Promise<void>;
}

/** Sync may leave a gap while the answer is under way; what happened in it is in the next answer. */
const mostTries = 3;

async function fetchMembers(deps: RoomsDeps, roomNo: number): Promise<void> {
  const { http, store } = deps;
  const { db } = store;
  const newest = () => newestChunk(db, timelineOf(db, roomNo) ?? 0)?.chunk_no ?? null;
  for (let tries = 1; ; tries += 1) {
    const before = memberEventIds(db, roomNo);
    const chunk = newest();
    const bytes = await http.request<Buffer>({
      method: 'GET',
      path: path`/rooms/${roomIdOf(db, roomNo)}/members`,
      // Without `at`, so that the answer is newer than sync: room keys also go to users who were invited since.
      query: { not_membership: 'leave' },
      rawResponseBody: true,
      retry: 'safe',
      timeoutMs: 120_000,
    });
    await storeMembers(deps, roomNo, bytes, before);
    if (newest() === chunk || tries === mostTries) return finish(deps, roomNo);
  }
}

/** Byte ranges of the member events in the answer. */
async function spansOf(bytes: Buffer, pause: () => Promise<void> | null): Promise<Span[]> {
  let spans: Span[] | null = null;
  try {
    const cursor = new JsonCursor(bytes, pause);
    await cursor.object(async (key) => {
      if (key === 'chunk') spans = await cursor.array();
      else cursor.skip();
    });
  } catch {
    // The answer is not JSON.
  }
  if (spans === null) throw notMatrix();
  return spans;
}

const membersPerWrite = 200;

/**
 * Stores the loaded members. Members that sync brought while the request ran are newer and stay. Members that the answer does not name
 * have left, if the answer is complete: each event could be read, and this account is among them.
 */
async function storeMembers(
  deps: RoomsDeps,
  roomNo: number,
  bytes: Buffer,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const { store, ownUserId } = deps;
  const { db } = store;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const spans = await spansOf(bytes, createPause(deps.clock.monotonic));
  const named = new Set<string>();
  const unchanged = (userId: string) => {
    const now = getState(db, roomNo, 'm.room.member', userId);
    return now === null || now.eventId === before.get(userId);
  };
  let whole = true;
  for (let at = 0; at < spans.length; at += membersPerWrite) {
    const members = spans.slice(at, at + membersPerWrite).flatMap((span): RawEvent[] => {
      const result = vetRoomEvent(bytes, span, 'state');
      if ('event' in result && result.event.type === 'm.room.member') return [result.event];
      whole = false;
      return [];
    });
    for (const { state_key: userId } of members) if (userId !== undefined) named.add(userId);
    store.write((changes) => {
      const fresh = members.filter((event) => unchanged(event.state_key ?? ''));
      putState(db, roomNo, fresh, deps.clock.now());
      changes.members(roomNo);
    });
    await turn();
  }
  if (!whole || !named.has(ownUserId)) return;
  const absent = [...before.keys()].filter((userId) => !named.has(userId));
  for (let at = 0; at < absent.length; at += membersPerWrite) {
    store.write((changes) => {
      for (const userId of absent.slice(at, at + membersPerWrite)) {
        const isMember = getMember(db, roomNo, userId)?.membership !== 'leave';
        if (isMember && unchanged(userId)) memberLeft(db, roomNo, userId);
      }
      changes.members(roomNo);
    });
    await turn();
  }
}

function finish({ store, ownUserId }: RoomsDeps, roomNo: number): void {
  store.write((changes) => {
    updateRoom(store.db, roomNo, { membersLoaded: true });
    recomputeRoom(store.db, roomNo, ownUserId, changes);
    changes.room(roomNo);
    changes.members(roomNo);
  });
}

export function createMemberLoader(deps: RoomsDeps): MemberLoader {
  const { db } = deps.store;
  const loading = new Map<number, Promise<void>>();
  return {
    loadMembers(roomNo) {
      if (getRoom(db, roomNo)?.membersLoaded === true) return Promise.resolve();
      const running = loading.get(roomNo);
      if (running) return running;
      const work = fetchMembers(deps, roomNo).finally(() => loading.delete(roomNo));
      loading.set(roomNo, work);
      return work;
    },
  };
}
