// Threads: answers stand apart from the room, with a summary under the message that they hang on; what counts as unread in them.
import type { StoredEvent } from '#stores/events/types';
import { gapOfThread } from '#stores/events/threads';
import { getEvent } from '#stores/events/timeline';
import { setPlain } from '#stores/ingest/decryption';
import { putThreadPage } from '#stores/projections/threads';
import { insertLoose } from '#stores/ingest/timeline';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { updateRoom } from '#stores/rooms/rooms';
import { putReceipt } from '#stores/settings/receipts';
import { putAccountData } from '#stores/settings/accountData';
import { putDraft } from '#stores/settings/drafts';
import { setSetting } from '#stores/settings/settings';
import type { RawEvent } from '#stores/events/types';
import { countUnread } from '#engine/push/unread';
import { createThreadsView, createUnreadThreadsView } from '#engine/views/timeline/threadList';
import type { ThreadItem } from '#contract/areas/messages/timelineModels';
import {
  alice,
  bob,
  encrypted,
  message,
  noon,
  redaction,
  state,
  threaded,
} from '../../fixtures/events';
import { idOf, spacesIn } from './spaceSupport';
import { openRooms, roomBench, words, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const root = message('Who brings what?', { sender: alice, id: '$root' });

const db = () => bench.temp.store.db;

const quotes = () =>
  bench
    .open()
    .messages()
    .map(({ reply }) => reply && [reply.inThread, reply.eventId, reply.preview?.text]);

const showInRoom = (): void =>
  bench.temp.store.write((changes) => {
    setSetting(db(), 'ui.threads.inRoom', true);
    changes.topic('settings');
  });

const summary = () => bench.open().messages()[0]?.thread;

/** A page of the server: newest first, then the token. */
function fetched(asked: string, newestFirst: readonly RawEvent[], next: string | null): void {
  const { roomNo } = bench;
  bench.temp.store.write((changes) => {
    const events = newestFirst
      .map((event) => insertLoose(db(), { roomNo, event, receivedMs: later, ownUserId: alice }))
      .toReversed();
    putThreadPage(db(), { roomNo, rootEventId: '$root', events, asked, next });
    changes.timeline(roomNo);
  });
}

/** After everything that the fixtures date themselves. */
const later = noon + 86_400_000;

const answers = (from: number, to: number): RawEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const number = from + index;
    const more = { id: `$n${number}`, ts: later + number };
    return threaded(String(number), '$root', { latest: '$root' }, more);
  });

test('CHAT-3.10 answers of a thread stand in it and not in the room; the first message says how many there are', () => {
  bench.live([
    root,
    threaded('the ladder', '$root', { latest: '$root' }, { id: '$ladder' }),
    message('Something else', { id: '$else' }),
    threaded('and the baskets', '$root', { latest: '$ladder' }, { id: '$baskets', sender: alice }),
    threaded('which ladder?', '$root', { answers: '$ladder' }, { id: '$which' }),
  ]);
  expect(words(bench.open().items())).toBe(
    '[start] [day] Who brings what? [unread] Something else',
  );
  expect(summary()).toMatchObject({
    count: 3,
    unread: 1,
    last: { sender: { name: 'Bob' }, preview: { text: 'which ladder?' } },
  });
  expect(
    summary()
      ?.people.map(({ name }) => name)
      .sort(),
  ).toEqual(['Alice', 'Bob']);
  const thread = bench.open({ threadId: '$root' });
  expect(words(thread.items())).toBe(
    '[day] Who brings what? the ladder and the baskets [unread] which ladder?',
  );
  // The first message is no quote here; an answer within the thread is.
  expect(thread.messages().map(({ reply }) => reply?.preview?.text)).toEqual([
    ...[undefined, undefined, undefined, 'the ladder'],
  ]);
  expect(thread.messages().map(({ actions }) => actions.thread)).toEqual([
    ...[false, false, false, false],
  ]);
  // How many answered stands below the first message here, too.
  const answers = () => thread.messages().map((item) => item.answers);
  expect(answers()).toEqual([3, undefined, undefined, undefined]);
  bench.live([threaded('the long one', '$root', { latest: '$which' }, { id: '$long' })]);
  expect(answers()).toEqual([4, undefined, undefined, undefined, undefined]);
});

test('the first answer begins with its author, also where that is who began the thread', () => {
  bench.live([
    root,
    threaded('the ladder', '$root', { latest: '$root' }, { id: '$ladder', sender: alice }),
    threaded('and the baskets', '$root', { latest: '$ladder' }, { id: '$baskets', sender: alice }),
  ]);
  const messages = bench.open({ threadId: '$root' }).messages();
  expect(new Set(messages.map(({ sender }) => sender.userId)).size).toBe(1);
  expect(messages.map(({ continuation }) => continuation)).toEqual([false, false, true]);
});

test('among the messages of the room the line of new ones stands after answers that were read in their thread, and stays', () => {
  showInRoom();
  bench.live([
    root,
    threaded('the ladder', '$root', { latest: '$root' }, { id: '$ladder' }),
    threaded('and the baskets', '$root', { latest: '$ladder' }, { id: '$baskets' }),
    message('Something else', { id: '$else' }),
  ]);
  const read = (eventId: string): void =>
    bench.temp.store.write((changes) => {
      const own = { userId: alice, type: 'm.read', threadId: '$root' };
      putReceipt(db(), bench.roomNo, { ...own, eventId, ts: 1 });
      changes.timeline(bench.roomNo);
    });
  const shown = () => words(bench.open().items());
  expect(shown()).toBe(
    '[start] [day] Who brings what? [unread] the ladder and the baskets Something else',
  );
  read('$ladder');
  const view = bench.open();
  const between =
    '[start] [day] Who brings what? the ladder [unread] and the baskets Something else';
  expect(words(view.items())).toBe(between);
  read('$baskets');
  expect(words(view.items())).toBe(between);
  expect(shown()).toBe(
    '[start] [day] Who brings what? the ladder and the baskets [unread] Something else',
  );
});

test('who wants answers of threads in the room, too, has them there with their thread', () => {
  showInRoom();
  bench.live([
    root,
    threaded('the ladder', '$root', { latest: '$root' }, { id: '$ladder' }),
    message('Something else', { id: '$else' }),
    // The fallback names what stood last in the thread; that is no quote.
    threaded('and the baskets', '$root', { latest: '$ladder' }, { id: '$baskets' }),
    threaded('which ladder?', '$root', { answers: '$ladder' }, { id: '$which' }),
    threaded('of another one', '$far', { latest: '$further' }, { id: '$other' }),
  ]);
  expect(quotes()).toEqual([
    null,
    [true, '$root', 'Who brings what?'],
    null,
    [true, '$root', 'Who brings what?'],
    [true, '$ladder', 'the ladder'],
    [true, '$far', undefined],
  ]);
});

test('the thread of an encrypted message stands in its clear part', () => {
  showInRoom();
  const relation = {
    rel_type: 'm.thread',
    event_id: '$root',
    is_falling_back: true,
    'm.in_reply_to': { event_id: '$root' },
  };
  bench.live([root, encrypted('s1', { id: '$secret' }, relation)]);
  const { store } = bench.temp;
  store.write((changes) => {
    const { eventNo } = getEvent(store.db, bench.roomNo, '$secret') ?? { eventNo: -1 };
    const content = { msgtype: 'm.text', body: 'the ladder' };
    setPlain(store.db, eventNo, { type: 'm.room.message', content }, changes);
  });
  expect(quotes()).toEqual([null, [true, '$root', 'Who brings what?']]);
});

test('what was read in a thread elsewhere is not counted, what came after it is', () => {
  const { store } = bench.temp;
  bench.live([
    message('before', { id: '$before' }),
    threaded('a', '$root', { latest: '$root' }, { id: '$a' }),
    message('in the room', { id: '$room' }),
    threaded('b', '$root', { latest: '$a' }, { id: '$b' }),
    threaded('of another', '$two', { latest: '$two' }, { id: '$c' }),
    threaded('d', '$root', { latest: '$b' }, { id: '$d' }),
  ]);
  const counted = (): string[] => {
    const ids: string[] = [];
    const outcome = (event: StoredEvent) => {
      ids.push(event.eventId);
      return { notify: true, highlight: false, sound: false };
    };
    countUnread(store.db, bench.roomNo, alice, { outcome });
    return ids.sort();
  };
  const read = (eventId: string, threadId: string) =>
    store.write(() => {
      const type = 'm.read' as const;
      putReceipt(store.db, bench.roomNo, { userId: alice, type, threadId, eventId, ts: 1 });
    });
  expect(counted()).toEqual(['$a', '$b', '$before', '$c', '$d', '$room']);
  read('$before', 'main');
  read('$b', '$root');
  expect(counted()).toEqual(['$c', '$d', '$room']);
  // A receipt without a thread counts for all of them.
  read('$c', '');
  expect(counted()).toEqual(['$d']);
});

test('a room that is read says that its unread messages stand in threads', () => {
  const { store } = bench.temp;
  bench.live([
    message('before', { id: '$before' }),
    threaded('a', '$before', { latest: '$before' }, { id: '$a' }),
  ]);
  const { view, items } = openRooms({ store, clock: bench.clock });
  const row = () => items().find((item) => item.kind === 'room');
  const change = (eventId: string | null, unread: number) =>
    store.write((changes) => {
      const read = { userId: alice, type: 'm.read' as const, threadId: 'main', ts: 1 };
      if (eventId !== null) putReceipt(store.db, bench.roomNo, { ...read, eventId });
      updateRoom(store.db, bench.roomNo, { unread });
      changes.room(bench.roomNo);
    });
  change(null, 2);
  expect(row()).toMatchObject({ unread: 2 });
  expect(row()).not.toHaveProperty('inThreads');
  change('$before', 1);
  expect(row()).toMatchObject({ unread: 1, inThreads: true });
  // Reading goes on to what is no message.
  bench.live([state('m.room.pinned_events', '', { pinned: [] }, { sender: alice, id: '$pin' })]);
  change('$pin', 1);
  expect(row()).toMatchObject({ unread: 1, inThreads: true });
  bench.live(answers(1, 30));
  change('$pin', 31);
  expect(row()).toMatchObject({ unread: 31, inThreads: true });
  // Its threads are read: what is counted is something else, e.g. a missed call.
  for (const [threadId, eventId] of [
    ['$before', '$a'],
    ['$root', '$n30'],
  ] as const)
    store.write(() => {
      const own = { userId: alice, type: 'm.read', ts: 2 };
      putReceipt(store.db, bench.roomNo, { ...own, threadId, eventId });
    });
  change('$pin', 1);
  expect(row()).toMatchObject({ unread: 1 });
  expect(row()).not.toHaveProperty('inThreads');
  bench.live([message('next')]);
  change(null, 2);
  expect(row()).not.toHaveProperty('inThreads');
  view.close();
});

test('a new answer, its text and its reading change the summary of an open room', () => {
  bench.live([root, message('below', { sender: alice })]);
  const view = bench.open();
  const shown = () => {
    bench.clock.pass(1_000);
    return view.messages()[0]?.thread;
  };
  expect(shown()).toBeUndefined();
  bench.live([threaded('one', '$root', { latest: '$root' }, { id: '$one' })]);
  expect(shown()).toMatchObject({ count: 1, unread: 1, last: { preview: { text: 'one' } } });
  bench.live([encrypted('s1', { id: '$two' }, { rel_type: 'm.thread', event_id: '$root' })]);
  expect(shown()).toMatchObject({ count: 2, unread: 2 });
  bench.temp.store.write((changes) => {
    const { eventNo } = getEvent(db(), bench.roomNo, '$two') ?? { eventNo: -1 };
    const content = { msgtype: 'm.text', body: 'two' };
    setPlain(db(), eventNo, { type: 'm.room.message', content }, changes);
  });
  expect(shown()?.last?.preview.text).toBe('two');
  bench.temp.store.write((changes) => {
    const receipt = { userId: alice, type: 'm.read' as const, threadId: '$root', ts: 1 };
    putReceipt(db(), bench.roomNo, { ...receipt, eventId: '$two' });
    changes.timeline(bench.roomNo, { receipts: true });
  });
  expect(shown()).toMatchObject({ count: 2, unread: 0 });
  bench.live([redaction('$two', { sender: bob })]);
  expect(shown()).toMatchObject({ count: 1, last: { preview: { text: 'one' } } });
  view.view.close();
});

test('a deleted answer stays in its thread and out of the room', () => {
  bench.live([root, ...answers(1, 2), redaction('$n2', { sender: bob })]);
  expect(words(bench.open().items())).toBe('[start] [day] Who brings what?');
  const last = bench.open({ threadId: '$root' }).messages().at(-1);
  expect([last?.eventId, last?.body.type]).toEqual(['$n2', 'redacted']);
});

test('CHAT-4.23 a thread is gone when its first message was deleted and it has no answers', () => {
  bench.live([root, ...answers(1, 1), redaction('$root', { sender: alice })]);
  const ids = (): string[] => {
    let items: readonly ThreadItem[] = [];
    const query = { roomId: bench.roomId, show: 'all' as const, limit: 10 };
    createThreadsView(bench.deps, query, {
      set: (value) => {
        items = value;
      },
      fail: ({ message: said }) => {
        throw new Error(said);
      },
    }).close();
    return items.map(({ threadId }) => threadId);
  };
  expect([summary()?.count, ids()]).toEqual([1, ['$root']]);
  bench.live([redaction('$n1', { sender: bob })]);
  expect([summary(), ids()]).toEqual([undefined, []]);
});

test('a thread whose answers are all from somebody who is ignored is none, until they are heard again', () => {
  bench.live([root, ...answers(1, 2)]);
  const ignore = (...users: readonly string[]): void =>
    bench.temp.store.write((changes) => {
      const ignored = Object.fromEntries(users.map((userId) => [userId, {}]));
      putAccountData(db(), 0, 'm.ignored_user_list', { ignored_users: ignored });
      changes.timeline(bench.roomNo);
    });
  ignore(bob);
  expect(summary()).toBeUndefined();
  ignore();
  expect(summary()?.count).toBe(2);
});

test('a thread with half an answer says so in the list, as soon as it was left and until it is sent', async () => {
  bench.live([root, ...answers(1, 1)]);
  const query = { roomId: bench.roomId, show: 'all', limit: 10 } as const;
  let items: readonly ThreadItem[] = [];
  const view = createThreadsView(bench.deps, query, {
    set: (value) => {
      items = value;
    },
    fail: ({ message: said }) => {
      throw new Error(said);
    },
  });
  const off = bench.temp.store.onCommit((changes) => view.refresh(changes));
  const draft = async (text: string): Promise<void> => {
    bench.temp.store.write((changes) => {
      const written = { text, replyTo: null, editing: null };
      putDraft(db(), bench.roomNo, written, later, '$root');
      changes.topic('drafts');
    });
    // Listeners are called after the write.
    await new Promise((heard) => setImmediate(heard));
    bench.clock.pass(1_000);
  };
  expect(items.map((item) => item.draft)).toEqual([undefined]);
  await draft('Half an answer,\nin two lines');
  expect(items.map((item) => item.draft)).toEqual(['Half an answer, in two lines']);
  await draft('');
  expect(items.map((item) => item.draft)).toEqual([undefined]);
  off();
  view.close();
});

test('history brings answers in their order, whatever came first', () => {
  bench.live(answers(8, 9), { limited: true, prevBatch: 'p' });
  expect(gapOfThread(db(), bench.roomNo, '$root')).toMatchObject({ token: '' });
  const thread = () =>
    bench
      .open({ threadId: '$root' })
      .messages()
      .map(({ body }) => ('text' in body ? body.text : ''))
      .join(' ');
  bench.older(1, [message('between', { ts: later + 7 }), ...answers(4, 6).toReversed()], 'q');
  expect(thread()).toBe('4 5 6 8 9');
  // Asked from the newest on: page by page, and what was missing between.
  fetched('', answers(5, 9).toReversed(), 'r');
  expect(thread()).toBe('4 5 6 7 8 9');
  fetched('r', answers(1, 4).toReversed(), null);
  expect(thread()).toBe('1 2 3 4 5 6 7 8 9');
  expect(gapOfThread(db(), bench.roomNo, '$root')).toBeNull();
  // Events from sync stand at the end, whatever their `origin_server_ts`.
  bench.live([threaded('late', '$root', { latest: '$n9' }, { ts: 5 })]);
  expect(thread()).toBe('1 2 3 4 5 6 7 8 9 late');
});

test('history that comes to the first message makes the thread whole', () => {
  bench.live(answers(2, 2), { limited: true, prevBatch: 'p' });
  bench.older(1, [...answers(1, 1), { ...root, origin_server_ts: later }], 'q');
  expect(gapOfThread(db(), bench.roomNo, '$root')).toBeNull();
  expect(words(bench.open({ threadId: '$root' }).items())).toBe(
    '[day] Who brings what? [unread] 1 2',
  );
});

test('a gap of sync lets each thread be asked again, up to where it was whole', () => {
  bench.live([root, ...answers(1, 2)]);
  expect(gapOfThread(db(), bench.roomNo, '$root')).toBeNull();
  bench.live([message('after'), ...answers(6, 6)], { limited: true, prevBatch: 'p' });
  const gap = { token: '', untilEventId: '$n2' };
  expect(gapOfThread(db(), bench.roomNo, '$root')).toEqual(gap);
  // A second gap does not forget up to where.
  bench.live(answers(8, 8), { limited: true, prevBatch: 'q' });
  expect(gapOfThread(db(), bench.roomNo, '$root')).toEqual(gap);
  fetched('', answers(6, 8).toReversed(), 'r');
  // An answer to a request that was asked before the gap moves nothing.
  fetched('', [], null);
  expect(gapOfThread(db(), bench.roomNo, '$root')).toEqual({ ...gap, token: 'r' });
  fetched('r', answers(2, 5).toReversed(), 's');
  expect(gapOfThread(db(), bench.roomNo, '$root')).toBeNull();
  expect(words(bench.open({ threadId: '$root' }).items())).toContain('1 2 3 4 5 6 7 8');
});

test('an own answer whose echo sync left out is the one that was waiting', () => {
  bench.live([root, ...answers(1, 1)]);
  const [own] = answers(5, 5);
  const { content } = own ?? root;
  bench.send({ content, status: 'sent', eventId: '$n5' });
  expect(words(bench.open({ threadId: '$root' }).items())).toMatch(/1 5$/);
  bench.live([message('after')], { limited: true, prevBatch: 'p' });
  fetched('', [{ ...(own ?? root), sender: alice }, ...answers(1, 1)], null);
  const thread = bench.open({ threadId: '$root' });
  expect(words(thread.items())).toMatch(/1 5$/);
  expect(thread.messages().at(-1)).toMatchObject({ status: null, eventId: '$n5' });
  expect(outboxOfRoom(db(), bench.roomNo)).toEqual([]);
});

test('a thread that is opened asks for what is missing, and shows it', async () => {
  let asked = 0;
  bench.temp.remove();
  bench = roomBench({
    backfillThread: async () => {
      asked += 1;
      if (asked === 1) fetched('', answers(3, 4).toReversed(), 'r');
      else fetched('r', answers(1, 2).toReversed(), null);
    },
  });
  bench.live(answers(4, 4), { limited: true, prevBatch: 'p' });
  const view = bench.open({ threadId: '$root' });
  for (let turn = 0; asked < 2 && turn < 1_000; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  await view.view.paginate('back', 10);
  expect(view.messages().map(({ eventId }) => eventId)).toEqual(['$n1', '$n2', '$n3', '$n4']);
  view.view.close();
});

test('unread are threads of this account, and those that call it', () => {
  const calling = { content: { 'm.mentions': { user_ids: [alice] } } };
  bench.live([
    root,
    ...answers(1, 1),
    message('of bob', { id: '$bobs', sender: bob }),
    threaded('for others', '$bobs', { latest: '$bobs' }, { sender: bob, ts: later + 9 }),
  ]);
  let value: unknown = null;
  const view = createUnreadThreadsView(
    bench.deps,
    {},
    {
      set: (now) => {
        value = now;
      },
      fail: ({ message: said }) => {
        throw new Error(said);
      },
    },
  );
  bench.temp.store.onCommit((changes) => view.refresh(changes), 'inside');
  expect(value).toEqual({ count: 1, mentions: false });
  const called = threaded('you', '$bobs', { latest: '$bobs' }, { ts: later + 10 });
  bench.live([{ ...called, content: { ...called.content, ...calling.content } }]);
  bench.clock.pass(1_000);
  expect(value).toEqual({ count: 2, mentions: true });
  view.close();
});

test('within a space only the threads of its rooms are counted', () => {
  bench.live([root, ...answers(1, 1)]);
  const { space } = spacesIn(() => bench.temp.store);
  space('orchard', []);
  const counts: number[] = [];
  const view = createUnreadThreadsView(
    bench.deps,
    { spaceId: idOf('orchard') },
    {
      set: ({ count }) => void counts.push(count),
      fail: ({ message: said }) => {
        throw new Error(said);
      },
    },
  );
  expect(counts).toEqual([0]);
  bench.temp.store.onCommit((changes) => view.refresh(changes), 'inside');
  space('orchard', [state('m.space.child', bench.roomId, { via: ['example.org'] })]);
  bench.clock.pass(1_000);
  expect(counts).toEqual([0, 1]);
  view.close();
});

test('of one room all threads with new answers are unread, as its row counts them', () => {
  bench.live([
    message('of bob', { id: '$bobs', sender: bob }),
    threaded('for others', '$bobs', { latest: '$bobs' }, { sender: bob, ts: later + 9 }),
  ]);
  const threadsIn = (roomId: string | null, show: 'all' | 'unread'): string[] => {
    let ids: string[] = [];
    createThreadsView(
      bench.deps,
      { roomId, show, limit: 10 },
      {
        set: (items) =>
          (ids = items.filter(({ summary }) => summary.unread > 0).map(({ threadId }) => threadId)),
        fail: ({ message: said }) => {
          throw new Error(said);
        },
      },
    ).close();
    return ids;
  };
  expect(threadsIn(bench.roomId, 'unread')).toEqual(['$bobs']);
  expect(threadsIn(bench.roomId, 'all')).toEqual(['$bobs']);
  // Over all rooms those alone whose rows count something.
  expect(threadsIn(null, 'unread')).toEqual([]);
  updateRoom(bench.deps.store.db, bench.roomNo, { unread: 1 });
  expect(threadsIn(null, 'unread')).toEqual(['$bobs']);
});
