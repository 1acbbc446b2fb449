// Writing to somebody who has no device to read with, through the contracts of two whole engines and a real homeserver: it is said before
// and after, and they can read it once they have signed in.
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window } from '../../support';

const password = 'correct horse battery';
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

async function account() {
  const name = `missed${String((people += 1))}`;
  // A session of the server without keys, as a script or an app without encryption has it.
  const { userId, accessToken } = await homeserver.registerUser({ username: name, password });
  return { name, userId, token: accessToken };
}

async function signIn({ name }: { readonly name: string }): Promise<Window> {
  const window = openWindow();
  opened.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user: name, password });
  await window.value('sync', {}, ({ state }) => state === 'SYNCING');
  return window;
}

const query = (roomId: string) => ({ roomId, threadId: null, around: null, limit: 30 });

/** The message with this text, as it stands when it fits. */
async function message(
  window: Window,
  roomId: string,
  text: string,
  fits: (item: {
    readonly eventId: string | null;
    readonly missed?: readonly object[] | undefined;
  }) => boolean,
) {
  const find = (items: Parameters<Parameters<typeof window.list<'timeline'>>[2]>[0]) =>
    items.find(
      (item) =>
        item.kind === 'message' && 'text' in item.body && item.body.text === text && fits(item),
    );
  return find(await window.list('timeline', query(roomId), (items) => find(items) !== undefined));
}

const say = (window: Window, roomId: string, text: string) =>
  window.call('sendMessage', {
    requestId: requestId(),
    roomId,
    threadId: null,
    text,
    kind: 'text',
    replyTo: null,
  });

const invitedTo = (window: Window, roomId: string) =>
  window.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
    rows.some((row) => row.kind === 'room' && row.roomId === roomId),
  );

const begin = (window: Window, userId: string) =>
  window.call('createRoom', {
    requestId: requestId(),
    name: null,
    topic: null,
    direct: true,
    encrypted: true,
    public: false,
    invite: [userId],
  });

/** One asks, the other accepts, both see the same emoji. */
async function verify(
  here: Window,
  there: Window,
  { userId, roomId }: { readonly userId: string; readonly roomId: string },
): Promise<void> {
  type One = { id: string; phase: string; emoji: readonly unknown[] | null };
  const last = async (window: Window, fits: (one: One) => boolean): Promise<string> => {
    const { all } = await window.value('verifications', {}, ({ all: now }) => {
      const one = now.at(-1);
      return one !== undefined && fits(one);
    });
    return all.at(-1)?.id ?? '';
  };
  await here.call('startVerification', { own: false, userId, roomId });
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

test('who has no device is named before one writes, what was written says so, and they read it after their first sign-in', async () => {
  const [alice, bob] = [await account(), await account()];
  const here = await signIn(alice);
  const { roomId } = await begin(here, bob.userId);
  const told = await here.value('withheldKeys', { roomId }, (now) => now.unreached.length > 0);
  expect(told).toMatchObject({ people: [], waits: false, unreached: [{ userId: bob.userId }] });
  await say(here, roomId, 'Shall we dig on Saturday?');
  await message(here, roomId, 'Shall we dig on Saturday?', ({ missed }) => missed !== undefined);

  const there = await signIn(bob);
  await there.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
    rows.some((row) => row.kind === 'room' && row.roomId === roomId),
  );
  await there.call('acceptInvite', { roomId });
  await here.value('withheldKeys', { roomId }, (now) => now.unreached.length === 0);
  await message(there, roomId, 'Shall we dig on Saturday?', () => true);
  await message(
    here,
    roomId,
    'Shall we dig on Saturday?',
    ({ eventId, missed }) => eventId !== null && missed === undefined,
  );
}, 120_000);

test('whoever did not invite them gives no old keys away: what they missed stays marked', async () => {
  const [alice, bob, carol] = [await account(), await account(), await account()];
  const inviter = await signIn(alice);
  const here = await signIn(carol);
  await here.value('encryption', {}, ({ deviceVerified }) => deviceVerified);
  const { roomId } = await inviter.call('createRoom', {
    ...{ requestId: requestId(), name: 'Allotment', topic: null, direct: false },
    ...{ encrypted: true, public: false, invite: [bob.userId, carol.userId] },
  });
  await invitedTo(here, roomId);
  await here.call('acceptInvite', { roomId });
  await here.value('withheldKeys', { roomId }, (now) => now.unreached.length > 0);
  await say(here, roomId, 'Who waters?');
  await message(here, roomId, 'Who waters?', ({ missed }) => missed !== undefined);
  const there = await signIn(bob);
  await invitedTo(there, roomId);
  await there.call('acceptInvite', { roomId });
  await here.value('withheldKeys', { roomId }, (now) => now.unreached.length === 0);
  // The next message goes to the new device, after whatever else would have gone there.
  await say(here, roomId, 'And who weeds?');
  await message(there, roomId, 'And who weeds?', () => true);
  expect(
    await message(here, roomId, 'Who waters?', ({ eventId }) => eventId !== null),
  ).toMatchObject({ missed: [{ userId: bob.userId }] });
}, 120_000);

async function newcomersRead(
  window: Window,
  roomId: string,
  history: 'invited' | 'shared',
): Promise<void> {
  await window.call('setRoomRules', { roomId, change: { history } });
  await window.value('roomAdministration', { roomId }, ({ rules }) => rules.history === history);
}

test('what was written when newcomers were not meant to read it stays marked, what was written for them is given', async () => {
  const [alice, bob] = [await account(), await account()];
  const here = await signIn(alice);
  const { roomId } = await begin(here, bob.userId);
  await here.value('withheldKeys', { roomId }, (now) => now.unreached.length > 0);
  await newcomersRead(here, roomId, 'invited');
  await say(here, roomId, 'between us');
  await message(here, roomId, 'between us', ({ missed }) => missed !== undefined);
  await newcomersRead(here, roomId, 'shared');
  await say(here, roomId, 'for whoever comes');
  await message(here, roomId, 'for whoever comes', ({ missed }) => missed !== undefined);

  const there = await signIn(bob);
  await invitedTo(there, roomId);
  await there.call('acceptInvite', { roomId });
  await message(there, roomId, 'for whoever comes', () => true);
  await message(
    here,
    roomId,
    'for whoever comes',
    ({ eventId, missed }) => eventId !== null && missed === undefined,
  );
  expect(
    await message(here, roomId, 'between us', ({ eventId }) => eventId !== null),
  ).toMatchObject({ missed: [{ userId: bob.userId }] });
}, 120_000);

test('where keys go to verified people alone, they get what they missed once they are verified', async () => {
  const [alice, bob] = [await account(), await account()];
  const here = await signIn(alice);
  await here.value('encryption', {}, ({ deviceVerified }) => deviceVerified);
  const { roomId } = await begin(here, bob.userId);
  await here.call('setOnlyVerified', { roomId, on: true });
  await here.value('withheldKeys', { roomId }, (now) => now.unreached.length > 0);
  await say(here, roomId, 'for you alone');
  await message(here, roomId, 'for you alone', ({ missed }) => missed !== undefined);

  const there = await signIn(bob);
  await invitedTo(there, roomId);
  await there.call('acceptInvite', { roomId });
  await here.value('withheldKeys', { roomId }, ({ people }) =>
    people.some(({ reason }) => reason === 'unverified'),
  );
  await verify(here, there, { userId: bob.userId, roomId });
  await message(there, roomId, 'for you alone', () => true);
  await message(
    here,
    roomId,
    'for you alone',
    ({ eventId, missed }) => eventId !== null && missed === undefined,
  );
}, 120_000);

test('nothing is said of somebody who has a device, and nothing is marked', async () => {
  const [alice, bob] = [await account(), await account()];
  const there = await signIn(bob);
  await there.value('encryption', {}, ({ deviceVerified }) => deviceVerified);
  const here = await signIn(alice);
  const { roomId } = await begin(here, bob.userId);
  const seen: number[] = [];
  const close = here.watch('withheldKeys', { roomId }, (now) => seen.push(now.unreached.length));
  await say(here, roomId, 'hello');
  await there.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
    rows.some((row) => row.kind === 'room' && row.roomId === roomId),
  );
  await there.call('acceptInvite', { roomId });
  await message(there, roomId, 'hello', () => true);
  // Whatever the first one left to be asked or noted stands before the second.
  await say(here, roomId, 'and again');
  await message(there, roomId, 'and again', () => true);
  await message(here, roomId, 'and again', ({ eventId }) => eventId !== null);
  const mine = await message(here, roomId, 'hello', ({ eventId }) => eventId !== null);
  expect(mine).not.toHaveProperty('missed');
  expect(seen.every((count) => count === 0)).toBe(true);
  close();
}, 120_000);
