// Saved messages over a real store, without a server: what the acts write, and what the list makes of it.
import type { KeptMessage } from '#contract/areas/messages/kept';
import { contentOf, itemOf, keptItem, keptItems, mostIndexed, nextIndex } from '#engine/kept/items';
import { createKept, type Kept } from '#engine/kept/kept';
import { createKeptInRoomView, createKeptView, createUnheardKeptView } from '#engine/kept/view';
import {
  account,
  accountDataOut,
  bookmarkPrefix,
  bookmarks,
  putAccountData,
  settleAccountDataOut,
} from '#stores/settings/accountData';
import { updateRoom } from '#stores/rooms/rooms';
import { alice, bob, edit, message, noon, redaction } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
let kept: Kept;
const asked: string[] = [];
beforeEach(() => {
  bench = roomBench();
  kept = createKept({ store: bench.temp.store, clock: bench.clock });
  asked.length = 0;
});
afterEach(() => bench.temp.remove());

const fails = {
  fail: (error: { message: string }) => {
    throw new Error(error.message);
  },
};

function open(show: 'all' | 'reminders' = 'all', limit = 50): () => readonly KeptMessage[] {
  let items: readonly KeptMessage[] = [];
  const deps = { ...bench.deps, wantEvent: (_no: number, id: string) => void asked.push(id) };
  const sink = { set: (next: readonly KeptMessage[]) => void (items = next), ...fails };
  const view = createKeptView(deps, { show, limit }, sink);
  bench.temp.store.onCommit((changes) => view.refresh(changes), 'inside');
  return () => {
    bench.clock.pass(1000);
    return items;
  };
}

const at = (eventId: string) => ({ roomId: bench.roomId, eventId });
const words = (items: readonly KeptMessage[]) =>
  items.map(({ state, sender, preview, roomName }) =>
    preview === null ? state : `${sender?.name} in ${roomName}: ${preview.text}`,
  );
const db = () => bench.temp.store.db;

test('the last saved message stands first, with room and sender and the words of now; one that was deleted says so', () => {
  const one = message('one', { sender: alice, ts: noon });
  const two = message('two', { sender: bob, ts: noon + 1 });
  bench.live([one, two]);
  const items = open();
  kept.setSaved(at(two.event_id), true);
  bench.clock.pass(10);
  kept.setSaved(at(one.event_id), true);
  expect(words(items())).toEqual(['Alice in Garden: one', 'Bob in Garden: two']);
  bench.live([edit(two.event_id, 'two again', { sender: bob, ts: noon + 2 })]);
  expect(words(items())[1]).toBe('Bob in Garden: two again');
  bench.live([redaction(two.event_id, { sender: bob, ts: noon + 3 })]);
  expect(items().map(({ state, preview }) => [state, preview === null])).toEqual([
    ['here', false],
    ['deleted', true],
  ]);
  kept.setSaved(at(two.event_id), false);
  expect(words(items())).toEqual(['Alice in Garden: one']);
});

test('what ignored people wrote is not listed, but counted, until they are heard again', () => {
  const [mine, theirs] = [message('one', { sender: alice }), message('two', { sender: bob })];
  bench.live([mine, theirs]);
  const items = open();
  kept.setSaved(at(mine.event_id), true);
  kept.setSaved(at(theirs.event_id), true);
  kept.setReminder({ ...at(theirs.event_id) }, bench.clock.now() + 60_000);
  const counts: Record<string, number> = {};
  for (const show of ['all', 'reminders'] as const) {
    const sink = { set: ({ count }: { count: number }) => void (counts[show] = count), ...fails };
    const view = createUnheardKeptView(bench.deps, show, sink);
    bench.temp.store.onCommit((changes) => view.refresh(changes), 'inside');
  }
  const ignore = (users: object): void =>
    bench.temp.store.write((changes) => {
      putAccountData(db(), account, 'm.ignored_user_list', { ignored_users: users });
      changes.topic('accountData');
    });
  expect([items().length, counts]).toEqual([2, { all: 0, reminders: 0 }]);
  ignore({ [bob]: {} });
  expect([items().length, counts]).toEqual([1, { all: 1, reminders: 1 }]);
  ignore({ [alice]: {} });
  expect([items().length, counts]).toEqual([1, { all: 1, reminders: 0 }]);
  ignore({});
  expect([items().length, counts]).toEqual([2, { all: 0, reminders: 0 }]);
});

test('what goes into account data are references: no word of the message, no name', () => {
  const secret = message('the secret words', { sender: bob, ts: noon });
  bench.live([secret]);
  kept.setSaved(at(secret.event_id), true);
  const [[type, content] = ['', '']] = [...accountDataOut(db())];
  expect([type.startsWith(bookmarkPrefix), JSON.parse(content)]).toEqual([
    true,
    {
      version: 1,
      bookmark_id: type.slice(bookmarkPrefix.length),
      uri: `matrix:roomid/${encodeURIComponent(bench.roomId).replace('!', '%21')}/e/${encodeURIComponent(secret.event_id)}`,
      room_id: bench.roomId,
      event_id: secret.event_id,
      event_ts: noon,
      bookmarked_ts: bench.clock.now(),
    },
  ]);
});

test('a message whose room was left keeps its words here and says so; one that is not here is asked for once', () => {
  const one = message('one', { sender: alice, ts: noon });
  bench.live([one]);
  const items = open();
  kept.setSaved(at(one.event_id), true);
  kept.setSaved(at('$far'), true);
  expect(words(items()).sort()).toEqual(['Alice in Garden: one', 'missing']);
  bench.live([message('more')]);
  items();
  expect(asked).toEqual(['$far']);
  bench.temp.store.write((changes) => {
    updateRoom(db(), bench.roomNo, { membership: 'leave' });
    changes.room(bench.roomNo);
  });
  expect(items().map(({ state }) => state)).toEqual(['room_gone', 'room_gone']);
});

test('what was saved here counts before an older content that sync brings, until the server has it', () => {
  kept.setSaved(at('$one'), true);
  const type = keptItem(db(), bench.roomId, '$one')?.type ?? '';
  const stale = { ...bookmarks(db()).get(type), deleted: true };
  bench.temp.store.write(() => putAccountData(db(), account, type, stale));
  expect(keptItems(db())).toHaveLength(1);
  const waiting = accountDataOut(db()).get(type) ?? '';
  kept.setReminder(at('$one'), bench.clock.now() + 1000);
  bench.temp.store.write(() => settleAccountDataOut(db(), type, waiting, JSON.parse(waiting)));
  // It was changed while it was told: that still waits.
  expect([accountDataOut(db()).has(type), keptItems(db())[0]?.remindAtMs]).toEqual([
    true,
    bench.clock.now() + 1000,
  ]);
});

test('a reminder keeps its message until it is done; a message that was saved besides stays', () => {
  const remindAtMs = bench.clock.now() + 60_000;
  kept.setReminder(at('$only'), remindAtMs);
  kept.setSaved(at('$both'), true);
  kept.setReminder(at('$both'), remindAtMs);
  let inRoom: unknown = null;
  const view = createKeptInRoomView(bench.deps, bench.roomId, {
    set: (value) => void (inRoom = value),
    ...fails,
  });
  view.close();
  expect(inRoom).toEqual({
    saved: ['$both'],
    reminders: expect.arrayContaining([
      { eventId: '$only', atMs: remindAtMs },
      { eventId: '$both', atMs: remindAtMs },
    ]),
  });
  for (const id of ['$only', '$both', '$never']) kept.setReminder(at(id), null);
  expect(keptItems(db()).map(({ eventId, remindAtMs: left }) => [eventId, left])).toEqual([
    ['$both', null],
  ]);
  for (const wrong of [bench.clock.now(), 0, bench.clock.now() + 6 * 366 * 86_400_000])
    expect(() => kept.setReminder(at('$both'), wrong)).toThrow('A reminder lies ahead');
});

test('items of another app are taken, what is malformed is left alone, and fields that nobody here knows stay', () => {
  const theirs = {
    version: 1,
    bookmark_id: 'bmk_1a2b3c4d',
    room_id: bench.roomId,
    event_id: '$theirs',
    event_ts: noon,
    bookmarked_ts: noon + 5,
    body_preview: 'written by another app',
  };
  const hostile: Record<string, unknown>[] = [
    {},
    { ...theirs, room_id: 7 },
    { ...theirs, event_id: 'no id' },
    { ...theirs, event_id: `$${'x'.repeat(300)}` },
    { ...theirs, event_id: '$gone', deleted: true },
  ];
  bench.temp.store.write(() => {
    putAccountData(db(), account, `${bookmarkPrefix}bmk_1a2b3c4d`, theirs);
    hostile.forEach((content, index) =>
      putAccountData(db(), account, `${bookmarkPrefix}bad_${index}`, content),
    );
  });
  expect(keptItems(db()).map(({ eventId, id }) => [eventId, id])).toEqual([
    ['$theirs', 'bmk_1a2b3c4d'],
  ]);
  // The same message is not saved twice.
  kept.setReminder(at('$theirs'), bench.clock.now() + 1000);
  expect(keptItems(db())).toHaveLength(1);
  expect(bookmarks(db()).get(`${bookmarkPrefix}bmk_1a2b3c4d`)).toMatchObject({
    body_preview: 'written by another app',
    'org.trellis.reminder': { at_ts: bench.clock.now() + 1000 },
  });
  kept.setSaved(at('$theirs'), false);
  const { body_preview: _words, ...references } = theirs;
  expect(bookmarks(db()).get(`${bookmarkPrefix}bmk_1a2b3c4d`)).toEqual({
    ...{ ...references, uri: expect.any(String) },
    deleted: true,
  });
  const odd = { ...theirs, 'org.trellis.reminder': { at_ts: 'soon', alone: true } };
  expect(itemOf(`${bookmarkPrefix}x`, odd)).toMatchObject({ remindAtMs: null, alone: false });
});

test('five thousand saved messages are all listed; the index for other apps stays under 64 kB and keeps what it names of others', () => {
  const theirs = ['bmk_00000001', 'bmk_00000002'];
  const put = (count: number): void =>
    bench.temp.store.write(() => {
      for (let index = 0; index < count; index += 1) {
        const type = `${bookmarkPrefix}trl_${String(index).padStart(12, '0')}`;
        const item = { ...at(`$event${index}`), eventMs: noon, savedMs: noon + index };
        const content = contentOf(type, { ...item, remindAtMs: null, alone: false }, null);
        putAccountData(db(), account, type, content);
      }
    });
  put(3);
  const server = { version: 1, revision: 41, updated_ts: 1, bookmark_ids: theirs };
  const small = nextIndex(db(), server, 1000);
  const mine = keptItems(db()).map(({ id }) => id);
  expect(small).toEqual({
    ...server,
    ...{ revision: 42, updated_ts: 1000, bookmark_ids: [...mine, ...theirs] },
  });
  expect(nextIndex(db(), small, 1000)).toBeNull();
  kept.setSaved(at('$event1'), false);
  expect(nextIndex(db(), small, 1000)).toMatchObject({
    bookmark_ids: [mine[0], mine[2], ...theirs],
  });
  put(5000);
  expect(open('all', 200)()).toHaveLength(200);
  // A pending removal counts before the stored list.
  expect(keptItems(db())).toHaveLength(4999);
  const next = nextIndex(db(), server, 1000);
  expect(next?.['bookmark_ids']).toHaveLength(mostIndexed);
  expect(JSON.stringify(next).length).toBeLessThan(64_000);
});
