// The queue alone, over a store that sometimes takes nothing, as on a full disk.
import { createQueue } from '../../../main/engine/transfers/queue';
import type { Work } from '../../../main/engine/transfers/types';
import { safeName } from '../../../main/engine/transfers/directoryFiles';
import { ensureRoom } from '../../../native-stores/rooms/rooms';
import { getTransfer, insertTransfer } from '../../../native-stores/transfers/transfers';
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
  const queue = createQueue({
    store: {
      ...store,
      write: (change, durability) => {
        if (full) throw new Error('SQLITE_FULL');
        return store.write(change, durability);
      },
    },
    clock,
    log: silentLog,
    work: allKinds(work),
    ready: () => 'ready',
    carriesBytes: () => true,
    blocked: () => false,
    onFinished: () => undefined,
  });
  store.write(() => {
    const roomNo = ensureRoom(store.db, '!a:b');
    const place = { roomNo, parentTransfer: null, entryId: null, sizeBytes: 1 };
    const id = { transferId: 'one', requestId: 'request', part: 0, createdMs: 1 };
    insertTransfer(store.db, { ...id, ...place, kind: 'upload', name: 'a', source: {} });
  });
  const state = () => getTransfer(store.db, 'one')?.state;
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

test('what only waits for its echo holds up no other row', async () => {
  const { store } = temp;
  const begun: string[] = [];
  const { promise: echo, resolve } = Promise.withResolvers<void>();
  const work: Work = async (task) => {
    begun.push(task.row.transferId);
    task.freeLine();
    if (Number(task.row.name) < 40) task.published();
    await echo;
  };
  const queue = createQueue({
    store,
    clock,
    log: silentLog,
    work: allKinds(work),
    ready: () => 'ready',
    carriesBytes: () => true,
    blocked: () => false,
    onFinished: () => undefined,
  });
  store.write(() => {
    const roomNo = ensureRoom(store.db, '!a:b');
    for (let part = 0; part < 100; part += 1) {
      const place = { roomNo, parentTransfer: null, entryId: null, sizeBytes: 1 };
      const id = { transferId: `row-${part}`, requestId: 'request', part, createdMs: 1 };
      insertTransfer(store.db, { ...id, ...place, kind: 'upload', name: `${part}`, source: {} });
    }
  });
  queue.start();
  for (let turn = 0; turn < 200; turn += 1) await soon();
  // 40 that wait for their echo, and as many beside them as run at a time.
  expect(begun).toHaveLength(40 + 16);
  resolve();
  await queue.stop();
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
