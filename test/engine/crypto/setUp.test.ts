// A new account: what its person is asked does not wait for the identity, and what they answer meanwhile makes no second one.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { createEngine, type TestEngine } from './harness';

const password = 'correct horse battery';
let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let proxy: FaultProxy;
let engine: TestEngine;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  const account = await homeserver.registerUser({ username: 'alice', password });
  engine = await createEngine({ baseUrl: proxy.url, account, identity: false });
}, 120_000);

afterAll(async () => {
  await engine?.destroy();
  await proxy?.close();
  await homeserver?.stop();
});

test('a recovery key can be asked for while the identity is on its way to the server', async () => {
  const upload = proxy.hold(on('POST', '/keys/device_signing/'), 'before-forward');
  const made = engine.crypto.bootstrap(password);
  await engine.until('the question', () => engine.crypto.status().state === 'unset');
  await upload.reached;
  const creating = engine.crypto.createRecoveryKey(password);
  upload.release();
  await made;
  const { recoveryKey } = await creating;
  expect(recoveryKey).toMatch(/^\S{4} /);
  expect(
    proxy.log.filter(({ path }) => path.includes('device_signing')).length,
  ).toBeLessThanOrEqual(2);
  await engine.crypto.confirmRecoveryKey('saved');
  expect(engine.crypto.status()).toMatchObject({
    state: 'ready',
    deviceVerified: true,
    error: null,
  });
});

// The library reads an identity only when it has asked for the person itself, or after a second.
test('before the first answer of sync an identity waits for no question that nobody sends', async () => {
  const account = await homeserver.registerUser({ username: 'bob', password });
  const bob = await createEngine({ baseUrl: proxy.url, account, start: false });
  try {
    const before = proxy.log.length;
    await bob.crypto.bootstrap(password);
    const asked = proxy.log.slice(before).map(({ path }) => path.split('/').slice(-2).join('/'));
    const uploaded = asked.indexOf('device_signing/upload');
    expect(asked.slice(0, uploaded).filter((path) => path === 'keys/query')).toHaveLength(2);
  } finally {
    await bob.destroy();
  }
});

// The first answer of sync names nobody as changed.
test('a device that comes between the first question and the first answer of sync is known', async () => {
  const account = await homeserver.registerUser({ username: 'carol', password });
  const carol = await createEngine({ baseUrl: proxy.url, account, start: false });
  const session = await homeserver.login({ username: 'carol', password });
  const later = await createEngine({ baseUrl: proxy.url, account: session, start: false });
  try {
    await carol.crypto.bootstrap(password);
    await later.crypto.bootstrap(null);
    expect((await carol.crypto.ownDevices()).has(session.deviceId)).toBe(false);
    carol.sync.start();
    const isKnown = async (): Promise<boolean> =>
      (await carol.crypto.ownDevices()).has(session.deviceId);
    while (!(await isKnown())) await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    await later.destroy();
    await carol.destroy();
  }
}, 60_000);

// "Not now", "Go on without it": the account has an identity, and neither secret storage nor a backup.
test('a locked device knows whether there is a recovery key, a backup, and another device that could confirm it', async () => {
  const account = await homeserver.registerUser({ username: 'dora', password });
  const first = await createEngine({ baseUrl: proxy.url, account, identity: false });
  await first.crypto.bootstrap(password);
  await first.crypto.confirmRecoveryKey('skipped');
  const session = await homeserver.login({ username: 'dora', password });
  const second = await createEngine({ baseUrl: proxy.url, account: session, start: false });
  const ways = () => second.crypto.status().ways;
  try {
    // The first answer of sync, which has the account's data, is not there yet.
    const refuse = proxy.rules.add({ match: on('GET', '/account_data/'), status: 403 });
    await second.crypto.bootstrap(null);
    expect(second.crypto.status()).toMatchObject({ state: 'locked', ways: null });
    refuse();
    second.sync.start();
    await second.until('what is known', () => ways() !== null);
    expect(ways()).toEqual({ recoveryKey: false, device: true, backup: false });
    await first.crypto.createRecoveryKey(password);
    await second.until('a key', () => ways()?.recoveryKey === true);
    await first.request('POST', '/logout', {});
    await second.until('alone', () => ways()?.device === false);
  } finally {
    await second.destroy();
    await first.destroy();
  }
}, 60_000);

test('a device is told that another one replaced the recovery key, while it shows its own and later, until it is read', async () => {
  const account = await homeserver.registerUser({ username: 'edith', password });
  const first = await createEngine({ baseUrl: proxy.url, account, identity: false });
  await first.crypto.bootstrap(password);
  const { recoveryKey } = await first.crypto.createRecoveryKey(password);
  const session = await homeserver.login({ username: 'edith', password });
  const second = await createEngine({ baseUrl: proxy.url, account: session, identity: false });
  const told = ({ crypto }: TestEngine): boolean => crypto.status().keyReplacedMs !== undefined;
  try {
    await second.crypto.unlock(recoveryKey);
    const { recoveryKey: newer } = await second.crypto.createRecoveryKey(password);
    await first.until('the key it shows is dead', () => told(first));
    expect(first.crypto.status().state).toBe('key_shown');
    expect(told(second)).toBe(false);
    await first.crypto.confirmRecoveryKey('saved');
    await first.until('read', () => !told(first));
    await second.crypto.confirmRecoveryKey('saved');
    await first.crypto.unlock(newer);
    await second.crypto.createRecoveryKey(password);
    await first.until('replaced again', () => told(first));
    expect(first.crypto.status().state).toBe('ready');
    expect(told(second)).toBe(false);
  } finally {
    await second.destroy();
    await first.destroy();
  }
}, 90_000);
