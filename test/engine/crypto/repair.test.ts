// Keys that come late, keys that never come, messages that are shown twice, settings that change, stores that do not fit.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { megolmIndex } from '#engine/crypto/replay';
import { explainUndecryptable } from '#engine/kinds/undecryptable';
import { appendLive } from '#stores/ingest/timeline';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { createEngine, type TestEngine } from './harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
let homeserver: Homeserver;
let proxy: FaultProxy;
let alice: TestEngine;
let bob: TestEngine;
let roomId: string;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  const engine = async (username: string, baseUrl: string): Promise<TestEngine> =>
    createEngine({
      baseUrl,
      account: await homeserver.registerUser({ username, password: 'pw' }),
    });
  alice = await engine('alice', homeserver.baseUrl);
  bob = await engine('bob', proxy.url);
  roomId = await alice.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await alice.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [alice.userId, bob.userId]);
}, 120_000);

afterAll(async () => {
  await alice?.destroy();
  await bob?.destroy();
  await proxy?.close();
  await homeserver?.stop();
});

interface SyncAnswer {
  to_device?: { events?: { type: string }[] };
}

test('CHAT-8.31 CHAT-8.32 a message whose key is late says so, and is repaired when it comes', async () => {
  const kept: { type: string }[] = [];
  let holding = true;
  const release = proxy.rules.add({
    match: on('GET', '/sync'),
    edit: (json) => {
      const answer = json as SyncAnswer;
      const events = answer.to_device?.events ?? [];
      if (!holding) {
        answer.to_device = { events: [...kept.splice(0), ...events] };
        return answer;
      }
      kept.push(...events.filter((event) => event.type === 'm.room.encrypted'));
      answer.to_device = { events: events.filter((event) => event.type !== 'm.room.encrypted') };
      return answer;
    },
  });
  // A request that waits already when the rule is added escapes it.
  await alice.request('PUT', `/rooms/${encodeURIComponent(roomId)}/state/test.poke/`, {});
  await bob.until('the rule holds', () => bob.events(roomId).at(-1)?.type === 'test.poke');
  for (const text of ['late 0', 'late 1', 'late 2']) await alice.send(roomId, text);
  await bob.until(
    'three that cannot be read',
    () =>
      bob.crypto.status().undecryptable >= 0 &&
      bob.events(roomId).filter((event) => event.utdCode !== null).length === 3,
  );
  const [utd] = bob.events(roomId).filter((event) => event.utdCode !== null);
  expect(utd?.utdCode).toBe('MEGOLM_UNKNOWN_INBOUND_SESSION_ID');
  expect(explainUndecryptable(utd?.utdCode ?? null)).toEqual({
    reason: 'waiting_for_key',
    text: "** Unable to decrypt: The sender's device has not sent us the keys for this message. **",
  });
  expect(kept.length).toBe(1);
  holding = false;
  await alice.send(roomId, 'next');
  await bob.until('repaired', () => bob.bodies(roomId).length === 4);
  expect(bob.bodies(roomId)).toEqual(['late 0', 'late 1', 'late 2', 'next']);
  expect(bob.events(roomId).every((event) => event.utdCode === null)).toBe(true);
  release();
}, 60_000);

test('CHAT-8.32 missing fields and a message that was meant for another room have their own reason', async () => {
  const [original] = bob.events(roomId).filter((event) => event.plain !== null);
  if (original === undefined) throw new Error('no message');
  const elsewhere = await bob.createRoom({ encrypted: true });
  await bob.until('the other room', () => roomNoOf(bob.store.db, elsewhere) !== null);
  const put = async (id: string, room: string, content: Record<string, unknown>) => {
    bob.store.write((changes) => {
      const roomNo = roomNoOf(bob.store.db, room) ?? -1;
      changes.timeline(roomNo);
      appendLive(bob.store.db, {
        roomNo,
        events: [{ ...original.raw, event_id: id, content }],
        limited: false,
        prevBatch: null,
        receivedMs: 1,
        ownUserId: bob.userId,
      });
    });
    await bob.crypto.decryptQueue();
    return bob.events(room).find((event) => event.eventId === id)?.utdCode;
  };
  const { content } = original.raw;
  expect(await put('$elsewhere', elsewhere, content)).toBe('BAD_ROOM');
  expect(await put('$noSession', roomId, { ...content, session_id: undefined })).toBe(
    'MISSING_FIELDS',
  );
  expect(await put('$noText', roomId, { ...content, ciphertext: 5 })).toBe('MISSING_FIELDS');
  // The same ciphertext under another id is a replay, and stays one for a message that was read before.
  expect(megolmIndex(content['ciphertext'])).toBe(0);
  expect(await put('$replay', roomId, content)).toBe('DUPLICATE_MESSAGE_INDEX');
  expect(bob.bodies(roomId).filter((text) => text === 'late 0')).toEqual(['late 0']);
  const reasons = ['BAD_ROOM', 'MISSING_FIELDS', 'DUPLICATE_MESSAGE_INDEX', 'NEVER_HEARD_OF'].map(
    (code) => explainUndecryptable(code).reason,
  );
  expect(reasons).toEqual(['malformed', 'malformed', 'malformed', 'unknown']);
}, 60_000);

test('encryption never goes off: not by an event without algorithm, and a changed period breaks nothing', async () => {
  await alice.request('PUT', `/rooms/${encodeURIComponent(roomId)}/state/m.room.encryption/`, {});
  await alice.request('PUT', `/rooms/${encodeURIComponent(roomId)}/state/m.room.topic/`, {
    topic: 'now',
  });
  const topic = (): string | null =>
    getRoom(alice.store.db, roomNoOf(alice.store.db, roomId) ?? -1)?.topic ?? null;
  await alice.until('the topic', () => topic() === 'now');
  await alice.send(roomId, 'still secret');
  await alice.request('PUT', `/rooms/${encodeURIComponent(roomId)}/state/m.room.encryption/`, {
    algorithm: 'm.megolm.v1.aes-sha2',
    rotation_period_msgs: 1,
    rotation_period_ms: -5,
  });
  await alice.request('PUT', `/rooms/${encodeURIComponent(roomId)}/state/m.room.topic/`, {
    topic: 'then',
  });
  await alice.until('the topic', () => topic() === 'then');
  alice = await again(alice);
  await alice.send(roomId, 'after the change');
  await bob.until('both', () =>
    ['still secret', 'after the change'].every((text) => bob.bodies(roomId).includes(text)),
  );
  const clear = homeserver.databaseQuery(
    `SELECT count(*) AS n FROM events WHERE room_id = ? AND type = 'm.room.message'`,
    roomId,
  );
  expect(clear).toEqual([{ n: 0 }]);
}, 60_000);

test('a member who left gets no further keys', async () => {
  const session = (engine: TestEngine, text: string): unknown =>
    engine.events(roomId).find((event) => event.plain?.content['body'] === text)?.raw.content[
      'session_id'
    ];
  await alice.send(roomId, 'before');
  await bob.until('before', () => bob.bodies(roomId).includes('before'));
  await bob.request('POST', `/rooms/${encodeURIComponent(roomId)}/leave`, {});
  await alice.until('left', () =>
    alice
      .events(roomId)
      .some(
        (event) => event.stateKey === bob.userId && event.raw.content['membership'] === 'leave',
      ),
  );
  await alice.send(roomId, 'after');
  await alice.until('sent', () => alice.bodies(roomId).includes('after'));
  expect(session(alice, 'after')).not.toBe(session(alice, 'before'));
}, 60_000);

test('CHAT-8.34 a crypto store that is gone or of another device is refused and left alone', async () => {
  const { folder, key, account } = alice;
  const text =
    /^Crypto store is invalid because .*, please stop the client, delete all data and start the client again$/;
  await alice.stop();
  const other = { ...account, deviceId: `D${randomBytes(4).toString('hex')}` };
  const baseUrl = homeserver.baseUrl;
  await expect(
    createEngine({ baseUrl, account: other, folder, key, start: false }),
  ).rejects.toThrow(text);
  for (const name of ['crypto.db', 'crypto.db-wal', 'crypto-meta.db', 'crypto-meta.db-wal'])
    rmSync(join(folder, name), { force: true });
  await expect(createEngine({ baseUrl, account, folder, key, start: false })).rejects.toThrow(text);
}, 60_000);

async function again(engine: TestEngine): Promise<TestEngine> {
  const { folder, key, account } = engine;
  await engine.stop();
  return createEngine({ baseUrl: homeserver.baseUrl, account, folder, key });
}
