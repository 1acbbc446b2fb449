// Checkpoints of the store's log: done by a thread, so that no turn of the engine waits; without the thread by the engine itself.
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RawEvent } from '#stores/events/types';
import { appendLive } from '#stores/ingest/timeline';
import { openStore } from '#stores/profile/open';
import { ensureRoom } from '#stores/rooms/rooms';
import { all, get, run, type Database } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { generateRoom } from '../fixtures/generator';
import { eventually } from '../support/eventually';
import { slowness, workedMs } from '../support/processorTime';
import { sized } from '../support/sized';
import { quiet, tempFolder, testKey } from './support/tempStore';

const built = join(__dirname, '../../.out/main/checkpointWorker.js');
const page = 4_096;

let folder: string;
let store: Store;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(checkpointWorker: string | undefined): Database {
  store = openStore({
    ...{ folder, key: testKey, log: quiet },
    ...(checkpointWorker !== undefined && { checkpointWorker }),
  });
  store.db.exec('CREATE TABLE IF NOT EXISTS filler (no INTEGER PRIMARY KEY, bytes BLOB NOT NULL)');
  return store.db;
}

/** Pages of the log, and those that are not in the file. */
function log(db: Database): { length: number; waiting: number } {
  const [row] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  if (row === undefined) throw new Error('no log');
  return { length: row.log, waiting: row.log - row.checkpointed };
}

function write(db: Database, pages: number): void {
  store.write(() => run(db, 'INSERT INTO filler (bytes) VALUES (randomblob(?))', pages * page));
}

/** The ways in which this connection was asked to write back. */
function asked(db: Database): string[] {
  const ways: string[] = [];
  const real = db.pragma.bind(db);
  jest.spyOn(db, 'pragma').mockImplementation((source, options) => {
    if (source.startsWith('wal_checkpoint') && !source.includes('NOOP')) ways.push(source);
    return real(source, options);
  });
  return ways;
}

/** False: the thread is at it. */
const emptied = (db: Database): boolean =>
  (db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[])[0]?.busy === 0;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a thread writes the log back, and the writer never does', async () => {
  const db = open(built);
  const ways = asked(db);
  write(db, 2_000);
  await eventually('the log is in the file', () => log(db).waiting === 0);
  // It begins anew, at its start.
  write(db, 1);
  expect(log(db).length).toBeLessThan(20);
  write(db, 1_500);
  await eventually('the log is in the file', () => log(db).waiting === 0);
  // Writers that can wait are told to wait meanwhile.
  write(db, 3_500);
  expect(store.behind()).toBe(true);
  await eventually('the log is in the file', () => log(db).waiting === 0);
  expect([store.behind(), ways]).toEqual([false, []]);
});

const roomsPerWrite = 25;
const [stored, commits] = [sized(4_000, 1_000_000), sized(100, 1_000)];

test(`at ${stored} events no turn of the writer is long for writing the log back`, async () => {
  const db = open(built);
  const options = { seed: 7, rooms: 1, eventsPerRoom: 2_000, ownUserId: '@me:example.org' };
  const append = (roomId: string, events: readonly RawEvent[]): void =>
    void store.write(() =>
      appendLive(db, {
        ...{ roomNo: ensureRoom(db, roomId), events, limited: false, prevBatch: null },
        ...{ receivedMs: 1, ownUserId: options.ownUserId },
      }),
    );
  // The words of a message lie anywhere in their index: the more of them share a commit and the cache, the fewer pages are written twice.
  db.pragma('cache_size = -1000000');
  for (let from = 0; from * 2_000 < stored; from += roomsPerWrite) {
    store.write(() => {
      for (let n = from; n < from + roomsPerWrite && n * 2_000 < stored; n += 1) {
        const { roomId, timeline } = generateRoom({ ...options, seed: n }, 0);
        append(`${roomId}${n}`, timeline);
      }
    }, 'passing');
    await turn();
  }
  db.pragma('cache_size = -65536');
  await eventually('the log is empty', () => emptied(db), 300_000);
  // A thread does it; only the last pages of a log that never came to rest are the writer's, in a turn of their own.
  const backMs: number[] = [];
  const real = db.pragma.bind(db);
  jest.spyOn(db, 'pragma').mockImplementation((source, options) => {
    const beganMs = workedMs();
    const answer = real(source, options);
    if (source.startsWith('wal_checkpoint') && !source.includes('NOOP'))
      backMs.push(workedMs() - beganMs);
    return answer;
  });
  const times: number[] = [];
  let written = 0;
  // A busy day: answers of twenty events, each in a turn of its own, in rooms of every age.
  for (let n = 0; n < commits; n += 1) {
    const events = generateRoom({ ...options, eventsPerRoom: 20, seed: 1_000_000 + n }, 0);
    const beganMs = workedMs();
    append(`${events.roomId}${n % 40}`, events.timeline);
    times.push(workedMs() - beganMs);
    written += events.timeline.length;
    await turn();
  }
  const sorted = times.sort((a, b) => a - b);
  const longestBack = Math.max(0, ...backMs);
  const place = (share: number): string =>
    (sorted[Math.floor(share * (commits - 1))] ?? 0).toFixed(1);
  process.stdout.write(
    `${stored} events: ${written} more in commits of 20, ms of the processor: median ${place(0.5)}, ` +
      `99 of 100 within ${place(0.99)}, longest ${place(1)}; ` +
      `the log written back ${backMs.length} times by the writer, longest ${longestBack.toFixed(1)}\n`,
  );
  expect(longestBack).toBeLessThan(20 * slowness());
  expect(get<{ n: number }>(db, 'SELECT count(*) AS n FROM events')?.n).toBeGreaterThan(stored);
}, 3_600_000);

test('while one commit follows the other the log begins anew all the same, and nothing is lost', async () => {
  const db = open(built);
  let written = 0;
  let longest = 0;
  for (let times = 0; times < 2;) {
    const before = log(db).length;
    longest = Math.max(longest, before);
    write(db, 20);
    written += 1;
    if (log(db).length < before) times += 1;
    await turn();
  }
  // However much slower the thread is: 128 MB, and what was written until the next look.
  expect(longest).toBeLessThan(34_000);
  store.close();
  open(built);
  expect(get<{ n: number }>(store.db, 'SELECT count(*) AS n FROM filler')?.n).toBe(written);
  expect(all(store.db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
}, 240_000);

test('a store that is closed while the thread writes back is whole and has no log', async () => {
  for (let round = 0; round < 6; round += 1) {
    const db = open(built);
    write(db, 1_500);
    for (let turns = 0; turns < round; turns += 1) await turn();
    store.close();
    expect(existsSync(join(folder, 'events.db-wal'))).toBe(false);
  }
  const db = open(built);
  expect(get<{ n: number }>(db, 'SELECT count(*) AS n FROM filler')?.n).toBe(6);
  expect(all(db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
}, 120_000);

test.each([
  ['there is none', undefined],
  ['it cannot start', join(__dirname, 'missing.js')],
])(
  'without a thread, because %s, the writer writes back in turns of its own',
  async (_why, worker) => {
    const db = open(worker);
    const ways = asked(db);
    write(db, 1_500);
    expect(ways).toEqual([]);
    await eventually('the log is in the file', () => {
      if (log(db).waiting > 0) write(db, 1);
      return log(db).waiting === 0;
    });
    expect(ways).toContain('wal_checkpoint(PASSIVE)');
  },
);

test('after a log is emptied no page of it stands in any file', () => {
  const db = open(built);
  write(db, 2_000);
  store.emptyLog();
  expect(statSync(join(folder, 'events.db-wal')).size).toBe(0);
  write(db, 2_000);
  store.close();
  expect(existsSync(join(folder, 'events.db-wal'))).toBe(false);
});
