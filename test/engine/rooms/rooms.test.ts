// Acts on rooms, through a real server and back through sync.
import { countMembers, getMember, getState } from '#stores/rooms/state';
import type { Media } from '#engine/media/media';
import type { Network } from '#engine/network';
import type { FileBatches } from '#engine/media/fileBatches';
import type { Outbox } from '#engine/send/outbox';
import { systemClock } from '#engine/base/clock';
import { sendingCalls } from '#engine/contract/sendingCalls';
import { groupRights } from '#engine/calls/group/room';
import { powerLevels } from '#engine/rooms/permissions';
import { createAccountData } from '#engine/rooms/accountData';
import { joinByAddress, resolveAlias, roomSummary } from '#engine/rooms/entering';
import { on, type FaultProxy } from '../../faults/faultProxy';
import { receiptOf } from '../../support/receipts';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Homeserver } from '../../homeserver/homeserver.cjs';
import { failureOf } from '../http/kit';
import { createTestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';
import { newRoom, openRooms, roomKit, type RoomKit, type RoomsStage } from './kit';

let stage: RoomsStage;
let server: Homeserver;
let proxy: FaultProxy;
let alice: RoomKit;
let bob: RoomKit;
/** People of one test. */
const others: RoomKit[] = [];

beforeAll(async () => {
  stage = await openRooms();
  ({ server, proxy, alice, bob } = stage);
}, 120_000);

afterEach(() => proxy.rules.clear());

afterAll(async () => {
  for (const one of others) await one.stop();
  await stage?.close();
});

const sizeOf = (value: unknown) => Object.keys((value ?? {}) as object).length;
const path = (roomId: string) => encodeURIComponent(roomId);
const asked = (method: string, end: string) =>
  proxy.log.filter((entry) => entry.method === method && entry.path.endsWith(end)).length;

test('a room is made once per request, encrypted, with its name', async () => {
  const request = newRoom({ name: 'Plans', topic: 'All of them', encrypted: true });
  const before = asked('POST', '/createRoom');
  const [first, twin] = await Promise.all([alice.acts.create(request), alice.acts.create(request)]);
  const again = await alice.acts.create(request);
  expect([twin, again, asked('POST', '/createRoom') - before]).toEqual([first, first, 1]);
  expect(alice.room(first)).toMatchObject({
    name: 'Plans',
    topic: 'All of them',
    isPublic: false,
    encryption: { algorithm: 'm.megolm.v1.aes-sha2' },
  });
});

test('a room whose answer was lost is found again by the request that made it, not made twice', async () => {
  const request = newRoom({ name: 'Lost and found', encrypted: true });
  const before = asked('POST', '/createRoom');
  proxy.rules.add({ match: on('POST', '/createRoom'), cut: 'before-headers', times: 1 });
  await expect(alice.acts.create(request)).rejects.toThrow();
  const again = await alice.acts.create(request);
  expect(asked('POST', '/createRoom') - before).toBe(1);
  expect(alice.room(again)).toMatchObject({ name: 'Lost and found' });
});

test('who is invited to a room may call there from the first moment, and change nothing else that they might not before', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Orchard', invite: [bob.userId] }));
  await bob.membership.join(roomId);
  const { db } = bob.store;
  const { roomNo } = await bob.until(() => bob.room(roomId));
  await bob.until(() => getState(db, roomNo, 'm.room.power_levels'));
  expect(groupRights(db, roomNo, bob.userId)).toMatchObject({
    canStart: true,
    canJoin: true,
    opens: false,
  });
  const levels = powerLevels(db, roomNo, '12');
  expect(
    [
      'm.room.name',
      'm.room.power_levels',
      'm.room.encryption',
      'm.room.tombstone',
      'm.room.topic',
    ].map((type) => levels.forState(type) > levels.of(bob.userId)),
  ).toEqual([true, true, true, true, true]);
});

test('CHAT-7.12 a direct room is noted in the direct map, also of a server that has none, and stands among people', async () => {
  await expect(alice.accountDataOf('m.direct')).rejects.toThrow('404');
  const roomId = await alice.acts.create(
    newRoom({ name: null, direct: true, invite: [bob.userId] }),
  );
  await alice.until(() => alice.room(roomId)?.section === 'people');
  expect(alice.room(roomId)).toMatchObject({ directUserId: bob.userId });
  const stored = await alice.accountDataOf('m.direct');
  expect(stored).toEqual({ [bob.userId]: [roomId] });
  const invited = await bob.until(() => bob.room(roomId));
  expect(invited).toMatchObject({ membership: 'invite', directUserId: alice.userId });
});

test('a second chat with the same person opens the first, joined or not; who has left gets a new one', async () => {
  const carol = await roomKit(server, server.baseUrl, 'carla');
  others.push(carol);
  const chat = (userId: string) => newRoom({ name: null, direct: true, invite: [userId] });
  // Another device writes to the map.
  await alice.direct.call('PUT', `/user/${path(alice.userId)}/account_data/m.direct`, {
    '@other:localhost': ['!elsewhere:localhost'],
  });
  const [first, twin] = await Promise.all([
    alice.acts.create(chat(carol.userId)),
    alice.acts.create(chat(carol.userId)),
  ]);
  expect([twin, await alice.acts.create(chat(carol.userId))]).toEqual([first, first]);
  expect(await alice.accountDataOf('m.direct')).toEqual({
    '@other:localhost': ['!elsewhere:localhost'],
    [carol.userId]: [first],
  });
  // She writes to Alice instead of answering the invitation: it is opened.
  await carol.until(() => carol.room(first)?.membership === 'invite');
  expect(await carol.acts.create(chat(alice.userId))).toBe(first);
  await carol.membership.join(first);
  const { roomNo } = await alice.until(() => alice.room(first));
  const hers = () => getMember(alice.store.db, roomNo, carol.userId)?.membership;
  await alice.until(() => hers() === 'join');
  expect(await alice.acts.create(chat(carol.userId))).toBe(first);
  // A third person came: it is no chat of two.
  await alice.membership.invite(first, [bob.userId]);
  await alice.until(() => alice.room(first)?.invitedCount === 1);
  const second = await alice.acts.create(chat(carol.userId));
  expect(second).not.toBe(first);
  await carol.until(() => carol.room(second)?.membership === 'invite');
  await carol.membership.leave(second);
  const left = await alice.until(() => alice.room(second));
  await alice.until(
    () => getMember(alice.store.db, left.roomNo, carol.userId)?.membership === 'leave',
  );
  const third = await alice.acts.create(chat(carol.userId));
  expect([first, second]).not.toContain(third);
  await alice.accountData.removeDirect(second);
  expect((await alice.accountDataOf('m.direct'))?.[carol.userId]).toEqual([first, third]);
});

test('CHAT-7.17 a room is renamed and gets a topic', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Old' }));
  await alice.acts.rename(roomId, 'New');
  await alice.acts.setTopic(roomId, 'Why');
  await alice.until(() => alice.room(roomId)?.topic === 'Why');
  expect(alice.room(roomId)?.name).toBe('New');
});

test('messages are pinned and unpinned, and what others pinned meanwhile stays', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Wall' }));
  const pinned = () => {
    const room = alice.room(roomId);
    return room === null
      ? null
      : getState(alice.store.db, room.roomNo, 'm.room.pinned_events')?.raw.content;
  };
  const state = `/rooms/${path(roomId)}/state/m.room.pinned_events`;
  // Another client wrote it, with more than this one knows.
  await alice.direct.call('PUT', state, { pinned: ['$theirs'], 'org.example.note': 'kept' });
  await Promise.all([
    alice.acts.setPin(roomId, '$first', true),
    alice.acts.setPin(roomId, '$second', true),
    alice.acts.setPin(roomId, '$first', true),
  ]);
  await alice.acts.setPin(roomId, '$theirs', false);
  await alice.until(() => (pinned()?.['pinned'] as unknown[] | undefined)?.length === 2);
  expect(pinned()).toEqual({ pinned: ['$first', '$second'], 'org.example.note': 'kept' });
  const full = Array.from({ length: 100 }, (_, index) => `$pin${index}`);
  await alice.direct.call('PUT', state, { pinned: full });
  const failure = await failureOf(alice.acts.setPin(roomId, '$more', true));
  expect(failure).toMatchObject({ code: 'conflict' });
});

test('a room is marked as unread, here and for other devices, until all of it is read', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Later' }));
  const mark = () =>
    alice.direct.call(
      'GET',
      `/user/${path(alice.userId)}/rooms/${path(roomId)}/account_data/m.marked_unread`,
    );
  await alice.reading.markUnread(roomId);
  await alice.until(() => alice.room(roomId)?.markedUnread === true);
  expect(await mark()).toEqual({ unread: true });
  await alice.reading.wrote(roomId);
  expect([alice.room(roomId)?.markedUnread, await mark()]).toEqual([false, { unread: false }]);
});

test('CHAT-7.26 CHAT-4.18 people are invited, join, leave, are kicked, banned and unbanned', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Door' }));
  const membership = () => {
    const room = alice.room(roomId);
    return room === null ? null : getMember(alice.store.db, room.roomNo, bob.userId)?.membership;
  };
  await alice.membership.invite(roomId, [bob.userId], 'please');
  await bob.until(() => bob.room(roomId)?.membership === 'invite');
  expect(await bob.membership.join(roomId)).toBe(roomId);
  expect(bob.room(roomId)?.membership).toBe('join');
  await alice.until(() => membership() === 'join');
  await bob.membership.leave(roomId);
  expect(bob.room(roomId)?.membership).toBe('leave');
  await alice.until(() => membership() === 'leave');
  await alice.membership.invite(roomId, [bob.userId]);
  await alice.membership.kick(roomId, bob.userId, 'later');
  await alice.until(() => membership() === 'leave');
  await alice.membership.ban(roomId, bob.userId);
  await alice.until(() => membership() === 'ban');
  await alice.membership.unban(roomId, bob.userId);
  await alice.until(() => membership() === 'leave');
  await bob.membership.forget(roomId);
});

test('joining and knocking name the first three servers to ask', async () => {
  const roomId = await bob.acts.create(newRoom({ public: true }));
  const via = ['localhost', 'b.example', 'c.example', 'd.example'];
  await alice.membership.join(roomId, via);
  const url = alice.recorded.urls.find((one) => one.pathname.includes('/join/'));
  expect([url?.searchParams.getAll('via'), url?.searchParams.getAll('server_name')]).toEqual([
    via.slice(0, 3),
    via.slice(0, 3),
  ]);
  const closed = await bob.acts.create(newRoom({ name: 'Knock' }));
  await bob.direct.state(closed, 'm.room.join_rules', { join_rule: 'knock' });
  await alice.membership.knock(closed, 'let me in');
  await alice.until(() => alice.room(closed)?.membership === 'knock');
  const room = await bob.until(() => bob.room(closed));
  await bob.until(() => getMember(bob.store.db, room.roomNo, alice.userId)?.membership === 'knock');
  const event = getState(bob.store.db, room.roomNo, 'm.room.member', alice.userId);
  expect(event?.raw.content['reason']).toBe('let me in');
});

test('CHAT-5.13 inviting needs to be joined and the level', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Strict', invite: [alice.userId] }));
  await alice.until(() => alice.room(roomId));
  const before = asked('POST', '/invite');
  const outside = await failureOf(alice.membership.invite(roomId, ['@c:localhost']));
  await alice.membership.join(roomId);
  const stored = await alice.until(() => alice.room(roomId));
  const setLevels = async (levels: Record<string, unknown>) => {
    await bob.direct.state(roomId, 'm.room.power_levels', { users: {}, ...levels });
    await alice.until(() => {
      const now = getState(alice.store.db, stored.roomNo, 'm.room.power_levels')?.raw.content;
      return now !== undefined && now['invite'] === levels['invite'] && sizeOf(now['users']) === 0;
    });
  };
  await setLevels({});
  await alice.membership.invite(roomId, ['@c:localhost']);
  await setLevels({ invite: 60 });
  const refused = await failureOf(alice.membership.invite(roomId, ['@c:localhost']));
  expect([outside['code'], refused['code']]).toEqual(['not_joined', 'forbidden']);
  expect(asked('POST', '/invite') - before).toBe(1);
});

test('CHAT-4.22 members are loaded once; a failure leaves them to be loaded again', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Crowd', public: true }));
  for (const name of ['m1', 'm2', 'm3']) {
    const one = await server.registerUser({ username: name, password: 'pw' });
    await server.request('POST', `/_matrix/client/v3/join/${path(roomId)}`, {
      token: one.accessToken,
      body: {},
    });
  }
  for (let i = 0; i < 10; i += 1) await bob.direct.send(roomId, `m${i}`);
  await alice.membership.join(roomId);
  const { roomNo } = await alice.until(() => alice.room(roomId));
  const joined = () => countMembers(alice.store.db, roomNo, 'join');
  const loaded = () => alice.room(roomId)?.membersLoaded;
  expect(loaded()).toBe(false);
  proxy.rules.add({ match: on('GET', '/members'), status: 403, body: {}, times: 1 });
  expect(await failureOf(alice.membership.loadMembers(roomNo))).toMatchObject({
    code: 'forbidden',
  });
  expect(loaded()).toBe(false);
  const before = asked('GET', '/members');
  await Promise.all([alice.membership.loadMembers(roomNo), alice.membership.loadMembers(roomNo)]);
  await alice.membership.loadMembers(roomNo);
  expect([loaded(), joined(), asked('GET', '/members') - before]).toEqual([true, 5, 1]);
  const url = alice.recorded.urls.find((one) => one.pathname.endsWith('/members'));
  expect(url?.searchParams.get('not_membership')).toBe('leave');
});

test('a room becomes a favourite at once and stays it', async () => {
  const roomId = await alice.acts.create(newRoom());
  await alice.accountData.setTag(roomId, 'm.favourite', true);
  expect(alice.room(roomId)?.section).toBe('favourites');
  const tags = () =>
    alice.direct.call('GET', `/user/${path(alice.userId)}/rooms/${path(roomId)}/tags`);
  expect(await tags()).toEqual({ tags: { 'm.favourite': {} } });
  await alice.accountData.setTag(roomId, 'm.favourite', false);
  expect([alice.room(roomId)?.section, await tags()]).toEqual(['rooms', { tags: {} }]);
});

test('CHAT-7.11 account data is written through a lost connection, five times at most', async () => {
  const clock = createTestClock();
  const data = createAccountData({
    http: alice.http,
    store: alice.store,
    ownUserId: alice.userId,
    clock,
    log: silentLog,
  });
  const cut = { match: on('PUT', '/account_data/'), cut: 'before-forward' } as const;
  proxy.rules.add({ ...cut, times: 4 });
  const waits = [2000, 4000, 8000, 16_000];
  const written = data.addDirect(bob.userId, '!lost:localhost');
  for (const ms of waits) await clock.pass(ms);
  await written;
  const rooms = async () => (await alice.accountDataOf('m.direct'))[bob.userId] as string[];
  expect(await rooms()).toContain('!lost:localhost');
  proxy.rules.clear();
  proxy.rules.add(cut);
  const failing = failureOf(data.addDirect(bob.userId, '!never:localhost'));
  for (const ms of waits) await clock.pass(ms);
  expect(await failing).toMatchObject({ code: 'offline' });
  expect(await rooms()).not.toContain('!never:localhost');
});

test('CHAT-5.2 receipts and markers are sent, but never for an unsent event', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Read', invite: [alice.userId] }));
  await alice.until(() => alice.room(roomId));
  await alice.membership.join(roomId);
  const eventId = await bob.direct.send(roomId, 'read me');
  await alice.until(() => alice.room(roomId)?.unread === 1);
  await alice.reading.markRead({ roomId, threadId: null }, eventId);
  expect(alice.room(roomId)?.unread).toBe(0);
  await alice.until(() => alice.room(roomId)?.fullyReadEventId === eventId);
  const rows = server.databaseQuery(
    'SELECT receipt_type, event_id FROM receipts_linearized WHERE room_id = ? AND user_id = ? ORDER BY 1',
    roomId,
    alice.userId,
  );
  expect(rows).toEqual([{ receipt_type: 'm.read', event_id: eventId }]);
  expect(
    await failureOf(alice.reading.markRead({ roomId, threadId: null }, '~local')),
  ).toMatchObject({
    message: 'Cannot set read marker to a pending event (~local)',
  });
});

test('CHAT-3.25 CHAT-7.22 who does not show what was read is seen by nobody, and has read it all the same', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Private', invite: [alice.userId] }));
  await alice.until(() => alice.room(roomId));
  await alice.membership.join(roomId);
  const first = await bob.direct.send(roomId, 'first');
  const second = await bob.direct.send(roomId, 'second');
  await alice.until(() => alice.room(roomId)?.unread === 2);
  const choose = (value: boolean): void =>
    alice.store.write(() => setSetting(alice.store.db, 'ui.receipts.private', value));
  choose(true);
  await alice.reading.markRead({ roomId, threadId: null }, second);
  expect(alice.room(roomId)?.unread).toBe(0);
  const types = (): unknown =>
    server.databaseQuery(
      'SELECT receipt_type, event_id FROM receipts_linearized WHERE room_id = ? AND user_id = ? ORDER BY 1',
      roomId,
      alice.userId,
    );
  expect(types()).toEqual([{ receipt_type: 'm.read.private', event_id: second }]);
  // Shown again, what was read before is not told backwards.
  choose(false);
  await alice.reading.markRead({ roomId, threadId: null }, first);
  const third = await bob.direct.send(roomId, 'third');
  await alice.until(() => alice.room(roomId)?.unread === 1);
  await alice.reading.markRead({ roomId, threadId: null }, third);
  await bob.until(() => {
    const { roomNo = -1 } = bob.room(roomId) ?? {};
    return receiptOf(bob.store.db, roomNo, alice.userId, 'main')?.eventId === third;
  });
  expect(types()).toContainEqual({ receipt_type: 'm.read', event_id: third });
});

test('receipts only go forward, and what was read offline is told afterwards', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Forward', invite: [alice.userId] }));
  await alice.until(() => alice.room(roomId));
  await alice.membership.join(roomId);
  const first = await bob.direct.send(roomId, 'first');
  const second = await bob.direct.send(roomId, 'second');
  await alice.until(() => alice.room(roomId)?.unread === 2);
  const toldOf = (): unknown =>
    server.databaseQuery<{ event_id: string }>(
      "SELECT event_id FROM receipts_linearized WHERE room_id = ? AND user_id = ? AND receipt_type = 'm.read'",
      roomId,
      alice.userId,
    )[0]?.event_id;
  proxy.rules.add({ match: on('POST', '/receipt/'), cut: 'before-forward', times: 1 });
  expect(await failureOf(alice.reading.markRead({ roomId, threadId: null }, second))).toMatchObject(
    {
      code: 'offline',
    },
  );
  expect(toldOf()).not.toBe(second);
  await alice.reading.markRead({ roomId, threadId: null }, first);
  const { roomNo } = alice.room(roomId) ?? { roomNo: -1 };
  expect(receiptOf(alice.store.db, roomNo, alice.userId, 'main')?.eventId).toBe(second);
  // A server in trouble has not refused it.
  const trouble = proxy.rules.add({ match: on('POST', '/receipt/'), status: 502 });
  expect(await failureOf(alice.readingAgain().tellUnsent())).toMatchObject({
    code: 'server_error',
  });
  trouble();
  // A new instance stands for a restart: it reads the store.
  await alice.readingAgain().tellUnsent();
  expect(toldOf()).toBe(second);
  expect(getSetting(alice.store.db, 'unsentReads')).toEqual([]);
});

test('a room that refuses a receipt does not keep the server from hearing of the others', async () => {
  const cut = proxy.rules.add({ match: on('POST', '/receipt/'), cut: 'before-forward' });
  const told: [roomId: string, eventId: string][] = [];
  for (const name of ['Closed', 'Open']) {
    const roomId = await bob.acts.create(newRoom({ name, invite: [alice.userId] }));
    await alice.until(() => alice.room(roomId));
    await alice.membership.join(roomId);
    const eventId = await bob.direct.send(roomId, 'unread');
    await alice.until(() => alice.room(roomId)?.unread === 1);
    expect(
      await failureOf(alice.reading.markRead({ roomId, threadId: null }, eventId)),
    ).toMatchObject({ code: 'offline' });
    told.push([roomId, eventId]);
  }
  cut();
  const body = { errcode: 'M_FORBIDDEN', error: 'Not here' };
  const closed = `/rooms/${path(told[0]?.[0] ?? '')}/receipt/`;
  proxy.rules.add({ match: on('POST', closed), status: 403, body, times: 1 });
  expect(await failureOf(alice.readingAgain().tellUnsent())).toMatchObject({ code: 'forbidden' });
  expect(getSetting(alice.store.db, 'unsentReads')).toEqual([]);
  const known = server.databaseQuery<{ event_id: string }>(
    "SELECT event_id FROM receipts_linearized WHERE user_id = ? AND receipt_type = 'm.read'",
    alice.userId,
  );
  expect(known).not.toContainEqual({ event_id: told[0]?.[1] });
  expect(known).toContainEqual({ event_id: told[1]?.[1] });
});

test('who writes in a plain room has read what stood there, also when no window had the focus', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Answered', invite: [alice.userId] }));
  await alice.until(() => alice.room(roomId));
  await alice.membership.join(roomId);
  const question = await bob.direct.send(roomId, 'are you there');
  await alice.until(() => alice.room(roomId)?.unread === 1);
  const written = { key: 'local' };
  const { sendMessage } = sendingCalls({
    store: alice.store,
    outbox: { sendMessage: async () => written } as unknown as Outbox,
    network: { now: () => ({ reading: alice.reading }) } as unknown as Network,
    media: {} as Media,
    log: silentLog,
    clock: systemClock(),
    ownUserId: () => alice.userId,
    inTurn: (_at, work) => work(),
    fileBatches: {} as FileBatches,
  });
  const message = { requestId: 'a-request-of-this-test', roomId, threadId: null, replyTo: null };
  const send = () => sendMessage({ ...message, text: 'yes', kind: 'text' });
  expect(await send()).toEqual(written);
  await alice.until(() => alice.room(roomId)?.fullyReadEventId === question);
  expect(alice.room(roomId)).toMatchObject({ unread: 0, serverUnread: 0 });
  const told = asked('POST', '/read_markers');
  await send();
  await alice.reading.wrote(roomId);
  expect(asked('POST', '/read_markers')).toBe(told);
});

test('CHAT-7.23 typing is sent for 20 s and shown to others', async () => {
  const roomId = await bob.acts.create(newRoom({ name: 'Type', invite: [alice.userId] }));
  await alice.until(() => alice.room(roomId));
  await alice.membership.join(roomId);
  await bob.reading.setTyping(roomId, true);
  await alice.until(() => alice.typing.of(roomId).join() === bob.userId);
  expect(bob.recorded.bodies('/typing/')).toEqual([{ typing: true, timeout: 20_000 }]);
  await bob.reading.setTyping(roomId, false);
  await alice.until(() => alice.typing.of(roomId).length === 0);
});

test('profiles of others are read and found', async () => {
  const own = `/profile/${path(bob.userId)}`;
  await bob.direct.call('PUT', `${own}/displayname`, { displayname: 'Robert' });
  await bob.direct.call('PUT', `${own}/avatar_url`, { avatar_url: 'mxc://localhost/abc' });
  const robert = { userId: bob.userId, displayName: 'Robert', avatarMxc: 'mxc://localhost/abc' };
  expect(await alice.profiles.fetch(bob.userId)).toEqual(robert);
  expect(await alice.profiles.fetch('@nobody:localhost')).toBe(null);
  expect(await alice.profiles.search('robert')).toEqual([robert]);
});

test('CHAT-7.15 a room that takes requests says so, is asked, and its yes comes as an invitation', async () => {
  const asking = await alice.acts.create(newRoom({ name: 'Ask' }));
  const closed = await alice.acts.create(newRoom({ name: 'Closed' }));
  await alice.direct.state(asking, 'm.room.join_rules', { join_rule: 'knock' });
  const refused = [];
  for (const roomId of [asking, closed]) {
    refused.push(await failureOf(joinByAddress(bob, roomId, ['localhost'])));
  }
  expect(refused).toMatchObject([
    { code: 'forbidden', data: { status: 403, joinRule: 'knock' } },
    { code: 'forbidden', data: { status: 403, joinRule: 'invite' } },
  ]);
  expect(await failureOf(bob.membership.knock(closed))).toMatchObject({ code: 'forbidden' });
  expect(await bob.membership.knock(asking, 'It is me', ['localhost'])).toBe(asking);
  await bob.until(() => bob.room(asking)?.membership === 'knock');
  // The time of the request places it in the list, not behind everything else.
  expect(bob.room(asking)?.activityMs).toBeGreaterThan(Date.now() - 3_600_000);
  const { roomNo } = await alice.until(() => alice.room(asking));
  await alice.until(() => getMember(alice.store.db, roomNo, bob.userId)?.membership === 'knock');
  await alice.membership.invite(asking, [bob.userId]);
  await bob.until(() => bob.room(asking)?.membership === 'invite');
});

test('a room that one is not in is told by the server: what it is, who comes in; one that it hides is not', async () => {
  const open = await alice.acts.create(
    newRoom({ name: 'Cinema', topic: 'Films', public: true, encrypted: false }),
  );
  const hidden = await alice.acts.create(newRoom({ name: 'Hidden' }));
  expect(await roomSummary(bob.http, bob.store, open, ['localhost'])).toEqual({
    roomId: open,
    name: 'Cinema',
    topic: 'Films',
    avatar: null,
    isSpace: false,
    joinedCount: 1,
    joinRule: 'public',
    encrypted: false,
    readable: false,
  });
  expect(await roomSummary(bob.http, bob.store, hidden, [])).toBeNull();
  const lie = { room_id: 'no room', name: 'x', num_joined_members: -5 };
  proxy.rules.add({ match: on('GET', '/room_summary/'), status: 200, body: lie, times: 1 });
  expect(await roomSummary(alice.http, alice.store, open, [])).toBeNull();
});

test('an alias leads to its room and to servers that know it; one that nobody has is told', async () => {
  const name = `door-${Date.now()}`;
  const roomId = await alice.direct.createRoom({ room_alias_name: name });
  expect(await resolveAlias(bob.http, `#${name}:localhost`)).toEqual({
    roomId,
    via: ['localhost'],
  });
  const missing = await failureOf(resolveAlias(bob.http, `#${name}-not:localhost`));
  expect(missing).toMatchObject({ code: 'not_found' });
});

test('a server that tells nothing of rooms leaves the rule open; other refusals pass as they are', async () => {
  proxy.rules.add({
    match: on('POST', '/join/'),
    status: 403,
    body: { errcode: 'M_FORBIDDEN' },
    times: 1,
  });
  proxy.rules.add({
    match: on('GET', '/room_summary/'),
    status: 404,
    body: { errcode: 'M_UNRECOGNIZED' },
  });
  expect(await failureOf(joinByAddress(alice, '!room', []))).toMatchObject({
    code: 'forbidden',
    data: { joinRule: null },
  });
  expect(await failureOf(joinByAddress(alice, '#nowhere:localhost', []))).toMatchObject({
    code: 'not_found',
    data: { errcode: 'M_NOT_FOUND' },
  });
});
