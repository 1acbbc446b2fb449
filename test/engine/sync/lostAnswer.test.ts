// An answer of sync that is lost on its way: what members changed in it is known all the same.
import { getMember } from '#stores/rooms/state';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { person, syncKit, type SyncKit, type TestPerson } from './kit';

let server: Homeserver;
let proxy: FaultProxy;
let kit: SyncKit;
let alice: TestPerson;
let bob: TestPerson;
let carol: TestPerson;
beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  const made = async (username: string) =>
    person(server, await server.registerUser({ username, password: 'pw', displayName: username }));
  [alice, bob, carol] = [await made('alice'), await made('bob'), await made('carol')];
}, 120_000);
afterAll(async () => {
  await kit.stop();
  await proxy.close();
  await server.stop();
});

const path = encodeURIComponent;
const member = (roomId: string, { userId }: TestPerson) =>
  getMember(kit.store.db, kit.room(roomId)?.roomNo ?? 0, userId);

test('a new name and a leaving that were lost on their way are known with the next answer', async () => {
  const roomId = await alice.createRoom({ invite: [bob.userId, carol.userId] });
  for (const one of [bob, carol]) await one.join(roomId);
  for (const one of [bob, carol]) await one.send(roomId, 'first');
  kit = syncKit(proxy.url, alice);
  kit.sync.start();
  await kit.until(() => kit.sync.gate.open() && member(roomId, carol)?.membership === 'join');
  expect(member(roomId, bob)?.displayName).toBe('bob');
  await proxy.waitForRequest(({ path: asked }) => asked.endsWith('/sync'));

  const lost = proxy.hold(on('GET', '/sync'), 'after-answer');
  await bob.call('PUT', `/profile/${path(bob.userId)}/displayname`, { displayname: 'Bob Berg' });
  await lost.reached;
  lost.drop();
  const gone = proxy.hold(on('GET', '/sync'), 'after-answer');
  await carol.call('POST', `/rooms/${path(roomId)}/leave`, {});
  await gone.reached;
  gone.drop();
  await bob.send(roomId, 'last');
  await kit.until(() => kit.bodies(roomId).includes('last'));
  expect(member(roomId, bob)?.displayName).toBe('Bob Berg');
  expect(member(roomId, carol)?.membership).toBe('leave');
});
