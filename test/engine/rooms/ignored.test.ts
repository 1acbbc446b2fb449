// Ignoring somebody, through the contract at a real Synapse: what they say goes from wherever it is shown, and comes back.
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';
import { person } from '../sync/kit';

type Person = ReturnType<typeof person>;

let homeserver: Homeserver;
let alice: Window;
let bob: Person;
let carol: Person;
const aliceId = '@alice:localhost';
const bobId = '@bob:localhost';

beforeAll(async () => {
  homeserver = await startHomeserver();
  const register = (username: string) =>
    homeserver.registerUser({ username, password: 'pw', displayName: username });
  await register('alice');
  bob = person(homeserver, await register('bob'));
  carol = person(homeserver, await register('carol'));
  alice = openWindow();
  const server = homeserver.baseUrl;
  await alice.call('signIn', { server, user: 'alice', password: 'pw' });
}, 120_000);
afterAll(async () => {
  await alice?.stop();
  await homeserver?.stop();
});

const set = (ignored: boolean) => alice.call('setIgnored', { userId: bobId, ignored });
afterEach(() => set(false));

const query = (roomId: string, threadId: string | null = null) =>
  ({ roomId, threadId, around: null, limit: 50 }) as const;

const bodies = (items: readonly TimelineItem[]): string[] =>
  items.flatMap((one) =>
    one.kind === 'message' && 'text' in one.body ? [one.body.text.trim()] : [],
  );
const says =
  (...wanted: string[]) =>
  (items: readonly TimelineItem[]): boolean =>
    JSON.stringify(bodies(items)) === JSON.stringify(wanted);

/** Bob's room, in which Alice and Carol are. */
async function room(name: string): Promise<string> {
  const roomId = await bob.createRoom({ name, invite: [aliceId, '@carol:localhost'] });
  await carol.join(roomId);
  await alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((one) => one.kind === 'room' && one.roomId === roomId),
  );
  await alice.call('acceptInvite', { roomId });
  await alice.value('room', { roomId }, ({ membership }) => membership === 'join');
  return roomId;
}

const event = (who: Person, roomId: string, type: string, content: object, id: string) =>
  who.call('PUT', `/rooms/${encodeURIComponent(roomId)}/send/${type}/${id}`, content) as Promise<{
    event_id: string;
  }>;
const previewOf = (roomId: string, text: string) =>
  alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((one) => one.kind === 'room' && one.roomId === roomId && one.preview.text === text),
  );

test('messages, reactions, quotes and read marks of somebody who is ignored go from a room, its row and its threads, and come back', async () => {
  const roomId = await room('Garden');
  const first = await carol.send(roomId, 'who waters?');
  const said = await bob.send(roomId, 'not me');
  const relates = (key: string) => ({
    'm.relates_to': { rel_type: 'm.annotation', event_id: first, key },
  });
  await event(bob, roomId, 'm.reaction', relates('👎'), 'r1');
  const thread = { rel_type: 'm.thread', event_id: first };
  const answer = { msgtype: 'm.text', body: 'ask the others', 'm.relates_to': thread };
  await event(bob, roomId, 'm.room.message', answer, 't1');
  const quote = { 'm.in_reply_to': { event_id: said } };
  const content = { msgtype: 'm.text', body: 'then I do', 'm.relates_to': quote };
  await event(carol, roomId, 'm.room.message', content, 'q1');
  const last = await bob.send(roomId, 'good');
  await bob.call('POST', `/rooms/${encodeURIComponent(roomId)}/receipt/m.read/${last}`, {});
  const find = (items: readonly TimelineItem[], text: string) =>
    items.find((one) => one.kind === 'message' && 'text' in one.body && one.body.text === text);
  const whole = says('who waters?', 'not me', 'then I do', 'good');
  await alice.list(
    'timeline',
    query(roomId),
    (items) =>
      whole(items) &&
      JSON.stringify(find(items, 'who waters?')).includes('👎') &&
      JSON.stringify(find(items, 'who waters?')).includes('ask the others') &&
      JSON.stringify(find(items, 'then I do')).includes('not me'),
  );
  await previewOf(roomId, 'good');

  await set(true);
  const items = await alice.list('timeline', query(roomId), says('who waters?', 'then I do'));
  const rest = JSON.stringify(items.filter(({ kind }) => kind === 'message'));
  for (const word of ['👎', 'ask the others', 'not me']) expect(rest).not.toContain(word);
  expect(items.filter((one) => one.kind === 'message').flatMap((one) => one.readBy)).toEqual([]);
  await previewOf(roomId, 'then I do');
  await alice.list('timeline', query(roomId, first), says('who waters?'));
  // The room's state holds, whoever set it.
  await alice.value('room', { roomId }, ({ name }) => name === 'Garden');

  await set(false);
  await alice.list('timeline', query(roomId), whole);
  await previewOf(roomId, 'good');
}, 120_000);

test('what an ignored person said before is not unread any more, also where the server counts it', async () => {
  const roomId = await room('Porch');
  await carol.send(roomId, 'the lamp is broken');
  await bob.send(roomId, 'buy one');
  await bob.send(roomId, 'or two');
  const unread = (count: number) =>
    alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
      items.some((one) => one.kind === 'room' && one.roomId === roomId && one.unread === count),
    );
  await unread(3);
  await set(true);
  await unread(1);
  const last = await carol.send(roomId, 'it works again');
  await unread(2);
  await alice.call('markRead', { roomId, threadId: null, eventId: last });
  await unread(0);
}, 60_000);

test('a room in which only an ignored person spoke is read, also on a device that came later', async () => {
  const roomId = await room('Quay');
  await bob.send(roomId, 'who sails?');
  const unread = (window: Window, count: number) =>
    window.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
      items.some((one) => one.kind === 'room' && one.roomId === roomId && one.unread === count),
    );
  const signIn = async (): Promise<Window> => {
    const window = openWindow();
    const server = homeserver.baseUrl;
    await window.call('signIn', { server, user: 'alice', password: 'pw' });
    return window;
  };
  await unread(alice, 1);
  const second = await signIn();
  await unread(second, 1);
  await set(true);
  await unread(alice, 0);
  await unread(second, 0);
  // Never told what she is not to hear, but told that there is one more.
  const third = await signIn();
  await third.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((one) => one.kind === 'room' && one.roomId === roomId),
  );
  const timeline = third.pages('timeline', query(roomId));
  await third.list('timeline', query(roomId), (items) => items.length > 0);
  await timeline.paginate('back', 50);
  await unread(third, 0);
  // Down to the beginning there is nothing here, and yet it is no room without messages.
  await third.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some(
      (one) => one.kind === 'room' && one.roomId === roomId && one.preview.kind === 'unknown',
    ),
  );
  timeline.close();
  await Promise.all([second.stop(), third.stop()]);
}, 120_000);

test('blocking reads nothing: the server is told of no receipt, and taking it back brings the unread marks back', async () => {
  const other = person(homeserver, await homeserver.login({ username: 'alice', password: 'pw' }));
  const receipts = async (roomId: string): Promise<string> => {
    const filter = encodeURIComponent(JSON.stringify({ room: { rooms: [roomId] } }));
    const { rooms } = (await other.call('GET', `/sync?filter=${filter}`)) as {
      rooms: { join: Record<string, { ephemeral: object; account_data: object }> };
    };
    const { ephemeral, account_data: kept } = rooms.join[roomId] ?? {};
    return JSON.stringify([ephemeral, kept]);
  };
  const unread = (roomId: string, count: number) =>
    alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
      items.some((one) => one.kind === 'room' && one.roomId === roomId && one.unread === count),
    );
  const alone = await room('Yoga');
  const both = await room('Maps');
  const secret = await room('Attic');
  const rule = { algorithm: 'm.megolm.v1.aes-sha2' };
  const path = `/rooms/${encodeURIComponent(secret)}/state/m.room.encryption/`;
  await bob.call('PUT', path, rule);
  await alice.value('room', { roomId: secret }, ({ encrypted }) => encrypted);
  await bob.send(alone, 'bring a mat');
  await bob.send(alone, 'and water');
  await carol.send(both, 'where is it?');
  await bob.send(both, 'no idea');
  await bob.send(secret, 'up here');
  const before = async (): Promise<void> => {
    await unread(alone, 2);
    await unread(both, 2);
    await unread(secret, 1);
  };
  await before();
  await set(true);
  await unread(alone, 0);
  await unread(both, 1);
  await unread(secret, 0);
  await alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some(
      (one) => one.kind === 'room' && one.roomId === alone && one.preview.kind === 'unheard',
    ),
  );
  for (const roomId of [alone, both, secret])
    expect(await receipts(roomId)).not.toMatch(/m\.read|m\.fully_read/);
  await set(false);
  await before();
}, 60_000);

test('a device that is not told what an ignored person said counts the others alone, without anybody opening the room', async () => {
  await homeserver.registerUser({ username: 'dave', password: 'pw', displayName: 'dave' });
  const credentials = await homeserver.login({ username: 'dave', password: 'pw' });
  const dave = person(homeserver, credentials);
  const roomId = await bob.createRoom({ name: 'Quarry', invite: ['@dave:localhost'] });
  await dave.join(roomId);
  const path = `/rooms/${encodeURIComponent(roomId)}`;
  await bob.call('POST', `${path}/invite`, { user_id: '@carol:localhost' });
  await carol.join(roomId);
  const read = await carol.send(roomId, 'hello');
  await dave.call('POST', `${path}/receipt/m.read/${read}`, {});
  for (let at = 1; at <= 12; at += 1) await carol.send(roomId, `stone ${at}`);
  await bob.send(roomId, 'sand');
  await bob.send(roomId, 'gravel');
  await dave.call('PUT', '/user/@dave:localhost/account_data/m.ignored_user_list', {
    ignored_users: { [bobId]: {} },
  });
  const window = openWindow();
  await window.call('signIn', { server: homeserver.baseUrl, user: 'dave', password: 'pw' });
  await window.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((one) => one.kind === 'room' && one.roomId === roomId && one.unread === 12),
  );
  await window.stop();
}, 60_000);

test('what an ignored person said is neither pinned nor saved nor a place on the map, until they are heard again', async () => {
  const roomId = await room('Orchard');
  const said = await bob.send(roomId, 'pick the plums');
  const mine = await carol.send(roomId, 'and the pears');
  const state = (type: string, key: string, content: object) =>
    bob.call('PUT', `/rooms/${encodeURIComponent(roomId)}/state/${type}/${key}`, content);
  await state('m.room.pinned_events', '', { pinned: [said, mine] });
  await state('org.matrix.msc3672.beacon_info', encodeURIComponent(bobId), {
    ...{ live: true, timeout: 3_600_000, description: 'by the ladder' },
    'org.matrix.msc3488.ts': Date.now(),
  });
  for (const eventId of [said, mine])
    await alice.call('setSaved', { roomId, eventId, saved: true });
  const ids = (rows: readonly { readonly eventId: string }[]) => rows.map(({ eventId }) => eventId);
  const heard = async (all: boolean): Promise<void> => {
    const wanted = all ? [mine, said] : [mine];
    const isWanted = (rows: readonly { readonly eventId: string }[]): boolean =>
      JSON.stringify(ids(rows).toSorted()) === JSON.stringify(wanted.toSorted());
    await alice.list('pinned', { roomId }, isWanted);
    await alice.list('kept', { show: 'all', limit: 20 }, isWanted);
    await alice.list('liveLocations', { roomId }, (rows) => (rows.length === 1) === all);
    await alice.list(
      'timeline',
      query(roomId),
      (items) => JSON.stringify(items).includes('by the ladder') === all,
    );
  };
  await heard(true);
  await set(true);
  await heard(false);
  await set(false);
  await heard(true);
  await alice.call('setSaved', { roomId, eventId: said, saved: false });
  await alice.call('setSaved', { roomId, eventId: mine, saved: false });
}, 120_000);

test('what an ignored person writes meanwhile is neither shown nor told', async () => {
  const roomId = await room('Yard');
  await set(true);
  await bob.send(roomId, 'hear me');
  await bob.call('PUT', `/rooms/${encodeURIComponent(roomId)}/typing/${bobId}`, {
    ...{ typing: true, timeout: 30_000 },
  });
  await carol.call(
    'PUT',
    `/rooms/${encodeURIComponent(roomId)}/typing/${encodeURIComponent('@carol:localhost')}`,
    { typing: true, timeout: 30_000 },
  );
  const header = await alice.value('room', { roomId }, ({ typing }) => typing.length > 0);
  expect(header.typing.map(({ userId }) => userId)).toEqual(['@carol:localhost']);
  await carol.send(roomId, 'only me');
  await alice.list('timeline', query(roomId), says('only me'));
  expect(alice.notices.map(({ body }) => body).join()).not.toContain('hear me');
}, 120_000);

test('an invitation of somebody who is ignored is not in the list, and neither counts', async () => {
  const roomId = await bob.createRoom({ name: 'Shed', invite: [aliceId] });
  const rooms = (fits: (names: readonly string[]) => boolean) =>
    alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
      fits(items.flatMap((one) => (one.kind === 'room' ? one.roomId : []))),
    );
  await rooms((all) => all.includes(roomId));
  await set(true);
  const left = await rooms((all) => !all.includes(roomId));
  expect(left.some((one) => one.kind === 'section' && one.section === 'invites')).toBe(false);
  await set(false);
  await rooms((all) => all.includes(roomId));
}, 120_000);

test('CHAT-3.35 invitations that the account’s policy bans, by person, room or server, are not in the list; with the rule they come back', async () => {
  const token = await homeserver.login({ username: 'alice', password: 'pw' });
  const other = person(homeserver, token);
  const policy = await other.createRoom({ name: 'Bans' });
  const target = await other.createRoom({ name: 'Own bans' });
  const named = await bob.createRoom({ name: 'Called', invite: [aliceId] });
  const wanted = await carol.createRoom({ name: 'Wanted', invite: [aliceId] });
  const invited = (...fits: readonly string[]) =>
    alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) => {
      const shown = items.flatMap((one) => (one.kind === 'room' ? one.roomId : []));
      const both = shown.filter((roomId) => roomId === named || roomId === wanted);
      return JSON.stringify(both.toSorted()) === JSON.stringify(fits.toSorted());
    });
  const rule = (room: string, scope: string, key: string, content: object) =>
    other.call(
      'PUT',
      `/rooms/${encodeURIComponent(room)}/state/m.policy.rule.${scope}/${encodeURIComponent(key)}`,
      content,
    );
  const ban = (entity: string) => ({ entity, reason: 'spam', recommendation: 'm.ban' });
  await invited(named, wanted);
  const path = `/user/${encodeURIComponent(aliceId)}/account_data/org.matrix.msc3847.policies`;
  await rule(policy, 'user', 'a', ban('@b*:localhost'));
  await other.call('PUT', path, {
    'org.matrix.msc3847.ignore.invites': { sources: [policy], target },
  });
  await invited(wanted);
  // A rule that recommends something else bans nobody, nor does one without an entity.
  await rule(policy, 'user', 'a', { ...ban('@b*:localhost'), recommendation: 'm.warn' });
  await invited(named, wanted);
  await rule(policy, 'room', 'b', ban(wanted));
  await invited(named);
  await rule(policy, 'room', 'b', { recommendation: 'm.ban' });
  await invited(named, wanted);
  // Own rules stand in the target.
  await rule(target, 'server', 'c', ban('local*'));
  await invited();
  await other.call('PUT', path, { 'org.matrix.msc3847.ignore.invites': { sources: [policy] } });
  await invited(named, wanted);
  const late = await bob.createRoom({ name: 'Late', invite: [] });
  await rule(policy, 'room', 'late', ban(late));
  const told = alice.notices.length;
  await bob.call('POST', `/rooms/${encodeURIComponent(late)}/invite`, { user_id: aliceId });
  const heardOf = await carol.createRoom({ name: 'Told', invite: [aliceId] });
  await alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((one) => one.kind === 'room' && one.roomId === heardOf),
  );
  expect(alice.notices.slice(told).map(({ roomId }) => roomId)).not.toContain(late);
}, 120_000);

test('the list of ignored people is the account’s: other devices see it, and whom they put there stays', async () => {
  const roomId = await room('Cellar');
  const token = await homeserver.login({ username: 'alice', password: 'pw' });
  const other = person(homeserver, token);
  const path = `/user/${encodeURIComponent(aliceId)}/account_data/m.ignored_user_list`;
  await other.call('PUT', path, { ignored_users: { '@eve:localhost': {} } });
  await alice.value('ignoredPeople', {}, ({ people }) => people.length === 1);
  await set(true);
  expect(await other.call('GET', path)).toEqual({
    ignored_users: { '@eve:localhost': {}, [bobId]: {} },
  });
  const { people } = await alice.value('ignoredPeople', {}, (all) => all.people.length === 2);
  expect(people.map(({ name }) => name)).toEqual(['@eve:localhost', 'bob']);
  await alice.value('person', { roomId, userId: bobId }, ({ ignored }) => ignored);
  const members = { roomId, text: '', limit: 50 };
  await alice.list('members', members, (rows) =>
    rows.some(({ person: { userId }, ignored }) => userId === bobId && ignored === true),
  );
  await other.call('PUT', path, { ignored_users: {} });
  await alice.value('person', { roomId, userId: bobId }, ({ ignored }) => !ignored);
}, 120_000);

test('nobody ignores themselves', async () => {
  const own = alice.call('setIgnored', { userId: aliceId, ignored: true });
  expect(await failureOf(own)).toMatchObject({ code: 'bad_request' });
});

test('messages and invitations that the server held back come once somebody is heard again, each in its place', async () => {
  const roomId = await room('Shed');
  await carol.send(roomId, 'before');
  await alice.list('timeline', query(roomId), says('before'));
  await set(true);
  await bob.send(roomId, 'held back');
  await carol.send(roomId, 'between');
  await bob.send(roomId, 'held back too');
  const invited = await bob.createRoom({ name: 'Later', invite: [aliceId] });
  await carol.send(roomId, 'after');
  await alice.list('timeline', query(roomId), says('before', 'between', 'after'));
  await set(false);
  const whole = ['before', 'held back', 'between', 'held back too', 'after'];
  await alice.list('timeline', query(roomId), says(...whole));
  await alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (items) =>
    items.some((one) => one.kind === 'room' && one.roomId === invited),
  );
  // Live messages go on at the end.
  await bob.send(roomId, 'now');
  await alice.list('timeline', query(roomId), says(...whole, 'now'));
}, 60_000);

test('also in a room in which somebody never spoke before, so that nobody here knows that they are in it', async () => {
  const many = await carol.createRoom({ name: 'Crowd', invite: [bobId, aliceId] });
  await bob.join(many);
  // So many that his joining is not among what a new device gets.
  for (let at = 0; at < 20; at += 1) await carol.send(many, `line ${at}`);
  await alice.call('acceptInvite', { roomId: many });
  await alice.value('room', { roomId: many }, ({ membership }) => membership === 'join');
  const phone = openWindow();
  try {
    await phone.call('signIn', { server: homeserver.baseUrl, user: 'alice', password: 'pw' });
    const ends = (...wanted: string[]) =>
      phone.list(
        'timeline',
        { ...query(many), limit: 8 },
        (items) => JSON.stringify(bodies(items).slice(-wanted.length)) === JSON.stringify(wanted),
      );
    await ends('line 19');
    await phone.call('setIgnored', { userId: bobId, ignored: true });
    await bob.send(many, 'held back');
    await carol.send(many, 'after');
    await ends('line 19', 'after');
    await phone.call('setIgnored', { userId: bobId, ignored: false });
    await ends('line 19', 'held back', 'after');
  } finally {
    await phone.stop();
  }
}, 60_000);
