// Somebody has no recovery key and no device that holds the identity: starting over, what the older devices see, and a death in between.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import type { Order } from './doomedEngine';
import { createEngine, hurry, type TestEngine } from './harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
const password = 'correct horse battery';
let homeserver: Homeserver;
let proxy: FaultProxy;
let older: TestEngine;
let bob: TestEngine;
let device: TestEngine;
let roomId: string;
let oldKey: string;
let newKey: string;
const opened: TestEngine[] = [];

async function open(username: string, register: boolean): Promise<TestEngine> {
  const account = register
    ? await homeserver.registerUser({ username, password })
    : await homeserver.login({ username, password });
  const engine = await createEngine({ baseUrl: homeserver.baseUrl, account });
  opened.push(engine);
  await engine.crypto.bootstrap(password);
  return engine;
}

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  older = await open('alice', true);
  bob = await open('bob', true);
  roomId = await older.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await older.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [older.userId, bob.userId]);
  oldKey = (await older.crypto.createRecoveryKey(password)).recoveryKey;
  await older.crypto.confirmRecoveryKey('saved');
  await older.send(roomId, 'before');
  await bob.until('before', () => bob.bodies(roomId).includes('before'));
  await older.until('in the backup', () => older.crypto.status().unbackedKeys === 0);
}, 120_000);

afterAll(async () => {
  for (const engine of opened) await engine.destroy();
  await proxy?.close();
  await homeserver?.stop();
});

/** Alice's identity, secret storage key and backup version at the server. */
async function atServer(): Promise<{ master: string; key: string; backup: string }> {
  const { master_keys: masters } = await bob.request<{
    master_keys: Record<string, { keys: Record<string, string> }>;
  }>('POST', '/keys/query', { device_keys: { [older.userId]: [] } });
  const user = encodeURIComponent(older.userId);
  const { key } = await older.request<{ key: string }>(
    'GET',
    `/user/${user}/account_data/m.secret_storage.default_key`,
  );
  const { version } = await older.request<{ version: string }>('GET', '/room_keys/version');
  return { master: Object.values(masters[older.userId]?.keys ?? {}).join(), key, backup: version };
}

async function reopen(engine: TestEngine): Promise<TestEngine> {
  const { account, folder, key } = engine;
  const next = await createEngine({ baseUrl: homeserver.baseUrl, account, folder, key });
  opened.push(next);
  await next.crypto.bootstrap(null);
  return next;
}

/** Resets in another process, which dies when `point` is reached. */
async function resetAndDie(
  engine: TestEngine,
  point: ReturnType<FaultProxy['hold']>,
): Promise<void> {
  await engine.stop();
  const child = fork(join(__dirname, 'doomedEngine.ts'), {
    execArgv: ['--require', join(__dirname, 'tsHooks.cjs')],
    serialization: 'advanced',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const { account, folder, key } = engine;
  child.send({
    engine: { baseUrl: proxy.url, account, folder, key },
    point: null,
    send: null,
    reset: password,
  } satisfies Order);
  await Promise.race([point.reached, exited]);
  child.kill('SIGKILL');
  expect(await exited).toBe('SIGKILL');
  point.drop();
}

test('a wrong password, or none, changes nothing: not at the server, not here', async () => {
  device = await open('alice', false);
  const before = await atServer();
  await expect(device.crypto.resetEncryption(null)).rejects.toMatchObject({
    error: { code: 'forbidden' },
  });
  await expect(device.crypto.resetEncryption('wrong')).rejects.toMatchObject({
    error: { code: 'wrong_password' },
  });
  expect(device.crypto.status()).toMatchObject({
    state: 'locked',
    identityReplaced: false,
    deviceVerified: false,
    backupEnabled: false,
  });
  expect(await atServer()).toEqual(before);
}, 60_000);

test('killed before the server has the new identity: the old one stays, with its key and its backup', async () => {
  const before = await atServer();
  await resetAndDie(device, proxy.hold(on('POST', '/keys/device_signing/'), 'before-forward'));
  device = await reopen(device);
  expect(device.crypto.status()).toMatchObject({ state: 'locked', deviceVerified: false });
  expect(await atServer()).toEqual(before);
  expect(older.crypto.status()).toMatchObject({ state: 'ready', deviceVerified: true });
}, 60_000);

test('killed as soon as the server has the new identity: it is ours, old key and backup wait for the rest', async () => {
  const before = await atServer();
  await resetAndDie(device, proxy.hold(on('POST', '/keys/signatures/upload'), 'before-forward'));
  device = await reopen(device);
  expect(device.crypto.status()).toMatchObject({ state: 'unset', backupEnabled: false });
  const now = await atServer();
  expect(now.master).not.toBe(before.master);
  expect(now).toEqual({ ...before, master: now.master });
  await device.until('signed', () => device.crypto.status().deviceVerified);
}, 60_000);

test('killed between the new backup and its recovery key: repeated, the identity is the same', async () => {
  const before = await atServer();
  await resetAndDie(device, proxy.hold(on('POST', '/room_keys/version'), 'after-answer'));
  device = await reopen(device);
  expect(device.crypto.status().state).toBe('unset');
  expect((await atServer()).master).toBe(before.master);
  newKey = (await device.crypto.resetEncryption(password)).recoveryKey;
  expect(device.crypto.status()).toMatchObject({
    state: 'key_shown',
    backupEnabled: true,
    deviceVerified: true,
  });
  await device.crypto.confirmRecoveryKey('saved');
  expect(device.crypto.status().state).toBe('ready');
  const now = await atServer();
  expect(now.master).toBe(before.master);
  expect(now.key).not.toBe(before.key);
  expect(now.backup).not.toBe(before.backup);
}, 60_000);

test('the older device learns that its identity was replaced and says so, also after a restart', async () => {
  const replaced = (): boolean => {
    const { state, identityReplaced } = older.crypto.status();
    return state === 'locked' && identityReplaced;
  };
  await older.until('replaced', replaced);
  await older.stop();
  older = await reopen(older);
  await older.until('synced', () => older.sync.gate.open());
  await older.until('still replaced', () => replaced() && !older.crypto.status().backupEnabled);
  await expect(older.crypto.unlock(oldKey)).rejects.toMatchObject({
    error: { code: 'wrong_recovery_key' },
  });
  await older.send(roomId, 'from the replaced device');
  await bob.until('it is read', () => bob.bodies(roomId).includes('from the replaced device'));
}, 60_000);

test('the new key unlocks the older device, which brings the old messages into the new backup', async () => {
  expect(device.bodies(roomId)).not.toContain('before');
  hurry(20);
  await older.crypto.unlock(newKey);
  expect(older.crypto.status()).toMatchObject({ state: 'ready', identityReplaced: false });
  await older.until('signed', () => older.crypto.status().deviceVerified);
  await older.until('in the backup', () => older.crypto.status().unbackedKeys === 0);
  // The new device gets no notice; it checks by itself.
  await device.until('before', () => device.bodies(roomId).includes('before'));
  hurry(1);
  await device.send(roomId, 'from the new one');
  const third = await open('alice', false);
  expect(third.crypto.status()).toMatchObject({ state: 'locked', identityReplaced: false });
  await third.crypto.unlock(newKey);
  for (const text of ['before', 'from the replaced device'])
    await third.until(text, () => third.bodies(roomId).includes(text));
  for (const engine of [bob, older])
    await engine.until('new', () => engine.bodies(roomId).includes('from the new one'));
}, 90_000);

test('a replaced device may start over itself: in one go, with all the keys it has', async () => {
  const before = await atServer();
  const fourth = await open('alice', false);
  const key = (await fourth.crypto.resetEncryption(password)).recoveryKey;
  expect(fourth.crypto.status()).toMatchObject({
    state: 'key_shown',
    backupEnabled: true,
    deviceVerified: true,
  });
  await older.until('replaced', () => older.crypto.status().identityReplaced);
  const latest = (await older.crypto.resetEncryption(password)).recoveryKey;
  expect((await atServer()).master).not.toBe(before.master);
  await older.until('in the backup', () => older.crypto.status().unbackedKeys === 0);
  await fourth.until('replaced', () => fourth.crypto.status().identityReplaced);
  await expect(fourth.crypto.unlock(key)).rejects.toMatchObject({
    error: { code: 'wrong_recovery_key' },
  });
  await fourth.crypto.unlock(latest);
  await fourth.until('before', () => fourth.bodies(roomId).includes('before'));
  await device.until('replaced', () => device.crypto.status().identityReplaced);
  await device.crypto.unlock(latest);
}, 120_000);

test('whoever holds the identity keeps it: a backup that cannot be read is replaced only when given up', async () => {
  const before = await atServer();
  // A backup of somebody else: signed by nobody, its key is nowhere.
  await device.request('POST', '/room_keys/version', {
    algorithm: 'm.megolm_backup.v1.curve25519-aes-sha2',
    auth_data: { public_key: 'XjhWTCjW7l59pbfx9tlCBQolfnIQWARoKOzjTOPSlWM' },
  });
  await device.stop();
  device = await reopen(device);
  await device.until('no backup', () => !device.crypto.status().backupEnabled);
  await expect(device.crypto.createRecoveryKey(password)).rejects.toMatchObject({
    error: { code: 'conflict' },
  });
  await device.crypto.resetEncryption(password);
  expect(device.crypto.status()).toMatchObject({ state: 'key_shown', backupEnabled: true });
  expect((await atServer()).master).toBe(before.master);
}, 60_000);
