// The outbox against a real homeserver behind a proxy that fails on demand, in an encrypted room with a second reader.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { errorOf } from '#engine/send/rows';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { relationsOf } from '#stores/events/relations';
import { roomNoOf } from '#stores/rooms/rooms';
import { createEngine, nextRequestId, type TestEngine } from '../crypto/harness';

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
  alice = await engine('alice', proxy.url);
  bob = await engine('bob', homeserver.baseUrl);
}, 120_000);

afterAll(async () => {
  await alice?.destroy();
  await bob?.destroy();
  await proxy?.close();
  await homeserver?.stop();
});

beforeEach(async () => {
  proxy.rules.clear();
  roomId = await alice.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await alice.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [alice.userId, bob.userId]);
});

const sends = on('PUT', '/send/m.room.encrypted/');
const sendCount = (): number =>
  proxy.log.filter((request) => request.path.includes(`${encodeURIComponent(roomId)}/send/`))
    .length;
const rows = () => outboxOfRoom(alice.store.db, roomNoOf(alice.store.db, roomId) ?? -1);
const bobReads = (texts: readonly string[]): Promise<void> =>
  bob.until(`bob reads ${texts.length}`, () => bob.bodies(roomId).length >= texts.length);

test('CHAT-7.16 written offline, it goes out once and in order when the server is back', async () => {
  await alice.send(roomId, 'before');
  await bobReads(['before']);
  await proxy.setDown(true);
  await alice.until('offline', () => !alice.sync.gate.open());
  const texts = Array.from({ length: 10 }, (_, i) => `offline ${i}`);
  for (const text of texts) await alice.send(roomId, text);
  expect(rows().map((row) => row.status)).toEqual(texts.map(() => 'queued'));
  expect(rows().every((row) => row.tries === 0)).toBe(true);
  await proxy.setDown(false);
  alice.sync.wake();
  await alice.until('all out', () => rows().length === 0, 40_000);
  await bobReads(['before', ...texts]);
  expect(bob.bodies(roomId)).toEqual(['before', ...texts]);
  expect(sendCount()).toBe(11);
}, 60_000);

test('an answer that is lost after the server took the message: one event, one line here', async () => {
  proxy.rules.add({ match: sends, cut: 'before-headers', times: 1 });
  const key = await alice.send(roomId, 'lost answer');
  await alice.until('settled', () => rows().length === 0);
  await alice.send(roomId, 'end');
  await bobReads(['lost answer', 'end']);
  expect(bob.bodies(roomId)).toEqual(['lost answer', 'end']);
  const own = alice
    .events(roomId)
    .filter((event) => event.plain?.content['body'] === 'lost answer');
  expect(own.map((event) => event.localKey)).toEqual([key]);
}, 30_000);

test('a rate limit is waited out and counted', async () => {
  proxy.rules.add({
    match: sends,
    status: 429,
    body: { errcode: 'M_LIMIT_EXCEEDED', error: 'slow', retry_after_ms: 60 },
    times: 2,
  });
  for (const text of ['one', 'two']) await alice.send(roomId, text);
  await alice.until('settled', () => rows().length === 0);
  await bobReads(['one', 'two']);
  expect(bob.bodies(roomId)).toEqual(['one', 'two']);
  expect(sendCount()).toBe(4);
}, 30_000);

test('a server error is tried again after 2 s with the same transaction id', async () => {
  proxy.rules.add({ match: sends, status: 502, body: {}, times: 1 });
  await alice.send(roomId, 'again');
  await alice.until('a try was counted', () => rows()[0]?.tries === 1);
  expect(rows()[0]?.status).toBe('queued');
  await alice.until('settled', () => rows().length === 0);
  await bobReads(['again']);
  const paths = proxy.log.filter((request) =>
    request.path.includes(`${encodeURIComponent(roomId)}/send/`),
  );
  expect(new Set(paths.map((request) => request.path)).size).toBe(1);
  expect(paths.length).toBe(2);
}, 30_000);

test('a refusal is final, blocks what follows, and resending sends both in order', async () => {
  proxy.rules.add({
    match: sends,
    status: 403,
    body: { errcode: 'M_FORBIDDEN', error: 'no' },
    times: 1,
  });
  const first = await alice.send(roomId, 'first');
  await alice.send(roomId, 'second');
  await alice.until('refused', () => rows().every((row) => row.status === 'not_sent'));
  expect(rows().map((row) => errorOf(row)?.code)).toEqual(['forbidden', 'blocked_by_earlier']);
  expect(sendCount()).toBe(1);
  await alice.outbox.retry(first);
  await bobReads(['first', 'second']);
  expect(bob.bodies(roomId)).toEqual(['first', 'second']);
  expect(sendCount()).toBe(3);
}, 30_000);

test('the same request twice is one message', async () => {
  const act = {
    requestId: nextRequestId(),
    roomId,
    threadId: null,
    text: 'once',
    kind: 'text',
    replyTo: null,
  } as const;
  const keys = [await alice.outbox.sendMessage(act), await alice.outbox.sendMessage(act)];
  await alice.until('settled', () => rows().length === 0);
  keys.push(await alice.outbox.sendMessage(act));
  await alice.send(roomId, 'end');
  await bobReads(['once', 'end']);
  expect(bob.bodies(roomId)).toEqual(['once', 'end']);
  expect(new Set(keys.map((one) => one.key)).size).toBe(1);
}, 30_000);

test('edits, reactions, replies and removals arrive as such', async () => {
  const key = await alice.send(roomId, 'original');
  await alice.until('settled', () => alice.bodies(roomId).includes('original'));
  const eventId = alice.events(roomId).find((event) => event.localKey === key)?.eventId ?? '';
  const of = { roomId, eventId };
  await alice.outbox.editMessage({ requestId: nextRequestId(), ...of, text: 'changed' });
  await alice.outbox.react({ requestId: nextRequestId(), ...of, key: '👍' });
  await alice.send(roomId, 'answer', eventId);
  const removed = await alice.send(roomId, 'gone');
  await alice.outbox.redact({
    requestId: nextRequestId(),
    roomId,
    eventId: removed,
    reason: 'typo',
  });
  const bobRoom = roomNoOf(bob.store.db, roomId) ?? -1;
  await bob.until('removed', () => bob.events(roomId).some((event) => event.redactedBy !== null));
  const editsNow = () => relationsOf(bob.store.db, bobRoom, eventId, 'm.replace');
  // Messages in the same answer as the redaction are decrypted after it.
  await bob.until(
    'all of it read',
    () => bob.bodies(roomId).includes('answer') && editsNow().some((edit) => edit.plain !== null),
  );
  const edits = editsNow();
  expect(edits.map((edit) => edit.plain?.content['m.new_content'])).toEqual([
    { msgtype: 'm.text', body: 'changed', 'm.mentions': {} },
  ]);
  const reactions = relationsOf(bob.store.db, bobRoom, eventId, 'm.annotation');
  expect(reactions.map((reaction) => reaction.raw.content)).toEqual([
    { 'm.relates_to': { rel_type: 'm.annotation', event_id: eventId, key: '👍' } },
  ]);
  const answer = bob.events(roomId).find((event) => event.plain?.content['body'] === 'answer');
  expect(answer?.plain?.content['m.relates_to']).toEqual({
    'm.in_reply_to': { event_id: eventId },
  });
  expect(bob.bodies(roomId)).not.toContain('gone');
}, 30_000);
