// A live location that is stopped while the server cannot be told: it waits, also through a restart, and ends nothing else.
import { appFailure } from '#contract/wire/errors';
import { createLiveStops, isStopping, noteStop, stopOrWait } from '#engine/rooms/liveStops';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { alice, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { silentLog } from '../../support/silentLog';
import { createTestClock } from '../http/testClock';

const roomId = '!room:example.org';
const type = 'org.matrix.msc3672.beacon_info';
let temp: TempStore;
let failure: unknown;
/** The bodies that the server took. */
let taken: unknown[];
let content: Record<string, unknown>;

beforeEach(() => {
  [temp, failure, taken] = [tempStore(), null, []];
  content = { live: true, timeout: 3_600_000, 'org.matrix.msc3488.ts': 0 };
  temp.store.write(() => {
    const roomNo = ensureRoom(temp.store.db, roomId);
    updateRoom(temp.store.db, roomNo, { membership: 'join' });
    putState(
      temp.store.db,
      roomNo,
      [member(alice, 'join'), state(type, alice, content, { sender: alice })],
      1,
    );
  });
});
afterEach(() => temp.remove());

const deps = (nowMs = 0) => {
  const request = async <T>(asked: {
    method: string;
    path: string;
    body?: unknown;
  }): Promise<T> => {
    if (failure !== null) throw failure;
    if (!asked.path.includes(encodeURIComponent(type)) && !asked.path.includes(type))
      return {} as T;
    if (asked.method === 'PUT') taken.push((content = asked.body as Record<string, unknown>));
    return content as T;
  };
  const clock = { ...createTestClock(), now: () => nowMs };
  return { http: { request } as never, store: temp.store, ownUserId: alice, clock, log: silentLog };
};
const noAnswer = { status: null, errcode: null };
const waits = () => isStopping(temp.store.db, roomId);

test('a stop that finds no server waits, and is told when there is one again', async () => {
  failure = appFailure('offline', 'internal words', { data: noAnswer });
  expect(await stopOrWait(deps(), roomId)).toBe(false);
  expect([waits(), taken]).toEqual([true, []]);
  failure = null;
  createLiveStops(deps()).look();
  await new Promise(setImmediate);
  expect(waits()).toBe(false);
  expect(taken).toEqual([{ ...content, live: false }]);
});

test('what has run out meanwhile is told to nobody', async () => {
  noteStop(deps(), roomId, true);
  createLiveStops(deps(4_000_000)).look();
  await new Promise(setImmediate);
  expect([waits(), taken]).toEqual([false, []]);
});

test('a location that was begun anew while another room is told goes on', async () => {
  const { store, ...rest } = deps();
  const anew = '!anew:example.org';
  store.write(() => {
    const roomNo = ensureRoom(store.db, anew);
    updateRoom(store.db, roomNo, { membership: 'join' });
    putState(store.db, roomNo, [state(type, alice, content, { sender: alice })], 1);
  });
  for (const room of [roomId, anew]) noteStop({ store }, room, true);
  const asked: string[] = [];
  const first = Promise.withResolvers<void>();
  const request = async ({ path }: { path: string }) => {
    asked.push(path);
    await first.promise;
    return {};
  };
  createLiveStops({ ...rest, store, http: { request } as never }).look();
  noteStop({ store }, anew, false);
  first.resolve();
  await new Promise(setImmediate);
  expect([waits(), asked.filter((path) => path.includes('anew'))]).toEqual([false, []]);
});

test('a stop waits while the session has run out', async () => {
  const data = { status: 401, errcode: 'M_UNKNOWN_TOKEN' };
  failure = appFailure('session_expired', 'internal words', { data });
  expect(await stopOrWait(deps(), roomId)).toBe(false);
  expect(waits()).toBe(true);
});

test('a refusal is said, and does not wait', async () => {
  failure = appFailure('forbidden', 'internal words', { data: { status: 403, errcode: null } });
  await expect(stopOrWait(deps(), roomId)).rejects.toBe(failure);
  expect(waits()).toBe(false);
});
