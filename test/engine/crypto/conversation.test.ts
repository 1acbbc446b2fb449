// Two accounts talk encrypted over a real homeserver.
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { roomNoOf } from '#stores/rooms/rooms';
import { createEngine, type TestEngine } from './harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
let homeserver: Homeserver;
let alice: TestEngine;
let bob: TestEngine;
let roomId: string;

beforeAll(async () => {
  homeserver = await startHomeserver();
  const engine = async (username: string): Promise<TestEngine> =>
    createEngine({
      baseUrl: homeserver.baseUrl,
      account: await homeserver.registerUser({ username, password: 'pw' }),
    });
  alice = await engine('alice');
  bob = await engine('bob');
  roomId = await alice.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await alice.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [alice.userId, bob.userId]);
}, 120_000);

afterAll(async () => {
  await alice?.destroy();
  await bob?.destroy();
  await homeserver?.stop();
});

const texts = (name: string): string[] => Array.from({ length: 20 }, (_, i) => `${name} ${i}`);

test('20 messages each way, all decrypted, in order, each once', async () => {
  for (const text of texts('a')) await alice.send(roomId, text);
  for (const text of texts('b')) await bob.send(roomId, text);
  const all = [...texts('a'), ...texts('b')].toSorted();
  for (const engine of [alice, bob]) {
    await engine.until('40 messages', () => engine.bodies(roomId).length === 40);
    expect(engine.bodies(roomId).toSorted()).toEqual(all);
    const from = (userId: string): string[] =>
      engine
        .events(roomId)
        .filter((event) => event.sender === userId && event.plain !== null)
        .map((event) => String(event.plain?.content['body']));
    expect(from(alice.userId)).toEqual(texts('a'));
    expect(from(bob.userId)).toEqual(texts('b'));
    await engine.until('no rows left', () => engine.statuses(roomId).length === 0);
  }
  const sent = homeserver.databaseQuery(
    `SELECT type, count(*) AS n FROM events WHERE room_id = ? AND type LIKE 'm.room.%e%' AND type IN ('m.room.message', 'm.room.encrypted') GROUP BY type`,
    roomId,
  );
  expect(sent).toEqual([{ type: 'm.room.encrypted', n: 40 }]);
}, 60_000);

test('an own message is never unreadable, not even between its echo and decrypting', async () => {
  const seen: boolean[] = [];
  const key = await alice.send(roomId, 'mine');
  await alice.until('the echo', () => {
    const echo = alice.events(roomId).find((event) => event.localKey === key);
    if (echo !== undefined) seen.push(echo.plain !== null);
    return seen.length > 0;
  });
  expect(seen).toEqual([true]);
  await bob.until('bob reads it', () => bob.bodies(roomId).includes('mine'));
}, 30_000);

test('the key of a message is shared while it is still written', async () => {
  const other = await alice.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(other)}`, {});
  await alice.untilJoined(other, [alice.userId, bob.userId]);
  await alice.crypto.prepareToEncrypt(roomNoOf(alice.store.db, other) ?? -1);
  // The server stores this after the key, so that Bob gets it later.
  await alice.request('PUT', `/rooms/${encodeURIComponent(other)}/state/m.room.topic`, {
    topic: 'Later',
  });
  await bob.until('the topic', () => bob.events(other).some(({ type }) => type === 'm.room.topic'));
  // The same answer may have brought both, and is stored before the library has it.
  await bob.crypto.processInbox();
  expect(await bob.crypto.exportRoomKeys()).toContain(other);
  expect(bob.bodies(other)).toEqual([]);
}, 60_000);
