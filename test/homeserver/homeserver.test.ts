// The homeserver provider itself: a fresh server answers, keeps its data over a restart and leaves nothing behind.
import { existsSync } from 'node:fs';
import { startHomeserver, type Homeserver } from './homeserver.cjs';

let server: Homeserver;

beforeAll(async () => {
  server = await startHomeserver();
}, 120_000);

afterAll(async () => {
  await server.stop();
  expect(existsSync(server.dataFolder)).toBe(false);
});

test('a registered user can sign in and is in the database', async () => {
  const user = await server.registerUser({
    username: 'alice',
    password: 'pw',
    displayName: 'Alice',
  });
  const again = await server.login({ username: 'alice', password: 'pw', deviceId: 'SECOND' });
  const whoami = await server.request('GET', '/_matrix/client/v3/account/whoami', {
    token: again.accessToken,
  });
  const rows = server.databaseQuery('SELECT displayname FROM profiles WHERE user_id = ?', 'alice');
  expect({ user: user.userId, whoami, rows }).toEqual({
    user: '@alice:localhost',
    whoami: { user_id: '@alice:localhost', device_id: 'SECOND', is_guest: false },
    rows: [{ displayname: 'Alice' }],
  });
});

test('an admin may use the admin interface, a wrong password is refused', async () => {
  const admin = await server.registerUser({ username: 'root', password: 'pw', admin: true });
  const users = await server.request('GET', '/_synapse/admin/v2/users', {
    token: admin.accessToken,
  });
  expect(users.total).toBeGreaterThan(0);
  const wrong = server.login({ username: 'root', password: 'no' });
  await expect(wrong).rejects.toMatchObject({ status: 403, errcode: 'M_FORBIDDEN' });
});

test('a restart keeps address and accounts', async () => {
  await server.registerUser({ username: 'bob', password: 'pw' });
  await server.restart();
  await expect(server.login({ username: 'bob', password: 'pw' })).resolves.toMatchObject({
    userId: '@bob:localhost',
  });
}, 60_000);

test('config replaces keys of the template', async () => {
  const strict = await startHomeserver({ config: { enable_registration: false } });
  try {
    const body = { username: 'eve', password: 'pw', auth: { type: 'm.login.dummy' } };
    const register = strict.request('POST', '/_matrix/client/v3/register', { body });
    await expect(register).rejects.toMatchObject({ status: 403 });
  } finally {
    await strict.stop();
  }
}, 60_000);
