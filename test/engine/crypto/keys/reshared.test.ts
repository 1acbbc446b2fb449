// A room key that is given twice: once from its first message on, once from a later one, and both come in one answer.
import { startHomeserver } from '../../../homeserver/homeserver.cjs';
import { inParts } from '#engine/crypto/inbox';
import { roomNoOf } from '#stores/rooms/rooms';
import { countInbox, pushInbox } from '#stores/settings/inbox';
import { keysPublished } from '../../../support/keysPublished';
import { createEngine, type TestEngine } from '../harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
let homeserver: Homeserver;
let alice: TestEngine;
let bob: TestEngine;

const register = async (username: string, start: boolean): Promise<TestEngine> => {
  const account = await homeserver.registerUser({ username, password: 'pw' });
  return createEngine({ baseUrl: homeserver.baseUrl, account, start });
};

beforeAll(async () => {
  homeserver = await startHomeserver();
  alice = await register('alice', true);
  bob = await register('bob', true);
  await keysPublished(homeserver, [alice.userId, bob.userId]);
}, 120_000);

afterAll(async () => {
  await alice?.destroy();
  await bob?.destroy();
  await homeserver?.stop();
});

/** Her device as it stands, without listening to the server. */
async function deaf(engine: TestEngine): Promise<TestEngine> {
  await engine.stop();
  const { account, folder, key } = engine;
  return createEngine({ baseUrl: homeserver.baseUrl, account, folder, key, start: false });
}

test('when first Olm messages cross, the key that reads from the first message on is kept', async () => {
  const roomId = await alice.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await alice.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [alice.userId, bob.userId]);
  alice = await deaf(alice);

  await bob.send(roomId, 'first');
  await bob.until('the first is sent', () => bob.bodies(roomId).length === 1);
  // Her own room key, in a new Olm session: to Bob her device has begun afresh, so he gives his key once more.
  await alice.crypto.prepareToEncrypt(roomNoOf(alice.store.db, roomId) ?? -1);
  await alice.request('PUT', `/rooms/${encodeURIComponent(roomId)}/state/m.room.topic`, {
    topic: 'After her key',
  });
  await bob.until('what came after her key', () =>
    bob.events(roomId).some(({ type }) => type === 'm.room.topic'),
  );
  await bob.send(roomId, 'second');
  await bob.until('the second is sent', () => bob.bodies(roomId).length === 2);
  const given = homeserver.databaseQuery(
    'SELECT 1 FROM device_inbox WHERE user_id = ?',
    alice.userId,
  );
  expect(given).toHaveLength(2);

  alice.sync.start();
  await alice.until('both', () => alice.bodies(roomId).length === 2);
  expect(alice.bodies(roomId)).toEqual(['first', 'second']);
}, 60_000);

test('nothing is lost or moved when a row is taken in parts', () => {
  const event = (sender: string, type = 'm.room.encrypted', n = 0) => ({
    sender,
    type,
    content: { n },
  });
  const events = [
    event('@a:x'),
    event('@b:x'),
    event('@a:x', 'm.room_key.withheld'),
    event('@a:x', 'm.room.encrypted', 1),
    event('@b:x', 'm.room.encrypted', 1),
    event('@b:x', 'm.room.encrypted', 2),
  ];
  const content = {
    toDeviceEvents: events,
    deviceLists: { changed: ['@a:x'], left: [] },
    oneTimeKeysCounts: { signed_curve25519: 3 },
    unusedFallbackKeys: null,
    nextBatch: 's1',
  };
  const parts = inParts(content);
  expect(parts.map((part) => part.toDeviceEvents.length)).toEqual([0, 3, 2, 1]);
  expect(parts.flatMap((part) => part.toDeviceEvents)).toEqual(events);
  expect(parts.map((part) => part.deviceLists.changed)).toEqual([['@a:x'], [], [], []]);
  expect(new Set(parts.map((part) => part.oneTimeKeysCounts))).toEqual(
    new Set([content.oneTimeKeysCounts]),
  );
  expect(inParts({ ...content, toDeviceEvents: [] })).toHaveLength(1);
});

test('who encrypts has taken what sync stored before', async () => {
  const roomId = await alice.createRoom({});
  await alice.until('an encrypted room', () =>
    alice.events(roomId).some(({ type }) => type === 'm.room.encryption'),
  );
  await alice.sync.stop();
  const { db } = alice.store;
  const news = {
    toDeviceEvents: [],
    deviceLists: { changed: [bob.userId], left: [] },
    oneTimeKeysCounts: {},
    unusedFallbackKeys: null,
    nextBatch: 's1',
  };
  alice.store.write(() => pushInbox(db, news));
  const content = { msgtype: 'm.text', body: 'third' };
  await alice.crypto.encrypt(roomNoOf(db, roomId) ?? -1, 'm.room.message', content);
  expect(countInbox(db)).toBe(0);
}, 30_000);
