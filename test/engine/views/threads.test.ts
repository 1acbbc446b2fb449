// Messages of threads in the main timeline: what they say they belong to, and what counts as unread when threads are read elsewhere.
import { setPlain } from '#stores/ingest/decryption';
import { getEvent } from '#stores/events/timeline';
import { putReceipt } from '#stores/settings/receipts';
import { countUnread } from '#engine/push/unread';
import { alice, encrypted, message, threaded } from '../../fixtures/events';
import { roomBench, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const root = message('Who brings what?', { sender: alice, id: '$root' });

const quotes = () =>
  bench
    .open()
    .messages()
    .map(({ reply }) => reply && [reply.inThread, reply.eventId, reply.preview?.text]);

test('a message of a thread quotes its root, an answer inside a thread what it answers', () => {
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
    countUnread(store.db, bench.roomNo, alice, (event) => {
      ids.push(event.eventId);
      return { notify: true, highlight: false, sound: false };
    });
    return ids.toReversed();
  };
  const read = (eventId: string, threadId: string) =>
    store.write(() => {
      const type = 'm.read' as const;
      putReceipt(store.db, bench.roomNo, { userId: alice, type, threadId, eventId, ts: 1 });
    });
  expect(counted()).toEqual(['$before', '$a', '$room', '$b', '$c', '$d']);
  read('$before', 'main');
  read('$b', '$root');
  expect(counted()).toEqual(['$room', '$c', '$d']);
  // A receipt without a thread counts for all of them.
  read('$c', '');
  expect(counted()).toEqual(['$d']);
});
