// Reading the newest messages while older unread ones are missing here: nothing may count as read before the server knows it.
import { getRoom, updateRoom } from '#stores/rooms/rooms';
import { newestChunk, timelineOf } from '#stores/events/chunks';
import { getSetting } from '#stores/settings/settings';
import { appFailure } from '#contract/wire/errors';
import { systemClock } from '#engine/base/clock';
import type { HttpRequest } from '#engine/http/http';
import { recomputeRoom } from '#engine/rooms/derive';
import { createReading } from '#engine/rooms/unread/reading';
import { unreadPlace } from '#engine/rooms/unread/unreadPlace';
import { alice, message } from '../../fixtures/events';
import { silentLog } from '../../support/silentLog';
import { roomBench, words, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

function readingOf(isOnline: () => boolean) {
  const { store } = bench.temp;
  const asked: HttpRequest[] = [];
  const request = async <T>(one: HttpRequest): Promise<T> => {
    asked.push(one);
    if (!isOnline()) throw appFailure('offline', 'cut', { retryable: true });
    return {} as T;
  };
  const reading = createReading({
    ...{ http: { request } as never, store, ownUserId: alice, clock: systemClock() },
    ...{
      log: silentLog,
      onOwnReceipt: () => undefined,
      inThreads: () => ({ unread: 0, highlights: 0 }),
    },
  });
  return { reading, asked };
}

/** The room was read up to `fullyReadEventId`, and the server counts so many newer messages. */
function unread(count: number, fullyReadEventId: string): void {
  const { store } = bench.temp;
  store.write((changes) => {
    updateRoom(store.db, bench.roomNo, { serverUnread: count, fullyReadEventId });
    recomputeRoom(store.db, bench.roomNo, alice, changes);
  });
}

const counted = (): number | undefined => getRoom(bench.temp.store.db, bench.roomNo)?.unread;

test('without a connection nothing is read over messages that are missing here; with one it is', async () => {
  const newest = message('newest');
  bench.live([message('newer'), newest], { limited: true, prevBatch: 'more' });
  unread(16, '$far');
  let online = false;
  const { reading } = readingOf(() => online);
  const read = (): Promise<void> =>
    reading.markRead({ roomId: bench.roomId, threadId: null }, newest.event_id);
  await expect(read()).rejects.toThrow('cut');
  const { db } = bench.temp.store;
  expect(counted()).toBe(16);
  expect(getSetting(db, 'unsentReads') ?? []).toEqual([]);
  expect(unreadPlace(db, bench.roomId, alice)).toMatchObject({ count: 16, after: '$far' });
  online = true;
  await read();
  expect(counted()).toBe(0);
  expect(getSetting(db, 'unsentReads')).toEqual([]);
});

test('a gap behind the last message that was read keeps the count as well; without a gap it goes down at once', async () => {
  const [far, newest] = [message('far'), message('newest')];
  bench.live([far, message('next')]);
  unread(1, far.event_id);
  const { reading } = readingOf(() => false);
  const read = (eventId: string): Promise<void> =>
    reading.markRead({ roomId: bench.roomId, threadId: null }, eventId);
  bench.live([newest], { limited: true, prevBatch: 'more' });
  unread(16, far.event_id);
  await expect(read(newest.event_id)).rejects.toThrow('cut');
  expect(counted()).toBe(16);
  const last = message('last');
  bench.live([last]);
  unread(1, newest.event_id);
  await expect(read(last.event_id)).rejects.toThrow('cut');
  expect(counted()).toBe(0);
});

test('CHAT-3.25 once the missing messages have come the line stands where reading ended, whatever was read since', async () => {
  // The reader looks at the newest message all the time.
  const focus = {
    conversation: { roomId: bench.roomId, threadId: null },
    ...{ atBottom: true, focused: true },
  };
  bench.temp.remove();
  bench = roomBench({ focus: () => focus });
  const [far, newest] = [message('far', { id: '$far' }), message('newest')];
  bench.live([newest], { limited: true, prevBatch: 'more' });
  unread(2, '$far');
  const open = bench.open();
  bench.clock.pass(100);
  expect(words(open.items())).not.toContain('[unread]');
  unread(0, newest.event_id);
  const { db } = bench.temp.store;
  const chunk = newestChunk(db, timelineOf(db, bench.roomNo) ?? 0);
  bench.older(chunk?.chunk_no ?? 0, [message('first'), far], null);
  await open.view.paginate('back', 50);
  expect(words(open.items())).toContain('far [unread] first newest');
});
