// The states of sync, its keep-alive and its end, on a test clock against a real Synapse behind the fault proxy.
import { noCrypto } from '#engine/sync/cryptoSync';
import { getSetting } from '#stores/settings/settings';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { createTestClock, type TestClock } from '../http/testClock';
import {
  person,
  recordingFetch,
  syncKit,
  type SyncKit,
  type SyncKitOptions,
  type TestPerson,
} from './kit';

let server: Homeserver;
let proxy: FaultProxy;
let alice: TestPerson;
let clock: TestClock;
const kits: SyncKit[] = [];

const kit = (options: SyncKitOptions = {}) => {
  clock = createTestClock();
  const one = syncKit(proxy.url, alice, { clock, random: () => 0.5, ...options });
  kits.push(one);
  return one;
};
/** The states without what the status line says. */
const states = (one: SyncKit) => one.states.map((text) => text.split(' ')[0]);
const isSync = on('GET', '/sync');
const down = { match: isSync, cut: 'before-forward' } as const;

async function syncing(options: SyncKitOptions = {}): Promise<SyncKit> {
  const one = kit(options);
  one.sync.start();
  await one.until(() => one.sync.status().phase === 'syncing');
  one.states.length = 0;
  return one;
}

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  alice = person(server, await server.registerUser({ username: 'alice', password: 'pw' }));
}, 120_000);

afterEach(async () => {
  await proxy.setDown(false);
  proxy.rules.clear();
  await Promise.all(kits.splice(0).map((one) => one.stop()));
});

afterAll(async () => {
  await proxy.close();
  await server.stop();
});

test('CHAT-4.1 CHAT-4.2 prepared once, then syncing again after every sync, stopped at the end', async () => {
  const one = kit();
  one.sync.start();
  await one.until(() => one.sync.status().phase === 'syncing');
  for (const data of [1, 2]) {
    const before = one.sync.gate.completedSyncs();
    await alice.call('PUT', `/user/${alice.userId}/account_data/org.example`, { data });
    await one.until(() => one.sync.gate.completedSyncs() > before);
  }
  await one.sync.stop();
  const seen = states(one);
  expect(seen.slice(0, 4)).toEqual(['STOPPED', 'STOPPED', 'PREPARED', 'SYNCING']);
  expect(seen.slice(4, -1).every((state) => state === 'SYNCING')).toBe(true);
  expect([seen.length >= 7, seen.at(-1)]).toEqual([true, 'STOPPED']);
});

test('CHAT-4.3 two failures are RECONNECTING, the third is ERROR, a success starts the count anew', async () => {
  const one = await syncing();
  proxy.rules.add({ ...down, times: 3 });
  one.sync.wake();
  for (let i = 0; i < 3; i += 1) await clock.pass(4500);
  await one.until(() => states(one).includes('SYNCING'));
  // The server answered all keep-alives, so nothing is to be caught up.
  expect(states(one).slice(0, 4)).toEqual(['RECONNECTING', 'RECONNECTING', 'ERROR', 'SYNCING']);
  one.states.length = 0;
  proxy.rules.add({ ...down, times: 1 });
  one.sync.wake();
  await clock.pass(4500);
  await one.until(() => states(one).includes('SYNCING'));
  expect(states(one)[0]).toBe('RECONNECTING');
});

test('CHAT-4.4 CHAT-9.3 CHAT-9.4 when the connection is back from ERROR the state is CATCHUP', async () => {
  const one = await syncing();
  await proxy.setDown(true);
  await one.until(() => states(one).includes('RECONNECTING'));
  expect(one.sync.gate.open()).toBe(false);
  // 2 s and half of the 5 s jitter; a refused keep-alive then waits 5 s and half of 5 s.
  await clock.pass(4500);
  await one.until(() => states(one).includes('ERROR'));
  const offline = one.sync.status();
  await proxy.setDown(false);
  await clock.pass(7500);
  await one.until(() => states(one).includes('SYNCING'));
  expect([...new Set(states(one))]).toEqual(['RECONNECTING', 'ERROR', 'CATCHUP', 'SYNCING']);
  expect(offline).toMatchObject({ phase: 'offline', error: { code: 'offline' } });
});

test('CHAT-7.5 CHAT-9.4 a keep-alive answered with 404 counts as reachable, after 2 s', async () => {
  const one = await syncing();
  proxy.rules.add({ ...down, times: 1 });
  proxy.rules.add({ match: on('GET', '/versions'), status: 404, times: 1 });
  one.sync.wake();
  await clock.pass(4500);
  await clock.pass(2000);
  await one.until(() => states(one).includes('SYNCING'));
  expect(states(one)).not.toContain('ERROR');
});

test('CHAT-9.3 a keep-alive is given 15 s', async () => {
  const one = await syncing();
  proxy.rules.add({ ...down, times: 1 });
  const slow = proxy.hold(on('GET', '/versions'), 'after-answer');
  one.sync.wake();
  await clock.pass(4500);
  await slow.reached;
  await clock.pass(15_000);
  await one.until(() => states(one).includes('ERROR'));
  slow.drop();
  await clock.pass(7500);
  await one.until(() => states(one).includes('SYNCING'));
  expect(one.states).toContain('CATCHUP catching_up');
});

test('CHAT-9.1 a poll asks for 30 s and is given 80 s more', async () => {
  const { fetch, queries } = recordingFetch();
  const one = await syncing({ fetch });
  await clock.pass(110_000);
  await one.until(() => states(one).includes('RECONNECTING'));
  expect(queries('/sync').map((query) => query['timeout'])).toContain('30000');
});

/** Woken up over a connection that says nothing any more; answers when it was given up and another one asks. */
async function wokenOverDead(one: SyncKit) {
  const dead = proxy.hold(isSync, 'after-answer');
  one.sync.wake();
  await dead.reached;
  const again = proxy.waitForRequest(({ path }) => path.endsWith('/sync'));
  await clock.pass(10_000);
  await again;
  return dead;
}

test('CHAT-9.1 a connection that died in sleep costs the first answer ten seconds, and is no failure', async () => {
  const one = await syncing();
  const dead = await wokenOverDead(one);
  const before = one.sync.gate.completedSyncs();
  dead.release();
  await one.until(() => one.sync.gate.completedSyncs() > before);
  expect(states(one)).not.toContain('RECONNECTING');
});

test('CHAT-9.1 a server that is slow after a wake-up is given all its time by the second request', async () => {
  const one = await syncing();
  const slow = await wokenOverDead(one);
  await clock.pass(80_000);
  await one.until(() => states(one).includes('RECONNECTING'));
  slow.drop();
});

test('CHAT-4.5 an unknown token ends sync as a logout and keeps the data', async () => {
  const one = await syncing();
  const nextBatch = getSetting<string>(one.store.db, 'nextBatch');
  const body = { errcode: 'M_UNKNOWN_TOKEN', error: 'gone', soft_logout: true };
  proxy.rules.add({ match: isSync, status: 401, body });
  one.sync.wake();
  await one.until(() => states(one).includes('ERROR'));
  expect(one.states).toEqual(['ERROR expired']);
  expect(one.unknown).toMatchObject([{ softLogout: true }]);
  expect(one.sessions.current()).toMatchObject({ state: 'expired', userId: alice.userId });
  expect(getSetting(one.store.db, 'nextBatch')).toBe(nextBatch);
  const requests = proxy.log.length;
  await one.sync.stop();
  expect([one.sync.status().phase, proxy.log.length]).toEqual(['expired', requests]);
});

test('a 401 that says nothing of the token is tried again like any trouble of the server', async () => {
  const one = await syncing();
  proxy.rules.add({ match: isSync, status: 401, body: {}, times: 1 });
  one.sync.wake();
  await clock.pass(4500);
  await one.until(() => states(one).includes('SYNCING'));
  expect(states(one)[0]).toBe('RECONNECTING');
  expect(one.sessions.current()?.state).toBe('signed_in');
});

test('a locked account is said to be locked, keeps its session and goes on when it is unlocked', async () => {
  const one = await syncing();
  const body = { errcode: 'M_USER_LOCKED', error: 'locked', soft_logout: true };
  const unlock = proxy.rules.add({ match: isSync, status: 401, body });
  one.sync.wake();
  await one.until(() => one.sync.status().phase === 'locked');
  expect(one.sync.status().error?.code).toBe('account_locked');
  await clock.pass(60_000);
  await one.until(() => one.states.filter((text) => text === 'ERROR locked').length > 1);
  unlock();
  await clock.pass(60_000);
  await one.until(() => one.sync.status().phase === 'syncing');
  expect(one.sessions.current()?.state).toBe('signed_in');
});

test('what waits to be decrypted does not wait for the server', async () => {
  await proxy.setDown(true);
  let looked = 0;
  const crypto = { ...noCrypto, decryptQueue: () => Promise.resolve(void (looked += 1)) };
  const one = kit({ crypto });
  one.sync.start();
  await one.until(() => states(one).includes('RECONNECTING'));
  expect(looked).toBe(1);
});

test('waking up asks at once instead of waiting', async () => {
  const one = await syncing();
  await proxy.setDown(true);
  await one.until(() => states(one).includes('RECONNECTING'));
  await proxy.setDown(false);
  one.sync.wake();
  await one.until(() => one.sync.gate.open());
  expect(clock.now()).toBe(createTestClock().now());
});

test('a server that asks for less is given the time that it names', async () => {
  const one = await syncing();
  const body = { errcode: 'M_LIMIT_EXCEEDED', error: 'slow', retry_after_ms: 60_000 };
  proxy.rules.add({ match: isSync, status: 429, body, times: 1 });
  one.sync.wake();
  expect(await clock.pass(60_000)).toBe(60_000);
  await one.until(() => one.sync.gate.open());
});
