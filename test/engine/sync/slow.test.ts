// Answers that come slowly, a server that lost the filter, a disk that does not take the answer: none of it costs the answer.
import { asStoreError } from '#stores/sqlite/errors';
import { countInbox, deleteInbox, readInbox } from '#stores/settings/inbox';
import { noCrypto } from '#engine/sync/cryptoSync';
import { getSetting } from '#stores/settings/settings';
import { create, member, message } from '../../fixtures/events';
import { createTestClock } from '../http/testClock';
import type { SyncKit } from './kit';
import { answer, me, script, scriptedKit, type Script } from './scripted';

let made: Script;
let kit: SyncKit;
const roomId = '!room:example.org';
const whole = () =>
  answer({ [roomId]: { state: [create(), member(me, 'join')], timeline: [message('first')] } });

afterEach(() => kit.stop());

const syncs = () => made.asked.filter((url) => url.pathname.endsWith('/sync')).length;

/** A body whose pieces come when the test says so. */
function slowly(told: unknown, pieces: number) {
  const bytes = new TextEncoder().encode(JSON.stringify(told));
  const size = Math.ceil(bytes.length / pieces);
  let push: (piece: Uint8Array) => void = () => undefined;
  let close: () => void = () => undefined;
  let cut: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      push = (piece) => controller.enqueue(piece);
      close = () => controller.close();
      cut = () => controller.error(new DOMException('aborted', 'AbortError'));
    },
  });
  return {
    response: (signal: AbortSignal | null | undefined) => {
      signal?.addEventListener('abort', () => cut());
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
    push: (at: number) => push(bytes.slice(at * size, (at + 1) * size)),
    close: () => close(),
  };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('an answer that takes ten minutes is taken, also when the machine wakes up meanwhile', async () => {
  made = script();
  const clock = createTestClock();
  kit = scriptedKit(made, { clock });
  const slow = slowly(whole(), 20);
  made.sync(slow.response);
  kit.sync.start();
  await turns();
  for (let at = 0; at < 20; at += 1) {
    slow.push(at);
    await turns();
    clock.advance(30_000);
    if (at === 10) kit.sync.wake();
  }
  slow.close();
  await kit.until(() => kit.room(roomId) && kit.sync.gate.open());
  expect(kit.bodies(roomId)).toEqual(['first']);
});

test('an answer that stands still for a minute is given up', async () => {
  made = script();
  const clock = createTestClock();
  kit = scriptedKit(made, { clock });
  const slow = slowly(whole(), 20);
  made.sync(slow.response);
  kit.sync.start();
  await turns();
  slow.push(0);
  await turns();
  clock.advance(59_000);
  await turns();
  expect(kit.sync.status().state).toBe('STOPPED');
  clock.advance(1_000);
  await kit.until(() => kit.sync.status().state === 'RECONNECTING');
});

test('a server that lost the filter gets it anew', async () => {
  made = script();
  kit = scriptedKit(made);
  made.sync(whole());
  const refusal = { errcode: 'M_INVALID_PARAM', error: 'No such filter' };
  made.sync(() => Response.json(refusal, { status: 400 }));
  made.sync(answer({ [roomId]: { timeline: [message('second')] } }));
  kit.sync.start();
  await kit.until(() => kit.room(roomId));
  await kit.until(() => kit.bodies(roomId).length === 2);
  expect(made.asked.filter((url) => url.pathname.endsWith('/filter'))).toHaveLength(2);
});

test('a full disk is told as such, nothing of the answer is lost, and sync goes on by itself', async () => {
  made = script();
  kit = scriptedKit(made);
  made.sync(whole());
  kit.sync.start();
  await kit.until(() => kit.room(roomId) && kit.sync.gate.open());
  const { db } = kit.store;
  const before = getSetting(db, 'nextBatch');
  db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`);
  const many = Array.from({ length: 200 }, (_, at) => message(`${at} `.repeat(500)));
  const told = answer({ [roomId]: { timeline: many } });
  made.sync(told);
  await kit.until(() => kit.sync.status().phase === 'storage');
  expect([kit.sync.status().error?.code, getSetting(db, 'nextBatch')]).toEqual([
    'disk_full',
    before,
  ]);
  db.pragma('max_page_count = 1000000');
  made.sync(told);
  kit.sync.wake();
  await kit.until(() => kit.sync.status().phase === 'syncing' && kit.bodies(roomId).length === 201);
  expect(syncs()).toBeGreaterThan(2);
});

test('an answer without news costs the crypto inbox no row, a count that changed does', async () => {
  made = script();
  let rows = 0;
  kit = scriptedKit(made, {
    crypto: {
      ...noCrypto,
      processInbox: () => {
        for (const row of readInbox(kit.store.db, 100)) {
          rows += 1;
          kit.store.write(() => deleteInbox(kit.store.db, row.inboxNo));
        }
        return Promise.resolve();
      },
    },
  });
  const counted = (count: number, at: string) => ({
    ...answer({}, { device_one_time_keys_count: { signed_curve25519: count } }),
    next_batch: at,
  });
  made.sync({ ...whole(), device_one_time_keys_count: { signed_curve25519: 50 } });
  made.sync(counted(50, 'same'));
  made.sync(counted(49, 'other'));
  made.sync(counted(49, 'other again'));
  kit.sync.start();
  await kit.until(() => getSetting(kit.store.db, 'nextBatch') === 'other again');
  await kit.until(() => rows === 2);
  expect(countInbox(kit.store.db)).toBe(0);
});

test.each(['SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'EIO', 'EROFS'])(
  '%s is a failure of the disk, not of the network',
  (code) => {
    expect(asStoreError(Object.assign(new Error('no'), { code }))).toMatchObject({
      code: 'disk_failed',
    });
  },
);
