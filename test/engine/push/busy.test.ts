// Push without a server: wrong clocks, and many commits in a row.
import { createPush } from '#engine/push/push';
import { nothingFound } from '#engine/sync/roomContext';
import { getEvent } from '#stores/events/timeline';
import { ensureRoom, getRoom, updateRoom } from '#stores/rooms/rooms';
import { putAccountData } from '#stores/settings/accountData';
import { putReceipt } from '#stores/settings/receipts';
import { alice, message } from '../../fixtures/events';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

const day = 86_400_000;

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

function start() {
  const notices: string[] = [];
  const badges: string[] = [];
  const push = createPush({
    store: bench.temp.store,
    ownUserId: alice,
    inView: () => false,
    notify: ({ body }) => void notices.push(body),
    play: () => false,
    unnotify: () => undefined,
    badge: (unread) => void badges.push(String(unread)),
    clock: bench.clock,
    log: silentLog,
  });
  return { push, notices, badges };
}

test.each([
  ['a message of somebody whose clock is two days behind is told', -2 * day, 1_000, 1],
  ['one that came two days ago by a clock that is right is not', -2 * day, 2 * day, 0],
  ['one of somebody whose clock runs two days ahead, and that is old, is not', 2 * day, 2 * day, 0],
])('%s', (_what, senderOffMs, age, told) => {
  const { push, notices } = start();
  const { clock, roomNo, temp } = bench;
  const event = message('Lunch?', { ts: clock.now() + senderOffMs, unsigned: { age } });
  bench.live([event]);
  const stored = getEvent(temp.store.db, roomNo, event.event_id);
  if (stored === null) throw new Error('not stored');
  push.found({ ...nothingFound(), live: new Map([[roomNo, [stored]]]) });
  expect(notices).toHaveLength(told);
  push.stop();
});

test('muting one of many rooms writes that room alone', () => {
  const { push } = start();
  const { store } = bench.temp;
  const { db } = store;
  const others = store.write(() =>
    Array.from({ length: 20 }, (_, index) => {
      const roomNo = ensureRoom(db, `!other${index}:example.org`);
      updateRoom(db, roomNo, { membership: 'join' });
      return roomNo;
    }),
  );
  const written: number[] = [];
  store.onCommit(({ rooms }) => void written.push(...rooms), 'inside');
  store.write((changes) => {
    const rule = { rule_id: '!other7:example.org', actions: [], enabled: true, default: false };
    putAccountData(db, 0, 'm.push_rules', { global: { room: [rule] } });
    push.rulesChanged(changes);
  });
  expect(written).toEqual([others[7]]);
  expect(getRoom(db, others[7] ?? 0)?.muted).toBe(true);
  push.stop();
});

test('the badge adds up all rooms at once, then four times a second however many commits there are, and ends exact', async () => {
  const { push, badges } = start();
  const { store } = bench.temp;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  expect(badges).toEqual(['0']);
  bench.clock.pass(1_000);
  for (let unread = 1; unread <= 40; unread += 1) {
    store.write((changes) => {
      updateRoom(store.db, bench.roomNo, { unread });
      changes.room(bench.roomNo);
    });
    await turn();
    if (unread % 10 === 0) bench.clock.pass(250);
  }
  bench.clock.pass(250);
  expect(badges).toEqual(['0', '1', '10', '20', '30', '40']);
  push.stop();
});

test('what is unread of a busy encrypted room is counted at once, then four times a second, and ends exact', () => {
  const { push } = start();
  const { clock, roomNo, temp } = bench;
  const { db } = temp.store;
  temp.store.write(() =>
    updateRoom(db, roomNo, {
      membership: 'join',
      encryption: { algorithm: 'm.megolm.v1.aes-sha2' },
    }),
  );
  const shown: (number | undefined)[] = [];
  for (let n = 1; n <= 30; n += 1) {
    const event = message(`line ${n}`, { ts: clock.now() });
    bench.live([event]);
    const stored = getEvent(db, roomNo, event.event_id);
    if (stored === null) throw new Error('not stored');
    push.found({ ...nothingFound(), live: new Map([[roomNo, [stored]]]) });
    if (n % 10 === 0) clock.pass(250);
    shown.push(getRoom(db, roomNo)?.unread);
  }
  expect([...new Set(shown)]).toEqual([1, 10, 20, 30]);
  clock.pass(1_000);
  // Acts of the user are never delayed.
  push.recount(roomNo);
  expect(getRoom(db, roomNo)?.unread).toBe(30);
  push.stop();
});

test('CHAT-9.15 after reading, the newest 20 events are looked at: what was read within them counts at once, what was read before leaves the mentions as they are for a moment', () => {
  const { push } = start();
  const { clock, roomNo, temp } = bench;
  const { db } = temp.store;
  temp.store.write(() =>
    updateRoom(db, roomNo, {
      membership: 'join',
      encryption: { algorithm: 'm.megolm.v1.aes-sha2' },
    }),
  );
  const events = Array.from({ length: 30 }, (_, n) => ({
    ...message(`line ${n}`, { ts: clock.now() }),
    content: { msgtype: 'm.text', body: `line ${n}`, 'm.mentions': { user_ids: [alice] } },
  }));
  bench.live(events);
  const [first] = events.slice(-1).flatMap((one) => getEvent(db, roomNo, one.event_id) ?? []);
  if (first === undefined) throw new Error('not stored');
  push.found({ ...nothingFound(), live: new Map([[roomNo, [first]]]) });
  const mentions = () => getRoom(db, roomNo)?.highlights;
  const readUpTo = (n: number): void => {
    temp.store.write(() =>
      putReceipt(db, roomNo, {
        ...{ userId: alice, type: 'm.read', threadId: '' },
        ...{ eventId: events[n]?.event_id ?? '', ts: clock.now() },
      }),
    );
    push.recount(roomNo);
  };
  expect(mentions()).toBe(30);
  readUpTo(4);
  expect(mentions()).toBe(30);
  clock.pass(250);
  expect(mentions()).toBe(25);
  readUpTo(19);
  expect(mentions()).toBe(10);
  readUpTo(29);
  expect(mentions()).toBe(0);
  push.stop();
});
