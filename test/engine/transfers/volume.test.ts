// A queue of 10,000 rows (`npm run stress`: 50,000) beside one of 500: the same work, the same windows open on it, in the same run.
import { systemClock } from '#engine/base/clock';
import { createTransferActions } from '#engine/transfers/actions';
import { createDesktop } from '#engine/desktop';
import { createProgressReports } from '#engine/transfers/progressReports';
import { createRowInserter } from '#engine/transfers/insertRows';
import { createQueue } from '#engine/transfers/queue';
import type { Task, Work } from '#engine/transfers/types';
import { createSummaryView, createTransfersView, readSummary } from '#engine/transfers/view';
import { ensureRoom } from '#stores/rooms/rooms';
import { workedMs } from '../../support/processorTime';
import { sized } from '../../support/sized';
import {
  childTransfers,
  countTransfers,
  deleteTransfer,
  insertTransfer,
  listTransfers,
  nextWaiting,
  setTransfer,
  stagedOfTransfers,
  type NewTransfer,
} from '#stores/transfers/transfers';
import { dropReplaced } from '#stores/transfers/changes';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { silentLog } from '../../support/silentLog';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

const few = 500;
const many = sized(10_000, 50_000);
/** Number of rows that the panel of transfers asks for. */
const shown = 2_000;
const worked = 200;

const temps: TempStore[] = [];
afterAll(() => temps.forEach((temp) => temp.remove()));

/** Half of the rows can run, half wait for a directory. */
function filled(rows: number): Store {
  const temp = tempStore();
  temps.push(temp);
  const { store } = temp;
  store.write(() => {
    const roomNo = ensureRoom(store.db, '!tree:b');
    for (let part = 0; part < rows; part += 1)
      insertTransfer(store.db, {
        transferId: `transfer-${part}`,
        requestId: 'request',
        part,
        kind: 'upload',
        roomNo: part % 2 === 0 ? roomNo : null,
        parentTransfer: part % 2 === 0 ? null : 'directory',
        name: `file ${part}.txt`,
        entryId: null,
        sizeBytes: 1000,
        source: { path: `/nowhere/file ${part}.txt`, noFollow: true },
        createdMs: part,
      });
  });
  return store;
}

/** The steps of an upload without the network: bytes, message, entry. */
const upload: Work = async (task: Task) => {
  task.bytes(1000, 1000);
  await new Promise(setImmediate);
  task.save({ uploaded: {} });
  task.freeSlot();
  for (const steps of [{ eventId: '$a' }, { eventId: '$a', entered: true }]) {
    await new Promise(setImmediate);
    task.save({ uploaded: {}, steps });
  }
};

function machine(store: Store) {
  const clock = systemClock();
  let ended = 0;
  let onEnd: () => void = () => undefined;
  const queue = createQueue({
    store,
    clock,
    log: silentLog,
    work: {
      upload,
      download: upload,
      directory: upload,
      zip: upload,
      copy: upload,
      move: upload,
      delete: upload,
      rename: upload,
      lock: upload,
      unlock: upload,
      remove: upload,
      restore: upload,
    },
    ready: () => (ended < worked ? 'ready' : 'network'),
    carriesBytes: (row) => (row.progress as { uploaded?: object }).uploaded === undefined,
    isHere: () => false,
    blocked: () => false,
    onFinished: () => {
      ended += 1;
      if (ended >= worked) onEnd();
    },
  });
  return { clock, queue, end: new Promise<void>((resolve) => (onEnd = resolve)) };
}

interface Measured {
  readonly ms: number;
  readonly turnMs: number;
}

const longest = (turns: number[]): number =>
  turns.sort((a, b) => b - a)[Math.floor(turns.length / 10)] ?? 0;

/**
 * How much work it takes, and the most after which somebody else had a turn. The longest tenth of many turns is left out: a checkpoint of
 * the store can fall into any.
 */
async function watched(work: () => Promise<unknown>): Promise<Measured> {
  const turns: number[] = [];
  let watching = true;
  let last = workedMs();
  const watch = (): void => {
    const now = workedMs();
    turns.push(now - last);
    last = now;
    if (watching) setImmediate(watch);
  };
  const startedMs = workedMs();
  watch();
  await work();
  watching = false;
  return { ms: workedMs() - startedMs, turnMs: longest(turns) };
}

/** The queue works with the panel, the summary and the taskbar looking on. */
async function uploads(store: Store): Promise<Measured> {
  const { clock, queue, end } = machine(store);
  const deps = { store, clock, queue, ownUserId: () => null };
  const sink = { set: () => undefined, fail: () => undefined };
  const views = [createTransfersView(deps, { limit: shown }, sink), createSummaryView(deps, sink)];
  const reports = createProgressReports({
    store,
    clock,
    target: createDesktop(() => false),
  });
  reports.start(deps);
  const unwatch = store.onCommit((changes) => views.forEach((view) => view.refresh(changes)));
  const measured = await watched(async () => {
    queue.start();
    await end;
  });
  await queue.stop();
  unwatch();
  reports.stop();
  views.forEach((view) => view.close());
  return measured;
}

/** Each beside the other, three times; the middle. */
async function beside(work: (rows: number) => Promise<Measured>) {
  const runs: (readonly [Measured, Measured])[] = [];
  for (let run = 0; run < 3; run += 1) runs.push([await work(few), await work(many)] as const);
  const middle = (pick: (run: (typeof runs)[number]) => number): number =>
    runs.map(pick).sort((a, b) => a - b)[1] ?? Number.NaN;
  const ratios = {
    ms: middle(([small, large]) => large.ms / small.ms),
    turn: middle(([small, large]) => large.turnMs / small.turnMs),
    turnMs: middle(([, large]) => large.turnMs),
  };
  console.info(`${many} rows beside ${few}:`, ratios);
  return ratios;
}

test(`${many} rows take the engine no more than ${few} do`, async () => {
  const found = await beside((rows) => uploads(filled(rows)));
  // The panel shows four times as many rows.
  expect(found.ms).toBeLessThan(3);
  expect(found.turn).toBeLessThan(6);
}, 240_000);

test('a drop of many rows lets everybody else have turns, and none runs before all are there', async () => {
  const rows = 10_000;
  const temp = tempStore();
  temps.push(temp);
  const { store } = temp;
  let roomNo = 0;
  store.write(() => (roomNo = ensureRoom(store.db, '!tree:b')));
  const place = { roomNo, parentTransfer: null, entryId: null, sizeBytes: 1 };
  function* dropped(): Generator<NewTransfer> {
    const facts = { requestId: 'request', kind: 'upload' as const, source: {}, createdMs: 1 };
    for (let part = 0; part < rows; part += 1)
      yield { ...facts, ...place, transferId: `transfer-${part}`, part, name: `${part}` };
  }
  const early: number[] = [];
  store.onCommit(() => {
    const { waiting } = countTransfers(store.db);
    if (waiting < rows) early.push(nextWaiting(store.db, 0, 1).length);
  }, 'inside');
  const inserter = createRowInserter({ store, clock: systemClock(), log: silentLog });
  const measured = await watched(() => inserter.insert('request', dropped()));
  expect(nextWaiting(store.db, 0, 3).map(({ name }) => name)).toEqual(['0', '1', '2']);
  expect(countTransfers(store.db)).toMatchObject({ waiting: rows, unfinishedBytes: rows });
  expect([early.length > 0, early.filter((ready) => ready > 0)]).toEqual([true, []]);
  // In one transaction it would be all of it.
  expect(measured.turnMs).toBeLessThan(measured.ms / 10);
}, 120_000);

test(`pausing and clearing ${many} rows lets everybody else have turns`, async () => {
  const found = await beside(async (rows) => {
    const store = filled(rows);
    const { queue } = machine(store);
    const actions = createTransferActions({ store, queue, redact: () => undefined });
    const paused = await watched(() => actions.act({ transferIds: null, act: 'pause' }));
    expect(countTransfers(store.db)).toMatchObject({ waiting: 0, paused: rows });
    const gone = await watched(() => actions.act({ transferIds: null, act: 'cancel' }));
    expect(countTransfers(store.db)).toMatchObject({ paused: 0, unfinishedBytes: 0 });
    return { ms: paused.ms + gone.ms, turnMs: Math.max(paused.turnMs, gone.turnMs) };
  });
  expect(found.turn).toBeLessThan(4);
}, 240_000);

test(`deleting files of a directory beside ${many} rows on their way into it costs what it does beside ${few}`, async () => {
  const found = await beside(async (rows) => {
    const { db, write } = filled(rows);
    const [{ room_no: roomNo } = { room_no: 0 }] = all<{ room_no: number }>(
      db,
      'SELECT room_no FROM rooms',
    );
    return watched(async () => {
      write(() => {
        for (let file = 0; file < worked; file += 1)
          dropReplaced(db, { roomNo, entryId: `$file${file}` }, 'remove');
      });
    });
  });
  expect(found.ms).toBeLessThan(8);
}, 240_000);

test('a folder that was made for files counts as no file among what is done', () => {
  const store = filled(3);
  const { db, write } = store;
  const [{ room_no: roomNo } = { room_no: 0 }] = all<{ room_no: number }>(
    db,
    'SELECT room_no FROM rooms',
  );
  write(() => {
    insertTransfer(db, {
      ...{ transferId: 'folder-transfer', requestId: 'request', part: 3, kind: 'directory' },
      ...{ roomNo, parentTransfer: null, name: 'Photos', entryId: null, sizeBytes: null },
      ...{ source: {}, createdMs: 3 },
    });
    for (const transferId of ['transfer-0', 'transfer-1', 'transfer-2', 'folder-transfer'])
      setTransfer(db, transferId, { state: 'done', finishedMs: 5 });
  });
  expect(countTransfers(db).done).toBe(4);
  const { clock, queue } = machine(store);
  const deps = { store, clock, queue, ownUserId: () => null };
  expect(readSummary(deps)).toMatchObject({ done: 3, failed: 0 });
});

test('what is counted, listed, next and staged is what stands in the rows', () => {
  const store = filled(40);
  const { db } = store;
  const set = (part: number, fields: Parameters<typeof setTransfer>[2]) =>
    setTransfer(db, `transfer-${part}`, fields);
  store.write(() => {
    set(0, { state: 'done', finishedMs: 5, sizeBytes: null });
    set(2, { state: 'done', finishedMs: 9 });
    set(4, { state: 'failed', sizeBytes: 70 });
    set(6, { state: 'running' });
    set(8, { state: 'paused' });
    set(10, { progress: { uploaded: {}, thumbnail: { staged: { file: 'small' } } } });
    set(12, { source: { staged: { file: 'pasted' } } });
    set(14, { state: 'done', source: { staged: { file: 'over' } } });
    deleteTransfer(db, 'transfer-16');
  });
  const slow = all<{ state: string; n: number; bytes: number }>(
    db,
    `SELECT state, count(*) AS n, sum(coalesce(size_bytes, 0)) AS bytes FROM transfers GROUP BY state ORDER BY state`,
  );
  expect(all(db, 'SELECT state, n, bytes FROM transfer_counts WHERE n > 0 ORDER BY state')).toEqual(
    slow,
  );
  const numbers = (rows: readonly { transferId: string }[]) =>
    rows.map(({ transferId }) => Number(transferId.split('-')[1]));
  expect(numbers(listTransfers(db, 100)).filter((part) => part % 2 === 0)).toEqual([
    6, 10, 12, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 4, 8, 2, 0, 14,
  ]);
  expect(numbers(listTransfers(db, 3))).toEqual([6, 1, 3]);
  expect(numbers(nextWaiting(db, 0, 3))).toEqual([10, 12, 18]);
  expect(numbers(nextWaiting(db, 0, 3, true))).toEqual([10]);
  expect(numbers(nextWaiting(db, 0, 2, false))).toEqual([12, 18]);
  expect(stagedOfTransfers(db).sort()).toEqual(['pasted', 'small']);
  expect(childTransfers(db, 'directory')).toHaveLength(20);
});
