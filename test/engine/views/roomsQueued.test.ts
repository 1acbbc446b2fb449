// The place of a room in the list while a message of this account waits in it.
import { appendLive } from '#stores/ingest/timeline';
import { deleteOutbox, insertOutbox, setOutbox } from '#stores/outbox/outbox';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { recomputeRoom } from '#engine/rooms/derive';
import { alice, create, member, message, noon, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { openRooms, testClock, type TestClock } from './support';

let temp: TempStore;
let clock: TestClock;
beforeEach(() => {
  temp = tempStore();
  clock = testClock();
});
afterEach(() => temp.remove());

/** Its last message came so many minutes after noon. */
function room(name: string, minute: number): number {
  const { store } = temp;
  const { db } = store;
  return store.write((changes) => {
    const roomNo = ensureRoom(db, `!${name}:example.org`);
    updateRoom(db, roomNo, { membership: 'join' });
    const named = state('m.room.name', '', { name });
    putState(db, roomNo, [create(), member(alice, 'join', 'Alice'), named], 1);
    appendLive(db, {
      roomNo,
      events: [message('x', { ts: noon + minute * 60_000 })],
      ...{ limited: false, prevBatch: null, receivedMs: noon + 3_600_000, ownUserId: alice },
    });
    changes.room(roomNo);
    recomputeRoom(db, roomNo, alice, changes);
    return roomNo;
  });
}

function open(limit = 100) {
  const { items } = openRooms({ store: temp.store, clock }, { limit });
  const rows = () => items().filter((item) => item.kind === 'room');
  return {
    names: () => rows().map((row) => row.name),
    minuteOf: (name: string): number =>
      ((rows().find((row) => row.name === name)?.activityMs ?? 0) - noon) / 60_000,
  };
}

function send(roomNo: number, seq: number, minute: number): string {
  const localKey = `~${seq}`;
  temp.store.write((changes) => {
    insertOutbox(temp.store.db, {
      ...{ localKey, requestId: `r${seq}`, roomNo, seq, txnId: `t${seq}`, status: 'queued' },
      ...{ type: 'm.room.message', content: { msgtype: 'm.text', body: 'from the train' } },
      ...{ attachment: null, waitsFor: null, tries: 0, error: null, eventId: null },
      createdMs: noon + minute * 60_000,
    });
    changes.topic('outbox');
  });
  return localKey;
}

function change(act: () => void): void {
  temp.store.write((changes) => {
    act();
    changes.topic('outbox');
  });
}

test('a room moves up at once with the time of the message that waits in it, and back where that is given up', () => {
  const { db } = temp.store;
  const workshop = room('Workshop', 11);
  room('Garden', 17);
  room('Weather', 10);
  const list = open();
  expect(list.names()).toEqual(['Garden', 'Workshop', 'Weather']);
  const key = send(workshop, 1, 18);
  expect(list.names()).toEqual(['Workshop', 'Garden', 'Weather']);
  expect(list.minuteOf('Workshop')).toBe(18);
  // A message that failed keeps its place, too.
  change(() => setOutbox(db, key, { status: 'not_sent' }));
  expect(list.names()[0]).toBe('Workshop');
  change(() => deleteOutbox(db, key, clock.now()));
  expect(list.names()).toEqual(['Garden', 'Workshop', 'Weather']);
  expect(list.minuteOf('Workshop')).toBe(11);
});

test('a clock that goes after moves no room down', () => {
  const garden = room('Garden', 17);
  room('Workshop', 11);
  const list = open();
  send(garden, 1, 5);
  expect(list.names()).toEqual(['Garden', 'Workshop']);
  expect(list.minuteOf('Garden')).toBe(17);
});

test('a room beyond the window comes into it, and takes the place of the last one there', () => {
  const oldest = room('Oldest', 1);
  room('Older', 5);
  room('Newer', 9);
  const list = open(2);
  expect(list.names()).toEqual(['Newer', 'Older']);
  send(oldest, 1, 20);
  expect(list.names()).toEqual(['Oldest', 'Newer']);
});
