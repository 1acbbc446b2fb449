// A room that moved to another version: who comes along, where it stands in spaces and in the list. Through the contract and a real homeserver.
import { on } from '../../faults/faultProxy';
import { requestId } from '../support';
import { join, makeRoom, openWorld, type Somebody, type World } from './kit';

let world: World;
let alice: Somebody;
let bob: Somebody;
let carol: Somebody;

beforeAll(async () => {
  world = await openWorld();
  alice = await world.open('alice');
  bob = await world.open('bob', 'server');
  carol = await world.open('carol', 'server');
}, 240_000);
afterEach(() => world.proxy.rules.clear());
afterAll(() => world?.close());

const names = (who: Somebody, fits: (rooms: string[]) => boolean, spaceId?: string) => {
  const shown: string[] = [];
  const query = {
    text: '',
    collapsed: [],
    limit: 50,
    ...(spaceId === undefined ? {} : { spaceId }),
  };
  return who.list('rooms', query, (items) => {
    shown.splice(
      0,
      Infinity,
      ...items.flatMap((item) => (item.kind === 'room' ? [item.roomId] : [])),
    );
    return fits(shown);
  });
};

/** A room of three, of which one was removed for good, that has moved. */
async function moved(name: string): Promise<{ from: string; to: string }> {
  const from = await makeRoom(alice, name, { invite: [bob.userId, carol.userId] });
  await join(bob, from);
  await join(carol, from);
  await alice.value('room', { roomId: from }, ({ joinedCount }) => joinedCount === 3);
  await alice.call('ban', { roomId: from, userId: carol.userId, reason: null });
  const { roomId: to } = await alice.call('upgradeRoom', { roomId: from, version: '12' });
  await alice.value('room', { roomId: to }, ({ predecessorRoomId }) => predecessorRoomId === from);
  return { from, to };
}

test('CHAT-7.33 whoever was in a private room is invited to the one that takes over; who was banned is not', async () => {
  const { from, to } = await moved('Plans');
  const alone = await alice.value(
    'room',
    { roomId: to },
    ({ leftBehind }) => leftBehind !== undefined,
  );
  expect(alone.joinedCount).toBe(1);
  expect(alone.leftBehind).toEqual({ names: ['bob'], count: 1 });
  expect(await alice.call('inviteLeftBehind', { roomId: to })).toEqual({ invited: 1, refused: 0 });
  const { inviter } = await bob.value(
    'room',
    { roomId: to },
    (room) => room.membership === 'invite',
  );
  expect(inviter?.userId).toBe(alice.userId);
  await alice.value('room', { roomId: to }, ({ leftBehind }) => leftBehind === undefined);
  // Both rooms are in the list until this account has joined the new one.
  await names(bob, (rooms) => rooms.includes(from) && rooms.includes(to));
  await bob.call('acceptInvite', { roomId: to });
  await names(bob, (rooms) => !rooms.includes(from) && rooms.includes(to));
  // Inviting everybody is the business of those who look after the room.
  const dora = await world.open('dora', 'server');
  await alice.call('invite', { roomId: from, userIds: [dora.userId], reason: null });
  await alice.value('room', { roomId: to }, ({ leftBehind }) => leftBehind !== undefined);
  await alice.value('room', { roomId: to }, ({ joinedCount }) => joinedCount === 2);
  const plain = await bob.value('room', { roomId: to }, ({ joinedCount }) => joinedCount === 2);
  expect(plain.leftBehind).toBeUndefined();
  // The old room can still be opened and read.
  expect((await bob.value('room', { roomId: from }, () => true)).replacementRoomId).toBe(to);
  await bob.call('leaveRoom', { roomId: to });
  await names(bob, (rooms) => rooms.includes(from));
}, 240_000);

test('who is left after an invitation was cut off is invited by the next press', async () => {
  const { to } = await moved('Cut');
  world.proxy.rules.add({
    match: on('POST', `/rooms/${encodeURIComponent(to)}/invite`),
    cut: 'before-forward',
  });
  await expect(alice.call('inviteLeftBehind', { roomId: to })).rejects.toBeDefined();
  world.proxy.rules.clear();
  // A server that is not reached is the matter of one person, and those behind are asked all the same.
  world.proxy.rules.add({
    match: on('POST', `/rooms/${encodeURIComponent(to)}/invite`),
    ...{ status: 502, body: { errcode: 'M_UNKNOWN', error: 'Failed to connect' } },
  });
  expect(await alice.call('inviteLeftBehind', { roomId: to })).toEqual({ invited: 0, refused: 1 });
  world.proxy.rules.clear();
  expect(await alice.call('inviteLeftBehind', { roomId: to })).toEqual({ invited: 1, refused: 0 });
  await bob.value('room', { roomId: to }, (room) => room.membership === 'invite');
}, 240_000);

test('a room in which an own message was not sent stays in the list', async () => {
  const bea = await world.open('bea');
  const from = await makeRoom(alice, 'Words', { invite: [bea.userId] });
  await join(bea, from);
  await alice.value('room', { roomId: from }, ({ joinedCount }) => joinedCount === 2);
  world.proxy.rules.add({ match: on('PUT', '/send/m.room.message'), status: 403, body: {} });
  await bea.call('sendMessage', {
    ...{ requestId: requestId(), roomId: from, threadId: null, text: 'not sent' },
    ...{ kind: 'text' as const, replyTo: null },
  });
  await bea.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((item) => item.kind === 'room' && item.unsent),
  );
  const { roomId: to } = await alice.call('upgradeRoom', { roomId: from, version: '12' });
  await alice.call('inviteLeftBehind', { roomId: to });
  await bea.value('room', { roomId: to }, ({ membership }) => membership === 'invite');
  await bea.call('acceptInvite', { roomId: to });
  await names(bea, (rooms) => rooms.includes(from) && rooms.includes(to));
}, 240_000);

test('a space has the new room in the place of the old one', async () => {
  const { roomId: spaceId } = await alice.direct
    .call('POST', '/createRoom', { name: 'Space', creation_content: { type: 'm.space' } })
    .then((answer) => ({ roomId: String(answer['room_id']) }));
  await alice.value('room', { roomId: spaceId }, ({ isSpace }) => isSpace);
  const from = await makeRoom(alice, 'Inside');
  await alice.direct.state(spaceId, 'm.space.child', { via: ['localhost'], order: 'b' }, from);
  await names(alice, (rooms) => rooms.includes(from), spaceId);
  const { roomId: to } = await alice.call('upgradeRoom', { roomId: from, version: '12' });
  await names(alice, (rooms) => rooms.includes(to) && !rooms.includes(from), spaceId);
  const at = `/rooms/${encodeURIComponent(spaceId)}/state/m.space.child/`;
  expect(await alice.direct.call('GET', at + encodeURIComponent(to))).toEqual({
    via: ['localhost'],
    order: 'b',
  });
}, 240_000);

test('the own emoji and stickers of a room go along, and are used in the new one', async () => {
  const from = await makeRoom(alice, 'Canteen');
  const pack = (name: string) => ({
    pack: { display_name: name },
    images: { ship: { url: 'mxc://localhost/ship', body: 'ship' } },
  });
  await alice.direct.state(from, 'm.room.image_pack', pack('Stable'), 'one');
  await alice.direct.state(from, 'im.ponies.room_emotes', pack('Legacy'), '');
  await alice.direct.state(from, 'im.ponies.room_emotes', {}, 'gone');
  await alice.list('imagePacks', { roomId: from }, (packs) =>
    ['Stable', 'Legacy'].every((name) => packs.some((one) => one.name === name)),
  );
  const { roomId: to } = await alice.call('upgradeRoom', { roomId: from, version: '12' });
  const packs = await alice.list('imagePacks', { roomId: to }, (items) =>
    items.some(({ name }) => name === 'Legacy'),
  );
  expect(packs.map(({ name }) => name)).toEqual(['Stable', 'Legacy']);
  const at = `/rooms/${encodeURIComponent(to)}/state/`;
  expect(await alice.direct.call('GET', `${at}m.room.image_pack/one`)).toEqual(pack('Stable'));
  await expect(alice.direct.call('GET', `${at}im.ponies.room_emotes/gone`)).rejects.toBeDefined();
}, 240_000);

test('who uses a pack of the room everywhere uses the one of the room that takes over, once they are in it', async () => {
  const from = await makeRoom(alice, 'Harbour', { public: true });
  await join(bob, from);
  const { pack } = await alice.call('makePack', { roomId: from, name: 'Boats' });
  const stateKey = pack.slice(from.length + 1);
  await bob.list('managedPacks', { roomId: from }, (packs) => packs.length === 1);
  await bob.call('usePackEverywhere', { pack, on: true });
  const everywhere = (who: Somebody, roomId: string, on: boolean) =>
    who.list('managedPacks', { roomId }, (packs) =>
      packs.some((one) => one.key === `${roomId} ${stateKey}` && one.everywhere === on),
    );
  await everywhere(bob, from, true);
  const { roomId: to } = await alice.call('upgradeRoom', { roomId: from, version: '12' });
  await join(bob, to);
  await everywhere(bob, to, true);
  await everywhere(bob, from, false);
  const user = encodeURIComponent(bob.userId);
  for (const type of ['m.image_pack.rooms', 'im.ponies.emote_rooms'])
    expect(await bob.direct.call('GET', `/user/${user}/account_data/${type}`)).toEqual({
      rooms: { [to]: { [stateKey]: {} } },
    });
  // Switched off in the new room it stays so.
  await bob.call('usePackEverywhere', { pack: `${to} ${stateKey}`, on: false });
  await everywhere(bob, to, false);
  await everywhere(alice, to, false);
}, 240_000);
