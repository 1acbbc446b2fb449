// A new name or picture of this account is no reading: what was unread stays unread, also where the server stops counting it.
import { countUnread } from '#engine/push/unread';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { person, syncKit, temporaryFolder, type SyncKit, type TestPerson } from './kit';

let server: Homeserver;
let alice: TestPerson;
let bob: TestPerson;
let one: SyncKit;
const folder = temporaryFolder();

beforeAll(async () => {
  server = await startHomeserver();
  const register = async (username: string) =>
    person(server, await server.registerUser({ username, password: 'pw', displayName: username }));
  alice = await register('alice');
  bob = await register('bob');
}, 120_000);
afterAll(async () => {
  await one.stop();
  await server.stop();
});

const rename = (name: string) =>
  alice.call('PUT', `/profile/${encodeURIComponent(alice.userId)}/displayname`, {
    displayname: name,
  });

/** The number that the server's own answer has for the room. */
async function atServer(roomId: string): Promise<number> {
  const answer = (await alice.call('GET', '/sync?timeout=0')) as {
    rooms: { join: Record<string, { unread_notifications: { notification_count: number } }> };
  };
  return answer.rooms.join[roomId]?.unread_notifications.notification_count ?? 0;
}

const hasName = (roomId: string, name: string) => (): unknown =>
  one.store.db
    .prepare(
      'SELECT 1 FROM members m JOIN rooms r USING (room_no) WHERE r.room_id = ? AND m.user_id = ? AND m.display_name = ?',
    )
    .get(roomId, alice.userId, name);

test('a new name takes no unread message and no mention away, until they are read', async () => {
  const roomId = await alice.createRoom({ name: 'Kitchen', invite: [bob.userId] });
  await bob.join(roomId);
  one = syncKit(server.baseUrl, alice, { folder });
  one.sync.start();
  await one.until(() => one.room(roomId));
  await bob.send(roomId, 'the tap drips');
  const last = await bob.send(roomId, 'alice: can you look?');
  await one.until(() => one.room(roomId)?.unread === 2 && one.room(roomId)?.highlights === 1);

  await rename('Alice H.');
  await one.until(hasName(roomId, 'Alice H.'));
  expect(await atServer(roomId)).toBe(0);
  expect(one.room(roomId)).toMatchObject({ unread: 2, highlights: 1 });

  // Also over a second change and a new start, and what comes is counted with it.
  await rename('Alice Hartmann');
  await one.until(hasName(roomId, 'Alice Hartmann'));
  await bob.send(roomId, 'never mind');
  await one.until(() => one.room(roomId)?.unread === 3);
  await one.stop();
  one = syncKit(server.baseUrl, alice, { folder });
  one.sync.start();
  await bob.send(roomId, 'or do');
  await one.until(() => one.room(roomId)?.unread === 4);
  expect(one.room(roomId)?.highlights).toBe(1);

  // Reading on another device: the server is right again.
  await alice.call('POST', `/rooms/${encodeURIComponent(roomId)}/receipt/m.read/${last}`, {});
  await one.until(() => one.room(roomId)?.unread === 2);
  expect(one.room(roomId)).toMatchObject({ highlights: 0, carriedUnread: 0, carriedHighlights: 0 });
}, 60_000);

test('the count that this computer makes of an encrypted room takes a new name for no reading either', async () => {
  const roomId = await alice.createRoom({ name: 'Cellar', invite: [bob.userId] });
  await bob.join(roomId);
  const { roomNo } = await one.until(() => one.room(roomId));
  const count = (): number =>
    countUnread(one.store.db, roomNo, alice.userId, {
      outcome: ({ type }) => ({
        ...{ notify: type === 'm.room.message', highlight: false, sound: false },
      }),
    }).unread;
  await bob.send(roomId, 'the light is broken');
  await one.until(() => count() === 1);
  await rename('Alice of the cellar');
  await one.until(hasName(roomId, 'Alice of the cellar'));
  expect(count()).toBe(1);
  await alice.send(roomId, 'I have a bulb');
  await one.until(() => count() === 0);
}, 60_000);

test('an own message reads the room', async () => {
  const roomId = await alice.createRoom({ name: 'Shed', invite: [bob.userId] });
  await bob.join(roomId);
  await one.until(() => one.room(roomId));
  await bob.send(roomId, 'where is the rake?');
  await one.until(() => one.room(roomId)?.unread === 1);
  await rename('Alice');
  await one.until(hasName(roomId, 'Alice'));
  expect(one.room(roomId)?.unread).toBe(1);
  await alice.send(roomId, 'behind the door');
  await one.until(() => one.room(roomId)?.unread === 0);
}, 60_000);

test('read on another device, within what fell into a gap: nothing is left unread here', async () => {
  const roomId = await alice.createRoom({ name: 'Attic', invite: [bob.userId] });
  await bob.join(roomId);
  await one.until(() => one.room(roomId));
  for (let n = 0; n < 60; n += 1) await bob.send(roomId, `before ${n}`);
  await one.until(() => one.room(roomId)?.unread === 60);
  await one.stop();
  const seen = await alice.send(roomId, 'seen on the phone');
  await alice.call('POST', `/rooms/${encodeURIComponent(roomId)}/receipt/m.read/${seen}`, {});
  for (let n = 0; n < 52; n += 1)
    await bob.call('PUT', `/rooms/${encodeURIComponent(roomId)}/send/org.example.quiet/q${n}`, {
      n,
    });
  await rename('Alice of the attic');
  one = syncKit(server.baseUrl, alice, { folder });
  one.sync.start();
  await one.until(hasName(roomId, 'Alice of the attic'));
  expect(await atServer(roomId)).toBe(0);
  expect(one.room(roomId)).toMatchObject({ unread: 0, carriedUnread: 0 });
}, 60_000);

test('what came with a gap stays unread under a new name, too, until it is read', async () => {
  const roomId = await alice.createRoom({ name: 'Loft', invite: [bob.userId] });
  await bob.join(roomId);
  await one.until(() => one.room(roomId));
  await alice.send(roomId, 'who is up there?');
  await bob.send(roomId, 'first');
  await one.until(() => one.room(roomId)?.unread === 1);
  await one.stop();
  for (let n = 0; n < 70; n += 1) await bob.send(roomId, `alice: are you there? ${n}`);
  one = syncKit(server.baseUrl, alice, { folder });
  one.sync.start();
  await one.until(() => one.room(roomId)?.unread === 71);
  const { highlights } = await one.until(() => one.room(roomId));
  expect(one.bodies(roomId).length).toBeLessThan(60);

  await rename('Alice of the loft');
  await one.until(hasName(roomId, 'Alice of the loft'));
  expect(await atServer(roomId)).toBe(0);
  expect(one.room(roomId)).toMatchObject({ unread: 71, highlights });
  const last = await bob.send(roomId, 'one more');
  await one.until(() => one.room(roomId)?.unread === 72);

  await alice.call('POST', `/rooms/${encodeURIComponent(roomId)}/receipt/m.read/${last}`, {});
  await one.until(() => one.room(roomId)?.unread === 0);
  expect(one.room(roomId)).toMatchObject({ highlights: 0, carriedUnread: 0 });
}, 60_000);

test('the same in rooms that were joined elsewhere and never opened, also where most of what is unread is not here', async () => {
  const rooms: string[] = [];
  for (const count of [1, 9, 40]) {
    const roomId = await bob.createRoom({ name: `Plot ${count}`, invite: [alice.userId] });
    await alice.join(roomId);
    for (let n = 0; n < count; n += 1) await bob.send(roomId, `message ${n}`);
    rooms.push(roomId);
  }
  const other = syncKit(server.baseUrl, alice);
  other.sync.start();
  const unread = () => rooms.map((roomId) => other.room(roomId)?.unread).join();
  await other.until(() => unread() === '1,9,40');
  await rename('Alice of the plots');
  const count = other.store.db.prepare(
    `SELECT count(*) AS n FROM members m JOIN rooms r USING (room_no), json_each(?) j
     WHERE r.room_id = j.value AND m.user_id = ? AND m.display_name = ?`,
  );
  const wanted = [JSON.stringify(rooms), alice.userId, 'Alice of the plots'];
  await other.until(() => (count.get(...wanted) as { n: number }).n === rooms.length);
  expect(unread()).toBe('1,9,40');
  await other.stop();
}, 60_000);
