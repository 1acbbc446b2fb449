// Notification rules of the whole account, written to a real server like other clients do, and read back through sync.
import type { NotificationRules } from '#contract/areas/notifications';
import { accountRules, setAccountRule, setKeyword } from '#engine/push/accountRules';
import type { PushRules } from '#engine/push/rules';
import { storedRules } from '#engine/push/storedRules';
import { newestEvent } from '#stores/events/timeline';
import { getRoom, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { receiptOf } from '../../support/receipts';
import { on } from '../../faults/faultProxy';
import { failureOf } from '../http/kit';
import { newRoom, openRooms, type RoomKit, type RoomsStage } from '../rooms/kit';

let stage: RoomsStage;
let alice: RoomKit;

beforeAll(async () => {
  stage = await openRooms();
  ({ alice } = stage);
}, 120_000);
afterEach(() => stage.proxy.rules.clear());
afterAll(() => stage?.close());

const rules = (): PushRules => storedRules(alice.store.db, alice.userId);
const now = (): NotificationRules => accountRules(rules());
const writer = () => ({ http: alice.http, rules });
const loud = ['notify', { set_tweak: 'sound', value: 'default' }];

interface Rule {
  readonly rule_id: string;
  readonly actions: readonly unknown[];
  readonly enabled: boolean;
  readonly pattern?: string;
}

/** Through the server's own interface. */
async function onServer(kind: string): Promise<ReadonlyMap<string, Rule>> {
  const { global } = (await alice.direct.call('GET', '/pushrules/')) as {
    global: Record<string, readonly Rule[]>;
  };
  return new Map((global[kind] ?? []).map((rule) => [rule.rule_id, rule]));
}

test('CHAT-7.46 each switch is written to the default rules, and read back', async () => {
  const begin = { all: true, direct: true, rooms: true, mentions: true, everybody: true };
  await alice.until(() => rules().override.length > 0);
  expect(now()).toEqual({ ...begin, invites: true, keywords: [] });
  for (const kind of ['direct', 'rooms', 'mentions', 'everybody', 'invites', 'all'] as const) {
    await setAccountRule(writer(), kind, false);
    await alice.until(() => !now()[kind]);
  }
  const underride = await onServer('underride');
  for (const id of ['message', 'encrypted', 'room_one_to_one', 'encrypted_room_one_to_one'])
    expect(underride.get(`.m.rule.${id}`)).toMatchObject({ actions: [], enabled: true });
  const override = await onServer('override');
  expect(override.get('.m.rule.master')).toMatchObject({ enabled: true });
  for (const id of ['is_user_mention', 'is_room_mention', 'invite_for_me'])
    expect(override.get(`.m.rule.${id}`)).toMatchObject({ enabled: false });
  for (const kind of ['direct', 'rooms', 'mentions', 'everybody', 'invites', 'all'] as const) {
    await setAccountRule(writer(), kind, true);
    await alice.until(() => now()[kind]);
  }
  const back = await onServer('underride');
  expect(back.get('.m.rule.encrypted_room_one_to_one')).toMatchObject({ actions: loud });
  expect(back.get('.m.rule.message')).toMatchObject({ actions: ['notify'] });
});

test('keywords are content rules that highlight, each once, whatever signs they hold', async () => {
  for (const word of ['Trellis', 'a/b', '...', 'größer?']) {
    await setKeyword(writer(), word, true);
    await alice.until(() => now().keywords.includes(word));
  }
  await setKeyword(writer(), ' trellis ', true);
  const written = [...(await onServer('content')).values()].filter(({ pattern }) => pattern);
  expect(written.find(({ pattern }) => pattern === 'Trellis')?.actions).toEqual([
    ...loud,
    { set_tweak: 'highlight' },
  ]);
  expect(now().keywords).toHaveLength(4);
  for (const word of ['TRELLIS', 'A/B', '...', 'Größer?']) await setKeyword(writer(), word, false);
  await alice.until(() => now().keywords.length === 0);
});

test('a refused change is told, and leaves the rule as it was; a rule that an old server lacks is none', async () => {
  stage.proxy.rules.add({ match: on('PUT', '/pushrules/'), status: 403 });
  expect(await failureOf(setAccountRule(writer(), 'rooms', false))).toMatchObject({
    code: 'forbidden',
  });
  expect(now().rooms).toBe(true);
  stage.proxy.rules.clear();
  const unknown = { errcode: 'M_NOT_FOUND', error: 'Unknown rule' };
  stage.proxy.rules.add({
    match: on('PUT', '/pushrules/global/override/.m.rule.is_room_mention/'),
    status: 404,
    body: unknown,
  });
  await setAccountRule(writer(), 'everybody', false);
  expect((await onServer('override')).get('.m.rule.roomnotif')).toMatchObject({ enabled: false });
});

test('everything is read at once, here before the server has heard of it', async () => {
  const { bob } = stage;
  const roomIds: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const roomId = await bob.acts.create(newRoom({ name, invite: [alice.userId] }));
    await alice.until(() => roomNoOf(alice.store.db, roomId) !== null);
    await alice.membership.join(roomId);
    await bob.direct.send(roomId, 'unread');
    roomIds.push(roomId);
  }
  const unread = (roomId: string): number =>
    getRoom(alice.store.db, roomNoOf(alice.store.db, roomId) ?? -1)?.unread ?? -1;
  await alice.until(() => roomIds.every((roomId) => unread(roomId) === 1));
  stage.proxy.rules.add({ match: on('POST', '/read_markers'), cut: 'before-forward' });
  expect(await alice.reading.readAll()).toBe(3);
  expect(roomIds.map(unread)).toEqual([0, 0, 0]);
  for (const roomId of roomIds) {
    const roomNo = roomNoOf(alice.store.db, roomId) ?? -1;
    const receipt = receiptOf(alice.store.db, roomNo, alice.userId);
    expect(receipt?.eventId).toBe(newestEvent(alice.store.db, roomNo)?.eventId);
  }
  expect(await alice.reading.readAll()).toBe(0);
  // A directory shows files and counts nothing; the server counts what it holds.
  const [folder = ''] = roomIds;
  const folderNo = roomNoOf(alice.store.db, folder) ?? -1;
  alice.store.db.prepare('UPDATE rooms SET is_tree = 1 WHERE room_no = ?').run(folderNo);
  expect(await alice.reading.readAll()).toBe(0);
  const shared = await bob.direct.send(folder, 'a new file');
  await alice.until(() => newestEvent(alice.store.db, folderNo)?.eventId === shared);
  alice.store.write(() => updateRoom(alice.store.db, folderNo, { serverUnread: 0, unread: 0 }));
  // It is read without being named as a chat.
  expect(await alice.reading.readAll()).toBe(0);
  expect(receiptOf(alice.store.db, folderNo, alice.userId)?.eventId).toBe(shared);
  stage.proxy.rules.clear();
  await alice.reading.tellUnsent();
  const sync = (await alice.direct.call('GET', '/sync')) as {
    rooms: { join: Record<string, { unread_notifications: { notification_count: number } }> };
  };
  for (const roomId of roomIds)
    expect(sync.rooms.join[roomId]?.unread_notifications.notification_count).toBe(0);
});
