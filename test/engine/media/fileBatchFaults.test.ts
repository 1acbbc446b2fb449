// Files of one Enter whose disk, window, original or process fails: nobody loses a file, nothing waits for ever behind one, and what a window
// took back is not sent.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FileBatches } from '#engine/media/fileBatches';
import { putState } from '#stores/ingest/state';
import { deleteFileBatch, fileBatches, stagedOfBatches } from '#stores/outbox/fileBatches';
import { failingDisk, type FailingDisk } from '../../support/failingDisk';
import { eventually } from '../../support/eventually';
import { settle } from '../send/harness';
import { batchBench, me, room, type BatchBench } from './batchKit';

let bench: BatchBench;
let disk: FailingDisk;
beforeEach(() => {
  disk = failingDisk();
  bench = batchBench();
});
afterEach(() => {
  disk.restore();
  bench.close();
});

const window = 1;
const full = { file: /events\.db$/, from: 1, code: 'SQLITE_FULL' };
const bodies = (): unknown[] => bench.rows().map(({ body }) => body);
const waiting = (): number => fileBatches(bench.store.db).length;
const text = (body: string) => ({
  ...{ ...room, requestId: `text-${body}-00000001`, text: body, kind: 'text' as const },
  replyTo: null,
});

/** Batches that wait for their turn in the room until `go`. */
function inLine(): { of: FileBatches; go: () => void } {
  const turn = Promise.withResolvers<void>();
  const of = bench.batches({
    inTurn: async (_at, work) => {
      await turn.promise;
      return work();
    },
  });
  return { of, go: turn.resolve };
}

/** Batches whose copying waits for `go`. */
function slow(): { of: FileBatches; go: () => void } {
  const turn = Promise.withResolvers<void>();
  const { staging } = bench;
  const of = bench.batches({
    staging: {
      ...staging,
      stageClaimed: async (claimed, signal) => {
        await turn.promise;
        return staging.stageClaimed(claimed, signal);
      },
    },
  });
  return { of, go: () => turn.resolve() };
}

test('tried again after a passing failure: the copy goes, although the original has gone meanwhile', async () => {
  const tries: unknown[] = [];
  const of = bench.batches({
    sendAll: async (acts, within) => {
      tries.push(...acts.map(({ attachment }) => attachment));
      if (tries.length === 1) disk.fail({ ...full, times: 1 });
      bench.store.write(within);
    },
  });
  bench.leave('left-by-a-kill-0001', ['a.txt'], { place: 1, createdMs: 1 });
  of.start();
  await eventually('the first try', () => bench.clock.pending().length === 1);
  const [copy] = stagedOfBatches(bench.store.db);
  expect(existsSync(bench.staging.path(copy ?? ''))).toBe(true);
  rmSync(bench.onDisk('a.txt'));
  // The sweep takes what nobody names.
  await bench.staging.sweep(() => new Set(stagedOfBatches(bench.store.db)));
  await bench.untilSent();
  expect(tries[1]).toMatchObject({ staged: { file: copy } });
  expect(existsSync(bench.staging.path(copy ?? ''))).toBe(true);
});

test('whichever write the disk refuses, once or until it is looked after, files without a window go in their order', async () => {
  for (const times of [1, Infinity]) {
    let all = 0;
    // The first time it only counts.
    for (let from = 0; from <= all; from += 1) {
      const { of, go } = slow();
      await of.take(window, bench.message(['a.txt', 'b.txt']));
      await bench.outbox.sendMessage({ ...text('behind'), requestId: `behind-${times}-${from}` });
      of.drop(window);
      disk.fail({ ...full, from: from === 0 ? Infinity : from, times });
      go();
      await eventually('a try', () => waiting() === 0 || bench.clock.pending().length > 0);
      if (from === 0) all = disk.count();
      disk.heal();
      await bench.untilSent();
      await settle();
      expect([from, bodies().slice(-3)]).toEqual([from, ['a.txt', 'b.txt', 'behind']]);
      expect([bench.clock.pending(), new Set(bench.rows().map(({ status }) => status))]).toEqual([
        [],
        new Set(['queued']),
      ]);
    }
    expect(all).toBeGreaterThan(4);
  }
});

test('whichever write the disk refuses, a window has its files back, and they are not sent nor in the way of others', async () => {
  for (const times of [1, 2, Infinity]) {
    let all = 0;
    for (let from = 0; from <= all; from += 1) {
      const before = bodies().length;
      const { of, go } = slow();
      const one = bench.message(['a.txt']);
      await of.take(window, one);
      disk.fail({ ...full, from: from === 0 ? Infinity : from, times });
      const sent = of.send(window, one.requestId, [null]);
      go();
      const isSent = await sent.then(
        () => true,
        () => false,
      );
      if (from === 0) all = disk.count();
      disk.heal();
      await bench.untilSent();
      expect([from, bodies().length]).toEqual([from, before + (isSent ? 1 : 0)]);
      // A new start finds nothing either.
      of.start();
      await settle();
      expect([waiting(), bench.clock.pending()]).toEqual([0, []]);
      await of.stop();
    }
    expect(all).toBeGreaterThan(3);
  }
});

test('what a window took back from a full disk goes with the next files that are handed over', async () => {
  const of = bench.batches();
  const one = bench.message(['a.txt']);
  await of.take(window, one);
  disk.fail(full);
  await expect(of.send(window, one.requestId, [null])).rejects.toThrow();
  disk.heal();
  expect(waiting()).toBe(1);
  const next = bench.message(['b.txt']);
  await of.take(window, next);
  await of.send(window, next.requestId, [null]);
  expect([bodies(), waiting()]).toEqual([['b.txt'], 0]);
});

test('an end while the disk is full waits for nothing, and takes back what it can', async () => {
  const { of, go } = slow();
  const [held, left] = [bench.message(['held.txt']), bench.message(['left.txt'])];
  await of.take(window, held);
  await of.take(window + 1, left);
  of.drop(window + 1);
  const sent = of.send(window, held.requestId, [null]);
  disk.fail(full);
  go();
  await expect(sent).rejects.toThrow();
  await eventually('two waits', () => bench.clock.pending().length === 2);
  disk.heal();
  await of.stop();
  expect(bench.clock.pending()).toEqual([]);
  expect(fileBatches(bench.store.db)).toMatchObject([{ requestId: left.requestId }]);
});

test('a window that asks after the disk has refused its files hears why', async () => {
  const { of, go } = slow();
  const one = bench.message(['a.txt']);
  await of.take(window, one);
  disk.fail(full);
  go();
  await eventually('a try', () => disk.count() > 0);
  disk.heal();
  await settle();
  await expect(of.send(window, one.requestId, [null])).rejects.toMatchObject({ code: 'disk_full' });
  expect([bodies(), waiting()]).toEqual([[], 0]);
});

test('an end in the middle of a try that fails waits for no other', async () => {
  const { of, go } = slow();
  await of.take(window, bench.message(['a.txt']));
  of.drop(window);
  disk.fail(full);
  const stopped = of.stop();
  go();
  await stopped;
  disk.heal();
  expect([waiting(), bench.clock.pending()]).toEqual([1, []]);
});

test('a window that goes while its files wait for their turn leaves them to the engine', async () => {
  const { of, go } = inLine();
  const taking = of.take(window, bench.message(['a.txt']));
  await settle();
  of.drop(window);
  go();
  await taking;
  await bench.untilSent();
  expect(bodies()).toEqual(['a.txt']);
});

test('an end while files wait for their turn leaves them to the next process', async () => {
  const { of, go } = inLine();
  const taking = of.take(window, bench.message(['a.txt']));
  await settle();
  of.drop(window);
  await of.stop();
  go();
  await taking;
  await settle();
  expect([bodies(), waiting()]).toEqual([[], 1]);
});

test('pasted bytes whose files could not be taken are left to the sweep', async () => {
  const { staging } = bench;
  const ticket = await staging.beginBlob('clip.png', 'image/png', window);
  await staging.appendBlob(ticket, 0, new TextEncoder().encode('clip'));
  const of = bench.batches({ inTurn: () => Promise.reject(new Error('no turn')) });
  const files = [{ requestId: 'clip-request-0001', ticket }];
  await expect(of.take(window, { ...bench.message([]), files })).rejects.toThrow('no turn');
  await settle();
  await staging.sweep(() => new Set());
  expect(readdirSync(dirname(staging.path('0'.repeat(32))))).toEqual([]);
});

test('a window that asks a new engine again holds its files: refused, they return to it and are not sent', async () => {
  const { of, go } = slow();
  bench.leave('left-by-a-kill-0001', ['a.txt'], { place: 1, createdMs: 1 });
  of.start();
  const asked = of.send(window, 'left-by-a-kill-0001', [null]);
  disk.fail({ ...full, times: 1 });
  go();
  await expect(asked).rejects.toThrow();
  expect([bodies(), waiting(), bench.clock.pending()]).toEqual([[], 0, []]);
});

test('a window that asks again between two tries does not wait for the second', async () => {
  const of = bench.batches();
  bench.leave('left-by-a-kill-0001', ['a.txt'], { place: 1, createdMs: 1 });
  disk.fail({ ...full, times: 1 });
  of.start();
  await eventually('a wait', () => bench.clock.pending().length === 1);
  expect(await of.send(window, 'left-by-a-kill-0001', [null])).toEqual({ sent: 1, error: null });
  expect([bodies(), bench.clock.pending()]).toEqual([['a.txt'], []]);
});

test('a window whose answer was lost hears again how many were sent, and keeps the others', async () => {
  const one = bench.message(['a.txt', 'missing.txt', 'c.txt']);
  rmSync(bench.onDisk('missing.txt'));
  const of = bench.batches();
  await of.take(window, one);
  const previews = [null, null, null];
  const first = await of.send(window, one.requestId, previews);
  const again = await bench.batches().send(window + 1, one.requestId, previews);
  expect([first.sent, again.sent]).toEqual([1, 1]);
  expect(again.error).toMatchObject({ code: 'not_found' });
});

test('files of an account that was signed out while they were copied do not become messages of the next one', async () => {
  const { of, go } = slow();
  await of.take(window, bench.message(['a.txt']));
  of.drop(window);
  bench.store.write(() => {
    for (const { requestId } of fileBatches(bench.store.db) as { requestId: string }[])
      deleteFileBatch(bench.store.db, requestId);
  });
  go();
  await of.stop();
  expect([bodies(), waiting()]).toEqual([[], 0]);
});

test('files of a room where one may not write any more stay as messages that were not sent, also over a full disk', async () => {
  const { of, go } = slow();
  await of.take(window, bench.message(['a.txt', 'b.txt']));
  of.drop(window);
  bench.store.write(() => {
    const event = { event_id: '$levels', type: 'm.room.power_levels', state_key: '', sender: me };
    const content = { events_default: 50, users: {} };
    putState(bench.store.db, bench.roomNo, [{ ...event, content, origin_server_ts: 2 }], 2);
  });
  disk.fail({ ...full, from: 3, times: 1 });
  go();
  await bench.untilSent();
  expect(bench.rows()).toEqual([
    { body: 'a.txt', status: 'not_sent', code: 'forbidden' },
    { body: 'b.txt', status: 'not_sent', code: 'forbidden' },
  ]);
});
