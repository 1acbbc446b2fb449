// Keys taken out of the backup, through the contract at a real Synapse: of a message, of a room, and all at once; nothing that this device has is
// lost by it.
import { on, startFaultProxy, type FaultProxy } from '../../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { recordingFetch } from '../../sync/kit';
import { failureOf } from '../../http/kit';
import { openWindow, requestId, type Window } from '../../support';

const password = 'pw';
const patience = 120_000;
let homeserver: Homeserver;
let proxy: FaultProxy;
const opened: Window[] = [];

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  // It names the homeserver itself.
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
}, 120_000);
afterAll(async () => {
  await Promise.all(opened.map((window) => window.stop()));
  await proxy?.close();
  await homeserver?.stop();
});

interface Backup {
  readonly rooms: Readonly<Record<string, unknown>>;
}

interface Deleted {
  /** Its parts: an id may hold a slash. */
  readonly path: readonly string[];
  readonly version: string | null;
}

/** Somebody with a backup, and what they had deleted from it. */
async function ready(username: string, server = homeserver.baseUrl) {
  const { accessToken: token } = await homeserver.registerUser({ username, password });
  const recorded = recordingFetch();
  const deleted: Deleted[] = [];
  const fetch: typeof globalThis.fetch = (resource, init) => {
    const { pathname, searchParams } = new URL(String(resource));
    if (init?.method === 'DELETE')
      deleted.push({
        path: pathname.replace('/_matrix/client/v3', '').split('/').map(decodeURIComponent),
        version: searchParams.get('version'),
      });
    return recorded.fetch(resource, init);
  };
  const window = openWindow({ deps: { fetch } });
  opened.push(window);
  await window.call('signIn', { server, user: username, password });
  const { recoveryKey } = await window.call('createRecoveryKey', { password });
  await window.call('confirmRecoveryKey', { outcome: 'saved' });
  await backedUp(window);
  const count = async (): Promise<number> => {
    const path = '/_matrix/client/v3/room_keys/version';
    return ((await homeserver.request('GET', path, { token })) as { count: number }).count;
  };
  return { window, deleted, count, recoveryKey };
}

const backedUp = (window: Window) =>
  window.value(
    'encryption',
    {},
    ({ state, backupEnabled, unbackedKeys }) =>
      state === 'ready' && backupEnabled && unbackedKeys === 0,
  );

/** A room of its own with one message, whose key is in the backup. */
async function written(window: Window, text: string) {
  const { roomId } = await window.call('createRoom', {
    ...{ requestId: requestId(), name: text, topic: null, invite: [] },
    ...{ direct: false, encrypted: true, public: false },
  });
  await window.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text, kind: 'text', replyTo: null },
  });
  const items = await window.list(
    'timeline',
    { roomId, threadId: null, around: null, limit: 20 },
    (all) => all.some((one) => one.kind === 'message' && one.eventId !== null),
  );
  const message = items.find((one) => one.kind === 'message');
  return { roomId, eventId: (message?.kind === 'message' && message.eventId) || '' };
}

/** The server holds this many keys: uploads come when they come. */
async function until(count: () => Promise<number>, wanted: number): Promise<void> {
  while ((await count()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 50));
}

test(
  'CHAT-7.58 keys leave the backup: of one message, of a room, and all with those of this device anew',
  async () => {
    const { window, deleted, count } = await ready('ada');
    const first = await written(window, 'first');
    const second = await written(window, 'second');
    await until(count, 2);
    await window.call('forgetBackedUpKeys', first);
    expect(await count()).toBe(1);
    await window.call('forgetBackedUpKeys', { roomId: second.roomId, eventId: null });
    expect(await count()).toBe(0);
    await window.call('refillBackup', {});
    await backedUp(window);
    expect(await count()).toBe(2);
    const session = expect.stringMatching(/^[\w+/=-]{20,}$/);
    expect(deleted.map(({ path }) => path)).toEqual([
      ['', 'room_keys', 'keys', first.roomId, session],
      ['', 'room_keys', 'keys', second.roomId],
      ['', 'room_keys', 'keys'],
    ]);
    expect(deleted.map(({ version }) => version)).toEqual(['1', '1', '1']);
  },
  patience,
);

test(
  'a message that is not there, or in clear, and an account without a backup take nothing out of it',
  async () => {
    const { window, deleted } = await ready('bea');
    const { roomId } = await written(window, 'hello');
    const code = async (work: Promise<unknown>) => (await failureOf(work))['code'];
    expect(await code(window.call('forgetBackedUpKeys', { roomId, eventId: '$none' }))).toBe(
      'not_found',
    );
    await homeserver.registerUser({ username: 'cleo', password });
    const other = openWindow();
    opened.push(other);
    await other.call('signIn', { server: homeserver.baseUrl, user: 'cleo', password });
    await other.value('encryption', {}, ({ state }) => state === 'unset');
    expect(await code(other.call('refillBackup', {}))).toBe('conflict');
    expect(await code(other.call('forgetBackedUpKeys', { roomId, eventId: null }))).toBe(
      'conflict',
    );
    expect(deleted).toEqual([]);
  },
  patience,
);

test(
  'CHAT-7.58 stopped between emptying the backup and filling it, all keys go into it at the next start',
  async () => {
    const { window, count } = await ready('dora', proxy.url);
    await written(window, 'first');
    await written(window, 'second');
    await until(count, 2);
    const hold = proxy.hold(on('DELETE', '/room_keys/keys'), 'after-answer');
    const refilled = window.call('refillBackup', {}).catch(() => undefined);
    await hold.reached;
    expect(await count()).toBe(0);
    await window.stop(true);
    opened.splice(opened.indexOf(window), 1);
    hold.drop();
    await refilled;
    const again = openWindow({ folder: window.folder, key: window.key });
    opened.push(again);
    await until(count, 2);
    await backedUp(again);
  },
  patience,
);

test(
  'CHAT-7.58 what another device puts into the backup while it is fetched stays in it',
  async () => {
    const { window, count, recoveryKey } = await ready('emma', proxy.url);
    await written(window, 'first');
    await until(count, 1);
    const other = openWindow();
    opened.push(other);
    await other.call('signIn', { server: homeserver.baseUrl, user: 'emma', password });
    await other.value('encryption', {}, ({ state }) => state === 'locked');
    await other.call('unlockWithRecoveryKey', { recoveryKey });
    await backedUp(other);
    // This device learns the other's messages from the backup alone.
    const sync = proxy.hold(on('GET', '/sync'), 'after-answer');
    const hold = proxy.hold(on('GET', '/room_keys/keys'), 'after-answer');
    const refilled = window.call('refillBackup', {});
    await hold.reached;
    await written(other, 'second');
    await until(count, 2);
    hold.release();
    await refilled;
    expect(await count()).toBe(2);
    sync.release();
  },
  patience,
);

test(
  'CHAT-7.58 nothing leaves the backup while a key in it cannot be taken here',
  async () => {
    const { window, count, deleted } = await ready('finn', proxy.url);
    await written(window, 'first');
    await until(count, 1);
    const mend = proxy.rules.add({
      match: on('GET', '/room_keys/keys'),
      edit: (json) => ({ rooms: { room: Object.values((json as Backup).rooms)[0] } }),
    });
    const failed = await failureOf(window.call('refillBackup', {}));
    expect([failed['code'], failed['retryable']]).toEqual(['conflict', true]);
    expect([await count(), deleted]).toEqual([1, []]);
    mend();
    await window.call('refillBackup', {});
    await backedUp(window);
    expect(await count()).toBe(1);
  },
  patience,
);

test(
  'CHAT-7.58 what is written after a key left the backup has a key of its own, which goes into it, also after a restart',
  async () => {
    const { window, count } = await ready('gwen');
    const first = await written(window, 'first');
    await until(count, 1);
    await window.call('forgetBackedUpKeys', first);
    expect(await count()).toBe(0);
    const says = (here: Window, text: string) =>
      here.call('sendMessage', {
        ...{ requestId: requestId(), roomId: first.roomId, threadId: null, text },
        ...{ kind: 'text', replyTo: null },
      });
    await says(window, 'second');
    await until(count, 1);
    await window.stop(true);
    opened.splice(opened.indexOf(window), 1);
    const again = openWindow({ folder: window.folder, key: window.key });
    opened.push(again);
    await backedUp(again);
    await again.call('forgetBackedUpKeys', { roomId: first.roomId, eventId: null });
    expect(await count()).toBe(0);
    await says(again, 'third');
    await until(count, 1);
  },
  patience,
);
