// Acts of a server's administrators on its users, and the server's answers to other users.
import type { ControlContract } from '#contract/control';
import { AppFailure } from '#contract/wire/errors';
import type { ValueOf } from '#contract/wire/shapes';
import { on } from '../../faults/faultProxy';
import { openWorld, type Somebody, type World } from '../beyond/kit';
import { createDesktop } from '#engine/desktop';
import { openWindow } from '../support';

let world: World;
let admin: Somebody;
let bob: Somebody;
beforeAll(async () => {
  world = await openWorld();
  [admin, bob] = [await world.open('root', 'proxy', true), await world.open('bob', 'server')];
}, 240_000);
afterAll(() => world?.close());

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof AppFailure ? thrown.error.code : 'thrown'),
  );

const prefix = '/_synapse/admin';
const adminAsks = () => admin.asked.filter(({ path }) => path.startsWith(prefix));

type Asked = ValueOf<ControlContract, 'question'>;

/** The question that main is given to ask, once it is `open` or not. */
const question = (open: boolean): Promise<Asked> =>
  new Promise((resolve) => {
    const close = admin.main.value('question', {}, (asked) => {
      if ((asked !== null) !== open) return;
      setImmediate(() => close());
      resolve(asked);
    });
  });

/** The person answers what main asks next; resolves with the question. */
async function answer(yes: boolean): Promise<Asked> {
  const asked = await question(true);
  await admin.main.call('answerQuestion', { turn: asked?.turn ?? 0, yes });
  return asked;
}

/** Whether a password lets somebody in. */
async function letsIn(user: string, password: string): Promise<string> {
  const window = openWindow();
  const server = world.server.baseUrl;
  const code = await codeOf(window.call('signIn', { server, user, password }));
  await window.stop();
  return code;
}

test('CHAT-6.12 an administrator sees who is there and where, sets a password, and ends an account', async () => {
  expect(await admin.call('isServerAdmin', {})).toEqual({ isAdmin: true });
  const { users, total, next } = await admin.call('serverUsers', { search: '', from: null });
  expect(users.map(({ userId }) => userId).sort()).toEqual([bob.userId, admin.userId].sort());
  expect([total, next]).toEqual([2, null]);
  expect(users.find(({ userId }) => userId === admin.userId)).toEqual({
    ...{ userId: admin.userId, name: 'root', isAdmin: true, isGuest: false },
    ...{ isDeactivated: false, createdAtMs: expect.any(Number) },
  });
  const created = users[0]?.createdAtMs ?? 0;
  expect(new Date(created).getFullYear()).toBeGreaterThan(2020);
  const found = await admin.call('serverUsers', { search: 'bo', from: null });
  expect(found.users.map(({ name }) => name)).toEqual(['bob']);

  const { sessions } = await admin.call('serverWhois', { userId: bob.userId });
  expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', lastSeenMs: expect.any(Number) });

  const password = 'another horse walked';
  const reset = { userId: bob.userId, password, signOut: false };
  await Promise.all([admin.call('resetUserPassword', reset), answer(true)]);
  expect(await letsIn('bob', 'pw')).toBe('wrong_password');
  expect(await letsIn('bob', password)).toBe('done');
  const end = { userId: bob.userId, erase: true };
  await Promise.all([admin.call('deactivateUser', end), answer(true)]);
  await bob.value('session', {}, ({ state }) => state === 'expired');
  const gone = await admin.call('serverUsers', { search: 'bob', from: null });
  expect(gone.users.map(({ isDeactivated }) => isDeactivated)).toEqual([true]);
  expect(adminAsks()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        method: 'GET',
        path: `${prefix}/v1/users/${admin.userId}/admin`,
      }),
      expect.objectContaining({ method: 'GET', path: `${prefix}/v1/whois/${bob.userId}` }),
      expect.objectContaining({
        ...{ method: 'POST', path: `${prefix}/v1/deactivate/${bob.userId}` },
        body: { erase: true },
      }),
    ]),
  );
  // The own account ends elsewhere, with what is on this computer.
  const own = { userId: admin.userId, erase: false };
  expect(await codeOf(admin.call('deactivateUser', own))).toBe('bad_request');
}, 120_000);

test('what nobody can undo waits for a yes outside of the page: without one the server is not asked', async () => {
  const { userId } = await world.server.registerUser({ username: 'dora', password: 'pw' });
  const acts = () => adminAsks().filter(({ method }) => method === 'POST');
  const before = acts().length;
  const reset = codeOf(
    admin.call('resetUserPassword', { userId, password: 'taken', signOut: true }),
  );
  const asked = await question(true);
  // With the password as it would be: the page cannot put another one in the place of what was typed.
  expect(asked).toMatchObject({ act: 'new_password', userId, isWide: true, password: 'taken' });
  // One at a time, and only the person's answer counts.
  expect(await codeOf(admin.call('deactivateUser', { userId, erase: false }))).toBe('conflict');
  await admin.main.call('answerQuestion', { turn: (asked?.turn ?? 0) - 1, yes: true });
  await answer(false);
  expect(await reset).toBe('cancelled');
  const end = codeOf(admin.call('deactivateUser', { userId, erase: false }));
  expect(await answer(false)).toMatchObject({ act: 'end_account', userId, isWide: false });
  expect(await end).toBe('cancelled');
  // The dialog could not show it as it is.
  const disguised = admin.call('deactivateUser', { userId: '@do\u202era:localhost', erase: false });
  expect(await codeOf(disguised)).toBe('bad_request');
  const unseen = { userId, password: 'a\u202eb', signOut: true };
  expect(await codeOf(admin.call('resetUserPassword', unseen))).toBe('bad_request');
  // Two times no: nobody is asked until they give in.
  expect(await codeOf(admin.call('deactivateUser', { userId, erase: false }))).toBe('rate_limited');
  expect(await question(false)).toBeNull();
  expect(acts()).toHaveLength(before);
  expect(await letsIn('dora', 'pw')).toBe('done');
});

test('somebody else is no administrator, and is refused', async () => {
  const carol = await world.open('carol', 'server');
  expect(await carol.call('isServerAdmin', {})).toEqual({ isAdmin: false });
  const asked = carol.call('serverUsers', { search: '', from: null });
  expect(await codeOf(asked)).toBe('forbidden');
}, 120_000);

test('a server without these functions has no administrators; what is wrong in an answer is left out', async () => {
  const { rules } = world.proxy;
  const without = rules.add({ match: on('GET', `${prefix}/v1/users/`), status: 404 });
  expect(await admin.call('isServerAdmin', {})).toEqual({ isAdmin: false });
  without();

  const users = [7, { name: 'nobody' }, { name: '@ok:x', displayname: 5, creation_ts: 'x' }];
  const strange = rules.add({
    ...{ match: on('GET', `${prefix}/v2/users`), status: 200 },
    body: { users, total: 'many', next_token: 50 },
  });
  const told = await admin.call('serverUsers', { search: '', from: null });
  expect(told).toMatchObject({ total: 0, next: '50' });
  expect(told.users).toEqual([
    {
      ...{ userId: '@ok:x', name: null, isAdmin: false, isGuest: false },
      ...{ isDeactivated: false, createdAtMs: null },
    },
  ]);
  strange();
  const noUsers = rules.add({
    ...{ match: on('GET', `${prefix}/v1/whois/`), status: 200 },
    body: { devices: null },
  });
  expect(await codeOf(admin.call('serverWhois', { userId: '@ok:x' }))).toBe('not_matrix');
  noUsers();
}, 120_000);

test('after a second no in a row questions wait, longer each time; a yes ends that', async () => {
  let nowMs = 0;
  const { questions } = createDesktop(
    () => false,
    () => nowMs,
  );
  let turn = 0;
  const ask = async (yes: boolean): Promise<string> => {
    const asked = codeOf(questions.ask({ act: 'end_account', userId: '@a:b', isWide: false }));
    if (questions.now() !== null) questions.answer((turn += 1), yes);
    return asked;
  };
  expect([await ask(false), await ask(false)]).toEqual(['cancelled', 'cancelled']);
  expect(await ask(true)).toBe('rate_limited');
  nowMs += 30_001;
  expect(await ask(false)).toBe('cancelled');
  nowMs += 30_001;
  expect(await ask(true)).toBe('rate_limited');
  nowMs += 300_000;
  expect(await ask(true)).toBe('done');
  expect([await ask(false), await ask(true)]).toEqual(['cancelled', 'done']);
});
