// Trouble on the way out that is nobody's fault: it uses up no try, and blocks nobody for ever.
import { deleteFileBatch, putFileBatch } from '#stores/outbox/fileBatches';
import { getDraft, putDraft } from '#stores/settings/drafts';
import { appFailure, type AppFailure } from '#contract/wire/errors';
import { failingDisk, type FailingDisk } from '../../support/failingDisk';
import { createBench, nextRequestId, roomId, settle, type Bench } from './harness';

let bench: Bench;
let disk: FailingDisk;
beforeEach(() => {
  disk = failingDisk();
});
afterEach(async () => {
  disk.restore();
  await bench.close();
});

const refusal = (status: number, retryAfterMs: number | null = null): AppFailure =>
  appFailure(status === 429 ? 'rate_limited' : 'server_error', 'no', {
    retryable: true,
    retryAfterMs,
    data: { status, errcode: null },
  });
const fails = (failure: AppFailure) => () => Promise.reject(failure);
const unreachable = (): AppFailure =>
  appFailure('offline', 'fetch failed', { retryable: true, data: { status: null } });
const bodies = (): unknown[] => bench.requests.map((request) => request.content['body']);
const statuses = (): string[] => bench.rows().map((row) => row.status);

test('a rate limit uses up no try, however often', async () => {
  bench = createBench();
  for (let n = 0; n < 12; n += 1) bench.answers.push(fails(refusal(429, 1000)));
  const key = await bench.text('a');
  await settle();
  for (let n = 0; n < 12; n += 1) await bench.clock.advance(1000);
  expect([bench.requests.length, bench.row(key)?.status, bench.row(key)?.tries]).toEqual([
    13,
    'sent',
    0,
  ]);
});

test('a reaction that the server is in trouble with goes in the end, and blocks nobody for ever', async () => {
  bench = createBench();
  const key = await bench.text('a');
  await settle();
  bench.echo(key);
  const eventId = `$sent-${bench.requests[0]?.txnId}`;
  for (let n = 0; n < 11; n += 1) bench.answers.push(fails(refusal(503)));
  await bench.outbox.react({ requestId: nextRequestId(), roomId, eventId, key: '👍' });
  await bench.text('b');
  for (let n = 0; n < 10; n += 1) {
    await settle();
    expect(statuses()).not.toContain('not_sent');
    await bench.clock.advance(16_000);
  }
  await settle();
  expect(bodies().at(-1)).toBe('b');
  expect(statuses()).toEqual(['sent']);
});

test('what a full disk keeps from being encrypted waits, and uses up no try', async () => {
  let full = true;
  bench = createBench({
    encrypted: true,
    encrypt: async (_roomNo, type, content) => {
      if (full) throw appFailure('disk_full', 'full', { retryable: true });
      return { type: 'm.room.encrypted', content: { type, content } };
    },
  });
  const key = await bench.text('a');
  for (let n = 0; n < 8; n += 1) await bench.clock.advance(3000);
  expect([bench.row(key)?.status, bench.row(key)?.tries]).toEqual(['queued', 0]);
  full = false;
  await bench.clock.advance(3000);
  expect(statuses()).toEqual(['sent']);
});

test('when the network changes, what hangs in a dead connection goes again with its transaction id', async () => {
  bench = createBench();
  bench.answers.push(
    (signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(unreachable())),
      ),
  );
  const key = await bench.text('a');
  await settle();
  expect(bench.row(key)?.status).toBe('sending');
  bench.loop.wake();
  await settle();
  await bench.clock.advance(3000);
  expect(bench.row(key)?.status).toBe('sent');
  expect(new Set(bench.requests.map(({ txnId }) => txnId)).size).toBe(1);
  expect(bench.requests).toHaveLength(2);
});

test.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY'])(
  'whichever write of a sending the disk refuses (%s), it goes once the disk works, as the same event, and is never called not sent',
  async (code) => {
    let all = Infinity;
    for (let from = 1; from <= all; from += 1) {
      bench = createBench({ encrypted: true, start: false });
      const key = await bench.text('a');
      disk.fail({ file: /events\.db$/, from, times: 1, code });
      bench.loop.start();
      await settle();
      expect(bench.row(key)?.status).not.toBe('not_sent');
      await bench.clock.advance(3000);
      all = Math.min(all, disk.count());
      expect([from, bench.row(key)?.status, bench.row(key)?.tries]).toEqual([from, 'sent', 0]);
      expect(new Set(bench.requests.map(({ txnId }) => txnId)).size).toBe(1);
      await bench.close();
    }
    expect(all).toBeGreaterThan(8);
  },
);

test('what was sent does not come back as a draft, also where the window ended before it emptied the field', async () => {
  bench = createBench();
  const { db } = bench.store;
  const typed = (text: string, replyTo: string | null = null): void =>
    bench.store.write(() => putDraft(db, bench.roomNo, { text, replyTo, editing: null }, 1));
  // Saved while it was being typed.
  typed('See you at ni');
  await bench.text('See you at nine');
  expect(getDraft(db, bench.roomNo)).toBeNull();
  // Something else: an answer from a notice, a draft that answers somebody.
  typed('half a thought');
  await bench.text('yes');
  expect(getDraft(db, bench.roomNo)?.text).toBe('half a thought');
  typed('', '$asked');
  await bench.text('no');
  expect(getDraft(db, bench.roomNo)?.replyTo).toBe('$asked');
});

test('what stands behind files that are still copied waits for them, also when it is sent again', async () => {
  bench = createBench();
  const { db } = bench.store;
  const roomBatch = { roomId, place: 1, files: [{ file: {} }, { file: {} }] };
  bench.store.write(() => putFileBatch(db, 'files', roomBatch));
  const key = await bench.text('behind');
  await bench.text('and this');
  await bench.outbox.retry(key);
  await settle();
  expect([bodies(), statuses()]).toEqual([[], ['queued', 'queued']]);
  expect(bench.rows().map(({ seq }) => seq)).toEqual([3, 4]);
  bench.store.write((changes) => {
    deleteFileBatch(db, 'files');
    changes.topic('outbox');
  });
  await settle();
  expect(bodies()).toEqual(['behind', 'and this']);
});
