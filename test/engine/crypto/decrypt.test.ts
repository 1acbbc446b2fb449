// The order in which messages are decrypted, and one that cannot be stored.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecryption, type Decryption } from '#engine/crypto/decrypt';
import type { Decrypted } from '#engine/crypto/backend';
import { getEvent } from '#stores/events/timeline';
import { nextUndecrypted } from '#stores/ingest/decryption';
import { appendLive } from '#stores/ingest/timeline';
import { openStore } from '#stores/profile/open';
import { ensureRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { silentLog } from '../../support/silentLog';

const roomId = '!room:x';
let folder: string;
let store: Store;
let roomNo: number;
let decryption: Decryption;
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
    onDecrypted: () => undefined,
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
