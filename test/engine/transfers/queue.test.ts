// The queue alone, over a store that sometimes takes nothing, as on a full disk.
import { appFailure } from '#contract/wire/errors';
import { createQueue } from '#engine/transfers/queue';
import type { Task, Work } from '#engine/transfers/types';
import { actionsOf } from '#engine/transfers/view';
import { safeName } from '#engine/transfers/work/directoryFiles';
import { ensureRoom } from '#stores/rooms/rooms';
import { getTransfer, insertTransfer } from '#stores/transfers/transfers';
import type { Store } from '#stores/sqlite/store';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock, type TestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';

let temp: TempStore;
let clock: TestClock;
beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
});
afterEach(() => temp.remove());

const allKinds = (work: Work) => ({
  upload: work,
  download: work,
  directory: work,
  zip: work,
  copy: work,
  move: work,
  delete: work,
  rename: work,
  lock: work,
  unlock: work,
  remove: work,
  restore: work,
});

const queueOf = (store: Store, work: Work, ready: () => 'ready' | 'network' = () => 'ready') =>
  createQueue({
    store,
    clock,
    log: silentLog,
    work: allKinds(work),
    ready,
    carriesBytes: () => true,
    isHere: () => false,
    blocked: () => false,
    onFinished: () => undefined,
  });

/** Uploads of one request, `row-0` on, named by their number. */
const insertUploads = (count: number): void =>
  temp.store.write(() => {
    const { db } = temp.store;
    const roomNo = ensureRoom(db, '!a:b');
    for (let part = 0; part < count; part += 1) {
      const place = { roomNo, parentTransfer: null, entryId: null, sizeBytes: 1 };
      const id = { transferId: `row-${part}`, requestId: 'request', part, createdMs: 1 };
      insertTransfer(db, { ...id, ...place, kind: 'upload', name: `${part}`, source: {} });
    }
  });

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a disk that is full for a while loses no row and ends nothing', async () => {
  const { store } = temp;
  let full = true;
  let worked = 0;
  const work: Work = async () => {
    worked += 1;
    // The work is done, and cannot be noted.
    if (worked === 1) full = true;
  };
  const filling: Store = {
    ...store,
    write: (change, durability) => {
      if (full) throw new Error('SQLITE_FULL');
      return store.write(change, durability);
    },
  };
  const queue = queueOf(filling, work);
  insertUploads(1);
  const state = () => getTransfer(store.db, 'row-0')?.state;
  queue.start();
  await soon();
  await soon();
  expect([state(), worked]).toEqual(['waiting', 0]);
  full = false;
  clock.advance(3_000);
  for (let turn = 0; turn < 4; turn += 1) await soon();
  // It ran, and the end could not be written.
  expect([state(), worked]).toEqual(['running', 1]);
  full = false;
  clock.advance(3_000);
  for (let turn = 0; turn < 4; turn += 1) await soon();
  expect([state(), worked]).toEqual(['done', 2]);
  await queue.stop();
});

test('a clock that is set back by hours makes no wait of hours', async () => {
  const real = clock;
  let behindMs = 0;
  clock = { ...real, now: () => real.now() - behindMs };
  let tries = 0;
  const work: Work = (task) =>
    task.limited(async () => {
      tries += 1;
      if (tries < 3)
        throw appFailure('rate_limited', 'Too fast', { retryable: true, retryAfterMs: 1_000 });
    });
  const queue = queueOf(temp.store, work);
  insertUploads(1);
  queue.start();
  for (let turn = 0; turn < 4; turn += 1) await soon();
  behindMs = 2 * 3_600_000;
  real.advance(1_000);
  for (let turn = 0; turn < 4; turn += 1) await soon();
  expect(tries).toBe(2);
  real.advance(15 * 60_000);
  for (let turn = 0; turn < 4; turn += 1) await soon();
  expect(tries).toBe(3);
  await queue.stop();
});

test('what only waits for its echo holds up no other row', async () => {
  const begun: string[] = [];
  const { promise: echo, resolve } = Promise.withResolvers<void>();
  const work: Work = async (task) => {
    begun.push(task.row.transferId);
    task.freeSlot();
    if (Number(task.row.name) < 40) task.published();
    await echo;
  };
  const queue = queueOf(temp.store, work);
  insertUploads(100);
  queue.start();
  for (let turn = 0; turn < 200; turn += 1) await soon();
  // 40 that wait for their echo, and as many beside them as run at a time.
  expect(begun).toHaveLength(40 + 16);
  resolve();
  await queue.stop();
});

test('three rows carry bytes at a time, and four do without', async () => {
  const ends = new Map<string, () => void>();
  const queue = createQueue({
    ...{
      store: temp.store,
      clock,
      log: silentLog,
      ready: () => 'ready',
      onFinished: () => undefined,
    },
    work: allKinds(({ row }) => new Promise((end) => ends.set(row.name, end))),
    carriesBytes: ({ name }) => Number(name) < 10,
    isHere: () => false,
    blocked: () => false,
  });
  insertUploads(20);
  queue.start();
  const names = (): string[] => queue.allRunning().map(({ row }) => row.name);
  while (names().length < 7) await soon();
  await soon();
  expect(names()).toEqual(['0', '1', '2', '10', '11', '12', '13']);
  ends.get('1')?.();
  ends.get('12')?.();
  while (names().includes('1') || names().includes('12') || names().length < 7) await soon();
  expect(names()).toEqual(['0', '2', '10', '11', '13', '3', '14']);
  const stopped = queue.stop();
  for (const end of ends.values()) end();
  await stopped;
});

test('what a row waits for is said, also of one that was at work when the network went', async () => {
  let reach: 'ready' | 'network' = 'ready';
  let task: Task | null = null;
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const work: Work = (given) => {
    if (given.row.transferId === 'row-0') task = given;
    return end;
  };
  const queue = queueOf(temp.store, work, () => reach);
  insertUploads(5);
  queue.start();
  const steps = () =>
    [0, 1, 4].map((part) => {
      const row = getTransfer(temp.store.db, `row-${part}`);
      return row && queue.stepOf(row);
    });
  for (let turn = 0; turn < 20; turn += 1) await soon();
  expect(steps()).toEqual(['bytes', 'bytes', 'turn']);
  let told = 0;
  queue.onProgress(() => (told += 1));
  reach = 'network';
  queue.reachChanged();
  expect([told, steps()]).toEqual([1, ['network', 'network', 'network']]);
  // Bytes that arrive nevertheless say more than the server's silence elsewhere.
  (task as Task | null)?.bytes(1, 10);
  expect(steps()).toEqual(['bytes', 'network', 'network']);
  clock.advance(2_000);
  expect(steps()).toEqual(['network', 'network', 'network']);
  resolve();
  await queue.stop();
});

test('from its message to its entry no row can be cancelled or paused', () => {
  insertUploads(1);
  const row = getTransfer(temp.store.db, 'row-0');
  if (row === null) throw new Error('no row');
  for (const kind of ['upload', 'copy'] as const)
    for (const state of ['waiting', 'running'] as const) {
      const acts = (progress: object) => actionsOf({ ...row, kind, state, progress });
      expect(acts({ uploaded: {} })).toMatchObject({ cancel: true, pause: true });
      expect(acts({ steps: {} })).toMatchObject({ cancel: false, pause: false });
    }
});

test.each([
  ['.zshenv', '_zshenv'],
  ['...bashrc', '_bashrc'],
  ['\u200b.bash_profile', '_bash_profile'],
  ['desktop.ini', 'desktop.ini_'],
  ['AUTORUN.INF', 'AUTORUN.INF_'],
  ['holiday.lnk', 'holiday.lnk_'],
  ['site.url', 'site.url_'],
  ['photos.desktop', 'photos.desktop_'],
  ['a.b.c', 'a.b.c'],
])('of several files none is saved as one that a system reads on its own: %s', (sent, saved) => {
  expect(safeName(sent)).toBe(saved);
});

test('names for the disk fit into its bytes and keep their extension', () => {
  const long = safeName(`${'長'.repeat(251)}.pdf`);
  expect([Buffer.byteLength(long) <= 240, long.endsWith('長.pdf')]).toEqual([true, true]);
  expect([safeName('a.txt'), safeName('CON.txt'), safeName('a:b?.')]).toEqual([
    'a.txt',
    '_CON.txt',
    'a_b__',
  ]);
});

test('without the server only what is here runs, however much waits before it', async () => {
  const begun: string[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  let here = '150';
  const queue = createQueue({
    ...{ store: temp.store, clock, log: silentLog, onFinished: () => undefined },
    work: allKinds(({ row }) => {
      begun.push(row.name);
      return end;
    }),
    ready: () => 'network',
    carriesBytes: () => true,
    isHere: ({ name }) => name === here,
    blocked: () => false,
  });
  insertUploads(200);
  queue.start();
  while (begun.length === 0) await soon();
  const stepOf = (id: string) => {
    const row = getTransfer(temp.store.db, id);
    return row && queue.stepOf(row);
  };
  expect([stepOf('row-150'), stepOf('row-151')]).toEqual(['bytes', 'network']);
  // Asked for again, a row is looked at again.
  here = '3';
  queue.again('row-3');
  queue.kick();
  while (begun.length === 1) await soon();
  expect(begun).toEqual(['150', '3']);
  resolve();
  await queue.stop();
});
