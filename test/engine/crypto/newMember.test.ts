// Somebody who joined in a gap of sync is known from the list of members alone, and gets the key of what is written next.
import { roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { keysPublished } from '../../support/keysPublished';
import { createEngine, type TestEngine } from './harness';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let people: TestEngine[];

beforeAll(async () => {
  homeserver = await startHomeserver();
  people = await Promise.all(
    ['alice', 'bob', 'carol'].map(async (username) =>
      createEngine({
        baseUrl: homeserver.baseUrl,
        account: await homeserver.registerUser({ username, password: 'pw' }),
      }),
    ),
  );
  await keysPublished(
    homeserver,
    people.map(({ userId }) => userId),
  );
}, 120_000);
afterAll(async () => {
  for (const one of people ?? []) await one.destroy();
  await homeserver?.stop();
});

test('who is found in the list of members gets the next room key', async () => {
  const [alice, bob, carol] = people as [TestEngine, TestEngine, TestEngine];
  const roomId = await alice.createRoom({ invite: [bob.userId] });
  const room = encodeURIComponent(roomId);
  await bob.request('POST', `/join/${room}`, {});
  await alice.untilJoined(roomId, [bob.userId]);
  await alice.send(roomId, 'first');
  await bob.until('the first', () => bob.bodies(roomId).length === 1);

  // From here on sync tells her nothing: the members are fetched, as after an answer with a gap.
  await alice.sync.stop();
  await bob.request('POST', `/rooms/${room}/invite`, { user_id: carol.userId });
  await carol.request('POST', `/join/${room}`, {});
  const roomNo = roomNoOf(alice.store.db, roomId) ?? -1;
  alice.store.write(() => updateRoom(alice.store.db, roomNo, { membersLoaded: false }));
  const content = { msgtype: 'm.text', body: 'second' };
  const encrypted = await alice.crypto.encrypt(roomNo, 'm.room.message', content);
  await alice.request('PUT', `/rooms/${room}/send/${encrypted.type}/second`, encrypted.content);
  await carol.until('the second', () => carol.bodies(roomId).includes('second'));
}, 60_000);
