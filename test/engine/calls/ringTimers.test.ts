// A ring that nobody answers ends by itself, also while the disk does not work: the window hears of it at once, the history and the person
// when the disk works again.
import { patient } from '#engine/base/clock';
import { createCallRegistry, type Call, type CallRegistry } from '#engine/calls/callRegistry';
import { createRingTimers, type RingTimers } from '#engine/calls/ringTimers';
import { getCall } from '#stores/calls/calls';
import { ensureRoom, getRoom, updateRoom } from '#stores/rooms/rooms';
import { bob } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { failingDisk, type FailingDisk } from '../../support/failingDisk';
import { createTestClock, type TestClock } from '../http/testClock';

const ringMs = 60_000;
const longestWaitMs = 10_000;
const roomId = '!direct:example.org';

let disk: FailingDisk;
let temp: TempStore;
let clock: TestClock;
let registry: CallRegistry;
let rings: RingTimers;
let roomNo = 0;
let missed: string[];
let heard: string[];

beforeAll(() => {
  disk = failingDisk();
});
afterAll(() => disk.restore());

beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
  missed = [];
  heard = [];
  const { store } = temp;
  roomNo = store.write(() => {
    const no = ensureRoom(store.db, roomId);
    updateRoom(store.db, no, { membership: 'join' });
    return no;
  });
  const real = patient(clock);
  registry = createCallRegistry(store, real);
  rings = createRingTimers({
    registry,
    queue: { settle: () => undefined, keep: () => undefined },
    crypto: null,
    clock: real,
    // Like push, reads the missed call from the store.
    missed: ({ callId }) => void missed.push(`${callId} ${getRoom(store.db, roomNo)?.roomId}`),
  });
  registry.onChange(() => {
    getRoom(store.db, roomNo);
    heard.push(
      registry
        .all()
        .map(({ state }) => state)
        .join(),
    );
  });
});
afterEach(() => {
  disk.heal();
  rings.stop();
  registry.stop();
  temp.remove();
});

const ring = (): Call =>
  registry.add({
    ...{ callId: 'one', roomId, roomNo, direction: 'in', opponent: bob, media: 'voice' },
    ...{ state: 'ringing', sessionId: null, startedMs: clock.now(), connectedMs: null },
    ringsUntil: clock.monotonic() + ringMs,
  });
const outcome = (): string | undefined => getCall(temp.store.db, roomNo, 'one')?.outcome;

test.each([
  ['write', 'SQLITE_FULL'],
  ['read', 'SQLITE_IOERR_READ'],
] as const)(
  'a ring that ends while the disk refuses each %s is missed: told, and in the history when the disk works',
  (kind, code) => {
    ring();
    expect([heard, outcome()]).toEqual([['ringing'], 'ringing']);
    disk.fail({ file: /events\.db$/, code, kind, from: 1 });
    clock.advance(ringMs);
    expect(disk.count()).toBeGreaterThan(0);
    expect(registry.all()).toEqual([]);
    if (kind === 'write') expect(heard.at(-1)).toBe('');
    disk.heal();
    clock.advance(longestWaitMs);
    expect(outcome()).toBe('missed');
    expect(missed).toEqual([`one ${roomId}`]);
    expect(heard.at(-1)).toBe('');
  },
);

test('a call that comes while the disk is full rings, and stands in the history when it takes data', () => {
  disk.fail({ file: /events\.db$/, code: 'SQLITE_FULL', from: 1 });
  const call = ring();
  expect([heard, outcome()]).toEqual([['ringing'], undefined]);
  registry.end(call, 'declined');
  expect(heard.at(-1)).toBe('');
  disk.heal();
  clock.advance(longestWaitMs);
  expect(outcome()).toBe('declined');
  expect(missed).toEqual([]);
});

test('nothing is written once the calls are over', () => {
  disk.fail({ file: /events\.db$/, code: 'SQLITE_FULL', from: 1 });
  ring();
  registry.stop();
  disk.heal();
  clock.advance(longestWaitMs);
  expect(outcome()).toBeUndefined();
});
