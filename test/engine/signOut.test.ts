// Signing out empties the profile in the running engine, and the same profile serves the next person.
import { createHook } from 'node:async_hooks';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createSessions } from '#engine/account/session';
import { profileFiles } from '#engine/wipe';
import { openStore } from '#stores/profile/open';
import { deleteSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { on, startFaultProxy } from '../faults/faultProxy';
import { startHomeserver } from '../homeserver/homeserver.cjs';
import { silentLog } from '../support/silentLog';
import { openWindow, requestId, type Window } from './support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let window: Window;

beforeAll(async () => {
  homeserver = await startHomeserver();
  for (const username of ['alice', 'bob'])
    await homeserver.registerUser({ username, password: 'pw' });
}, 120_000);
afterAll(() => homeserver.stop());
beforeEach(() => {
  window = openWindow();
});
afterEach(() => window.stop());

const signIn = (user: string) =>
  window.call('signIn', { server: homeserver.baseUrl, user, password: 'pw' });
const syncing = () => window.value('sync', {}, ({ state }) => state === 'SYNCING');

const createRoom = (name: string) =>
  window.call('createRoom', {
    requestId: requestId(),
    name,
    topic: null,
    direct: false,
    encrypted: true,
    public: false,
    invite: [],
  });

test('after a sign-out nothing is left, and somebody else can sign in', async () => {
  await signIn('alice');
  await createRoom('Of Alice');
  const retired = join(window.folder, 'retired');
  mkdirSync(retired);
  writeFileSync(join(retired, 'crypto.db'), 'keys of an earlier device');
  await window.call('signOut', {});
  const out = await window.value('session', {}, () => true);
  expect(out.state).toBe('signed_out');
  expect((await window.value('sync', {}, () => true)).phase).toBe('signed_out');
  expect(existsSync(retired)).toBe(false);
  expect(readdirSync(window.folder).filter((name) => name.startsWith('crypto'))).toEqual([]);

  await signIn('bob');
  await syncing();
  const { roomId } = await createRoom('Of Bob');
  await window.value('room', { roomId }, ({ name }) => name === 'Of Bob');
  const rooms = await window.list('rooms', { text: '', collapsed: [], limit: 50 }, () => true);
  expect(rooms.flatMap((row) => (row.kind === 'room' ? [row.name] : []))).toEqual(['Of Bob']);
});

test('a sign-out says before whether the server will hear of it', async () => {
  const proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  await window.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  await syncing();
  expect(await window.call('signOutCheck', {})).toMatchObject({ serverHears: true });
  await proxy.setDown(true);
  await window.value('sync', {}, ({ state }) => state !== 'SYNCING');
  expect(await window.call('signOutCheck', {})).toMatchObject({ serverHears: false });
  await proxy.close();
});

test('a sign-out says before how many drafts it takes along, of rooms and of threads', async () => {
  await signIn('alice');
  const { roomId } = await createRoom('Of Alice');
  await window.value('room', { roomId }, ({ name }) => name === 'Of Alice');
  const counted = async (): Promise<number> => (await window.call('signOutCheck', {})).drafts;
  expect(await counted()).toBe(0);
  const draft = (threadId: string | null, text: string) =>
    window.call('saveDraft', {
      ...{ roomId, threadId },
      draft: { text, replyTo: '$one', editing: null },
    });
  // A chosen answer without a word is nothing that was written.
  await draft(null, '');
  expect(await counted()).toBe(0);
  await draft(null, 'half a');
  await draft('$root', 'another');
  expect(await counted()).toBe(2);
  const editing = { eventId: '$own', text: 'new words', mentions: [] };
  await window.call('saveDraft', {
    ...{ roomId, threadId: '$root' },
    draft: { text: '', replyTo: null, editing },
  });
  expect(await counted()).toBe(2);
});

/** Somebody's profile as it lies on the disk when the engine dies in the middle of a sign-out. */
async function cutSignOut(cut: (store: Store) => void): Promise<void> {
  await signIn('alice');
  await createRoom('Of Alice');
  await window.stop(true);
  const { folder, key } = window;
  mkdirSync(join(folder, 'media', 'a folder'));
  const store = openStore({ folder, key, log: silentLog });
  cut(store);
  store.close();
}

async function expectEmpty(): Promise<void> {
  const { folder, key } = window;
  window = openWindow({ folder, key });
  expect((await window.value('session', {}, () => true)).state).toBe('signed_out');
  expect(readdirSync(folder).filter((name) => name.startsWith('crypto'))).toEqual([]);
  expect(readdirSync(join(folder, 'media'))).toEqual([]);
  await signIn('bob');
  await syncing();
  const { roomId } = await createRoom('Of Bob');
  await window.value('room', { roomId }, ({ name }) => name === 'Of Bob');
  const rooms = await window.list('rooms', { text: '', collapsed: [], limit: 50 }, () => true);
  const names = rooms.flatMap((row) => (row.kind === 'room' ? [row.name] : []));
  // He has one for each of these tests.
  expect([...new Set(names)]).toEqual(['Of Bob']);
}

test('a sign-out that was cut is finished at the next start, and nobody inherits anything', async () => {
  await cutSignOut((store) => createSessions(store).clear());
  await expectEmpty();
});

test('what a cut sign-out of an earlier build left behind is nobody’s either', async () => {
  await cutSignOut((store) => store.write(() => deleteSetting(store.db, 'session')));
  await expectEmpty();
});

test('cut between any two files of the emptying, the next start empties it again', async () => {
  await cutSignOut((store) => createSessions(store).clear());
  const { folder, key } = window;
  const whole = `${folder}.whole`;
  renameSync(folder, whole);
  const count = profileFiles(whole).length;
  for (let removed = 0; removed <= count; removed += 1) {
    cpSync(whole, folder, { recursive: true });
    for (const path of profileFiles(folder).slice(0, removed))
      rmSync(path, { recursive: true, force: true });
    const next = openWindow({ folder, key });
    const { state } = await next.value('session', {}, () => true);
    const rooms = await next.list('rooms', { text: '', collapsed: [], limit: 50 }, () => true);
    expect([removed, state, rooms.length]).toEqual([removed, 'signed_out', 0]);
    await next.stop();
  }
  rmSync(whole, { recursive: true });
  expect(count).toBeGreaterThan(10);
});

interface Timer {
  readonly hasRef?: () => boolean;
  readonly _idleTimeout?: number;
}

/** The SDK has some of its own that it ends soon. */
const shortMs = 1000;

test('an engine that stopped leaves no timer behind that would keep a process alive', async () => {
  const timers = new Map<number, Timer>();
  const hook = createHook({
    init: (id, type, _trigger, resource) =>
      void (type === 'Timeout' && timers.set(id, resource as Timer)),
    destroy: (id) => void timers.delete(id),
  }).enable();
  const other = openWindow();
  try {
    await other.call('signIn', { server: homeserver.baseUrl, user: 'alice', password: 'pw' });
    await other.value('sync', {}, ({ state }) => state === 'SYNCING');
  } finally {
    await other.stop();
  }
  await new Promise(setImmediate);
  hook.disable();
  const lasting = [...timers.values()].filter(
    (timer) => timer.hasRef?.() === true && (timer._idleTimeout ?? 0) > shortMs,
  );
  expect(lasting).toEqual([]);
});
