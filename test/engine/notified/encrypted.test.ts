// Mentions of encrypted rooms in the history of what was announced: the server, a real Synapse, cannot know them; this computer does.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { systemClock } from '#engine/base/clock';
import type { Network } from '#engine/network';
import { createForestSource } from '#engine/files/forest';
import { createNotifiedView } from '#engine/notified/view';
import { createPush, type Push } from '#engine/push/push';
import { setPlain, setUndecryptable } from '#stores/ingest/decryption';
import { getEvent } from '#stores/events/timeline';
import { insertLoose } from '#stores/ingest/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import { setSetting } from '#stores/settings/settings';
import { on } from '../../faults/faultProxy';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { openRooms, type RoomKit, type RoomsStage } from '../rooms/kit';

let stage: RoomsStage;
let alice: RoomKit;
let bob: RoomKit;
let push: Push;
let plain: string;
let workshop: string;
const closing: (() => void)[] = [];
let sent = 0;

beforeAll(async () => {
  stage = await openRooms();
  ({ alice, bob } = stage);
  plain = await bob.direct.createRoom({ name: 'Garden', invite: [alice.userId] });
  workshop = await bob.direct.createRoom({
    ...{ name: 'Workshop', invite: [alice.userId] },
    initial_state: [
      {
        ...{ type: 'm.room.encryption', state_key: '' },
        content: { algorithm: 'm.megolm.v1.aes-sha2' },
      },
    ],
  });
  for (const roomId of [plain, workshop]) {
    await alice.direct.join(roomId);
    await alice.until(() => alice.room(roomId)?.membership === 'join');
  }
  startPush();
}, 300_000);
afterEach(() => {
  for (const close of closing.splice(0)) close();
  stage.proxy.rules.clear();
});
afterAll(async () => {
  push?.stop();
  await stage?.close();
});

/** Starts, as the engine does, the part that says which messages are mentions. */
function startPush(): void {
  push?.stop();
  const nothing = (): void => undefined;
  push = createPush({
    ...{ store: alice.store, ownUserId: alice.userId, clock: systemClock(), log: silentLog },
    ...{ inView: () => true, notify: nothing, play: () => false, unnotify: nothing },
    badge: nothing,
  });
}

function open(mentions: boolean) {
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
  return { view, rows: () => rows, of: (eventId: string) => rows.filter(by(eventId)) };
}
const by =
  (eventId: string) =>
  (row: NotifiedMessage): boolean =>
    row.eventId === eventId;
const fail = (error: unknown): never => {
  throw new Error(JSON.stringify(error));
};
const ids = (rows: readonly NotifiedMessage[]): string[] => rows.map(({ eventId }) => eventId);

const mentioning = (text: string, userId = alice.userId) => ({
  ...{ msgtype: 'm.text', body: text },
  'm.mentions': { user_ids: [userId] },
});

async function put(from: RoomKit, roomId: string, type: string, content: object): Promise<string> {
  const path = `/rooms/${encodeURIComponent(roomId)}/send/${type}/encrypted-${(sent += 1)}`;
  const answer = await from.direct.call('PUT', path, content);
  return (answer as { event_id: string }).event_id;
}

const stored = (eventId: string) =>
  getEvent(alice.store.db, roomNoOf(alice.store.db, workshop) ?? 0, eventId);

/** An event that nobody but a server and this test can read, on Alice's disk. */
async function encrypted(from: RoomKit = bob, relation?: object): Promise<string> {
  const eventId = await put(from, workshop, 'm.room.encrypted', {
    ...{ algorithm: 'm.megolm.v1.aes-sha2', session_id: 'session', ciphertext: `sent ${sent}` },
    ...(relation !== undefined && { 'm.relates_to': relation }),
  });
  await alice.until(() => stored(eventId) !== null);
  return eventId;
}

/** Stores the plaintext, like an arrived key; `told` false: the engine ended before push heard of it. */
function decrypt(eventId: string, content: Record<string, unknown>, told = true): void {
  const eventNo = stored(eventId)?.eventNo ?? 0;
  alice.store.write((changes) =>
    setPlain(alice.store.db, eventNo, { type: 'm.room.message', content }, changes),
  );
  if (told) push.decrypted([eventNo], false);
}

async function mentioned(text: string): Promise<string> {
  const eventId = await encrypted();
  decrypt(eventId, mentioning(text));
  return eventId;
}

const unjudged = (db: RoomKit['store']['db']): number =>
  db.prepare<[], { n: number }>('SELECT count(*) AS n FROM mention_queue').get()?.n ?? 0;

async function readAll(eventId: string): Promise<void> {
  await alice.reading.markRead({ roomId: workshop, threadId: null }, eventId);
}

test('a mention of an encrypted room is marked and stands under Mentions, among those of plain rooms by time', async () => {
  const first = await put(bob, plain, 'm.room.message', mentioning('in plain'));
  const second = await mentioned('the cake poll');
  const other = await encrypted();
  decrypt(other, { msgtype: 'm.text', body: 'nobody is meant' });
  const last = await put(bob, plain, 'm.room.message', mentioning('in plain again'));
  await alice.until(() => alice.bodies(plain).includes('in plain again'));

  const mentions = open(true);
  await mentions.view.paginate('back', 30);
  await eventually('it is listed', () => mentions.of(second).length > 0);
  expect(ids(mentions.rows())).toEqual([last, second, first]);
  expect(mentions.of(second)).toMatchObject([
    {
      ...{ roomId: workshop, roomName: 'Workshop', state: 'here', mention: true, read: false },
      ...{ sender: { userId: bob.userId }, preview: { text: 'the cake poll' } },
    },
  ]);
  const all = open(false);
  await all.view.paginate('back', 30);
  expect(ids(all.rows()).slice(0, 4)).toEqual([last, other, second, first]);
  expect(all.of(second)).toMatchObject([{ mention: true, read: false }]);
  expect(all.of(other)).toMatchObject([{ mention: false }]);
});

test('it comes into an open list, and stays after it was read, over restarts and without a connection', async () => {
  const [all, mentions] = [open(false), open(true)];
  await all.view.paginate('back', 30);
  await mentions.view.paginate('back', 30);
  const eventId = await mentioned('who asked me yesterday?');
  for (const list of [all, mentions]) {
    await eventually('it is listed', () => list.of(eventId)[0]?.mention === true);
    expect(list.of(eventId)).toMatchObject([{ read: false }]);
    expect(list.rows()[0]?.eventId).toBe(eventId);
  }
  await readAll(eventId);
  for (const list of [all, mentions])
    await eventually('it is read', () => list.of(eventId)[0]?.read === true);

  startPush();
  // A server forgets what was read, unless its rules call it a mention.
  const body = { notifications: [] };
  stage.proxy.rules.add({ match: on('GET', '/notifications'), status: 200, body });
  for (const isMentions of [false, true]) {
    const again = open(isMentions);
    await again.view.paginate('back', 30);
    expect(again.of(eventId)).toMatchObject([{ mention: true, read: true, state: 'here' }]);
  }
  stage.proxy.rules.clear();
  stage.proxy.rules.add({ match: on('GET', '/notifications'), status: 502 });
  expect(open(true).of(eventId)).toMatchObject([{ mention: true, read: true }]);
});

test('what is unread in its room leaves a mention read that stands before it', async () => {
  const first = await mentioned('read');
  await readAll(first);
  const second = await mentioned('not read');
  const { view, of } = open(true);
  await view.paginate('back', 30);
  await eventually('both are listed', () => of(first).length + of(second).length === 2);
  expect([of(first)[0]?.read, of(second)[0]?.read]).toEqual([true, false]);
});

test('a mention in a thread is read with its thread', async () => {
  const root = await mentioned('the root');
  const thread = { rel_type: 'm.thread', event_id: root };
  const eventId = await encrypted(bob, thread);
  decrypt(eventId, mentioning('in the thread'));
  const { view, of } = open(true);
  await view.paginate('back', 30);
  await eventually('it is listed', () => of(eventId).length > 0);
  await alice.reading.markRead({ roomId: workshop, threadId: null }, root);
  await eventually('the room is read', () => of(root)[0]?.read === true);
  expect(of(eventId)).toMatchObject([{ read: false }]);
  await alice.reading.markRead({ roomId: workshop, threadId: root }, eventId);
  await eventually('the thread is read', () => of(eventId)[0]?.read === true);
});

test('the key may come late, or the engine end right after it came', async () => {
  const late = await encrypted();
  const eventNo = stored(late)?.eventNo ?? 0;
  alice.store.write((changes) => setUndecryptable(alice.store.db, eventNo, 'NO_KEY', changes));
  const cut = await encrypted();
  const after = await mentioned('after both');
  await readAll(after);
  const { view, rows, of } = open(true);
  await view.paginate('back', 30);
  await eventually('the last one is listed', () => rows()[0]?.eventId === after);
  expect([of(late), of(cut)]).toEqual([[], []]);
  decrypt(late, mentioning('late'));
  await eventually('it is listed', () => of(late).length > 0);
  decrypt(cut, mentioning('cut'), false);
  startPush();
  await eventually('the other one, too', () => of(cut).length > 0);
  expect(ids(rows()).slice(0, 3)).toEqual([after, cut, late]);
  expect(of(late)).toMatchObject([{ mention: true, read: true }]);
});

test('a listed message that cannot be read is shown as soon as its key comes, without being asked again', async () => {
  const eventId = await encrypted();
  const eventNo = stored(eventId)?.eventNo ?? 0;
  alice.store.write((changes) => setUndecryptable(alice.store.db, eventNo, 'NO_KEY', changes));
  const { view, of } = open(false);
  await view.paginate('back', 30);
  await eventually('it is listed', () => of(eventId).length > 0);
  expect(of(eventId)).toMatchObject([{ preview: { kind: 'undecryptable' } }]);
  decrypt(eventId, { msgtype: 'm.text', body: 'readable now' });
  await eventually('it is read', () => of(eventId)[0]?.preview?.text === 'readable now');
});

test('own messages, edits and messages of ignored people are none; a deleted one goes', async () => {
  const own = await encrypted(alice);
  decrypt(own, mentioning('a note to myself'));
  const gone = await mentioned('a mistake');
  const edit = await encrypted(bob, { rel_type: 'm.replace', event_id: gone });
  decrypt(edit, { ...mentioning('* better'), 'm.new_content': mentioning('better') });
  const last = await mentioned('the last');
  const { view, rows, of } = open(true);
  await view.paginate('back', 30);
  await eventually('the last one is listed', () => rows()[0]?.eventId === last);
  expect(ids(rows()).slice(0, 2)).toEqual([last, gone]);
  expect([of(own), of(edit)]).toEqual([[], []]);
  const path = `/rooms/${encodeURIComponent(workshop)}/redact/${encodeURIComponent(gone)}/gone`;
  await bob.direct.call('PUT', path, {});
  await eventually('it is gone', () => of(gone).length === 0);

  const unheard = await encrypted();
  await alice.accountData.setIgnored(bob.userId, true);
  await alice.until(() => !push.isHighlight(stored(last) ?? fail('no event')));
  await eventually('nobody is heard', () => of(last).length === 0);
  decrypt(unheard, mentioning('who hears me?'));
  await eventually('it was judged', () => unjudged(alice.store.db) === 0);
  expect(of(unheard)).toEqual([]);
  await alice.accountData.setIgnored(bob.userId, false);
  await alice.until(() => push.isHighlight(stored(last) ?? fail('no event')));
  const heard = await mentioned('and now?');
  await eventually('heard again', () => of(heard).length > 0);
  // A message that was decrypted meanwhile is a mention, too.
  expect(ids(rows()).slice(0, 3)).toEqual([heard, unheard, last]);
});

test('those that an older build stored are found after the start, by the marks of their numbers', async () => {
  const eventId = await mentioned('long ago');
  const { db } = alice.store;
  const { view, of } = open(true);
  await view.paginate('back', 30);
  await eventually('it is listed', () => of(eventId).length > 0);
  push.stop();
  alice.store.write((changes) => {
    db.exec('DELETE FROM mentions; DELETE FROM mention_queue');
    const [newest] = db.prepare<[], { no: number }>('SELECT max(event_no) AS no FROM events').all();
    setSetting(db, 'mentionsBelow', (newest?.no ?? 0) + 1);
    changes.topic('mentions');
  });
  await eventually('none is known', () => of(eventId).length === 0);
  startPush();
  await eventually('it is listed again', () => of(eventId).length > 0);
});

test('while the list of the server fails, those on the disk are there page by page', async () => {
  const last = await mentioned('the last of many');
  const { db } = alice.store;
  const { raw } = stored(last) ?? fail('no event');
  const roomNo = roomNoOf(db, workshop) ?? 0;
  const ownUserId = alice.userId;
  const many = Array.from({ length: 100 }, (_, at) => `$many${at}`);
  alice.store.write((changes) => {
    for (const event_id of many) {
      const event = { ...raw, event_id };
      const { eventNo } = insertLoose(db, { roomNo, event, receivedMs: Date.now(), ownUserId });
      setPlain(db, eventNo, { type: 'm.room.message', content: mentioning(event_id) }, changes);
    }
  });
  push.decrypted([], false);
  await eventually('all were judged', () => unjudged(db) === 0);
  alice.store.write(() => setSetting(db, 'notified.mentions', []));
  stage.proxy.rules.add({ match: on('GET', '/notifications'), status: 404 });
  const { view, rows } = open(true);
  for (const _ of [1, 2]) await expect(view.paginate('back', 30)).rejects.toThrow();
  await eventually('all are listed', () => {
    const listed = new Set(ids(rows()));
    return many.every((eventId) => listed.has(eventId));
  });
});

test('what is unread in a room one has left, or was put out of, counts as read', async () => {
  const root = await mentioned('before leaving');
  const inThread = await encrypted(bob, { rel_type: 'm.thread', event_id: root });
  decrypt(inThread, mentioning('in a thread'));
  const { view, of } = open(true);
  await view.paginate('back', 30);
  const both = () => [root, inThread].map((eventId) => of(eventId)[0]?.read ?? null);
  await eventually('both are listed', () => !both().includes(null));
  expect(both()).toEqual([false, false]);

  const path = `/rooms/${encodeURIComponent(workshop)}`;
  await bob.direct.call('POST', `${path}/kick`, { user_id: alice.userId });
  await alice.until(() => alice.room(workshop)?.membership !== 'join');
  await eventually('nothing is unread', () => both().every(Boolean));
  const again = open(true);
  await again.view.paginate('back', 30);
  expect(again.rows().filter(({ roomId, read }) => roomId === workshop && !read)).toEqual([]);

  await bob.direct.call('POST', `${path}/invite`, { user_id: alice.userId });
  await alice.direct.join(workshop);
  await alice.until(() => alice.room(workshop)?.membership === 'join');
  const back = await mentioned('you are back');
  await eventually('it is listed', () => of(back).length > 0);
  expect(of(back)).toMatchObject([{ read: false, state: 'here' }]);
  await alice.direct.call('POST', `${path}/leave`, {});
  await alice.until(() => alice.room(workshop)?.membership !== 'join');
  await eventually('it is read', () => of(back)[0]?.read === true);
});
