// The order of a room that this account had pieces of before it joined: own requests and refusals of invitations, earlier stays. It is the
// order of a real Synapse.
import { oldestChunkGap, pageOfTimeline } from '#stores/events/timeline';
import { systemClock } from '#engine/base/clock';
import { createBackfill } from '#engine/timeline/backfill';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { silentLog } from '../../support/silentLog';
import { person, syncKit, type SyncKit, type TestPerson } from './kit';

let homeserver: Homeserver;
let alice: TestPerson;
let bob: TestPerson;
let mine: SyncKit;
let people = 0;

beforeAll(async () => {
  homeserver = await startHomeserver();
}, 120_000);
beforeEach(async () => {
  people += 1;
  const register = (name: string) =>
    homeserver.registerUser({ username: `${name}${people}`, password: 'pw', displayName: name });
  alice = person(homeserver, await register('alice'));
  const credentials = await register('bob');
  bob = person(homeserver, credentials);
  mine = syncKit(homeserver.baseUrl, credentials);
  mine.sync.start();
  await mine.until(() => mine.sync.gate.open(), 110_000);
}, 120_000);
afterEach(() => mine?.stop());
afterAll(() => homeserver?.stop());

const at = (roomId: string, act: string): string => `/rooms/${encodeURIComponent(roomId)}/${act}`;
const leave = (roomId: string) => bob.call('POST', at(roomId, 'leave'), {});
const knock = (roomId: string) => bob.call('POST', `/knock/${encodeURIComponent(roomId)}`, {});
const invite = (roomId: string) =>
  alice.call('POST', at(roomId, 'invite'), { user_id: bob.userId });
const act = (roomId: string, name: 'kick' | 'ban' | 'unban') =>
  alice.call('POST', at(roomId, name), { user_id: bob.userId });
const is = (roomId: string, membership: string) =>
  mine.until(() => mine.room(roomId)?.membership === membership, 200_000);

/** One after the other: of those that come at once the server's order is not that of their times. */
async function say(roomId: string, word: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await alice.send(roomId, `${word} ${at}`);
}

/** All events of the room as the server orders them, oldest first. */
async function atServer(roomId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let from = ''; ;) {
    const { chunk, end } = (await bob.call(
      'GET',
      `${at(roomId, 'messages')}?dir=b&limit=100${from}`,
    )) as { chunk: { event_id: string }[]; end?: string };
    ids.push(...chunk.map((event) => event.event_id));
    if (end === undefined) return ids.reverse();
    from = `&from=${end}`;
  }
}

const here = (roomId: string): string[] =>
  pageOfTimeline(mine.store.db, { roomNo: mine.room(roomId)?.roomNo ?? 0, limit: 1000 }).events.map(
    (event) => event.eventId,
  );

/** Fills all gaps, the newest first. Answers how many requests that took. */
async function fillAll(roomId: string, count = 100): Promise<number> {
  const { store, http, userId: ownUserId } = mine;
  const fill = createBackfill({
    ...{ http, store, ownUserId, clock: systemClock(), log: silentLog },
    onEncrypted: () => undefined,
  });
  const roomNo = mine.room(roomId)?.roomNo ?? 0;
  for (let requests = 0; ; requests += 1) {
    const gap = pageOfTimeline(store.db, { roomNo, limit: 1000 }).gaps.at(-1);
    const chunkNo = gap?.chunkNo ?? oldestChunkGap(store.db, roomNo)?.chunkNo;
    if (chunkNo === undefined) return requests;
    await fill.older(roomId, { count, chunkNo });
  }
}

/** The room is shown in the server's order: at once, as far as it is here, and with all that is missing. */
async function hasOrderOfServer(roomId: string, count?: number): Promise<void> {
  const order = await atServer(roomId);
  await mine.until(() => here(roomId).includes(order.at(-1) ?? ''));
  const first = here(roomId);
  const known = new Set(first);
  expect(first).toEqual(order.filter((id) => known.has(id)));
  await fillAll(roomId, count);
  expect(here(roomId)).toEqual(order);
}

const knockRoom = (visibility: string) =>
  alice.createRoom({
    room_version: '10',
    initial_state: [
      { type: 'm.room.join_rules', state_key: '', content: { join_rule: 'knock' } },
      {
        type: 'm.room.history_visibility',
        state_key: '',
        content: { history_visibility: visibility },
      },
    ],
  });

test.each([
  ['shared', 3],
  ['world_readable', 3],
  ['shared', 60],
])(
  'a room with %s history that was asked for, withdrawn, asked for again and joined, with %s messages between',
  async (visibility, between) => {
    const roomId = await knockRoom(visibility);
    await say(roomId, 'before', between);
    await knock(roomId);
    await is(roomId, 'knock');
    await say(roomId, 'asked', between);
    await leave(roomId);
    await is(roomId, 'leave');
    await say(roomId, 'withdrawn', between);
    await knock(roomId);
    await is(roomId, 'knock');
    await say(roomId, 'again', 2);
    await invite(roomId);
    await is(roomId, 'invite');
    await bob.join(roomId);
    await is(roomId, 'join');
    await say(roomId, 'joined', 2);
    await hasOrderOfServer(roomId);
  },
  240_000,
);

test('a room that declined a request, and admitted the next', async () => {
  const roomId = await knockRoom('shared');
  await say(roomId, 'before', 3);
  await knock(roomId);
  await is(roomId, 'knock');
  await say(roomId, 'asked', 3);
  await act(roomId, 'kick');
  await is(roomId, 'leave');
  await say(roomId, 'declined', 3);
  await knock(roomId);
  await is(roomId, 'knock');
  await invite(roomId);
  await bob.join(roomId);
  await is(roomId, 'join');
  await hasOrderOfServer(roomId, 20);
}, 240_000);

test('a room whose invitation was declined twice, and accepted at last', async () => {
  const roomId = await knockRoom('shared');
  for (const between of [5, 20]) {
    await say(roomId, 'before', between);
    await invite(roomId);
    await is(roomId, 'invite');
    await say(roomId, 'invited', between);
    await leave(roomId);
    await is(roomId, 'leave');
  }
  await say(roomId, 'declined', 3);
  await invite(roomId);
  await bob.join(roomId);
  await is(roomId, 'join');
  await hasOrderOfServer(roomId);
}, 240_000);

/** A room that Bob has joined and whose beginning is here. */
async function joined(before: number): Promise<string> {
  const roomId = await alice.createRoom({ preset: 'public_chat' });
  await say(roomId, 'before', before);
  await bob.join(roomId);
  await is(roomId, 'join');
  return roomId;
}

test.each([
  ['left by another device', 'leave'],
  ['that somebody removed this account from', 'kick'],
] as const)(
  'a room %s and joined again',
  async (_title, way) => {
    for (const between of [3, 70]) {
      const roomId = await joined(10);
      await say(roomId, 'joined', 3);
      if (way === 'leave') await leave(roomId);
      else await act(roomId, way);
      await is(roomId, 'leave');
      await say(roomId, 'away', between);
      await bob.join(roomId);
      await is(roomId, 'join');
      await say(roomId, 'again', 2);
      await hasOrderOfServer(roomId);
    }
  },
  240_000,
);

test('a room of which a new device had the last messages when it was left, and that is joined again', async () => {
  const roomId = await joined(40);
  await mine.stop();
  const other = await homeserver.request('POST', '/_matrix/client/v3/login', {
    body: {
      type: 'm.login.password',
      identifier: { type: 'm.id.user', user: bob.userId },
      password: 'pw',
    },
  });
  const { access_token: accessToken, device_id: deviceId } = other as Record<string, string>;
  mine = syncKit(homeserver.baseUrl, {
    ...bob,
    accessToken: accessToken ?? '',
    deviceId: deviceId ?? '',
  });
  mine.sync.start();
  await is(roomId, 'join');
  await leave(roomId);
  await is(roomId, 'leave');
  await say(roomId, 'away', 3);
  await bob.join(roomId);
  await is(roomId, 'join');
  await hasOrderOfServer(roomId);
}, 240_000);

test('a room that somebody banned this account from after it left, and that is joined again', async () => {
  const roomId = await joined(3);
  await leave(roomId);
  await is(roomId, 'leave');
  await say(roomId, 'left', 3);
  await act(roomId, 'ban');
  await is(roomId, 'ban');
  await say(roomId, 'banned', 3);
  await act(roomId, 'unban');
  await say(roomId, 'unbanned', 70);
  await bob.join(roomId);
  await is(roomId, 'join');
  await hasOrderOfServer(roomId, 20);
}, 240_000);

test('a room left and joined again while nobody looked', async () => {
  for (const between of [3, 70]) {
    const roomId = await joined(10);
    await mine.sync.stop();
    await say(roomId, 'offline', 2);
    await leave(roomId);
    await say(roomId, 'away', between);
    await bob.join(roomId);
    await say(roomId, 'again', 2);
    mine.sync.start();
    await hasOrderOfServer(roomId);
  }
}, 120_000);
