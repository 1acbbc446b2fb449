// The history of what was announced, from a real Synapse, page by page, and from answers that no server should give.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { systemClock } from '#engine/base/clock';
import type { Network } from '#engine/network';
import { createForestSource } from '#engine/files/forest';
import { createNotifiedView } from '#engine/notified/view';
import { on } from '../../faults/faultProxy';
import { markOutside } from '#engine/rooms/removal';
import { failureOf } from '../http/kit';
import { eventually } from '../../support/eventually';
import { openRooms, type RoomKit, type RoomsStage } from '../rooms/kit';

let stage: RoomsStage;
let alice: RoomKit;
let bob: RoomKit;
let roomId: string;
const closing: (() => void)[] = [];

beforeAll(async () => {
  stage = await openRooms();
  ({ alice, bob } = stage);
  roomId = await bob.direct.createRoom({ name: 'Press', invite: [alice.userId] });
  await alice.direct.join(roomId);
  for (let at = 0; at < 34; at += 1) await bob.direct.send(roomId, `line ${at}`);
  await bob.direct.send(roomId, `${alice.userId} look`);
  await alice.until(() => alice.bodies(roomId).includes(`${alice.userId} look`));
}, 300_000);
afterEach(() => {
  for (const close of closing.splice(0)) close();
  stage.proxy.rules.clear();
});
afterAll(() => stage?.close());

function open(mentions = false) {
  let rows: readonly NotifiedMessage[] = [];
  const ready = async () => ({ http: alice.http, crypto: null });
  const network = { ready } as unknown as Pick<Network, 'ready'>;
  const deps = {
    store: alice.store,
    clock: systemClock(),
    ownUserId: () => alice.userId,
    network,
  };
  const view = createNotifiedView(
    { ...deps, forest: createForestSource(alice.store, deps.ownUserId) },
    { mentions },
    { set: (next) => void (rows = next), fail: (error) => fail(error) },
  );
  const off = alice.store.onCommit(view.refresh);
  closing.push(() => {
    off();
    view.close();
  });
  return { view, rows: () => rows };
}
const fail = (error: unknown): never => {
  throw new Error(JSON.stringify(error));
};
const texts = (rows: readonly NotifiedMessage[]): unknown[] =>
  rows.map(({ preview }) => (preview !== null && 'text' in preview ? preview.text : null));

test('CHAT-7.38 CHAT-5.9 CHAT-9.16 pages of 30 lead backwards to the end, each row as the store shows it, and never forwards', async () => {
  const { view, rows } = open();
  expect(rows()).toEqual([]);
  expect(await view.paginate('back', 30)).toEqual({ reachedStart: false });
  expect(rows()).toHaveLength(30);
  expect(texts(rows()).slice(0, 2)).toEqual([expect.stringContaining('look'), 'line 33']);
  expect(rows()[1]).toMatchObject({ roomId, read: false, mention: false, state: 'here' });
  expect(rows()[1]?.sender?.userId).toBe(bob.userId);
  while (!(await view.paginate('back', 30)).reachedStart);
  // Older than what the first sync brought: put beside the timeline.
  expect(texts(rows())).toEqual([
    expect.stringContaining('look'),
    // The invitation below them was accepted since: it tells nothing.
    ...Array.from({ length: 34 }, (_, at) => `line ${33 - at}`),
  ]);
  const before = rows().length;
  expect(await view.paginate('back', 30)).toEqual({ reachedStart: true });
  expect(rows()).toHaveLength(before);
  expect(await failureOf(view.paginate('forward', 30))).toMatchObject({
    code: 'bad_request',
    message: 'paginateNotifTimeline can only paginate backwards',
  });
  const asked = alice.recorded.queries('/notifications');
  expect(asked[0]).toEqual({ limit: '30' });
  expect(asked[1]).toEqual({ limit: '30', from: expect.any(String) });
});

test('without a connection the list stands as it was, until a page comes', async () => {
  const first = open();
  await first.view.paginate('back', 10);
  const seen = texts(first.rows());
  expect(seen).toHaveLength(10);
  stage.proxy.rules.add({ match: on('GET', '/notifications'), status: 502 });
  const again = open();
  expect(texts(again.rows())).toEqual(seen);
  expect(await failureOf(again.view.paginate('back', 5))).toMatchObject({ code: 'server_error' });
  expect(texts(again.rows())).toEqual(seen);
  stage.proxy.rules.clear();
  await again.view.paginate('back', 5);
  expect(texts(again.rows())).toEqual(seen.slice(0, 5));
  expect(open(true).rows()).toEqual([]);
}, 60_000);

test('an invitation that waits leads to its room, and says the words that came with it', async () => {
  const asked = await bob.direct.createRoom({ name: 'Waits' });
  await bob.until(() => bob.room(asked));
  await bob.membership.invite(asked, [alice.userId], 'We plan here');
  await alice.until(() => alice.room(asked)?.membership === 'invite');
  const { view, rows } = open();
  await view.paginate('back', 1);
  const waits = {
    roomId: asked,
    roomName: 'Waits',
    state: 'invited',
    folder: false,
    reason: 'We plan here',
  };
  expect(rows()[0]).toMatchObject(waits);
  expect(rows()[0]?.sender?.userId).toBe(bob.userId);
  await bob.direct.send(roomId, 'afterwards');
});

test('an invitation into a shared folder says that it is one', async () => {
  const asked = await bob.direct.createRoom({
    ...{ name: 'Plans', invite: [alice.userId], creation_content: { type: 'm.space' } },
    initial_state: [
      {
        ...{ type: 'm.room.encryption', state_key: '' },
        content: { algorithm: 'm.megolm.v1.aes-sha2' },
      },
    ],
  });
  await alice.until(() => alice.room(asked)?.membership === 'invite');
  const { view, rows } = open();
  await view.paginate('back', 1);
  const waits = { roomId: asked, roomName: 'Plans', state: 'invited', folder: true };
  expect(rows()[0]).toMatchObject(waits);
  expect(rows()[0]).not.toHaveProperty('reason');
  await alice.membership.leave(asked);
  await eventually('it is answered', () => rows().every((row) => row.roomId !== asked));
});

test('the invitation of somebody who is ignored has no row, although the server lists it and never sends its room', async () => {
  await alice.accountData.setIgnored(bob.userId, true);
  const kept = await bob.direct.createRoom({ name: 'Pest', invite: [alice.userId] });
  const { view, rows } = open();
  const isThere = (): boolean => rows().some((row) => row.roomId === kept);
  await view.paginate('back', 1);
  expect([alice.room(kept), isThere()]).toEqual([null, false]);
  await alice.accountData.setIgnored(bob.userId, false);
  await alice.until(() => alice.room(kept)?.membership === 'invite');
  await eventually('it is listed', isThere);
});

test('steps of a verification are no notifications, although the server lists them', async () => {
  const path = `/rooms/${encodeURIComponent(roomId)}/send/m.key.verification.start/v1`;
  const relation = {
    rel_type: 'm.reference',
    event_id: await bob.direct.send(roomId, 'shall we?'),
  };
  const step = await bob.direct.call('PUT', path, { 'm.relates_to': relation });
  const eventId = (step as { event_id: string }).event_id;
  const sent = await bob.direct.send(roomId, 'after the verification');
  await alice.until(() => alice.bodies(roomId).includes('after the verification'));
  const listed = (id: string, type: string, content: object) => ({
    ...{ room_id: roomId, read: false, actions: ['notify'], ts: 1 },
    event: { event_id: id, sender: bob.userId, type, content, origin_server_ts: 1 },
  });
  const notifications = [
    listed(sent, 'm.room.message', { msgtype: 'm.text', body: 'after the verification' }),
    listed(eventId, 'm.key.verification.start', { 'm.relates_to': relation }),
  ];
  stage.proxy.rules.add({
    match: on('GET', '/notifications'),
    status: 200,
    body: { notifications },
  });
  const { view, rows } = open();
  await view.paginate('back', 30);
  expect(texts(rows())).toEqual(['after the verification']);
  stage.proxy.rules.clear();
});

test('only mentions are asked for with only=highlight', async () => {
  const { view, rows } = open(true);
  await view.paginate('back', 30);
  expect(texts(rows())).toEqual([expect.stringContaining('look')]);
  expect(rows()[0]?.mention).toBe(true);
  expect(alice.recorded.queries('/notifications').at(-1)).toEqual({
    limit: '30',
    only: 'highlight',
  });
});

test('a message that is removed while the list is open loses its words', async () => {
  const sent = await bob.direct.send(roomId, 'a secret');
  await alice.until(() => alice.bodies(roomId).includes('a secret'));
  const { view, rows } = open();
  await view.paginate('back', 5);
  expect(texts(rows())[0]).toBe('a secret');
  const path = `/rooms/${encodeURIComponent(roomId)}/redact/${encodeURIComponent(sent)}/t1`;
  await bob.direct.call('PUT', path, {});
  await eventually('its words are gone', () => rows()[0]?.state === 'deleted');
  expect(rows()[0]?.preview).toBeNull();
});

test('what comes while the list is open stands above the rest, and what was read here is read at once', async () => {
  const { view, rows } = open();
  await view.paginate('back', 5);
  const before = rows().map(({ key }) => key);
  await bob.direct.send(roomId, 'while it is open');
  await eventually('it is listed', () => texts(rows())[0] === 'while it is open');
  const [first, ...rest] = rows();
  expect(rest.slice(0, before.length).map(({ key }) => key)).toEqual(before);
  expect(first?.read).toBe(false);
  // The server never hears of it.
  stage.proxy.rules.add({ match: on('POST', '/read_markers'), cut: 'before-forward' });
  void alice.reading
    .markRead({ roomId, threadId: null }, first?.eventId ?? '')
    .catch(() => undefined);
  const ofRoom = () => rows().filter((row) => row.roomId === roomId);
  await eventually('it is read', () => ofRoom().every(({ read }) => read));
});

test('an invitation into a room that one was removed from has no words and no mark of a message', async () => {
  const gone = await bob.direct.createRoom({
    ...{ name: 'Wool', invite: [alice.userId] },
    initial_state: [
      {
        ...{ type: 'm.room.encryption', state_key: '' },
        content: { algorithm: 'm.megolm.v1.aes-sha2' },
      },
    ],
  });
  await alice.until(() => alice.room(gone)?.membership === 'invite');
  await alice.membership.join(gone);
  await bob.until(() => bob.room(gone)?.membership === 'join');
  await bob.membership.kick(gone, alice.userId, 'Season is over');
  await alice.until(() => alice.room(gone)?.membership === 'leave');
  const { view, rows } = open();
  await view.paginate('back', 5);
  expect(rows().filter(({ roomId: of }) => of === gone)).toMatchObject([
    {
      ...{ state: 'room_gone', preview: null, roomName: 'Wool', sender: { userId: bob.userId } },
      departure: {
        ...{ how: 'removed', by: { userId: bob.userId } },
        ...{ reason: 'Season is over', listed: true },
      },
    },
  ]);
});

test('a chat that somebody banned one from has one row at the time of that, new until it is looked at; what was said before keeps its words', async () => {
  const gone = await bob.direct.createRoom({ name: 'Holidays', invite: [alice.userId] });
  await alice.until(() => alice.room(gone)?.membership === 'invite');
  await alice.membership.join(gone);
  await bob.direct.send(gone, 'who has the keys?');
  await alice.until(() => alice.bodies(gone).includes('who has the keys?'));
  const { view, rows } = open();
  const before = Date.now();
  await bob.until(() => bob.room(gone)?.membership === 'join');
  await bob.membership.ban(gone, alice.userId, 'Spam');
  await alice.until(() => alice.room(gone)?.membership === 'ban');
  const ofRoom = () => rows().filter(({ roomId: of }) => of === gone);
  await eventually('it is there before any page', () => ofRoom().length > 0);
  await view.paginate('back', 10);
  const told = { state: 'room_gone', departure: { how: 'banned', reason: 'Spam', listed: true } };
  expect(ofRoom()).toMatchObject([
    { ...told, roomName: 'Holidays', sender: { userId: bob.userId }, preview: null, read: false },
    { ...told, preview: { text: 'who has the keys?' }, read: true },
  ]);
  expect(ofRoom()[0]?.sentAtMs).toBeGreaterThanOrEqual(before - 1_000);
  markOutside(alice.store, gone, false);
  await eventually('it is read', () => ofRoom()[0]?.read === true);
});

test('a shared folder that somebody took one out of has one row, with the time of that; the folders in it have none', async () => {
  const folder = async (name: string, parent: string | null): Promise<string> => {
    const state = (type: string, key: string, content: object) => ({
      ...{ type, state_key: key, content },
    });
    const above = parent === null ? [] : [state('m.space.parent', parent, { via: ['localhost'] })];
    const made = await bob.direct.createRoom({
      ...{ name, invite: [alice.userId], creation_content: { type: 'm.space' } },
      initial_state: [
        state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' }),
        state('org.matrix.msc3088.purpose', 'org.matrix.msc3089.data_tree', {
          'org.matrix.msc3088.enabled': true,
        }),
        ...above,
      ],
    });
    await alice.until(() => alice.room(made)?.membership === 'invite');
    await alice.membership.join(made);
    await alice.until(() => alice.room(made)?.membership === 'join');
    return made;
  };
  const top = await folder('Deliveries', null);
  const inner = [await folder('March', top), await folder('April', top)];
  const { view, rows } = open();
  await view.paginate('back', 5);
  const shared = Date.now();
  for (const gone of [...inner, top]) {
    await bob.until(() => bob.room(gone)?.membership === 'join');
    await bob.membership.kick(gone, alice.userId, 'Season is over');
  }
  const ofFolders = () => rows().filter((row) => [top, ...inner].includes(row.roomId));
  await alice.until(() => alice.room(top)?.membership === 'leave');
  await eventually('it has its row', () => ofFolders().length > 0);
  expect(ofFolders()).toMatchObject([
    {
      ...{ roomId: top, roomName: 'Deliveries', folder: true, state: 'room_gone', read: true },
      ...{ sender: { userId: bob.userId }, preview: null },
      departure: { how: 'removed', by: { userId: bob.userId }, reason: 'Season is over' },
    },
  ]);
  expect(ofFolders()[0]?.sentAtMs).toBeGreaterThanOrEqual(shared - 1_000);
  expect(rows()[0]?.roomId).toBe(top);
});

test('answers in a thread are listed as other messages are', async () => {
  const root = await alice.direct.send(roomId, 'who comes on Saturday?');
  const answer = {
    ...{ msgtype: 'm.text', body: 'I do' },
    'm.relates_to': { rel_type: 'm.thread', event_id: root },
  };
  const path = `/rooms/${encodeURIComponent(roomId)}/send/m.room.message/answer`;
  await bob.direct.call('PUT', path, answer);
  await alice.until(() => alice.bodies(roomId).includes('I do'));
  const { view, rows } = open();
  await view.paginate('back', 1);
  expect(texts(rows())[0]).toBe('I do');
  expect(rows()[0]).toMatchObject({ mention: false, read: false, state: 'here' });

  // Reading on in the room reads no thread, whatever the server says of its answers.
  const later = await bob.direct.send(roomId, 'and who on Sunday?');
  await alice.until(() => alice.bodies(roomId).includes('and who on Sunday?'));
  await alice.reading.markRead({ roomId, threadId: null }, later);
  const again = open();
  await again.view.paginate('back', 2);
  const read = () => new Map(again.rows().map((row) => [row.preview?.text, row.read]));
  expect(read()).toEqual(
    new Map([
      ['and who on Sunday?', true],
      ['I do', false],
    ]),
  );
});

test('without a connection it fails in words and goes on afterwards; hostile answers end, and show nothing wrong', async () => {
  const { view, rows } = open();
  await stage.proxy.setDown(true);
  expect(await failureOf(view.paginate('back', 30))).toMatchObject({ code: 'offline' });
  await stage.proxy.setDown(false);
  expect(await view.paginate('back', 2)).toEqual({ reachedStart: false });
  expect(rows()).toHaveLength(2);
  const good = rows()[0];
  const event = { event_id: '$x', sender: bob.userId, type: 'm.room.message', content: {} };
  const entries = [
    ...[null, 'text', [], {}, { room_id: 7, event: {} }, { room_id: roomId, event: { type: 1 } }],
    { room_id: '!foreign:x', read: 'no', actions: 'x', event: { ...event, origin_server_ts: 1 } },
    { room_id: roomId, event: { ...event, event_id: 'no id', origin_server_ts: 1 } },
  ];
  const body = { notifications: [...entries, ...entries], next_token: 'again' };
  stage.proxy.rules.add({ match: on('GET', '/notifications'), status: 200, body });
  expect(await view.paginate('back', 30)).toEqual({ reachedStart: false });
  // The same page under the same token leads nowhere.
  expect(await view.paginate('back', 30)).toEqual({ reachedStart: true });
  expect(rows()[0]).toEqual(good);
  // The whole list has the rows of the removals of before.
  expect(
    rows()
      .slice(2)
      .filter(({ key }) => !key.endsWith(' removal')),
  ).toMatchObject([
    { roomId: '!foreign:x', roomName: null, state: 'room_gone', preview: null, sender: null },
  ]);
  stage.proxy.rules.clear();
  stage.proxy.rules.add({
    match: on('GET', '/notifications'),
    body: { notifications: 'x' },
    status: 200,
  });
  expect(await failureOf(open().view.paginate('back', 30))).toMatchObject({ code: 'not_matrix' });
});
