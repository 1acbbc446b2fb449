// A device of an account without a key backup, after another device of the account has verified it: the keys of what was sent before its
// sign-in. Two whole engines and a real homeserver.
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window, type WindowOptions } from '../../support';

const password = 'correct horse battery';
const patience = 300_000;
let homeserver: Homeserver;
let opened: Window[] = [];
let people = 0;

beforeAll(async () => {
  homeserver = await startHomeserver();
}, 120_000);
afterEach(async () => {
  await Promise.all(opened.map((window) => window.stop()));
  opened = [];
});
afterAll(() => homeserver?.stop());

type Fetch = typeof globalThis.fetch;

async function signIn(user: string, options?: WindowOptions): Promise<Window> {
  const window = openWindow(options);
  opened.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user, password });
  await window.value('sync', {}, ({ state }) => state === 'SYNCING');
  return window;
}

const query = (roomId: string) => ({ roomId, threadId: null, around: null, limit: 30 });
const reads = (window: Window, roomId: string, text: string) =>
  window.list('timeline', query(roomId), (items) =>
    items.some(
      ({ kind, ...item }) => kind === 'message' && JSON.stringify(item).includes(`"${text}"`),
    ),
  );

/** One device asks the other, both see the same emoji. */
async function verify(here: Window, there: Window): Promise<void> {
  type One = { id: string; phase: string; emoji: readonly unknown[] | null };
  const last = async (window: Window, fits: (one: One) => boolean): Promise<string> => {
    const { all } = await window.value('verifications', {}, ({ all: now }) => {
      const one = now.at(-1);
      return one !== undefined && fits(one);
    });
    return all.at(-1)?.id ?? '';
  };
  await here.call('startVerification', { own: true, deviceId: null });
  await there.call('acceptVerification', {
    id: await last(there, ({ phase }) => phase === 'requested'),
  });
  await here.call('compareEmoji', { id: await last(here, ({ phase }) => phase === 'ready') });
  for (const window of [here, there])
    await window.call('confirmVerification', {
      id: await last(window, ({ emoji }) => emoji !== null),
      matches: true,
    });
  for (const window of [here, there]) await last(window, ({ phase }) => phase === 'done');
}

/** The older device has written to a room that the newer one cannot read; then they verified each other. */
async function verified(ways?: { readonly older: Fetch; readonly newer: Fetch }) {
  const through = (way?: Fetch): WindowOptions =>
    way === undefined ? {} : { deps: { fetch: way } };
  const user = `twice${String((people += 1))}`;
  await homeserver.registerUser({ username: user, password });
  const older = await signIn(user, through(ways?.older));
  await older.value('encryption', {}, ({ state }) => state === 'unset');
  const { roomId } = await older.call('createRoom', {
    ...{ requestId: requestId(), name: 'Diary', topic: null, direct: false },
    ...{ encrypted: true, public: false, invite: [] },
  });
  await older.value('room', { roomId }, ({ encrypted }) => encrypted);
  await older.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text: 'before', kind: 'text' },
    replyTo: null,
  });
  await reads(older, roomId, 'before');
  const newer = await signIn(user, through(ways?.newer));
  await newer.value('encryption', {}, ({ state }) => state === 'locked');
  await newer.value('encryption', {}, ({ undecryptable }) => undecryptable > 0);
  await verify(newer, older);
  await newer.value(
    'encryption',
    {},
    ({ state, deviceVerified }) => state === 'unset' && deviceVerified,
  );
  return { older, newer, roomId };
}

test(
  'without a backup, the other device gives the keys of what was sent before',
  async () => {
    const { newer, roomId } = await verified();
    await reads(newer, roomId, 'before');
  },
  patience,
);

const pathOf = (resource: Parameters<Fetch>[0]): string => new URL(String(resource)).pathname;

/**
 * An older app on both devices: no room key is asked for, and the key of a backup is given only to a device that asks for it after the
 * backup was made. Answers their ways to the server.
 */
function olderApp(): { readonly older: Fetch; readonly newer: Fetch } {
  let keepsToItself = false;
  return {
    older: (resource, init) => {
      if (pathOf(resource).endsWith('/room_keys/version') && init?.method === 'POST')
        keepsToItself = true;
      return keepsToItself && pathOf(resource).includes('/sendToDevice/m.room.encrypted/')
        ? Promise.resolve(Response.json({}))
        : fetch(resource, init);
    },
    newer: (resource, init) => {
      if (pathOf(resource).includes('/sendToDevice/m.room_key_request/'))
        return Promise.resolve(Response.json({}));
      if (pathOf(resource).includes('/sendToDevice/m.secret.request/')) keepsToItself = false;
      return fetch(resource, init);
    },
  };
}

test(
  'a backup that another device makes later is noticed, its key asked for, and its keys read, without anybody doing anything',
  async () => {
    const { older, newer, roomId } = await verified(olderApp());
    expect((await newer.value('encryption', {}, () => true)).undecryptable).toBeGreaterThan(0);
    await older.call('createRecoveryKey', { password });
    await older.call('confirmRecoveryKey', { outcome: 'saved' });
    await newer.value(
      'encryption',
      {},
      ({ state, backupEnabled, undecryptable }) =>
        state === 'ready' && backupEnabled && undecryptable === 0,
    );
    await reads(newer, roomId, 'before');
  },
  patience,
);
