// Rooms beyond the own ones, through the contract and a real homeserver: what servers list, addresses, bridged networks, shared rooms.
import { on } from '../../faults/faultProxy';
import { eventually } from '../../support/eventually';
import { join, makeRoom, openWorld, type Somebody, type World } from './kit';

let world: World;
let alice: Somebody;
let bob: Somebody;

beforeAll(async () => {
  world = await openWorld({ room_list_publication_rules: [{ action: 'allow' }] });
  [alice, bob] = [await world.open('alice'), await world.open('bob', 'server')];
}, 240_000);
afterEach(() => world.proxy.rules.clear());
afterAll(() => world?.close());

test('a mistyped address of the own server belongs to nobody', async () => {
  expect((await alice.call('findPerson', { userId: '@bbob:localhost' })).found).toBe('nobody');
  expect(await alice.call('findPerson', { userId: bob.userId })).toMatchObject({
    ...{ found: 'there', person: { name: 'bob' } },
  });
});

const everything = { server: null, term: '', network: null, since: null };

test('CHAT-7.35 everything that a server lists is a GET, what is narrowed a POST; people are found with a term and a limit', async () => {
  const garden = await makeRoom(bob, 'Garden', { public: true, topic: 'Beds and paths' });
  await makeRoom(bob, 'Workshop', { public: true });
  const all = await alice.call('publicRooms', everything);
  expect(all.rooms.map(({ name }) => name).sort()).toEqual(['Garden', 'Workshop']);
  expect([all.next, all.total]).toEqual([null, 2]);
  expect(all.rooms.find(({ roomId }) => roomId === garden)).toMatchObject({
    ...{ topic: 'Beds and paths', joinedCount: 1, joinRule: 'public', membership: null },
    readable: false,
  });
  expect(alice.ask('GET', '/publicRooms')).toMatchObject([{ query: { limit: '30' } }]);

  const found = await alice.call('publicRooms', { ...everything, term: 'beds' });
  expect(found.rooms.map(({ name }) => name)).toEqual(['Garden']);
  expect(alice.ask('POST', '/publicRooms')).toMatchObject([
    { body: { limit: 30, filter: { generic_search_term: 'beds' } } },
  ]);
  await join(alice, garden);
  const [again] = (await alice.call('publicRooms', { ...everything, term: 'garden' })).rooms;
  expect(again?.membership).toBe('join');

  await alice.call('publicRooms', { ...everything, server: 'localhost', network: 'irc|one' });
  expect(alice.ask('POST', '/publicRooms').at(-1)).toMatchObject({
    query: { server: 'localhost' },
    body: { third_party_instance_id: 'irc|one' },
  });

  // The server takes new people into its directory in the background.
  await eventually('the server finds Bob', async () => {
    const { people } = await alice.call('searchPeople', { term: 'bob' });
    return people.map(({ userId }) => userId).join() === bob.userId;
  });
  expect(alice.ask('POST', '/user_directory/search')[0]?.body).toEqual({
    search_term: 'bob',
    limit: 20,
  });
}, 120_000);

test('a list of many pages goes on where the page before ended', async () => {
  const roomOf = (at: number) => ({ room_id: `!${at}:a.example`, num_joined_members: at });
  const page = (body: unknown) =>
    world.proxy.rules.add({ match: on('GET', '/publicRooms'), status: 200, body, times: 1 });
  page({
    chunk: [{ ...roomOf(1), guest_can_join: true }],
    next_batch: 'two',
    total_room_count_estimate: 2,
  });
  page({ chunk: [roomOf(2), { room_id: 7 }, null], total_room_count_estimate: 2 });
  const first = await alice.call('publicRooms', { ...everything, server: 'a.example' });
  expect([first.rooms[0]?.via, first.next, first.total]).toEqual([['a.example'], 'two', 2]);
  const second = await alice.call('publicRooms', { ...everything, since: first.next });
  expect(alice.ask('GET', '/publicRooms').at(-1)?.query).toEqual({ limit: '30', since: 'two' });
  expect([first, second].map(({ rooms }) => rooms[0]?.takesGuests)).toEqual([true, false]);
  expect([second.rooms.map(({ roomId }) => roomId), second.next]).toEqual([['!2:a.example'], null]);
});

test('CHAT-7.34 an address is made, found, made the main one and taken away; a room is listed and not', async () => {
  const roomId = await makeRoom(alice, 'Orchard');
  const alias = '#orchard:localhost';
  await alice.call('addAlias', { roomId, alias });
  expect(alice.ask('PUT', `/directory/room/${alias}`)).toMatchObject([
    { body: { room_id: roomId } },
  ]);
  expect((await bob.call('resolveAlias', { alias })).roomId).toBe(roomId);
  expect(await alice.call('roomAddresses', { roomId })).toEqual({
    ...{ main: null, others: [], local: [alias], listed: false },
  });
  expect(alice.ask('GET', `/rooms/${roomId}/aliases`)).toHaveLength(1);

  await alice.call('setMainAlias', { roomId, alias });
  await alice.call('setListed', { roomId, on: true });
  await alice.call('setRoomRules', { roomId, change: { joinRule: 'public' } });
  expect(alice.ask('PUT', `/directory/list/room/${roomId}`)).toMatchObject([
    { body: { visibility: 'public' } },
  ]);
  const listed = await bob.call('publicRooms', { ...everything, term: 'orchard' });
  expect(listed.rooms).toMatchObject([{ roomId, alias, name: 'Orchard' }]);
  const other = '#fruit:localhost';
  await alice.call('addAlias', { roomId, alias: other });
  await alice.call('setMainAlias', { roomId, alias: other });
  await alice.call('removeAlias', { roomId, alias });
  await expect(bob.call('resolveAlias', { alias })).rejects.toMatchObject({
    error: { code: 'not_found' },
  });
  const taken = await makeRoom(bob, 'Taken');
  await expect(bob.call('addAlias', { roomId: taken, alias: other })).rejects.toMatchObject({
    error: { code: 'conflict' },
  });
  await alice.call('setListed', { roomId, on: false });
  const after = await alice.call('roomAddresses', { roomId });
  expect([after.local, after.listed]).toEqual([[other], false]);
  expect((await bob.call('publicRooms', { ...everything, term: 'orchard' })).rooms).toEqual([]);
}, 120_000);

test('a new public room has the address that was asked for, and whoever makes it hears whether the server lists it', async () => {
  const make = (requestId: string, alias: string) =>
    alice.call('createRoom', {
      ...{ requestId, name: 'Chess', topic: null, direct: false, encrypted: false },
      ...{ public: true, alias, invite: [] },
    });
  const made = await make('request-public-1', 'chess');
  expect(made.listed).toBe(true);
  expect((await bob.call('resolveAlias', { alias: '#chess:localhost' })).roomId).toBe(made.roomId);
  await expect(make('request-public-2', 'chess')).rejects.toMatchObject({
    error: { code: 'conflict' },
  });
  // Most servers list no room unless their administrators let them: the room is made all the same.
  const answer = { status: 200, body: { visibility: 'private' } };
  world.proxy.rules.add({ match: on('GET', '/directory/list/room'), ...answer });
  const unlisted = await make('request-public-2', 'checkers');
  expect(unlisted.listed).toBe(false);
  const found = await bob.call('resolveAlias', { alias: '#checkers:localhost' });
  expect(found.roomId).toBe(unlisted.roomId);
}, 120_000);

test('CHAT-7.59 CHAT-8.10 a room is told by its id or address with servers that know it, on the older path too; bridged networks are asked', async () => {
  const roomId = await makeRoom(bob, 'Pond', { public: true });
  const alias = '#pond:localhost';
  await bob.call('addAlias', { roomId, alias });
  const ask = (roomIdOrAlias: string) =>
    alice.call('roomSummary', { roomIdOrAlias, via: ['localhost'] });
  expect((await ask(roomId)).summary).toMatchObject({ roomId, name: 'Pond', joinedCount: 1 });
  expect((await ask(alias)).summary).toMatchObject({ roomId, name: 'Pond' });
  expect(alice.ask('GET', `/v1/room_summary/${alias}`)).toMatchObject([
    { query: { via: 'localhost' } },
  ]);
  world.proxy.rules.add({
    match: on('GET', '/v1/room_summary'),
    ...{ status: 404, body: { errcode: 'M_UNRECOGNIZED', error: 'Unrecognized request' } },
  });
  expect((await ask(roomId)).summary).toMatchObject({ roomId, name: 'Pond' });
  expect(alice.ask('GET', `/unstable/im.nheko.summary/summary/${roomId}`)).toHaveLength(1);

  // No bridges here; then a server with one.
  expect(await alice.call('bridges', {})).toEqual({ bridges: [] });
  const fields = { network: { regexp: '.*', placeholder: 'irc.example' } };
  const instances = [{ instance_id: 'irc-one', desc: 'Example chat', fields: {}, network_id: 'x' }];
  const irc = {
    user_fields: ['nick'],
    location_fields: ['network'],
    field_types: fields,
    instances,
  };
  const answer = (path: string, body: unknown) =>
    world.proxy.rules.add({ match: on('GET', path), status: 200, body });
  answer('/thirdparty/protocols', { irc });
  answer('/thirdparty/location/irc', [
    { alias: '#irc_matrix:localhost', protocol: 'irc', fields: { channel: '#matrix' } },
    { alias: 7 },
  ]);
  answer('/thirdparty/user/irc', [
    { userid: '@irc_ann:localhost', protocol: 'irc', fields: { nick: 'ann' } },
  ]);
  const { bridges } = await alice.call('bridges', {});
  expect(bridges).toEqual([
    {
      protocol: 'irc',
      userFields: [{ name: 'nick', example: '' }],
      placeFields: [{ name: 'network', example: 'irc.example' }],
      networks: [{ id: 'irc-one', name: 'Example chat', icon: null }],
    },
  ]);
  const place = { what: 'place', protocol: 'irc', fields: { channel: '#matrix' } } as const;
  expect(await alice.call('findBridged', place)).toEqual({
    found: [{ address: '#irc_matrix:localhost', name: '#matrix' }],
  });
  const user = { what: 'user', protocol: 'irc', fields: { nick: 'ann' } } as const;
  expect(await alice.call('findBridged', user)).toEqual({
    found: [{ address: '@irc_ann:localhost', name: 'ann' }],
  });
  expect(alice.ask('GET', '/thirdparty/location/irc')).toMatchObject([
    { query: { channel: '#matrix' } },
  ]);
}, 120_000);

test('CHAT-7.37 rooms that are shared with somebody are asked for page by page, as the server has it', async () => {
  const first = await makeRoom(alice, 'First', { public: true });
  const second = await makeRoom(alice, 'Second', { public: true });
  await makeRoom(alice, 'Alone');
  for (const roomId of [first, second]) await join(bob, roomId);
  const names = async () => {
    const { rooms } = await alice.call('mutualRooms', { userId: bob.userId });
    return rooms
      .map(({ name }) => name)
      .filter((name) => ['First', 'Second', 'Alone'].includes(name));
  };
  expect((await names()).sort()).toEqual(['First', 'Second']);

  const carol = await olderServer('carol', { 'uk.half-shot.msc2666.query_mutual_rooms': true });
  const [here, there] = [await makeRoom(carol, 'Here'), await makeRoom(carol, 'There')];
  world.proxy.rules.add({
    match: on('GET', '/uk.half-shot.msc2666/user/mutual_rooms'),
    status: 200,
    body: { joined: [here], next_batch_token: 'more' },
    times: 1,
  });
  world.proxy.rules.add({
    match: on('GET', '/uk.half-shot.msc2666/user/mutual_rooms'),
    ...{ status: 200, body: { joined: [there, '!unknown:a.example'] } },
  });
  const { rooms } = await carol.call('mutualRooms', { userId: bob.userId });
  expect(rooms.map(({ name }) => name)).toEqual(['Here', 'There']);
  expect(carol.ask('GET', '/user/mutual_rooms').map(({ query }) => query)).toEqual([
    { user_id: bob.userId },
    { user_id: bob.userId, batch_token: 'more' },
  ]);
}, 120_000);

/** Somebody whose server says of itself no more than this. */
async function olderServer(
  username: string,
  unstable_features: Readonly<Record<string, boolean>>,
): Promise<Somebody> {
  world.proxy.rules.add({
    match: on('GET', '/_matrix/client/versions'),
    ...{ status: 200, body: { versions: ['v1.1', 'v1.3'], unstable_features } },
  });
  return world.open(username);
}

test('CHAT-4.28 CHAT-5.8 a feature is stable, unstable or not there, and what needs one that is not says which', async () => {
  const dora = await olderServer('dora', { 'org.matrix.msc3912': false });
  const lacks = (text: string) => ({ error: { code: 'unsupported_server', message: text } });
  await expect(dora.call('mutualRooms', { userId: bob.userId })).rejects.toMatchObject(
    lacks('Server does not support the Mutual Rooms API'),
  );
  await expect(dora.call('setTimeZone', { timeZone: 'Europe/Paris' })).rejects.toMatchObject(
    lacks('Server does not support extended profiles'),
  );
  expect(await dora.call('timeZoneOf', { userId: bob.userId })).toEqual({
    ...{ isKept: false, timeZone: null },
  });
  // No needless request was sent.
  expect(dora.asked.filter(({ path }) => /m\.tz|mutual_rooms/.test(path))).toEqual([]);
}, 120_000);
