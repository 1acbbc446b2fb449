// Notification rules of a room, written to a real server and read back through sync, next to the rules of other clients.
import type { RoomNotifications } from '#contract/areas/rooms/roomsModels';
import { roomNotifications, setRoomNotifications } from '#engine/push/roomRules';
import type { PushRules } from '#engine/push/rules';
import { storedRules } from '#engine/push/storedRules';
import { on } from '../../faults/faultProxy';
import { failureOf } from '../http/kit';
import { newRoom, openRooms, type RoomKit, type RoomsStage } from '../rooms/kit';
import { openWindow } from '../support';

let stage: RoomsStage;
let alice: RoomKit;
let roomId: string;

beforeAll(async () => {
  stage = await openRooms();
  ({ alice } = stage);
  roomId = await alice.acts.create(newRoom({ name: 'Loud' }));
}, 120_000);
afterEach(() => stage.proxy.rules.clear());
afterAll(() => stage?.close());

interface Rule {
  readonly rule_id: string;
  readonly actions: readonly unknown[];
  readonly enabled: boolean;
  readonly conditions?: readonly unknown[];
}
type Rules = Readonly<Record<'override' | 'room', readonly Rule[]>>;

const rules = (): PushRules => storedRules(alice.store.db, alice.userId);
const now = (): RoomNotifications => roomNotifications(rules(), roomId);
const set = (wanted: RoomNotifications): Promise<void> =>
  setRoomNotifications({ http: alice.http, rules }, roomId, wanted);
/** Through the server's own interface: by kind, what the rules of this room do. */
async function onServer(): Promise<Record<string, unknown>> {
  const answer = (await alice.direct.call('GET', '/pushrules/')) as { global: Rules };
  const of = (kind: keyof Rules) =>
    answer.global[kind].filter(({ rule_id: id }) => id === roomId).map(({ actions }) => actions);
  return { override: of('override'), room: of('room') };
}
const rule = (kind: string, more = ''): string =>
  `/pushrules/global/${kind}/${encodeURIComponent(roomId)}${more}`;

test('each choice is written as other clients write it, and read back', async () => {
  expect(now()).toBe('default');
  await set('nothing');
  await alice.until(() => now() === 'nothing');
  expect(await onServer()).toEqual({ override: [[]], room: [] });
  await set('mentions');
  await alice.until(() => now() === 'mentions');
  expect(await onServer()).toEqual({ override: [], room: [[]] });
  await set('all');
  await alice.until(() => now() === 'all');
  const sound = { set_tweak: 'sound', value: 'default' };
  expect(await onServer()).toEqual({ override: [], room: [['notify', sound]] });
  await set('default');
  await alice.until(() => now() === 'default');
  expect(await onServer()).toEqual({ override: [], room: [] });
});

test('CHAT-9.24 rules of other clients count: the old action, a rule that is switched off', async () => {
  const conditions = [{ kind: 'event_match', key: 'room_id', pattern: roomId }];
  await alice.direct.call('PUT', rule('override'), { conditions, actions: ['dont_notify'] });
  await alice.until(() => now() === 'nothing');
  await alice.direct.call('PUT', rule('override', '/enabled'), { enabled: false });
  await alice.until(() => now() === 'default');
  // Written again it is switched on.
  await set('nothing');
  await alice.until(() => now() === 'nothing');
  await set('default');
  await alice.until(() => now() === 'default');
});

test('a cut in the middle leaves the room as quiet as it was', async () => {
  await set('nothing');
  await alice.until(() => now() === 'nothing');
  stage.proxy.rules.add({ match: on('DELETE', '/pushrules/'), status: 403 });
  const failure = await failureOf(set('all'));
  expect(failure).toMatchObject({ code: 'forbidden' });
  expect(await onServer()).toMatchObject({ override: [[]] });
  stage.proxy.rules.clear();
  await set('default');
  await alice.until(() => now() === 'default');
});

test('a rule that somebody else took away meanwhile is no failure', async () => {
  await set('mentions');
  await alice.until(() => now() === 'mentions');
  stage.proxy.rules.add({
    match: on('DELETE', '/pushrules/'),
    status: 404,
    body: { errcode: 'M_NOT_FOUND', error: 'gone' },
  });
  await set('default');
});

test('CHAT-8.26 before the first sync no rule of a room is touched, and it says so; after it the same act is done', async () => {
  stage.proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  const noSync = stage.proxy.rules.add({
    match: (_method, path) => path.includes('/sync'),
    status: 502,
  });
  const window = openWindow();
  try {
    const before = await onServer();
    const named = { server: stage.proxy.url, user: alice.userId, password: 'pw' };
    await window.call('signIn', named);
    const act = { roomId, wanted: 'nothing' } as const;
    await expect(window.call('setRoomNotifications', act)).rejects.toMatchObject({
      error: { message: 'SyncApi.sync() must be done before accessing to push rules.' },
    });
    expect(await onServer()).toEqual(before);
    noSync();
    await window.value('sync', {}, ({ state }) => state === 'SYNCING');
    await window.call('setRoomNotifications', act);
    expect(await onServer()).toEqual({ override: [[]], room: [] });
  } finally {
    await window.stop();
  }
}, 60_000);
