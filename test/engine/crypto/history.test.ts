// Waiting for the keys of old messages: durable, from the right person, not for ever. The keys themselves: files/acts.test.ts.
import { createHistory, type History } from '#engine/crypto/history';
import type { CryptoRoom } from '#engine/crypto/room';
import { getSetting, setSetting } from '#stores/settings/settings';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { StoreError } from '#stores/sqlite/errors';
import { log } from './harness';

let temp: TempStore;
const asked: [string, string][] = [];
let shared: [string, string][] = [];
let retried = 0;
let came = false;
let visibility = 'shared';

beforeEach(() => {
  temp = tempStore();
  asked.length = 0;
  shared = [];
  retried = 0;
  came = false;
  visibility = 'shared';
});
afterEach(() => temp.remove());

const history = () =>
  createHistory({
    store: temp.store,
    backend: {
      acceptKeyBundle: (roomId, inviter) => {
        asked.push([roomId, inviter]);
        return Promise.resolve(came);
      },
      shareHistory: (roomId, userId) => {
        shared.push([roomId, userId]);
        return Promise.resolve(true);
      },
    },
    guard: (work) => work,
    roomOf: () =>
      Promise.resolve({ roomId: '!a:x', getHistoryVisibility: () => visibility } as CryptoRoom),
    retry: () => Promise.resolve((retried += 1)),
    clock: { now: () => Date.now() },
    log,
  });

const awaited = () => getSetting<unknown[]>(temp.store.db, 'awaitedKeyBundles') ?? [];
const settled = () => new Promise(setImmediate);

test('keys that come after the join are taken, also when a restart lies in between', async () => {
  const first = history();
  first.accepting('!a:x', '@alice:x');
  await first.accepted('!a:x');
  expect([asked, retried, awaited().length]).toEqual([[['!a:x', '@alice:x']], 0, 1]);
  temp.reopen();
  came = true;
  const second = history();
  second.arrived(['!other:x', '!a:x']);
  await settled();
  expect([asked.length, retried, awaited().length]).toEqual([2, 1, 0]);
  second.arrived(['!a:x']);
  await settled();
  expect(asked).toHaveLength(2);
});

test('a start looks for what a kill left behind, but not for more than a day', async () => {
  history().accepting('!a:x', '@alice:x');
  came = true;
  history().afterStart();
  await settled();
  expect([asked.length, awaited().length]).toEqual([1, 0]);
  const sinceMs = Date.now() - 25 * 3_600_000;
  temp.store.write(() =>
    setSetting(temp.store.db, 'awaitedKeyBundles', [
      { roomId: '!old:x', inviter: '@alice:x', sinceMs },
    ]),
  );
  history().arrived(['!old:x']);
  await settled();
  expect(asked).toHaveLength(1);
});

test('a room that keeps its past to itself shares none', async () => {
  expect(await history().share(1, '@bob:x')).toBe(true);
  for (visibility of ['joined', 'invited']) expect(await history().share(1, '@bob:x')).toBe(false);
  expect(shared).toEqual([['!a:x', '@bob:x']]);
});

describe('a disk that fails for a moment costs nothing but that moment', () => {
  const full = () => {
    throw new StoreError('disk_full', 'no room');
  };
  const starts: readonly [string, (keys: History) => Promise<void> | void][] = [
    ['at the join', (keys) => keys.accepted('!a:x')],
    ['when keys come', (keys) => keys.arrived(['!a:x'])],
    ['at a start', (keys) => keys.afterStart()],
  ];
  const rejected = jest.fn();
  beforeEach(() => void process.on('unhandledRejection', rejected.mockClear()));
  afterEach(() => {
    process.off('unhandledRejection', rejected);
    jest.restoreAllMocks();
  });

  async function fails(start: (keys: History) => Promise<void> | void, heal: () => void) {
    const keys = history();
    await start(keys);
    await settled();
    expect(rejected).not.toHaveBeenCalled();
    heal();
    came = true;
    keys.arrived(['!a:x']);
    await settled();
    expect([retried, awaited().length]).toEqual([1, 0]);
  }

  test.each(starts)('where it is read: %s', async (_when, start) => {
    history().accepting('!a:x', '@alice:x');
    // No statement is prepared yet.
    temp.reopen();
    const prepare = jest.spyOn(temp.store.db, 'prepare').mockImplementation(full);
    await fails(start, () => prepare.mockRestore());
  });

  test.each(starts)('where it is written: %s', async (_when, start) => {
    history().accepting('!a:x', '@alice:x');
    came = true;
    const write = jest.spyOn(temp.store, 'write').mockImplementation(full);
    await fails(start, () => write.mockRestore());
  });
});
