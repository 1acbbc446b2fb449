// A server that was set back to a backup lacks what it gave us last, in whichever room that was: it is asked for those events.
import { appFailure } from '#contract/wire/errors';
import type { HttpRequest } from '#engine/http/http';
import { createSetBack } from '#engine/sync/setBack';
import { setSetting } from '#stores/settings/settings';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { alice, bob, message } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { silentLog } from '../../support/silentLog';

const beganMs = 1_740_900_000_000;
const roomId = (n: number): string => `!room${n}:example.org`;

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

/** Says something in a room; `activityMs` is what the room list goes by. */
function say(n: number, id: string, activityMs: number): void {
  const { store } = temp;
  store.write(() => {
    const roomNo = ensureRoom(store.db, roomId(n));
    appendLive(store.db, {
      ...{ roomNo, limited: false, prevBatch: null, ownUserId: alice },
      events: [message(id, { id, sender: bob, ts: activityMs })],
      receivedMs: beganMs,
    });
    updateRoom(store.db, roomNo, { membership: 'join', activityMs });
    setSetting(store.db, 'nextBatch', 'a position');
  });
}

/** Whether the position is given up at a server without one event. */
async function isNoticed(lost: string) {
  const asked: string[] = [];
  const missing = Promise.withResolvers<void>();
  const request = async <T>({ path }: HttpRequest): Promise<T> => {
    if (path === '/joined_rooms') return { joined_rooms: [0, 1, 2, 3, 4, 5].map(roomId) } as T;
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    asked.push(id);
    if (id !== lost) return {} as T;
    throw appFailure('not_found', 'no', { data: { status: 404, errcode: 'M_NOT_FOUND' } });
  };
  const setBack = createSetBack({
    store: temp.store,
    http: { request },
    signal: () => new AbortController().signal,
    clock: { now: () => beganMs, monotonic: () => 0, setTimeout: () => () => undefined },
    log: silentLog,
    ownUserId: alice,
    onMissing: missing.resolve,
  });
  setBack.remember();
  setBack.look();
  // No answer of this server waits for anything but a turn.
  const quiet = (async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
  })();
  await Promise.race([missing.promise, quiet]);
  return { noticed: setBack.givesUp(), asked };
}

test('the event that came last is asked for, however old its room and its time seem', async () => {
  for (let n = 0; n < 5; n += 1) say(n, `$first${n}`, beganMs + n * 60_000);
  // Its sender's clock is a year behind: the room stays at the end of the list.
  say(5, '$last', beganMs - 365 * 86_400_000);
  const { noticed, asked } = await isNoticed('$last');
  expect(asked).toContain('$last');
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(noticed).toBe(true);
});
