// Messages that wait in a room that is replaced: they go along into the room that took over, once this account is in it.
import { createKeyedQueue } from '#engine/base/keyedQueue';
import { isReplaced } from '#engine/rooms/upgrades';
import { recomputeRoom } from '#engine/rooms/derive';
import { createJudge } from '#engine/scheduled/judge';
import { createScheduled, type Scheduled } from '#engine/scheduled/scheduled';
import { createOutbox } from '#engine/send/outbox';
import { putState } from '#stores/ingest/state';
import { scheduledMessages, setServerHold } from '#stores/outbox/scheduled';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { alice, create, member, state } from '../../fixtures/events';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

const next = '!next:example.org';
const hourMs = 3_600_000;
let bench: RoomBench;
let scheduled: Scheduled;

function start(): Scheduled {
  const { store } = bench.temp;
  const { clock } = bench;
  const made = createScheduled({
    ...{ store, clock, log: silentLog, ownUserId: () => alice, atServer: () => null },
    outbox: createOutbox({ store, clock, ownUserId: () => alice, ready: () => false }),
    inTurn: createKeyedQueue(),
    onRefused: () => undefined,
  });
  made.start();
  return made;
}

beforeEach(() => {
  bench = roomBench();
  scheduled = start();
});
afterEach(() => {
  scheduled.stop();
  bench.temp.remove();
});

const add = (text: string, more: object = {}): string =>
  scheduled.add({
    ...{ roomId: bench.roomId, threadId: null, text, kind: 'text' as const, replyTo: null },
    ...{ requestId: `scheduled-${text}`, atMs: bench.clock.now() + hourMs, undo: false },
    ...more,
  }).key;
const close = (): void =>
  bench.setState([
    state('m.room.tombstone', '', { body: 'moved', replacement_room: next }, { sender: alice }),
  ]);
function join(): number {
  const { store } = bench.temp;
  return store.write((changes) => {
    const roomNo = ensureRoom(store.db, next);
    updateRoom(store.db, roomNo, { membership: 'join' });
    const made = create('10', { predecessor: { room_id: bench.roomId } });
    putState(store.db, roomNo, [made, member(alice, 'join')], 1);
    recomputeRoom(store.db, roomNo, alice, changes);
    changes.room(roomNo);
    return roomNo;
  });
}
const rows = () =>
  scheduledMessages(bench.temp.store.db).map(({ requestId, roomId, threadId, message }) => [
    ...[requestId, roomId, threadId, message['replyTo']],
  ]);
const places = () => rows().map(([key, roomId]) => [key, roomId]);

test('they wait in the new room and are sent there, without the thread and the answer that stayed behind', async () => {
  const plain = add('plain', { replyTo: '$one' });
  const thread = add('thread', { threadId: '$root' });
  close();
  // Until this account is in the new room they stay in the old one, which the list shows.
  expect(rows()[0]).toEqual([plain, bench.roomId, null, '$one']);
  const nextNo = join();
  expect(rows()).toEqual([
    [plain, next, null, null],
    [thread, next, null, null],
  ]);
  const { db } = bench.temp.store;
  expect(isReplaced(db, bench.roomNo)).toBe(true);
  bench.clock.pass(hourMs + 1);
  scheduled.wake();
  await eventually('sent in the new room', () => outboxOfRoom(db, nextNo).length === 2);
});

test('what the server keeps is taken back first, and follows then', () => {
  const { store } = bench.temp;
  const key = add('kept');
  const server = { state: 'held', delayId: 'd', txnId: 't', atMs: 1, again: false } as const;
  store.write(() => setServerHold(store.db, key, server, false));
  close();
  join();
  expect(places()).toEqual([[key, bench.roomId]]);
  expect(isReplaced(store.db, bench.roomNo)).toBe(false);
  const judge = createJudge({ store, clock: bench.clock, ownUserId: alice });
  expect(scheduledMessages(store.db).map(judge.isUrgent)).toEqual([true]);
  store.write((changes) => {
    setServerHold(store.db, key, null, false);
    changes.topic('scheduled');
  });
  expect(places()).toEqual([[key, next]]);
});

test('what a room was left with while the app was closed follows at the next start', () => {
  const key = add('later');
  scheduled.stop();
  close();
  join();
  expect(places()).toEqual([[key, bench.roomId]]);
  scheduled = start();
  expect(places()).toEqual([[key, next]]);
});
