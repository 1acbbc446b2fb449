// Messages that a server restored from a backup has lost: searched in all rooms, in limited time and with pauses.
import { appFailure } from '#contract/wire/errors';
import type { HttpRequest } from '#engine/http/http';
import { givenUp, setGivenUp } from '#engine/sync/givenUp';
import { findLost } from '#engine/sync/lostThere';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { lostIn, serverSetBack } from '#stores/settings/lost';
import { alice, bob, message } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { silentLog } from '../../support/silentLog';

const beganMs = 1_740_900_000_000;
const minuteMs = 60_000;

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const roomId = (n: number): string => `!room${n}:example.org`;
const idOf = (n: number): string => `$of${n}`;
const saidMs = (n: number): number => beganMs + n * minuteMs;

/** Rooms in which somebody said something, a minute after the other; the last is the busiest. */
function rooms(count: number, sender: (n: number) => string, receivedMs = saidMs): void {
  const { store } = temp;
  store.write(() => {
    for (let n = 0; n < count; n += 1) {
      const roomNo = ensureRoom(store.db, roomId(n));
      appendLive(store.db, {
        ...{ roomNo, limited: false, prevBatch: null, ownUserId: alice },
        events: [message(`line ${n}`, { id: idOf(n), sender: sender(n), ts: saidMs(n) })],
        receivedMs: receivedMs(n),
      });
      updateRoom(store.db, roomNo, { membership: 'join', activityMs: saidMs(n) });
    }
    setGivenUp(store.db, { atMs: saidMs(count), eventIds: [], stage: 'looking' });
  });
}

/** Asks a server that has what `has` says. */
async function look(has: (n: number) => boolean, stopAt = Infinity) {
  const asked: number[] = [];
  const pauses: number[] = [];
  const stopping = new AbortController();
  const request = async <T>({ path }: HttpRequest): Promise<T> => {
    stopping.signal.throwIfAborted();
    const n = Number(/of(\d+)$/.exec(path)?.[1]);
    asked.push(n);
    if (asked.length >= stopAt) stopping.abort();
    if (has(n)) return {} as T;
    throw appFailure('not_found', 'no', { data: { status: 404, errcode: 'M_NOT_FOUND' } });
  };
  const done = findLost({
    store: temp.store,
    http: { request },
    signal: () => stopping.signal,
    clock: {
      now: () => beganMs,
      monotonic: () => 0,
      setTimeout(work, ms) {
        pauses.push(ms);
        setImmediate(work);
        return () => undefined;
      },
    },
    log: silentLog,
    ownUserId: alice,
  });
  const outcome = await done.then(
    () => 'ended',
    () => 'stopped',
  );
  return { asked, pauses, outcome };
}

const stage = (): string | undefined => givenUp(temp.store.db)?.stage;

test('what others lost is found in any room, although the busiest have all of theirs', async () => {
  rooms(60, () => bob);
  // The servers of others have given it the newest again.
  const { outcome } = await look((n) => n >= 50 || n < 30);
  expect([outcome, stage()]).toEqual(['ended', 'done']);
  expect(serverSetBack(temp.store.db)).toMatchObject({ sinceMs: saidMs(30) });
});

test('a time that somebody else made up counts as far as a month back', async () => {
  rooms(
    2,
    () => bob,
    () => saidMs(0),
  );
  temp.store.db.prepare('UPDATE events SET ts = 0').run();
  await look(() => false);
  const { sinceMs = 0 } = serverSetBack(temp.store.db) ?? {};
  expect(sinceMs).toBeGreaterThan(saidMs(0) - 31 * 86_400_000);
});

test('on a new device, where everything came at once, the time of the messages puts them in order', async () => {
  rooms(
    60,
    () => bob,
    () => saidMs(60),
  );
  await look((n) => n < 40);
  expect(serverSetBack(temp.store.db)).toMatchObject({ sinceMs: saidMs(40) });
});

test('own messages are looked for beyond the busiest rooms', async () => {
  rooms(60, (n) => (n < 35 ? alice : bob));
  await look((n) => n !== 33 && n !== 34);
  expect([...lostIn(temp.store.db, roomId(33)), ...lostIn(temp.store.db, roomId(34))]).toEqual([
    idOf(33),
    idOf(34),
  ]);
});

test('a server that says that everything is lost, in a thousand rooms, is asked with pauses, and not without end', async () => {
  rooms(1_000, (n) => (n % 2 === 0 ? alice : bob));
  const { asked, pauses, outcome } = await look(() => false);
  expect([outcome, stage()]).toEqual(['ended', 'done']);
  expect(asked).toHaveLength(1_000);
  expect(pauses).toHaveLength(38);
  expect(new Set(pauses)).toEqual(new Set([1_000]));
  // It is over: nothing is asked again.
  expect((await look(() => false)).asked).toEqual([]);
}, 60_000);

test('of more rooms than that the newest five hundred are asked for', async () => {
  rooms(1_200, () => bob);
  const { asked } = await look(() => false);
  expect(asked).toHaveLength(500);
  expect(Math.min(...asked)).toBe(700);
}, 60_000);

test('a server that lost nothing is asked for a few, and nobody is told of anything', async () => {
  rooms(300, (n) => (n % 2 === 0 ? alice : bob));
  const { asked } = await look(() => true);
  expect(asked.length).toBeLessThanOrEqual(30);
  expect([stage(), serverSetBack(temp.store.db)]).toEqual(['done', null]);
});

test('who stops in between asks again with the next start', async () => {
  rooms(100, () => bob);
  expect((await look(() => false, 30)).outcome).toBe('stopped');
  expect([stage(), serverSetBack(temp.store.db)]).toEqual(['looking', null]);
  expect((await look(() => false)).asked).toHaveLength(100);
  expect(stage()).toBe('done');
});
