// The loading of members that sync left out (lazy loading), into the store. Knows nothing of what is done with them.
import type { RawEvent } from '#stores/events/types';
import { getRoom, roomIdOf, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { getState, stateOfType } from '#stores/rooms/state';
import { isRecord } from '../base/record';
import { vetRawEvent } from '../events/vet';
import { notMatrix } from '../http/errors';
import { path } from '../http/url';
import { recomputeRoom } from './derive';
import type { RoomsDeps } from './membership';

/** Of the members that sync did not send (CHAT-4.22). */
export type MemberLoading = 'not_started' | 'in_progress' | 'finished';

export interface MemberLoader {
  /** Fetches the members into the store unless they are there; one request at a time per room. */
  loadMembers(roomNo: number): Promise<void>;
  memberLoading(roomNo: number): MemberLoading;
}

async function fetchMembers(deps: RoomsDeps, roomNo: number): Promise<void> {
  const { http, store } = deps;
  const { db } = store;
  const before = new Map(
    stateOfType(db, roomNo, 'm.room.member').map((event) => [event.stateKey, event.eventId]),
  );
  const answer = await http.request<unknown>({
    method: 'GET',
    path: path`/rooms/${roomIdOf(db, roomNo)}/members`,
    query: { not_membership: 'leave' },
    retry: 'safe',
    timeoutMs: 120_000,
  });
  const chunk = isRecord(answer) && Array.isArray(answer['chunk']) ? answer['chunk'] : null;
  if (chunk === null) throw notMatrix();
  const members = chunk.flatMap((value: unknown): RawEvent[] => {
    const result = vetRawEvent(value, 'state');
    return 'event' in result && result.event.type === 'm.room.member' ? [result.event] : [];
  });
  await storeMembers(deps, roomNo, members, before);
}

const membersPerWrite = 200;

/** What sync brought while the request was under way is newer and stays. */
async function storeMembers(
  deps: RoomsDeps,
  roomNo: number,
  members: readonly RawEvent[],
  before: ReadonlyMap<string | null, string>,
): Promise<void> {
  const { store } = deps;
  for (let at = 0; at < members.length; at += membersPerWrite) {
    store.write((changes) => {
      const fresh = members.slice(at, at + membersPerWrite).filter((event) => {
        const now = getState(store.db, roomNo, 'm.room.member', event.state_key);
        return now === null || now.eventId === before.get(event.state_key ?? null);
      });
      putState(store.db, roomNo, fresh, deps.clock.now());
      changes.members(roomNo);
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
  store.write((changes) => {
    updateRoom(store.db, roomNo, { membersLoaded: true });
    recomputeRoom(store.db, roomNo, deps.ownUserId, changes);
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
    memberLoading(roomNo) {
      if (loading.has(roomNo)) return 'in_progress';
      return getRoom(db, roomNo)?.membersLoaded === true ? 'finished' : 'not_started';
    },
  };
}
