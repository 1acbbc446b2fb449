// The order in which messages are decrypted, and one that cannot be stored.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecryption, type Decryption } from '#engine/crypto/decrypt';
import type { Decrypted } from '#engine/crypto/backend';
import { createTrust } from '#engine/crypto/trust';
import { newestChunk, timelineOf } from '#stores/events/chunks';
import { getEvent } from '#stores/events/timeline';
import type { RawEvent } from '#stores/events/types';
import { nextUndecrypted } from '#stores/ingest/decryption';
import { appendLive, prependOlder } from '#stores/ingest/timeline';
import { openStore } from '#stores/profile/open';
import { ensureRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { silentLog } from '../../support/silentLog';

const roomId = '!room:x';
let folder: string;
let store: Store;
let roomNo: number;
let decryption: Decryption;
/** Numbers of what was told to be readable. */
let told: number[];
/** Names of what was decrypted, in order. */
let order: string[];
let answer: (name: string) => Decrypted;

const plain = (content: Record<string, unknown> = {}): Decrypted => ({
  ok: true,
  type: 'm.room.message',
  content,
  trust: 'ok',
});
const noKey: Decrypted = { ok: false, code: 'MEGOLM_UNKNOWN_INBOUND_SESSION_ID', text: '' };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-decrypt-'));
  store = openStore({ folder, key: randomBytes(32), log: silentLog });
  roomNo = store.write(() => ensureRoom(store.db, roomId));
  order = [];
  told = [];
  answer = () => plain();
  decryption = createDecryption({
    store,
    backend: {
      decrypt: async (_roomId: string, _eventNo: number | null, event: { event_id: string }) => {
        const name = event.event_id.slice(1);
        order.push(name);
        return answer(name);
      },
      onRoomKeys: () => () => undefined,
    } as never,
    recomputeRoom: () => undefined,
    onDecrypted: (eventNos) => void told.push(...eventNos),
    guard: (work) => work,
    ownUserId: '@me:x',
    log: silentLog,
  });
});
afterEach(() => {
  decryption.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

function arrive(...names: string[]): void {
  const events = names.map((name) => ({
    event_id: `$${name}`,
    type: 'm.room.encrypted',
    sender: '@a:x',
    origin_server_ts: 1,
    content: { algorithm: 'm.megolm.v1.aes-sha2', session_id: name, ciphertext: name },
  }));
  const place = { roomNo, limited: false, prevBatch: null, receivedMs: 1, ownUserId: null };
  store.write(() => appendLive(store.db, { ...place, events }));
}

test('a message that cannot be stored is marked and holds up no other', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  answer = (name) => plain(name === 'b' ? circle : { body: name });
  arrive('a', 'b', 'c');
  await decryption.drain();
  const read = (name: string) => getEvent(store.db, roomNo, `$${name}`);
  expect([read('a')?.plain?.content, read('c')?.plain?.content]).toEqual([
    { body: 'a' },
    { body: 'c' },
  ]);
  expect([read('b')?.plain, read('b')?.utdCode]).toEqual([null, 'UNKNOWN_ERROR']);
  expect(nextUndecrypted(store.db, 10)).toEqual([]);
});

test('a new message does not wait for thousands of old ones', async () => {
  const old = Array.from({ length: 320 }, (_, n) => `old${n}`);
  answer = () => noKey;
  arrive(...old);
  await decryption.drain();
  order = [];
  const retried = decryption.retry(null);
  // While the first of them are tried.
  await new Promise(setImmediate);
  arrive('new');
  await decryption.drain();
  expect(order.length).toBeLessThan(100);
  expect(order.at(-1)).toBe('new');
  await retried;
  expect(order).toHaveLength(321);
});

/** Megolm, version 3, with this index; copies of one ciphertext differ in their event ids alone. */
const copyOf = (name: string, index = 0, sender = '@a:x'): RawEvent => ({
  event_id: `$${name}`,
  type: 'm.room.encrypted',
  sender,
  origin_server_ts: 1,
  content: {
    algorithm: 'm.megolm.v1.aes-sha2',
    session_id: 'session',
    ciphertext: Buffer.from([3, 8, index, ...Array<number>(9).fill(0)]).toString('base64'),
  },
});

function bring(events: readonly RawEvent[], prevBatch: string | null = null): void {
  const place = { roomNo, limited: prevBatch !== null, prevBatch, receivedMs: 1, ownUserId: null };
  store.write(() => appendLive(store.db, { ...place, events }));
}

/** A page of history before what is here. */
function bringOlder(events: readonly RawEvent[]): void {
  const timelineNo = timelineOf(store.db, roomNo, null) ?? -1;
  const chunkNo = newestChunk(store.db, timelineNo)?.chunk_no ?? -1;
  store.write(() => prependOlder(store.db, { roomNo, chunkNo, events, end: null, receivedMs: 1 }));
}

/** Names of those that show their text. */
const shownOf = (...names: string[]): string[] =>
  names.filter((name) => getEvent(store.db, roomNo, `$${name}`)?.plain != null);

const others = (count: number): RawEvent[] =>
  Array.from({ length: count }, (_, n) => copyOf(`other${n}`, n + 1));

test.each([
  ['in one batch', 0],
  ['in two batches', 60],
])('of two copies that wait the older is shown, %s', async (_name, between) => {
  bring([copyOf('original'), ...others(between), copyOf('copy')]);
  await decryption.drain();
  expect(shownOf('original', 'copy')).toEqual(['original']);
  expect(getEvent(store.db, roomNo, '$copy')?.utdCode).toBe('DUPLICATE_MESSAGE_INDEX');
  expect(told).toContain(getEvent(store.db, roomNo, '$original')?.eventNo);
});

test('the older one whose turn comes late is shown, and what it says is told once', async () => {
  bring([copyOf('original'), copyOf('copy')]);
  await decryption.drain();
  expect(told).toEqual([getEvent(store.db, roomNo, '$original')?.eventNo]);
  await decryption.retry(null);
  expect(shownOf('original', 'copy')).toEqual(['original']);
});

test('of two copies in a page of history the older is shown', async () => {
  bring([copyOf('newest', 9)], 'more');
  await decryption.drain();
  bringOlder([copyOf('copy'), copyOf('original')]);
  await decryption.drain();
  expect(shownOf('original', 'copy')).toEqual(['original']);
});

test('what is shown does not give way to a copy that history brings', async () => {
  bring([copyOf('original')], 'more');
  await decryption.drain();
  bringOlder([copyOf('copy')]);
  await decryption.drain();
  await decryption.retry(null);
  expect(shownOf('original', 'copy')).toEqual(['original']);
});

test('the words of a message that was removed do not come back under an older copy of it', async () => {
  answer = (name) => (name === 'older' ? noKey : plain());
  bring([copyOf('older'), copyOf('removed')]);
  await decryption.drain();
  expect(shownOf('older', 'removed')).toEqual(['removed']);
  bring([
    {
      ...copyOf('redaction'),
      type: 'm.room.redaction',
      content: { redacts: '$removed' },
      redacts: '$removed',
    },
  ]);
  answer = () => plain();
  await decryption.retry(null);
  expect(shownOf('older', 'removed')).toEqual([]);
});

test("a copy that proves to be nobody's word gives the ciphertext back to its message", async () => {
  // The device is unknown yet, so that the member's copy is accepted; it stands before the original.
  bring([copyOf('copy', 0, '@mallory:x'), copyOf('original', 0, '@a:x')]);
  await decryption.drain();
  expect(shownOf('original', 'copy')).toEqual(['copy']);
  const retried = new Promise<void>((resolve) => {
    const trust = createTrust({
      store,
      judge: async (_roomId, { sender }) => (sender === '@a:x' ? 'ok' : 'sender_mismatch'),
      recomputeRoom: () => undefined,
      onTrusted: () => undefined,
      onRetracted: (sessionIds) => {
        answer = (name) =>
          name === 'copy' ? { ok: false, code: 'MISMATCHED_SENDER', text: '' } : plain();
        decryption.retrySessions(sessionIds);
        resolve();
      },
      log: silentLog,
    });
    trust.changed(['@mallory:x']);
  });
  await retried;
  // In line behind it.
  await decryption.retry(null);
  expect(shownOf('original', 'copy')).toEqual(['original']);
});
