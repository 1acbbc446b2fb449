// The place to continue reading: last read event, number of newer ones, mentions of this account.
import { newestEvents } from '#stores/events/timeline';
import { account, putAccountData } from '#stores/settings/accountData';
import { putReceipt } from '#stores/settings/receipts';
import type { RawEvent } from '#stores/events/types';
import { getRoom, updateRoom } from '#stores/rooms/rooms';
import { markKey } from '#engine/base/scheduledMark';
import { countUnread } from '#engine/push/unread';
import { unreadFields } from '#engine/sync/unreadNumbers';
import type { RoomAnswer } from '#engine/sync/answer';
import type { RoomContext } from '#engine/sync/roomContext';
import type { HttpRequest } from '#engine/http/http';
import { findMentions, unreadPlace } from '#engine/rooms/unread/unreadPlace';
import { recomputeRoom } from '#engine/rooms/derive';
import { alice, member, message, noon, threaded } from '../../fixtures/events';
import { roomBench, words, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const place = () => unreadPlace(bench.temp.store.db, bench.roomId, alice);

function unread(count: number, mentions: number): void {
  const { store } = bench.temp;
  store.write((changes) => {
    updateRoom(store.db, bench.roomNo, { serverUnread: count, serverHighlights: mentions });
    recomputeRoom(store.db, bench.roomNo, alice, changes);
  });
}

test('is behind the newest receipt that is known, with the counts of the list', () => {
  const [a, b] = [message('a', { ts: noon }), message('b', { ts: noon + 1 })];
  bench.live([a, b, message('c')]);
  unread(350, 1);
  const { db } = bench.temp.store;
  const receipt = { userId: alice, type: 'm.read' as const, ts: 1 };
  putReceipt(db, bench.roomNo, { ...receipt, threadId: '', eventId: a.event_id });
  putReceipt(db, bench.roomNo, { ...receipt, threadId: '$t', eventId: b.event_id });
  expect(place()).toEqual({ count: 350, mentions: 1, after: a.event_id, sinceMs: noon });
});

test('what is new in threads alone is nothing that is new in the room', () => {
  const a = message('a', { id: '$a', ts: noon });
  bench.live([a, threaded('in the thread', '$a', { latest: '$a' })]);
  unread(1, 1);
  const receipt = { userId: alice, type: 'm.read' as const, ts: 1, threadId: 'main' };
  putReceipt(bench.temp.store.db, bench.roomNo, { ...receipt, eventId: '$a' });
  expect(place()).toMatchObject({ count: 0, mentions: 0, after: '$a' });
  bench.live([message('b')]);
  expect(place()).toMatchObject({ count: 1, mentions: 1 });
});

test('of a receipt that is not on the disk is known all but its time', () => {
  bench.live([message('c')], { limited: true, prevBatch: 'more' });
  updateRoom(bench.temp.store.db, bench.roomNo, { fullyReadEventId: '$far' });
  expect(place()).toMatchObject({ after: '$far', sinceMs: null });
});

test('where nobody ever read is behind the own joining', () => {
  const joined = member(alice, 'join', 'Alice');
  bench.setState([joined]);
  expect(place()).toMatchObject({ after: joined.event_id });
  expect(unreadPlace(bench.temp.store.db, '!elsewhere:example.org', alice)).toBeNull();
});

test('a new name or picture of this account is no joining: what came before it was not read', () => {
  const joined = member(alice, 'join', 'Alice');
  const renamed = member(alice, 'join', 'Alicia', {
    unsigned: {
      replaces_state: joined.event_id,
      prev_content: { membership: 'join', displayname: 'Alice' },
    },
  });
  bench.live([joined, message('a'), message('b'), renamed, message('c')]);
  bench.setState([renamed]);
  unread(3, 0);
  expect(place()).toMatchObject({ count: 3, after: joined.event_id });
  expect(words(bench.open().items())).toContain('[unread] a b');
});

test('the line stands where it was asked for, whatever was read since', () => {
  const [a, b] = [message('a'), message('b')];
  bench.live([a, b, message('c')]);
  updateRoom(bench.temp.store.db, bench.roomNo, { fullyReadEventId: b.event_id });
  expect(words(bench.open().items())).toBe('[start] [day] a b [unread] c');
  const asked = bench.open({ around: a.event_id, unreadAfter: a.event_id });
  expect(words(asked.items())).toBe('[start] [day] a [unread] b c');
});

describe('a mention', () => {
  const [first, second] = [message('@alice one'), message('@alice two')];
  const find = (mentions: number, http: Parameters<typeof findMentions>[0]['http'] = null) => {
    const isHighlight = ({ eventId }: { eventId: string }) =>
      [first.event_id, second.event_id].includes(eventId);
    return findMentions({ db: bench.temp.store.db, http, isHighlight }, bench.roomId, mentions);
  };
  const server = (ids: readonly string[], asked: HttpRequest[] = []) => ({
    request: <T>(request: HttpRequest): Promise<T> => {
      asked.push(request);
      const notifications = ids.map((event_id) => ({ room_id: bench.roomId, event: { event_id } }));
      const elsewhere = { room_id: '!b:x', event: { event_id: '$no' } };
      return Promise.resolve({ notifications: [elsewhere, 'x', ...notifications] } as T);
    },
  });

  test('is one of those that are counted, the oldest first; what the disk has asks nobody', async () => {
    bench.live([first, message('x'), second]);
    const asked: HttpRequest[] = [];
    expect(await find(1, server([], asked))).toEqual([second.event_id]);
    expect(await find(2, server([], asked))).toEqual([first.event_id, second.event_id]);
    expect(asked).toEqual([]);
  });

  test('that is not on the disk is asked for at the server', async () => {
    bench.live([second]);
    const asked: HttpRequest[] = [];
    expect(await find(3, server([second.event_id, '$old', '$older', '$read'], asked))).toEqual([
      '$older',
      '$old',
      second.event_id,
    ]);
    expect(asked).toMatchObject([{ path: '/notifications', query: { only: 'highlight' } }]);
  });

  test('without a server is what is here, or none', async () => {
    bench.live([second]);
    const broken = { request: () => Promise.reject(new Error('offline')) };
    expect(await find(3, broken)).toEqual([second.event_id]);
    expect(
      await findMentions(
        { db: bench.temp.store.db, http: null, isHighlight: () => false },
        bench.roomId,
        1,
      ),
    ).toEqual([]);
  });
});

/** The echo of a message that was written here. */
function sentHere(body: string): RawEvent {
  const { txnId } = bench.send({ content: { msgtype: 'm.text', body } });
  return message(body, { sender: alice, unsigned: { transaction_id: txnId } });
}

const readUpTo = (eventId: string): void =>
  putReceipt(bench.temp.store.db, bench.roomNo, {
    ...{ userId: alice, type: 'm.read', ts: 1, threadId: 'main', eventId },
  });

test('a message that was written here while the network was cut has read nothing of what was missed: the line and the number tell of the same', () => {
  const read = message('read', { id: '$read', ts: noon });
  const sent = sentHere('written while the network was cut');
  bench.live([read, message('missed'), message('missed, too'), sent]);
  readUpTo('$read');
  unread(2, 0);
  expect(place()).toMatchObject({ count: 2, after: '$read' });
  expect(words(bench.open().items())).toMatch(/read \[unread\] missed missed, too written/);
  // When nothing is counted, whoever wrote has read what stood there.
  unread(0, 0);
  expect(place()).toMatchObject({ count: 0, after: sent.event_id });
});

test('in an encrypted room such a message has read nothing either', () => {
  const { db } = bench.temp.store;
  bench.write(() => updateRoom(db, bench.roomNo, { encryption: { algorithm: 'x' } }));
  bench.live([message('read', { id: '$read' })]);
  readUpTo('$read');
  const sent = sentHere('written while the network was cut');
  bench.live([message('missed'), message('missed, too'), sent]);
  const judges = { outcome: () => ({ notify: true, highlight: false, sound: false }) };
  const counts = () => countUnread(db, bench.roomNo, alice, judges);
  expect(counts()).toEqual({ unread: 2, highlights: 0 });
  bench.write(() => updateRoom(db, bench.roomNo, counts()));
  expect(place()).toMatchObject({ count: 2, after: '$read' });
  expect(words(bench.open().items())).toMatch(/read \[unread\] missed missed, too written/);
  // A message of another device shows that its person had the room before them.
  const elsewhere = message('from the phone', { sender: alice });
  bench.live([elsewhere, message('since')]);
  expect(counts()).toEqual({ unread: 1, highlights: 0 });
  bench.write(() => updateRoom(db, bench.roomNo, counts()));
  expect(place()).toMatchObject({ count: 1, after: elsewhere.event_id });
});

test('such a message has read nothing either while somebody is ignored, whose messages are taken off', () => {
  const { db } = bench.temp.store;
  putAccountData(db, account, 'm.ignored_user_list', { ignored_users: { '@eve:example.org': {} } });
  bench.live([message('read', { id: '$read' }), message('missed'), message('missed, too')]);
  bench.live([message('not heard', { sender: '@eve:example.org' }), sentHere('written before')]);
  readUpTo('$read');
  unread(3, 0);
  expect(place()).toMatchObject({ count: 2, after: '$read' });
});

test('where the server counts no more after such a message, what it counted before is carried on', () => {
  const { db } = bench.temp.store;
  bench.live([message('missed'), message('missed, too')]);
  unread(2, 1);
  const numbers = (own: RawEvent) => {
    bench.live([own]);
    const live = new Map([[bench.roomNo, newestEvents(db, bench.roomNo, 1)]]);
    const context = { db, found: { live }, joined: new Set(), readOn: new Set(), ownUserId: alice };
    const unread = { notification_count: 0, highlight_count: 0 };
    const answer = { kind: 'join', roomId: bench.roomId, unread };
    return unreadFields(
      context as unknown as RoomContext,
      answer as unknown as RoomAnswer,
      bench.roomNo,
    );
  };
  expect(numbers(sentHere('written while the network was cut'))).toMatchObject({
    ...{ serverUnread: 2, carriedUnread: 2, serverHighlights: 1, carriedHighlights: 1 },
  });
  expect(numbers(message('from the phone', { sender: alice }))).toMatchObject({
    ...{ serverUnread: 0, carriedUnread: 0, serverHighlights: 0, carriedHighlights: 0 },
  });
});

describe('an own message of another device or of a bridge, which tells the server nothing of what was read,', () => {
  const elsewhere = message('from the phone', { sender: alice, id: '$phone' });

  test('has read all above it: the number and the line tell of what came since', () => {
    bench.live([message('read', { id: '$read' }), message('a'), message('b'), elsewhere]);
    readUpTo('$read');
    unread(2, 1);
    expect(place()).toMatchObject({ count: 0, mentions: 0, after: '$phone' });
    bench.live([message('since')]);
    unread(3, 1);
    expect(place()).toMatchObject({ count: 1, mentions: 1, after: '$phone' });
    expect(words(bench.open().items())).toMatch(/a b from the phone \[unread\] since/);
    // A later message from here takes nothing of it.
    bench.live([sentHere('written here')]);
    unread(3, 0);
    expect(place()).toMatchObject({ count: 1, mentions: 0, after: '$phone' });
    readUpTo('$phone');
    expect(place()).toMatchObject({ count: 1, mentions: 0 });
  });

  test('leaves the number where messages after it are missing here, and what is new in threads', () => {
    const root = message('read', { id: '$read' });
    bench.live([root, message('a'), threaded('in the thread', '$read', { latest: '$read' })]);
    bench.live([elsewhere, message('since')]);
    readUpTo('$read');
    unread(3, 0);
    expect(getRoom(bench.temp.store.db, bench.roomNo)?.unread).toBe(2);
    bench.live([message('much later')], { limited: true, prevBatch: 'more' });
    unread(30, 0);
    expect(getRoom(bench.temp.store.db, bench.roomNo)?.unread).toBe(30);
  });

  test('that was scheduled has read nothing', () => {
    const { content, ...rest } = message('scheduled', { sender: alice });
    const scheduled = { ...rest, content: { ...content, [markKey]: 'x' } };
    bench.live([message('read', { id: '$read' }), message('a'), scheduled]);
    readUpTo('$read');
    unread(1, 0);
    expect(place()).toMatchObject({ count: 1, after: '$read' });
  });
});
