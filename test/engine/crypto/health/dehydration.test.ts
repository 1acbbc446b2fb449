// A dehydrated device at a real Synapse (MSC3814): turned on, it receives keys while nobody is signed in; whoever unlocks the next device has them.
import { openStore } from '#stores/profile/open';
import { getSetting, setSetting } from '#stores/settings/settings';
import { on, startFaultProxy, type FaultProxy } from '../../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { silentLog } from '../../../support/silentLog';
import { failureOf } from '../../http/kit';
import { openWindow, requestId, type Window, type WindowOptions } from '../../support';

const password = 'pw';
const patience = 300_000;
let homeserver: Homeserver;
let proxy: FaultProxy;
const opened: Window[] = [];

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  // It names the homeserver itself.
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  for (const username of ['alice', 'bob', 'carol', 'dan', 'erin', 'fred', 'gina'])
    await homeserver.registerUser({ username, password });
}, 120_000);
afterAll(async () => {
  await Promise.all(opened.map((window) => window.stop()));
  await proxy?.close();
  await homeserver?.stop();
});

async function signIn(user: string, options?: WindowOptions): Promise<Window> {
  const window = openWindow(options);
  opened.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user, password });
  return window;
}

async function ready(user: string, options?: WindowOptions) {
  const window = await signIn(user, options);
  const { recoveryKey } = await window.call('createRecoveryKey', { password });
  await window.call('confirmRecoveryKey', { outcome: 'saved' });
  await window.value('encryption', {}, (now) => now.state === 'ready' && now.deviceVerified);
  return { window, recoveryKey };
}

const says = (window: Window, roomId: string, text: string) =>
  window.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text, kind: 'text', replyTo: null },
  });
const reads = (window: Window, roomId: string, text: string) =>
  window.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) =>
    items.some((one) => one.kind === 'message' && JSON.stringify(one.body).includes(text)),
  );
const state = async (window: Window) => (await window.call('dehydration', {})).state;
const away = async (window: Window): Promise<void> => {
  await window.stop(true);
  opened.splice(opened.indexOf(window), 1);
};
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** Counts the devices that are left at the server, and answers for it where `answer` does. */
function watched(answer: (path: string) => object | null = () => null) {
  const seen = { made: 0, asked: 0, looked: 0 };
  const fetch: typeof globalThis.fetch = async (resource, init) => {
    const { pathname } = new URL(String(resource));
    if (pathname.includes('/dehydrated_device/')) seen.asked += 1;
    const scripted = answer(pathname);
    if (scripted !== null)
      return Response.json(scripted, { status: 'events' in scripted ? 200 : 502 });
    if (init?.method === 'GET' && pathname.endsWith('/dehydrated_device')) seen.looked += 1;
    const answered = await globalThis.fetch(resource, init);
    // Between the old one and the new one the server has none.
    if (init?.method === 'PUT' && pathname.endsWith('/dehydrated_device')) seen.made += 1;
    return answered;
  };
  return { seen, deps: { fetch } };
}

/** Makes a message that nobody but the device at the server receives; all devices of the user are signed out then. */
async function missedBy(user: string, text: string) {
  const { window: first, recoveryKey } = await ready(user);
  await first.call('setDehydration', { recoveryKey });
  const writer = await signIn('bob');
  const { roomId } = await writer.call('createRoom', {
    ...{ requestId: requestId(), name: user, topic: null, invite: [`@${user}:localhost`] },
    ...{ direct: false, encrypted: true, public: false },
  });
  await first.value('room', { roomId }, ({ membership }) => membership === 'invite');
  await first.call('acceptInvite', { roomId });
  await writer.value('room', { roomId }, ({ joinedCount }) => joinedCount === 2);
  await first.call('signOut', {});
  await says(writer, roomId, text);
  await writer.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) => {
    const last = items.filter((one) => one.kind === 'message').at(-1);
    return last?.kind === 'message' && last.status === null;
  });
  return { roomId, recoveryKey };
}

test(
  'what is written while nobody is signed in can be read on the next device, once it is unlocked',
  async () => {
    const { window: first, recoveryKey } = await ready('alice');
    const { window: bob } = await ready('bob');
    expect(await state(first)).toBe('off');
    const wrong = first.call('setDehydration', { recoveryKey: `${recoveryKey.slice(0, -4)}abcd` });
    expect((await failureOf(wrong))['code']).toBe('wrong_recovery_key');
    expect(await state(first)).toBe('off');
    await first.call('setDehydration', { recoveryKey });
    expect(await state(first)).toBe('on');

    const { roomId } = await bob.call('createRoom', {
      ...{ requestId: requestId(), name: 'Away', topic: null, invite: ['@alice:localhost'] },
      ...{ direct: false, encrypted: true, public: false },
    });
    await first.value('room', { roomId }, ({ membership }) => membership === 'invite');
    await first.call('acceptInvite', { roomId });
    await says(bob, roomId, 'while you are here');
    await reads(first, roomId, 'while you are here');
    await first.call('signOut', {});
    // Only the device at the server is left to receive anything.
    await says(bob, roomId, 'while you are away');
    await bob.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) => {
      const last = items.filter((one) => one.kind === 'message').at(-1);
      return last?.kind === 'message' && last.status === null;
    });

    const second = await signIn('alice');
    await second.value('encryption', {}, (now) => now.state === 'locked');
    await second.call('unlockWithRecoveryKey', { recoveryKey });
    await reads(second, roomId, 'while you are away');
    // Another one stands there for the next time; it is no sign-in that anybody has to answer for.
    await second.value('devices', {}, ({ devices }) =>
      (devices ?? []).some((one) => one.keptAtServer && one.trust === 'verified'),
    );
    await second.value('newSignIns', {}, ({ all }) => all.length === 0);
    await second.call('setDehydration', { recoveryKey: null });
    expect(await state(second)).toBe('off');
  },
  patience,
);

test(
  'one that has stood for a week is replaced at a start, and goes with the identity that signed it',
  async () => {
    const { seen, deps } = watched();
    const { window, recoveryKey } = await ready('carol', { deps });
    await window.call('setDehydration', { recoveryKey });
    expect(seen.made).toBe(1);
    await away(window);
    const { folder, key } = window;
    const store = openStore({ folder, key, log: silentLog });
    expect(getSetting(store.db, 'dehydratedAtMs')).toEqual(expect.any(Number));
    store.write(() => setSetting(store.db, 'dehydratedAtMs', 1));
    store.close();

    const again = openWindow({ folder, key, deps });
    opened.push(again);
    await again.value('encryption', {}, (now) => now.state === 'ready' && now.deviceVerified);
    await until(() => seen.made === 2);
    expect(await state(again)).toBe('on');

    const second = await signIn('carol');
    await second.value('encryption', {}, (now) => now.state === 'locked');
    await second.call('resetEncryption', { password });
    expect(await state(second)).toBe('off');
  },
  patience,
);

test(
  'a device that is stopped while it takes what was received is unlocked, and asks for no new recovery key',
  async () => {
    const { window: first, recoveryKey } = await ready('dan');
    await first.call('setDehydration', { recoveryKey });
    await first.call('signOut', {});
    const second = openWindow();
    opened.push(second);
    await second.call('signIn', { server: proxy.url, user: 'dan', password });
    await second.value('encryption', {}, (now) => now.state === 'locked');
    const hold = proxy.hold((_method, path) => path.includes('/events'), 'after-answer');
    const unlocked = second.call('unlockWithRecoveryKey', { recoveryKey }).catch(() => undefined);
    await hold.reached;
    await second.stop(true);
    opened.splice(opened.indexOf(second), 1);
    hold.drop();
    await unlocked;
    const again = openWindow({ folder: second.folder, key: second.key });
    opened.push(again);
    const { state: after } = await again.value('encryption', {}, (now) => now.deviceVerified);
    expect(after).toBe('ready');
  },
  patience,
);

test(
  'what could not be fetched stays at the server, no other device is put over it, and the next start goes on',
  async () => {
    const { roomId, recoveryKey } = await missedBy('erin', 'while erin is away');
    const failing = watched((path) => (path.includes('/dehydrated_device/') ? {} : null));
    const second = await signIn('erin', { deps: failing.deps });
    await second.value('encryption', {}, (now) => now.state === 'locked');
    await second.call('unlockWithRecoveryKey', { recoveryKey });
    await until(() => failing.seen.asked > 0);
    await away(second);
    expect(failing.seen.made).toBe(0);

    // It has no recovery key any more, and needs none.
    const working = watched();
    const again = openWindow({ folder: second.folder, key: second.key, deps: working.deps });
    opened.push(again);
    await reads(again, roomId, 'while erin is away');
    await until(() => working.seen.made === 1);
    expect(await state(again)).toBe('on');
  },
  patience,
);

test(
  'a device that another one put there is not replaced by one that its recovery key would not open, and nothing keeps time in the library',
  async () => {
    const intervals = jest.spyOn(globalThis, 'setInterval');
    const { window: first, recoveryKey } = await ready('fred');
    await first.call('setDehydration', { recoveryKey });
    const second = await signIn('fred');
    await second.value('encryption', {}, (now) => now.state === 'locked');
    await second.call('unlockWithRecoveryKey', { recoveryKey });
    await away(first);
    await second.call('setDehydration', { recoveryKey: null });
    await second.call('setDehydration', { recoveryKey });
    expect(intervals.mock.calls.filter(([, ms]) => Number(ms) > 24 * 60 * 60_000)).toEqual([]);
    intervals.mockRestore();

    const { folder, key } = first;
    const store = openStore({ folder, key, log: silentLog });
    store.write(() => setSetting(store.db, 'dehydratedAtMs', 1));
    store.close();
    const { seen, deps } = watched();
    const again = openWindow({ folder, key, deps });
    opened.push(again);
    await again.value('encryption', {}, (now) => now.state === 'ready' && now.deviceVerified);
    // It sees that this one is not its own any more, and forgets of it. What is asked next waits for that.
    await until(() => seen.looked > 0);
    const wrong = again.call('setDehydration', { recoveryKey: `${recoveryKey.slice(0, -4)}abcd` });
    expect((await failureOf(wrong))['code']).toBe('wrong_recovery_key');
    await away(again);
    const after = openStore({ folder, key, log: silentLog });
    const left = getSetting(after.db, 'dehydratedAtMs');
    after.close();
    expect({ left, made: seen.made }).toEqual({ left: null, made: 0 });
  },
  patience,
);

test(
  'a server whose events have no end holds up neither the unlocking nor the next device',
  async () => {
    const { window: first, recoveryKey } = await ready('gina');
    await first.call('setDehydration', { recoveryKey });
    await first.call('signOut', {});
    let pages = 0;
    const { seen, deps } = watched((path) =>
      path.includes('/dehydrated_device/')
        ? { events: [], next_batch: String((pages += 1)) }
        : null,
    );
    const second = await signIn('gina', { deps });
    await second.value('encryption', {}, (now) => now.state === 'locked');
    await second.call('unlockWithRecoveryKey', { recoveryKey });
    await until(() => seen.made === 1);
    expect(pages).toBeLessThan(100);
  },
  patience,
);
