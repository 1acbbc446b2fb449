// A plain room at a real Synapse in which this account speaks from another client that sends no receipts: the server counts on, and here the
// number, the line and the row tell of what came since.
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { openWindow } from '../support';
import { person } from '../sync/kit';

let homeserver: Homeserver;
beforeAll(async () => {
  homeserver = await startHomeserver();
}, 120_000);
afterAll(() => homeserver?.stop());

test('what stands above the own message of another client is read, what comes after it is new', async () => {
  const register = async (username: string) =>
    person(homeserver, await homeserver.registerUser({ username, password: 'pw' }));
  const [alice, bob] = [await register('alice'), await register('bob')];
  const roomId = await alice.createRoom({ name: 'Bridged', invite: [bob.userId] });
  await bob.join(roomId);
  const window = openWindow();
  await window.call('signIn', { server: homeserver.baseUrl, user: 'bob', password: 'pw' });
  const unread = (count: number) =>
    window.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
      items.some((one) => one.kind === 'room' && one.roomId === roomId && one.unread === count),
    );
  const eventId = await alice.send(roomId, 'read');
  await unread(1);
  await window.call('markRead', { roomId, threadId: null, eventId });
  await unread(0);
  await alice.send(roomId, 'a');
  await alice.send(roomId, 'b');
  await unread(2);
  const after = await bob.send(roomId, 'from the phone');
  await unread(0);
  await alice.send(roomId, 'since');
  await unread(1);
  expect(await window.call('unreadPlace', { roomId })).toMatchObject({
    place: { count: 1, after },
  });
  // The server itself goes on counting.
  const { rooms } = (await bob.call('GET', '/sync')) as {
    rooms: { join: Record<string, { unread_notifications: { notification_count: number } }> };
  };
  expect(rooms.join[roomId]?.unread_notifications.notification_count).toBe(3);
  await window.stop();
}, 240_000);
