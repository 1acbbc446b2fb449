// Keys taken out of the backup, through the contract at a real Synapse: of a message, of a room, and all at once; nothing that this device has is
// lost by it.
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { recordingFetch } from '../../sync/kit';
import { failureOf } from '../../http/kit';
import { openWindow, requestId, type Window } from '../../support';

const password = 'pw';
const patience = 300_000;
let homeserver: Homeserver;
const opened: Window[] = [];

beforeAll(async () => {
  homeserver = await startHomeserver();
}, 120_000);
afterAll(async () => {
  await Promise.all(opened.map((window) => window.stop()));
  await homeserver?.stop();
});

interface Deleted {
  readonly path: string;
  readonly version: string | null;
}

/** Somebody with a backup, and what they had deleted from it. */
async function ready(username: string) {
  const { accessToken: token } = await homeserver.registerUser({ username, password });
  const recorded = recordingFetch();
  const deleted: Deleted[] = [];
  const fetch: typeof globalThis.fetch = (resource, init) => {
    const { pathname, searchParams } = new URL(String(resource));
    if (init?.method === 'DELETE')
      deleted.push({
        path: decodeURIComponent(pathname.replace('/_matrix/client/v3', '')),
        version: searchParams.get('version'),
      });
    return recorded.fetch(resource, init);
  };
  const window = openWindow({ deps: { fetch } });
  opened.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user: username, password });
  await window.call('createRecoveryKey', { password });
  await window.call('confirmRecoveryKey', { outcome: 'saved' });
  await backedUp(window);
  const count = async (): Promise<number> => {
    const path = '/_matrix/client/v3/room_keys/version';
    return ((await homeserver.request('GET', path, { token })) as { count: number }).count;
  };
  return { window, deleted, count };
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
    expect(deleted.map(({ path }) => path.split('/').slice(0, 5))).toEqual([
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
