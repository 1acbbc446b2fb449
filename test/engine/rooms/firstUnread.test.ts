// The unread messages that a new device shows after its first sync, at a real Synapse: those that were written, and nothing else that the
// server has counted.
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { openWindow } from '../support';
import { person } from '../sync/kit';

type Person = ReturnType<typeof person>;

let homeserver: Homeserver;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  homeserver = await startHomeserver();
  const register = async (username: string) =>
    person(
      homeserver,
      await homeserver.registerUser({ username, password: 'pw', displayName: username }),
    );
  alice = await register('alice');
  bob = await register('bob');
}, 120_000);
afterAll(() => homeserver?.stop());

/** A room of Alice in which Bob is, and has read nothing. */
async function chat(options: object): Promise<string> {
  const roomId = await alice.createRoom({ ...options, invite: [bob.userId] });
  await bob.join(roomId);
  return roomId;
}

/** How much the server counts as unread for Bob. It gives its last answer again to whoever asks the same. */
let asked = 0;
async function counted(roomId: string): Promise<number> {
  const room = { rooms: [roomId], timeline: { limit: (asked += 1) } };
  const filter = encodeURIComponent(JSON.stringify({ room }));
  const { rooms } = (await bob.call('GET', `/sync?filter=${filter}`)) as {
    rooms: { join: Record<string, { unread_notifications: { notification_count: number } }> };
  };
  return rooms.join[roomId]?.unread_notifications.notification_count ?? 0;
}

/** The server counts an invitation as unread after the room was entered, as soon as it sums up what it has; it keeps what it answered before. */
async function summedUp(): Promise<void> {
  const probe = await chat({ name: 'Probe' });
  for (let sent = 1; ; sent += 1) {
    await alice.send(probe, `line ${sent}`);
    if ((await counted(probe)) > sent) return;
  }
}

test('on a new device each of ten chats with one message has that one as unread, also where the server counts the invitation too', async () => {
  const roomIds: string[] = [];
  for (let at = 0; at < 10; at += 1) {
    const roomId = await chat(at % 2 === 0 ? { name: `Room ${at}` } : { is_direct: true });
    await alice.send(roomId, `hello ${at}`);
    roomIds.push(roomId);
  }
  await summedUp();
  const window = openWindow();
  await window.call('signIn', { server: homeserver.baseUrl, user: 'bob', password: 'pw' });
  await window.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    roomIds.every((roomId) =>
      items.some((one) => one.kind === 'room' && one.roomId === roomId && one.unread === 1),
    ),
  );
  expect(await counted(roomIds[0] ?? '')).toBe(2);
  await window.stop();
}, 120_000);

/** A big room: much that is no message, and messages between. */
async function crowd(roomId: string, said: number, around: number): Promise<void> {
  for (let at = 0; at < said; at += 1) {
    for (let n = 0; n < around; n += 1)
      await alice.call(
        'PUT',
        `/rooms/${encodeURIComponent(roomId)}/state/org.example.seat/${at}-${n}`,
        {
          n,
        },
      );
    await alice.send(roomId, `hello ${at}`);
  }
}

test('a room full of other events counts its messages alone, whether it was watched or comes to a new device', async () => {
  const watched = openWindow();
  await watched.call('signIn', { server: homeserver.baseUrl, user: 'bob', password: 'pw' });
  const roomId = await chat({ name: 'Town hall', preset: 'public_chat' });
  await crowd(roomId, 15, 15);
  await summedUp();
  // The number of the server comes again with the next message.
  await alice.send(roomId, 'hello all');
  const has16 = (items: readonly RoomListItem[]): boolean =>
    items.some((one) => one.kind === 'room' && one.roomId === roomId && one.unread === 16);
  await watched.list('rooms', { text: '', collapsed: [], limit: 50 }, has16);
  expect(await counted(roomId)).toBe(17);
  await watched.stop();
  const fresh = openWindow();
  await fresh.call('signIn', { server: homeserver.baseUrl, user: 'bob', password: 'pw' });
  await fresh.list('rooms', { text: '', collapsed: [], limit: 50 }, has16);
  await fresh.stop();
}, 240_000);
