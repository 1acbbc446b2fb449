// 10,000 entries and 1,000 directories: what opening and changing costs, beside the bare statements for the same rows in the same run.
import { appendLive } from '#stores/ingest/timeline';
import { putState } from '#stores/ingest/state';
import { all } from '#stores/sqlite/statements';
import { alice, bob } from '../../fixtures/events';
import { childLink, directoryState, entry, fileMessage, parentLink } from '../../fixtures/files';
import { filesBench, type FilesBench } from './bench';

const large = '!garden:example.org';
const small = '!bed:example.org';
const entries = 10_000;
const directories = 1_000;
let bench: FilesBench;

beforeAll(() => {
  bench = filesBench();
  bench.temp.store.write(() => {
    fill(large, entries, directories);
    fill(small, 200, 20);
  });
}, 120_000);
afterAll(() => bench.temp.remove());

function fill(roomId: string, files: number, children: number): void {
  const { db } = bench.temp.store;
  const roomNo = bench.room(roomId, directoryState(roomId));
  for (let n = 0; n < children; n += 1) {
    const id = `!d${n}.${roomId.slice(1)}`;
    bench.room(id, [...directoryState(`Directory ${n}`), parentLink(roomId)]);
    putState(db, roomNo, [childLink(id)], 9e12);
  }
  for (let n = 0; n < files; n += 1) {
    const id = `$${n}.${roomId.slice(1)}`;
    putState(db, roomNo, [entry(id, { active: true, name: `file ${n}.txt` })], 9e12);
    appendLive(db, {
      roomNo,
      events: [fileMessage(`file ${n}.txt`, { id, sender: n % 2 === 0 ? alice : bob })],
      limited: false,
      prevBatch: null,
      receivedMs: 9e12,
      ownUserId: null,
    });
  }
}

const timed = (work: () => void): number => {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
};
/** The least of several rounds, each work beside the other: what else the machine does only ever adds to it. */
function compared(rounds: number, ...works: (() => void)[]): number[] {
  for (const work of works) work();
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, work] of works.entries()) times[at]?.push(timed(work));
  return times.map((rounds) => Math.min(...rounds));
}

const inMs = (times: readonly number[]): string[] => times.map((ms) => `${ms.toFixed(2)} ms`);

/** Reads and parses the same rows as a static list: the least possible work. */
function floorOfRows(limit: number): void {
  const rows = all<{ json: string }>(
    bench.temp.store.db,
    `SELECT f.*, m.*, e.json FROM file_entries f JOIN rooms r ON r.room_no = f.room_no
     JOIN files m ON m.event_no = f.file_no JOIN events e ON e.event_no = f.file_no
     WHERE r.room_id = ? AND f.active = 1 ORDER BY f.sort_key LIMIT ? + 0`,
    large,
    limit,
  );
  for (const row of rows) JSON.parse(row.json);
}

const openFiles = (roomId: string) => (): void => {
  const items = bench.items(roomId, { limit: 100, text: 'file' });
  if (items.value().length !== 100) throw new Error('not the window');
  items.view.close();
};
const openAll = (roomId: string) => (): void => bench.items(roomId, { limit: 20 }).view.close();

test('opening a directory of 10,000 files and 1,000 directories costs what its window costs', () => {
  const [big = 0, little = 0, floor = 0] = compared(15, openFiles(large), openFiles(small), () =>
    floorOfRows(100),
  );
  const [bigTop = 0, littleTop = 0] = compared(15, openAll(large), openAll(small));
  console.info('100 files of 10,000, of 200, bare rows:', ...inMs([big, little, floor]));
  console.info('20 directories of 1,000, of 20:', ...inMs([bigTop, littleTop]));
  expect(big).toBeLessThan(2 * little + 2);
  expect(big).toBeLessThan(40 * floor + 2);
  expect(bigTop).toBeLessThan(littleTop + 30 * floor);
});

test('a change of one entry makes one row anew, however many are shown', () => {
  const items = bench.items(large, { limit: 20_000 });
  const before = items.value();
  expect(before).toHaveLength(entries + directories);
  const id = `$7.${large.slice(1)}`;
  bench.arrive(large, entry(id, { active: true, name: 'file 7.txt', locked: true }));
  const after = items.value();
  const made = after.filter((item, at) => item.kind === 'file' && item !== before[at]);
  expect(made.map((item) => item.name)).toEqual(['file 7.txt']);
  items.view.close();
});

test('the tree with 1,000 unfolded directories is read with a handful of statements', () => {
  const open = (): void => {
    const trees = bench.trees(large);
    if (trees.value().length < directories) throw new Error('not the tree');
    trees.view.close();
  };
  const [unfolded = 0, floor = 0] = compared(7, open, () => floorOfRows(directories));
  console.info('1,000 unfolded directories, as many bare rows:', ...inMs([unfolded, floor]));
  expect(unfolded).toBeLessThan(5 * floor + 2);
});
