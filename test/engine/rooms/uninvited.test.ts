// Rooms and invitations where somebody cannot be invited. The server makes a room before it invites, so that its error says nothing of the
// room. It federates with nobody: whoever is elsewhere cannot be reached.
import { listRooms } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import { on, type FaultProxy } from '../../faults/faultProxy';
import { failureOf } from '../http/kit';
import { newRoom, openRooms, type RoomKit, type RoomsStage } from './kit';

let stage: RoomsStage;
let proxy: FaultProxy;
let alice: RoomKit;
let bob: RoomKit;
const far = '@x:unreachable.example';

beforeAll(async () => {
  stage = await openRooms();
  ({ proxy, alice, bob } = stage);
}, 120_000);

afterEach(() => proxy.rules.clear());

afterAll(() => stage?.close());

const listed = () => listRooms(alice.store.db, 'join').map(({ roomId }) => roomId);
async function joinedAtServer(): Promise<unknown[]> {
  const answer = await alice.direct.call('GET', '/joined_rooms');
  return (answer as { joined_rooms: unknown[] }).joined_rooms;
}
const inviteOf = (roomId: string, userId: string) =>
  getMember(alice.store.db, alice.room(roomId)?.roomNo ?? 0, userId)?.membership;

test('a chat with somebody of a server that is not reached leaves no room, however often it is tried, and says why', async () => {
  const before = [await joinedAtServer(), listed()];
  const request = newRoom({ name: null, direct: true, encrypted: true, invite: [far] });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await failureOf(alice.made(request))).toMatchObject({
      code: 'not_invited',
      data: { uninvited: [{ userId: far, reason: 'server' }] },
    });
    expect([await joinedAtServer(), listed()]).toEqual(before);
  }
});

test('the room that a failed try could not clear away goes with the next one', async () => {
  const before = await joinedAtServer();
  const request = newRoom({ name: null, direct: true, encrypted: true, invite: [far] });
  proxy.rules.add({ match: on('POST', '/leave'), status: 502, body: {}, times: 1 });
  expect(await failureOf(alice.made(request))).toMatchObject({ code: 'not_invited' });
  expect(await joinedAtServer()).toHaveLength(before.length + 1);
  expect(await failureOf(alice.made(request))).toMatchObject({ code: 'not_invited' });
  expect(await joinedAtServer()).toEqual(before);
  expect(listed()).toEqual(before);
});

test('a chat whose answer became an error on the way is the one that the server made', async () => {
  const before = (await joinedAtServer()).length;
  proxy.rules.add({
    match: on('POST', '/createRoom'),
    status: 504,
    body: {},
    late: true,
    times: 1,
  });
  const request = newRoom({ name: null, direct: true, encrypted: true, invite: [bob.userId] });
  const { roomId, uninvited } = await alice.made(request);
  expect([uninvited, inviteOf(roomId, bob.userId)]).toEqual([[], 'invite']);
  expect(await joinedAtServer()).toHaveLength(before + 1);
});

test('a room is made without those who cannot be invited, and names them; the others are invited', async () => {
  const before = (await joinedAtServer()).length;
  const request = newRoom({ name: 'With far people', encrypted: true, invite: [far, bob.userId] });
  const made = await alice.made(request);
  expect(made.uninvited).toEqual([{ userId: far, reason: 'server' }]);
  await alice.until(() => inviteOf(made.roomId, bob.userId) === 'invite');
  expect(await joinedAtServer()).toHaveLength(before + 1);
  expect(await alice.made(request)).toEqual({ roomId: made.roomId, uninvited: [] });
});

test('a room whose invitations were cut off is the same room in the next try, which invites those who are left', async () => {
  const before = (await joinedAtServer()).length;
  const request = newRoom({ name: 'Cut off', invite: [bob.userId] });
  proxy.rules.add({ match: on('POST', '/invite'), cut: 'before-forward', times: 1 });
  expect(await failureOf(alice.made(request))).toMatchObject({ code: 'offline' });
  const { roomId, uninvited } = await alice.made(request);
  await alice.until(() => inviteOf(roomId, bob.userId) === 'invite');
  expect([uninvited, (await joinedAtServer()).length]).toEqual([[], before + 1]);
});

test('of several who are invited each is told of who was not, with the reason', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Door' }));
  await alice.membership.ban(roomId, bob.userId);
  await alice.until(() => inviteOf(roomId, bob.userId) === 'ban');
  const trouble = '@trouble:localhost';
  proxy.rules.add({ match: on('POST', '/invite'), status: 502, body: {}, skip: 2, times: 1 });
  const [strange, last] = ['@strange:localhost', '@last:localhost'];
  proxy.rules.add({
    ...{ match: on('POST', '/invite'), status: 400, skip: 2, times: 1 },
    body: { errcode: 'M_INCOMPATIBLE_ROOM_VERSION', error: 'no' },
  });
  expect(await alice.membership.invite(roomId, [far, bob.userId, trouble, strange, last])).toEqual([
    { userId: far, reason: 'server' },
    { userId: bob.userId, reason: 'banned' },
    { userId: trouble, reason: 'trouble' },
    { userId: strange, reason: 'version' },
  ]);
  await alice.until(() => inviteOf(roomId, last) === 'invite');
});
