// Somebody removes this account from a room: its row, its page and what was said there stay until it is removed from this computer.
import { getEvent } from '#stores/events/timeline';
import { roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import { account, putAccountData } from '#stores/settings/accountData';
import { createSearchFill, filledShare } from '#engine/search/fill';
import { createPlacesView } from '#engine/search/places';
import { createSearchView } from '#engine/search/view';
import { markOutside } from '#engine/rooms/removal';
import { roomHeader } from '#engine/views/room';
import { createRemovalsView } from '#engine/views/removals';
import { createRoomsView } from '#engine/views/rooms';
import { systemClock } from '#engine/base/clock';
import { path } from '#engine/http/url';
import type { Removals } from '#contract/areas/rooms/departureModels';
import type { RoomHeader, RoomListItem, RoomRow } from '#contract/areas/rooms/roomsModels';
import type { FoundMessage, FoundPlace } from '#contract/areas/messages/search';
import { silentLog } from '../../support/silentLog';
import type { NewRoom } from '#engine/rooms/newRoom';
import type { SyncKit } from '../sync/kit';
import { answer, me, script, scriptedKit, type Json } from '../sync/scripted';
import { newRoom, openRooms, type RoomKit, type RoomsStage } from './kit';

let stage: RoomsStage;
let alice: RoomKit;
let bob: RoomKit;
beforeAll(async () => {
  stage = await openRooms();
  ({ alice, bob } = stage);
  const { store } = bob;
  const fill = createSearchFill({ store, clock: systemClock(), log: silentLog });
  fill.start();
  await bob.until(() => filledShare(store.db) === null);
  fill.stop();
}, 120_000);
afterAll(() => stage.close());

type Synced = Pick<SyncKit, 'store' | 'userId' | 'room'>;

const depsOf = (kit: Synced) => ({
  store: kit.store,
  ownUserId: () => kit.userId,
  clock: systemClock(),
});

function rows(kit: Synced): RoomRow[] {
  let items: readonly RoomListItem[] = [];
  const query = { text: '', collapsed: [], limit: 100 };
  const view = createRoomsView(depsOf(kit), query, {
    set: (value) => (items = value),
    fail: () => undefined,
  });
  view.close();
  return items.filter((item): item is RoomRow => item.kind === 'room');
}
const rowOf = (kit: Synced, roomId: string) => rows(kit).find((row) => row.roomId === roomId);

function header(kit: RoomKit, roomId: string): RoomHeader | undefined {
  const room = kit.room(roomId);
  return room === null ? undefined : roomHeader(depsOf(kit), room, kit.userId);
}
const departure = (kit: RoomKit, roomId: string) => header(kit, roomId)?.departure;

function removals(kit: Synced): Removals['removals'] | null {
  let told: Removals['removals'] | null = null;
  const view = createRemovalsView(depsOf(kit), {
    set: (value) => (told = value.removals),
    fail: () => undefined,
  });
  view.close();
  return told;
}
const removalOf = (kit: Synced, roomId: string) =>
  removals(kit)?.find((one) => one.roomId === roomId);

const set = <T>(
  open: (sink: { set(value: readonly T[]): void; fail(): void }) => { close(): void },
) =>
  new Promise<readonly T[]>((resolve, reject) => {
    const view = open({ set: (value) => resolve(value), fail: () => reject(new Error('failed')) });
    void view;
  });
const found = (kit: RoomKit, text: string) =>
  set<FoundMessage>((sink) =>
    createSearchView(
      { ...depsOf(kit), pathOf: () => [] },
      {
        ...{ text, roomId: null, room: null, sender: null, has: [] },
        ...{ fromMs: null, toMs: null, limit: 10 },
      },
      sink,
    ),
  );
const places = (kit: RoomKit, text: string) =>
  set<FoundPlace>((sink) =>
    createPlacesView(
      { ...depsOf(kit), pathOf: () => [] },
      { text, kinds: ['room'], limit: 10 },
      sink,
    ),
  );

/** Bob is in a room of Alice's, where somebody said this. */
async function shared(name: string, words: string, fields: Partial<NewRoom> = {}): Promise<string> {
  const roomId = await alice.acts.create(newRoom({ name, ...fields }));
  await alice.membership.invite(roomId, [bob.userId]);
  await bob.until(() => bob.room(roomId)?.membership === 'invite');
  await bob.membership.join(roomId);
  const eventId = await alice.direct.send(roomId, words);
  const { db } = bob.store;
  await bob.until(() => getEvent(db, roomNoOf(db, roomId) ?? 0, eventId));
  return roomId;
}

test('who declines to come back finds the room where it was, not as news; a room one was never in is gone', async () => {
  const roomId = await shared('Tea house', 'oolong');
  await alice.membership.kick(roomId, bob.userId, undefined);
  await bob.until(() => bob.room(roomId)?.membership === 'leave');
  await alice.membership.invite(roomId, [bob.userId]);
  await bob.until(() => bob.room(roomId)?.membership === 'invite');
  const never = await alice.acts.create(newRoom({ name: 'Coffee house' }));
  await alice.membership.invite(never, [bob.userId]);
  await bob.until(() => bob.room(never)?.membership === 'invite');
  // A declined invitation is no stay.
  await bob.membership.leave(never);
  await bob.until(() => bob.room(never)?.membership !== 'invite');
  await alice.membership.invite(never, [bob.userId]);
  await bob.until(() => bob.room(never)?.membership === 'invite');
  expect([header(bob, roomId)?.wasHere, header(bob, never)?.wasHere]).toEqual([true, undefined]);
  for (const one of [roomId, never]) {
    await bob.membership.leave(one);
    await bob.until(() => bob.room(one)?.membership === 'leave');
  }
  expect(rowOf(bob, roomId)).toMatchObject({
    ...{ section: 'removed', dot: false, unread: 0 },
    preview: { kind: 'none', senderName: null },
  });
  expect(departure(bob, roomId)).toMatchObject({ how: 'declined', listed: true });
  expect([removalOf(bob, roomId), removalOf(bob, never)]).toEqual([undefined, undefined]);
  expect((await found(bob, 'oolong')).map((one) => one.roomName)).toEqual(['Tea house']);
  expect(rowOf(bob, never)).toBeUndefined();
});

test('who was removed finds the room in the list, by its name and by its words, once as news', async () => {
  const roomId = await shared('Community garden', 'greenhouse');
  await alice.membership.kick(roomId, bob.userId, 'Please use Compost instead');
  await bob.until(() => bob.room(roomId)?.membership === 'leave');
  expect(rowOf(bob, roomId)).toMatchObject({
    ...{ section: 'removed', membership: 'leave', dot: true, unread: 0, highlights: 0 },
    preview: { kind: 'none', senderName: 'alice' },
  });
  expect(departure(bob, roomId)).toMatchObject({
    ...{ how: 'removed', by: { userId: alice.userId }, listed: true },
    ...{ reason: 'Please use Compost instead', entry: 'invite' },
  });
  expect(removalOf(bob, roomId)).toMatchObject({
    ...{ name: 'Community garden', folder: false, silent: false },
    departure: { how: 'removed', by: { userId: alice.userId }, listed: true },
  });
  expect((await found(bob, 'greenhouse')).map((one) => one.roomName)).toEqual(['Community garden']);
  expect(await places(bob, 'garden')).toMatchObject([{ roomId, membership: 'leave' }]);

  expect(markOutside(bob.store, roomId, false)).toBe(true);
  expect(rowOf(bob, roomId)?.dot).toBe(false);
  await alice.membership.ban(roomId, bob.userId);
  await bob.until(() => bob.room(roomId)?.membership === 'ban');
  expect(rowOf(bob, roomId)).toMatchObject({ section: 'removed', dot: false });
  expect(removalOf(bob, roomId)?.departure.how).toBe('banned');

  await bob.membership.forget(roomId);
  expect([rowOf(bob, roomId), await places(bob, 'garden'), await found(bob, 'greenhouse')]).toEqual(
    [...[undefined, [], []]],
  );
});

test('who goes by own will, or whose invitation is withdrawn, has no row; who is let in again has the old one', async () => {
  const roomId = await shared('Door', 'marigold');
  await bob.membership.leave(roomId);
  expect([rowOf(bob, roomId), await found(bob, 'marigold')]).toEqual([undefined, []]);
  expect(departure(bob, roomId)).toMatchObject({ how: 'left', listed: false });
  expect(removalOf(bob, roomId)).toBeUndefined();
  expect(markOutside(alice.store, roomId, false)).toBe(false);
  await alice.membership.invite(roomId, [bob.userId]);
  await bob.until(() => bob.room(roomId)?.membership === 'invite');
  await alice.membership.kick(roomId, bob.userId);
  await bob.until(() => bob.room(roomId)?.membership === 'leave');
  expect(rowOf(bob, roomId)).toBeUndefined();

  const again = await shared('Greenhouse', 'cucumber');
  await alice.membership.kick(again, bob.userId);
  await bob.until(() => rowOf(bob, again)?.section === 'removed');
  await alice.membership.invite(again, [bob.userId]);
  await bob.until(() => rowOf(bob, again)?.section === 'invites');
  await bob.membership.join(again);
  expect(rowOf(bob, again)).toMatchObject({ section: 'rooms', membership: 'join' });
});

test('a removal is told as it comes, silently by whom this account ignores, and by none who is signed out', async () => {
  const [roomId, quiet] = [await shared('Shed', 'spade'), await shared('Barn', 'straw')];
  const told: (readonly string[])[] = [];
  const view = createRemovalsView(depsOf(bob), {
    set: (value) => told.push(value.removals.map((one) => one.name)),
    fail: () => undefined,
  });
  bob.store.onCommit((changes) => view.refresh(changes));
  expect(told.at(-1)).not.toContain('Shed');
  await alice.membership.kick(roomId, bob.userId);
  await bob.until(() => told.at(-1)?.includes('Shed') === true);
  const { db } = bob.store;
  bob.store.write(() =>
    putAccountData(db, account, 'm.ignored_user_list', { ignored_users: { [alice.userId]: {} } }),
  );
  await alice.membership.kick(quiet, bob.userId);
  await bob.until(() => told.at(-1)?.includes('Barn') === true);
  expect(removalOf(bob, quiet)).toMatchObject({ silent: true });
  bob.store.write(() => putAccountData(db, account, 'm.ignored_user_list', {}));
  view.close();
  let isSet = false;
  createRemovalsView(
    { ...depsOf(bob), ownUserId: () => null },
    { set: () => (isSet = true), fail: () => undefined },
  ).close();
  expect(isSet).toBe(false);
});

test('who comes back without an invitation has the last message again, and no mark that nobody set', async () => {
  const roomId = await shared('Orchard', 'quince', { public: true });
  const lastEventNo = bob.room(roomId)?.lastEventNo;
  const removed = async () => {
    await alice.membership.kick(roomId, bob.userId);
    await bob.until(() => rowOf(bob, roomId)?.section === 'removed');
    expect(bob.room(roomId)).toMatchObject({ lastEventNo: null, markedUnread: true });
  };
  await removed();
  await bob.membership.join(roomId);
  expect(rowOf(bob, roomId)).toMatchObject({ section: 'rooms', dot: false });
  expect(bob.room(roomId)).toMatchObject({ lastEventNo, markedUnread: false });

  await removed();
  await bob.membership.forget(roomId);
  await bob.membership.join(roomId);
  expect(rowOf(bob, roomId)).toMatchObject({ section: 'rooms', dot: false });
  expect(bob.room(roomId)).toMatchObject({ markedUnread: false });
});

test('a ban from a room that this account was never in puts nothing into the list', async () => {
  const roomId = await alice.acts.create(newRoom({ name: 'Buy here' }));
  await alice.membership.ban(roomId, bob.userId, 'Buy here');
  await bob.until(() => bob.room(roomId)?.membership === 'ban');
  expect(rowOf(bob, roomId)).toBeUndefined();
  expect(bob.room(roomId)).toMatchObject({ markedUnread: false });
  expect(await places(bob, 'Buy')).toEqual([]);
});

/** Bob asked to be let into a room of Alice's. */
async function askedFor(name: string, roomId?: string): Promise<string> {
  const asked = roomId ?? (await alice.acts.create(newRoom({ name })));
  const body = { join_rule: 'knock' };
  await alice.http.request({
    ...{ method: 'PUT', path: path`/rooms/${asked}/state/m.room.join_rules`, body },
    retry: 'limited',
  });
  await bob.membership.knock(asked, 'It is Bob');
  await alice.until(() => {
    const room = alice.room(asked);
    return room && getMember(alice.store.db, room.roomNo, bob.userId)?.membership === 'knock';
  });
  expect(rowOf(bob, asked)).toMatchObject({ section: 'rooms', membership: 'knock', dot: false });
  return asked;
}

test('a request that is declined stays in the list as news until it is looked at, and may be made again', async () => {
  const roomId = await askedFor('Book club');
  await alice.membership.kick(roomId, bob.userId, 'Full, sorry');
  await bob.until(() => bob.room(roomId)?.membership === 'leave');
  expect(rowOf(bob, roomId)).toMatchObject({
    ...{ section: 'removed', dot: true, departed: 'refused' },
    preview: { kind: 'none', senderName: 'alice' },
  });
  const told = { how: 'refused', by: { userId: alice.userId }, reason: 'Full, sorry' };
  expect(departure(bob, roomId)).toMatchObject({ ...told, entry: 'ask', listed: true });
  expect(header(bob, roomId)?.wasHere).toBeUndefined();
  expect(removalOf(bob, roomId)).toMatchObject({ name: 'Book club', departure: told });
  expect(await places(bob, 'Book')).toMatchObject([{ roomId, membership: 'leave' }]);
  expect(markOutside(bob.store, roomId, false)).toBe(true);
  expect(rowOf(bob, roomId)).toMatchObject({ section: 'removed', dot: false });

  await askedFor('Book club', roomId);
  expect(removalOf(bob, roomId)).toBeUndefined();
  // A request that one takes back oneself is no news.
  await bob.membership.leave(roomId);
  await bob.until(() => bob.room(roomId)?.membership === 'leave');
  expect(rowOf(bob, roomId)).toBeUndefined();

  await askedFor('Book club', roomId);
  await alice.membership.kick(roomId, bob.userId);
  await bob.until(() => rowOf(bob, roomId)?.section === 'removed');
  expect(rowOf(bob, roomId)?.dot).toBe(true);
  await bob.membership.forget(roomId);
  expect([rowOf(bob, roomId), await places(bob, 'Book')]).toEqual([undefined, []]);
});

test('who is banned while waiting, or whose answer is taken back, reads so', async () => {
  const banned = await askedFor('Sewing club');
  await alice.membership.ban(banned, bob.userId);
  await bob.until(() => bob.room(banned)?.membership === 'ban');
  expect(rowOf(bob, banned)).toMatchObject({ section: 'removed', membership: 'ban', dot: true });
  expect(removalOf(bob, banned)?.departure.how).toBe('banned');

  const invited = await askedFor('Chess club');
  await alice.membership.invite(invited, [bob.userId]);
  await bob.until(() => rowOf(bob, invited)?.section === 'invites');
  await alice.membership.kick(invited, bob.userId);
  await bob.until(() => bob.room(invited)?.membership === 'leave');
  expect(rowOf(bob, invited)).toMatchObject({
    ...{ section: 'removed', dot: true, departed: 'withdrawn' },
    preview: { senderName: 'alice' },
  });
  expect(removalOf(bob, invited)?.departure).toMatchObject({ how: 'withdrawn', listed: true });
});

test('who asks to come back and takes that back finds the room where it was', async () => {
  const roomId = await shared('Choir', 'alto');
  await alice.membership.kick(roomId, bob.userId);
  await bob.until(() => rowOf(bob, roomId)?.section === 'removed');
  await askedFor('Choir', roomId);
  await bob.membership.leave(roomId);
  await bob.until(() => bob.room(roomId)?.membership === 'leave');
  expect(rowOf(bob, roomId)).toMatchObject({ section: 'removed', dot: false });
  expect(header(bob, roomId)?.wasHere).toBe(true);
});

const mallory = '@mallory:example.org';
const member = (membership: string, more: Json = {}): Json => ({
  ...{ event_id: `$${membership}`, type: 'm.room.member', state_key: me, sender: mallory },
  ...{ origin_server_ts: 1_760_000_000_000, content: { membership, reason: 'Buy' }, ...more },
});
const global = (type: string, content: Json): Json => ({
  account_data: { events: [{ type, content }] },
});

test.each([[[]], [[mallory]]])(
  'an invitation that is withdrawn puts nothing into the list, also where the server tells nothing of before; ignored: %j',
  async (ignored) => {
    const made = script();
    const kit = scriptedKit(made);
    const roomId = '!lure:example.org';
    const users = Object.fromEntries(ignored.map((userId) => [userId, {}]));
    const [invite, leave] = [member('invite'), member('leave')];
    made.sync(answer({}, global('m.ignored_user_list', { ignored_users: users })));
    const invited = { [roomId]: { invite_state: { events: [invite] } } };
    made.sync(answer({}, { rooms: { invite: invited } }));
    kit.sync.start();
    await kit.until(() => kit.room(roomId)?.membership === 'invite');
    made.sync(answer({}, { rooms: { leave: { [roomId]: { timeline: { events: [leave] } } } } }));
    await kit.until(() => kit.room(roomId)?.membership === 'leave');
    const stored = kit.room(roomId);
    const row = rowOf(kit, roomId);
    await kit.stop();
    expect([row, stored?.markedUnread]).toEqual([undefined, false]);
  },
);

test('a removal of long ago does not come up as news with a later change of the room', async () => {
  const made = script();
  const kit = scriptedKit(made);
  const roomId = '!old:example.org';
  const joined = member('join', { sender: me });
  made.sync(answer({ [roomId]: { state: [joined] } }));
  kit.sync.start();
  await kit.until(() => kit.room(roomId)?.membership === 'join');
  const before = { unsigned: { prev_content: { membership: 'join' } } };
  const timeline = { events: [member('leave', before)] };
  made.sync(answer({}, { rooms: { leave: { [roomId]: { timeline } } } }));
  await kit.until(() => rowOf(kit, roomId)?.section === 'removed');
  // A version without the section left it like this.
  const { store } = kit;
  const fields = { section: 'rooms', markedUnread: false, inviter: null } as const;
  store.write(() => updateRoom(store.db, roomNoOf(store.db, roomId) ?? 0, fields));
  made.sync(answer({}, global('m.direct', { [mallory]: [roomId] })));
  await kit.until(() => kit.room(roomId)?.directUserId === mallory);
  const stored = kit.room(roomId);
  const row = rowOf(kit, roomId);
  await kit.stop();
  expect([row, stored?.markedUnread]).toEqual([undefined, false]);
});

test('a removal that stands in the timeline alone, because the server leaves members out of the state, is told all the same', async () => {
  const made = script();
  const kit = scriptedKit(made);
  const roomId = '!workshop:example.org';
  made.sync(answer({ [roomId]: { state: [member('join', { sender: me })] } }));
  kit.sync.start();
  await kit.until(() => kit.room(roomId)?.membership === 'join');
  const before = { unsigned: { prev_content: { membership: 'join' } } };
  const left = {
    timeline: { events: [member('leave', before)] },
    'org.matrix.msc4222.state_after': { events: [] },
  };
  made.sync(answer({}, { rooms: { leave: { [roomId]: left } } }));
  await kit.until(() => kit.room(roomId)?.membership === 'leave');
  const [row, removal] = [rowOf(kit, roomId), removalOf(kit, roomId)];
  await kit.stop();
  expect(row).toMatchObject({ section: 'removed', dot: true });
  expect(removal?.departure).toMatchObject({ how: 'removed', reason: 'Buy' });
});
