// Guests of a homeserver: they look, join and write where rooms take them, what they may not do is said, and they become accounts in place.
import { AppFailure } from '#contract/wire/errors';
import { on } from '../../faults/faultProxy';
import { makeRoom, openWorld, join, type Somebody, type World } from '../beyond/kit';
import { openWindow, requestId, type Window } from '../support';
import { person, recordingFetch } from '../sync/kit';

let world: World;
let alice: Somebody;
const windows: Window[] = [];
beforeAll(async () => {
  world = await openWorld({ allow_guest_access: true });
  alice = await world.open('alice', 'server');
}, 240_000);
afterAll(async () => {
  await Promise.all(windows.map((window) => window.stop()));
  await world?.close();
});

const password = 'a horse walked over the stapler';

interface StateEvents {
  readonly events: { readonly type: string; readonly state_key: string }[];
}
interface JoinedAnswer {
  readonly state?: StateEvents;
  readonly 'org.matrix.msc4222.state_after'?: StateEvents;
  readonly timeline: { readonly events: unknown[]; readonly limited: boolean };
}
interface Synced {
  readonly rooms?: { readonly join?: Readonly<Record<string, JoinedAnswer>> };
}

async function enter(server = world.server.baseUrl) {
  const recorded = recordingFetch();
  const synced: Synced[] = [];
  const fetch: typeof globalThis.fetch = async (resource, init) => {
    const answer = await recorded.fetch(resource, init);
    if (new URL(String(resource)).pathname.endsWith('/sync'))
      synced.push((await answer.clone().json()) as Synced);
    return answer;
  };
  const window = openWindow({ deps: { fetch } });
  windows.push(window);
  // Which would lead past the proxy.
  const clear = world.proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  const { userId } = await window.call('enterAsGuest', { server });
  clear();
  await window.value('sync', {}, ({ state }) => state === 'SYNCING');
  return { ...recorded, synced, window, userId };
}

async function openRoom(name: string, guests: 'can_join' | 'forbidden'): Promise<string> {
  const roomId = await makeRoom(alice, name, { public: true });
  const change = { history: 'world_readable', guests } as const;
  await alice.call('setRoomRules', { roomId, change });
  return roomId;
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof AppFailure ? thrown.error.code : 'thrown'),
  );

const say = (window: Window, roomId: string, text: string) =>
  window.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text, kind: 'text' },
    ...{ mentions: [], replyTo: null },
  });

/** Resolves when the timeline has a message that reads so and was sent; answers its event id. */
async function said(window: Window, roomId: string, text: string): Promise<string> {
  let found = '';
  await window.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) =>
    items.some((item) => {
      const fits = item.kind === 'message' && JSON.stringify(item).includes(text);
      if (!fits || item.eventId === null || item.eventId === '') return false;
      found = item.eventId;
      return true;
    }),
  );
  return found;
}

test('CHAT-5.3 a guest looks into a readable room, joins one that takes guests and writes there; typing and reading stay here', async () => {
  const roomId = await openRoom('Square', 'can_join');
  await alice.direct.send(roomId, 'before');
  const { window, userId, queries, urls } = await enter();
  expect(userId).toMatch(/^@\d+:localhost$/);
  const session = await window.value('session', {}, () => true);
  expect([session.state, session.guest]).toEqual(['signed_in', true]);

  const unwatch = window.watch('peek', { roomId }, () => undefined);
  const query = { roomId, threadId: null, around: null, limit: 50, peek: true };
  const seen = await window.list('timeline', query, (items) =>
    items.some(({ kind }) => kind === 'message'),
  );
  expect(seen.flatMap((item) => (item.kind === 'message' ? [item.body] : []))).toMatchObject([
    { type: 'text', text: 'before' },
  ]);
  unwatch();
  await join(window, roomId);
  await say(window, roomId, 'from a guest');
  await said(alice, roomId, 'from a guest');

  const answerId = await alice.direct.send(roomId, 'an answer');
  await said(window, roomId, 'an answer');
  await window.call('setTyping', { roomId, threadId: null, typing: true });
  await window.call('markRead', { roomId, threadId: null, eventId: answerId });
  await window.value('room', { roomId }, ({ unread }) => unread === 0);
  const asked = urls.map(({ pathname }) => pathname);
  expect(asked.filter((path) => /\/(typing|receipt|read_markers|filter)/.test(path))).toEqual([]);
  const filters = new Set(queries('/sync').map(({ filter }) => filter));
  expect([...filters]).toEqual(['{}']);
  // No members were left out, so no request is needed.
  expect(asked.filter((path) => path.endsWith('/members'))).toEqual([]);
}, 120_000);

test('CHAT-9.17 CHAT-9.25 who names no limit gets the newest ten events of a room; members come with them, or for an account when somebody looks', async () => {
  const roomId = await openRoom('Crowd', 'can_join');
  for (let n = 0; n < 14; n += 1) await alice.direct.send(roomId, `line ${n}`);
  const silent = await world.server.registerUser({ username: 'silent', password: 'pw' });
  await person(world.server, silent).join(roomId);
  for (let n = 14; n < 28; n += 1) await alice.direct.send(roomId, `line ${n}`);
  const { window, queries, synced, userId } = await enter();
  await join(window, roomId);
  await said(window, roomId, 'line 27');
  expect([...new Set(queries('/sync').map(({ filter }) => filter))]).toEqual(['{}']);
  const [first] = synced.flatMap(({ rooms }) => rooms?.join?.[roomId] ?? []);
  expect([first?.timeline.events.length, first?.timeline.limited]).toEqual([10, true]);
  // Older messages are fetched when the user scrolls back.
  await window.call('fetchOlder', { roomId });
  await said(window, roomId, 'line 0');
  const state = first?.state ?? first?.['org.matrix.msc4222.state_after'];
  const members = state?.events.filter(({ type }) => type === 'm.room.member');
  expect(members?.map(({ state_key: member }) => member)).toContain(silent.userId);

  const bob = await world.open('bob', 'server');
  await join(bob, roomId);
  const query = { roomId, text: '', limit: 50 };
  const people = await bob.list('members', query, (items) => items.length >= 4);
  expect(people.map(({ person: { userId: one } }) => one)).toEqual(
    expect.arrayContaining([alice.userId, silent.userId, userId]),
  );
  const wished = bob.ask('GET', '/sync').map(({ query }) => query['filter'] ?? '');
  expect(wished[0]).toContain('"lazy_load_members":true');
  const loaded = bob.ask('GET', '/members').filter(({ path }) => path.includes(roomId));
  expect(loaded.map(({ query }) => query)).toEqual([{ not_membership: 'leave' }]);
}, 120_000);

test('CHAT-6.10 a guest changes nothing of a room, whatever its levels allow, and hears what only accounts may do', async () => {
  const roomId = await openRoom('Everybody rules', 'can_join');
  const closed = await openRoom('No guests', 'forbidden');
  await alice.direct.state(roomId, 'm.room.power_levels', {
    users_default: 100,
  });
  const invited = await openRoom('By invitation', 'can_join');
  await alice.direct.state(invited, 'm.room.join_rules', { join_rule: 'invite' });
  const { window, urls } = await enter();
  await join(window, roomId);
  const { permissions } = await window.value('room', { roomId }, (room) => room.permissions.send);
  expect(permissions).toMatchObject({
    ...{ send: true, invite: false, rename: false, setTopic: false, pin: false },
    ...{ kick: false, ban: false, setRoles: false },
  });
  expect(await codeOf(window.call('renameRoom', { roomId, name: 'Mine' }))).toBe('guest_forbidden');
  expect(urls.some(({ pathname }) => pathname.includes('/state/'))).toBe(false);

  const join_ = window.call('joinRoom', { roomIdOrAlias: closed, via: [] });
  expect(await codeOf(join_)).toBe('guest_forbidden');
  // The room takes no users without an invitation, neither guests nor accounts.
  const uninvited = window.call('joinRoom', { roomIdOrAlias: invited, via: [] });
  expect(await codeOf(uninvited)).toBe('forbidden');
  const made = window.call('createRoom', {
    ...{ requestId: requestId(), name: 'Own', topic: null, direct: false },
    ...{ encrypted: false, public: false, invite: [] },
  });
  expect(await codeOf(made)).toBe('guest_forbidden');
  // No identity and no recovery key is asked for.
  const { state } = await window.value('encryption', {}, () => true);
  expect(state).toBe('skipped');
}, 120_000);

test('a guest becomes an account in place: the same user, rooms, draft and device; what was read is told then', async () => {
  const roomId = await openRoom('Staying', 'can_join');
  const guest = await enter();
  const { window, userId, bodies, queries, urls } = guest;
  await join(window, roomId);
  const readId = await alice.direct.send(roomId, 'read by a guest');
  await said(window, roomId, 'read by a guest');
  await window.call('markRead', { roomId, threadId: null, eventId: readId });
  const draft = { text: 'half a sentence', replyTo: null, editing: null };
  await window.call('saveDraft', { roomId, threadId: null, draft });
  const before = queries('/sync').length;

  // Wherever the form points: the guest's token goes to the guest's server alone.
  const typed = { server: 'elsewhere.invalid', userName: 'somebody', email: null };
  await window.call('register', { ...typed, password });
  const session = await window.value('session', {}, (one) => one.guest === undefined);
  expect([session.userId, session.deviceId]).toEqual([userId, 'guest_device']);
  expect(bodies('/register').at(-1)).toMatchObject({
    ...{ username: userId.slice(1, userId.indexOf(':')), device_id: 'guest_device' },
    guest_access_token: expect.any(String),
  });
  expect(urls.some(({ hostname }) => hostname.includes('elsewhere'))).toBe(false);

  const kept = await window.value('draft', { roomId, threadId: null }, () => true);
  expect(kept.text).toBe('half a sentence');
  await say(window, roomId, 'from an account');
  await said(alice, roomId, 'from an account');
  // The room was not fetched again.
  const after = queries('/sync').slice(before);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ since }) => since === undefined)).toEqual([]);
  await window.value('encryption', {}, ({ state }) => state === 'unset');
  while (!urls.some(({ pathname }) => pathname.endsWith('/read_markers')))
    await new Promise((resolve) => setImmediate(resolve));
  expect(bodies('/read_markers').at(0)).toMatchObject({ 'm.fully_read': readId });

  // It is an account as any: a password signs in elsewhere.
  const other = openWindow();
  windows.push(other);
  await other.call('signIn', { server: world.server.baseUrl, user: userId, password });
  await other.value('room', { roomId }, ({ membership }) => membership === 'join');
}, 120_000);

test('a guest is a guest after a restart; a server without guests says so, and an account is no guest', async () => {
  const { window, userId } = await enter();
  await window.stop(true);
  const again = openWindow({ folder: window.folder, key: window.key });
  windows.push(again);
  const session = await again.value('session', {}, ({ state }) => state === 'signed_in');
  expect([session.userId, session.guest]).toEqual([userId, true]);

  const twice = again.call('enterAsGuest', { server: world.server.baseUrl });
  expect(await codeOf(twice)).toBe('already_signed_in');
  const closed = await openWorld();
  try {
    const nobody = openWindow();
    windows.push(nobody);
    const refused = nobody.call('enterAsGuest', { server: closed.server.baseUrl });
    expect(await codeOf(refused)).toBe('guest_forbidden');
    // A full server takes guests again some day: that is not what it has against them.
    const full = { errcode: 'M_RESOURCE_LIMIT_EXCEEDED', error: 'too many people this month' };
    closed.proxy.rules.add({ match: on('POST', '/register'), status: 403, body: full });
    closed.proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
    const limited = nobody.call('enterAsGuest', { server: closed.proxy.url });
    expect(await codeOf(limited)).not.toBe('guest_forbidden');
    const { state } = await nobody.value('session', {}, () => true);
    expect(state).toBe('signed_out');
  } finally {
    await closed.close();
  }
}, 120_000);

test('a guest whose session the server ends keeps what was read, also after a restart', async () => {
  const roomId = await openRoom('Remembered', 'can_join');
  const { window, userId } = await enter(world.proxy.url);
  await join(window, roomId);
  await alice.direct.send(roomId, 'worth reading');
  await said(window, roomId, 'worth reading');
  // A guest's token is nothing that Synapse could take back: the answer is what other servers say of one.
  const clear = world.proxy.rules.add({
    match: on('GET', '/sync'),
    ...{ status: 401, body: { errcode: 'M_UNKNOWN_TOKEN', error: 'Unknown', soft_logout: false } },
  });
  // Ends the poll that asked before.
  await alice.direct.send(roomId, 'too late');
  const ended = await window.value('session', {}, ({ state }) => state === 'expired');
  // The device is gone, and nothing is hidden by it: a guest cannot sign in again.
  expect([ended.userId, ended.guest, ended.deviceGone]).toEqual([userId, true, undefined]);
  await window.stop(true);
  clear();

  const again = openWindow({ folder: window.folder, key: window.key });
  windows.push(again);
  const session = await again.value('session', {}, () => true);
  expect([session.state, session.userId, session.guest]).toEqual(['expired', userId, true]);
  await said(again, roomId, 'worth reading');
});
