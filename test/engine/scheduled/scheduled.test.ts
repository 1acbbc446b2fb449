// Messages that are sent later, by a clock that the test moves, into a real outbox over a real store.
import { createKeyedQueue } from '#engine/base/keyedQueue';
import { createOutbox, type Outbox } from '#engine/send/outbox';
import { createScheduled, type Scheduled } from '#engine/scheduled/scheduled';
import { createScheduledView } from '#engine/scheduled/view';
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';
import { updateRoom } from '#stores/rooms/rooms';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { account, putAccountData } from '#stores/settings/accountData';
import { getDraft, putDraft } from '#stores/settings/drafts';
import { alice, bob, state } from '../../fixtures/events';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
let sleptMs = 0;
/** Messages of which it was told that their time came in vain. */
let refused: string[] = [];
const running: Scheduled[] = [];
let count = 0;

beforeEach(() => {
  bench = roomBench();
  sleptMs = 0;
  refused = [];
});
afterEach(() => {
  for (const one of running.splice(0)) one.stop();
  bench.temp.remove();
});

const hourMs = 3_600_000;
const clock = () => ({ ...bench.clock, now: () => bench.clock.now() + sleptMs });
const now = () => clock().now();
const realOutbox = (): Outbox =>
  createOutbox({
    ...{ store: bench.temp.store, clock: clock() },
    ...{ ownUserId: () => alice, ready: () => false },
  });

function start(
  outbox: Pick<Outbox, 'sendMessage'> = realOutbox(),
  inTurn = createKeyedQueue(),
): Scheduled {
  const scheduled = createScheduled({
    ...{ store: bench.temp.store, clock: clock(), log: silentLog, outbox },
    ...{ ownUserId: () => alice, atServer: () => null, inTurn },
    onRefused: ({ requestId }) => void refused.push(requestId),
  });
  running.push(scheduled);
  scheduled.start();
  return scheduled;
}

const write = (text: string, inMs: number, more: object = {}) => ({
  ...{ roomId: bench.roomId, threadId: null, text, kind: 'text' as const, replyTo: null },
  requestId: `scheduled-${String((count += 1)).padStart(8, '0')}`,
  ...{ atMs: now() + inMs, undo: false },
  ...more,
});
const sent = (): unknown[] =>
  outboxOfRoom(bench.temp.store.db, bench.roomNo).map(({ content }) => content['body']);
const gone = (texts: readonly string[]) =>
  eventually(`${texts.join(', ')} in the outbox`, () => sent().join() === texts.join());
function listed(threadId: string | null = null): readonly ScheduledMessage[] {
  let items: readonly ScheduledMessage[] = [];
  createScheduledView(
    bench.temp.store,
    { roomId: bench.roomId, threadId },
    { set: (next) => void (items = next) },
  ).close();
  return items;
}
const committed = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

test('a message waits for its time and then goes the way of any message, in the order of the times', async () => {
  const scheduled = start();
  scheduled.add(write('second', 2 * hourMs));
  scheduled.add(write('first', hourMs));
  scheduled.add(write('thread', hourMs, { threadId: '$root' }));
  expect(listed().map(({ text }) => text)).toEqual(['first', 'second']);
  expect(listed('$root').map(({ text }) => text)).toEqual(['thread']);
  await committed();
  expect(sent()).toEqual([]);
  for (let minutes = 0; minutes < 125; minutes += 1) {
    bench.clock.pass(60_000);
    await committed();
  }
  await gone(['first', 'thread', 'second']);
  expect(listed()).toEqual([]);
});

test('the computer slept over the time: it goes out as soon as the clock is looked at', async () => {
  const scheduled = start();
  scheduled.add(write('good morning', hourMs));
  sleptMs = hourMs + 60_000;
  scheduled.wake();
  await gone(['good morning']);
});

test('a kill between the row of the outbox and the end of the scheduled one sends once; a kill before it sends at the next start', async () => {
  const first = start({ sendMessage: () => new Promise(() => undefined) });
  first.add(write('killed before', 1000));
  first.add(write('killed between', 2000));
  first.stop();
  const outbox = realOutbox();
  const dies = start({
    async sendMessage(act) {
      if (act.text !== 'killed before') return new Promise(() => undefined);
      await outbox.sendMessage(act);
      // The process ends here: the row that it was stays.
      return new Promise(() => undefined);
    },
  });
  bench.clock.pass(3000);
  dies.wake();
  await gone(['killed before']);
  expect(listed().map(({ text }) => text)).toEqual(['killed before', 'killed between']);
  dies.stop();
  sleptMs = 1000;
  start();
  await gone(['killed before', 'killed between']);
  await eventually('nothing waits', () => listed().length === 0);
  expect(sent()).toEqual(['killed before', 'killed between']);
});

test('what is more than an hour late is not sent unasked, unless its writer had pressed send; then it can be sent, moved or taken back', async () => {
  const scheduled = start();
  const first = write('good morning', hourMs);
  scheduled.add(first);
  scheduled.add(write('already sent', 5000, { undo: true }));
  scheduled.stop();
  sleptMs = 10 * hourMs;
  const again = start();
  await gone(['already sent']);
  await eventually('it is missed', () => listed()[0]?.state === 'missed');
  again.move(first.requestId, now() + hourMs);
  expect(listed()[0]?.state).toBe('waiting');
  expect(() => again.move(first.requestId, now() - 1)).toThrow('The time lies ahead');
  await again.sendNow(first.requestId);
  await gone(['already sent', 'good morning']);
});

test('taken back it gives the text with its mentions; what is on its way is not taken back', async () => {
  let letGo = (): void => undefined;
  const outbox = realOutbox();
  const scheduled = start({
    sendMessage: async (act) => {
      await new Promise<void>((resolve) => (letGo = resolve));
      return outbox.sendMessage(act);
    },
  });
  const mentions = [{ start: 3, end: 6, id: '@bob:example.org' }];
  const undone = write('hi Bob', 5000, { undo: true, mentions, replyTo: '$one' });
  scheduled.add(undone);
  expect(listed().find(({ key }) => key === undone.requestId)?.replyTo).toBe('$one');
  expect(scheduled.take(undone.requestId)).toEqual({ text: 'hi Bob', mentions, replyTo: '$one' });
  expect(() => scheduled.take(undone.requestId)).toThrow('on its way already');
  const emote = write('waves at Bob', 5000, {
    kind: 'emote',
    mentions: [{ start: 9, end: 12, id: '@bob:example.org' }],
  });
  scheduled.add(emote);
  expect(scheduled.take(emote.requestId)).toMatchObject({
    text: '/me waves at Bob',
    mentions: [{ start: 13, end: 16 }],
  });
  const going = write('going', 5000);
  scheduled.add(going);
  const sending = scheduled.sendNow(going.requestId);
  expect(() => scheduled.take(going.requestId)).toThrow('on its way already');
  await committed();
  letGo();
  await sending;
  expect(sent()).toEqual(['going']);
  // The window's retry of a call that had gone through.
  expect(scheduled.add(going)).toEqual({ key: going.requestId });
  expect(listed()).toEqual([]);
});

test('what waits for an undo goes at once when something else is sent behind it; what has its own time, or another conversation, stays', async () => {
  const scheduled = start();
  const undo = (text: string, more: object = {}) => write(text, 5000, { undo: true, ...more });
  scheduled.add(undo('one'));
  bench.clock.pass(1);
  const taken = undo('taken back');
  scheduled.add(taken);
  scheduled.add(undo('two'));
  scheduled.add(undo('in the thread', { threadId: '$root' }));
  scheduled.add(write('at its time', 1000));
  scheduled.take(taken.requestId);
  await scheduled.sendWaiting({ roomId: bench.roomId, threadId: null })();
  expect(sent()).toEqual(['one', 'two']);
  expect(listed().map(({ text }) => text)).toEqual(['at its time']);
  await scheduled.sendWaiting({ roomId: bench.roomId, threadId: '$root' })();
  expect(sent()).toEqual(['one', 'two', 'in the thread']);
});

test('what is due waits until everything has its row that was sent to the room before', async () => {
  const queue = createKeyedQueue();
  const scheduled = start(realOutbox(), queue);
  let end = (): void => undefined;
  const before = queue(bench.roomId, () => new Promise<void>((resolve) => void (end = resolve)));
  const due = write('due', 1000, { undo: true });
  scheduled.add(due);
  bench.clock.pass(2000);
  await committed();
  expect(sent()).toEqual([]);
  end();
  await before;
  await gone(['due']);
});

test('another text keeps the time, the answer and the mentions whose names still stand in it', () => {
  const scheduled = start();
  const [bob, carol] = ['@bob:example.org', '@carol:example.org'];
  const mentions = [
    { start: 0, end: 3, id: bob },
    { start: 8, end: 13, id: carol },
  ];
  const written = write('Bob and Carol', hourMs, { mentions, replyTo: '$one' });
  scheduled.add(written);
  const [before] = listed();
  scheduled.change(written.requestId, 'Dear Carol, come');
  expect(listed()).toEqual([{ ...before, text: 'Dear Carol, come' }]);
  expect(scheduled.take(written.requestId)).toEqual({
    text: 'Dear Carol, come',
    mentions: [{ start: 5, end: 10, id: carol }],
    replyTo: '$one',
  });
  expect(() => scheduled.change(written.requestId, 'x')).toThrow('on its way already');
  const alike = write('@Ann and @Anna', hourMs, {
    mentions: [
      { start: 0, end: 4, id: bob },
      { start: 9, end: 14, id: carol },
    ],
  });
  scheduled.add(alike);
  scheduled.change(alike.requestId, 'come, @Anna');
  expect(scheduled.take(alike.requestId).mentions).toEqual([{ start: 6, end: 11, id: carol }]);
});

test('the draft ends with the message that is scheduled, not with the one that goes out later', async () => {
  const { db } = bench.temp.store;
  const draft = (text: string): void =>
    bench.temp.store.write(() =>
      putDraft(db, bench.roomNo, { text, replyTo: null, editing: null }, 1),
    );
  const scheduled = start();
  draft('Good morning');
  scheduled.add(write('Good morning', hourMs));
  expect(getDraft(db, bench.roomNo, null)).toBeNull();
  draft('Good');
  sleptMs = hourMs;
  scheduled.wake();
  await gone(['Good morning']);
  expect(getDraft(db, bench.roomNo, null)?.text).toBe('Good');
});

test('rights are those of the moment of sending: what is refused then stays with the reason, and is told', async () => {
  const scheduled = start();
  const { key } = scheduled.add(write('too late', hourMs));
  bench.setState([
    state('m.room.power_levels', '', { events_default: 50, users: {} }, { sender: alice }),
  ]);
  expect(() => scheduled.add(write('now', hourMs))).toThrow();
  sleptMs = hourMs + 1;
  scheduled.wake();
  await eventually('it is refused', () => listed()[0]?.state === 'failed');
  expect(listed()[0]).toMatchObject({ text: 'too late', error: { code: 'forbidden' } });
  expect(refused).toEqual([key]);
  for (const wrong of [write('x', 400 * 24 * hourMs), { ...write('x', 1), roomId: '!none:a.org' }])
    expect(() => scheduled.add(wrong)).toThrow();
});

test('what is due in a room from which its writer was removed is told', async () => {
  const scheduled = start();
  const { key } = scheduled.add(write('too late', hourMs));
  const { store } = bench.temp;
  store.write(() => updateRoom(store.db, bench.roomNo, { membership: 'leave' }));
  sleptMs = hourMs + 1;
  scheduled.wake();
  await eventually('it is refused', () => listed()[0]?.state === 'failed');
  expect(refused).toEqual([key]);
});

test('what is due in a chat with somebody blocked is not sent, and is told', async () => {
  const scheduled = start();
  const { key } = scheduled.add(write('happy birthday', hourMs));
  const { store } = bench.temp;
  store.write((changes) => {
    updateRoom(store.db, bench.roomNo, { directUserId: bob, joinedCount: 2, invitedCount: 0 });
    putAccountData(store.db, account, 'm.ignored_user_list', { ignored_users: { [bob]: {} } });
    changes.topic('accountData');
  });
  sleptMs = hourMs + 1;
  scheduled.wake();
  await eventually('it is refused', () => listed()[0]?.state === 'failed');
  expect(listed()[0]?.error).toMatchObject({ code: 'forbidden', data: { reason: 'blocked' } });
  expect([sent(), refused]).toEqual([[], [key]]);
});

test('what gets another text and time while it waits for its turn goes at that time, with that text', async () => {
  const queue = createKeyedQueue();
  const scheduled = start(realOutbox(), queue);
  let free = (): void => undefined;
  const before = queue(bench.roomId, () => new Promise<void>((resolve) => void (free = resolve)));
  const { key } = scheduled.add(write('old text', hourMs));
  sleptMs = hourMs + 1000;
  scheduled.wake();
  await committed();
  scheduled.change(key, 'new text');
  scheduled.move(key, now() + hourMs);
  free();
  await before;
  await queue(bench.roomId, () => Promise.resolve());
  expect(sent()).toEqual([]);
  expect(listed()).toMatchObject([{ text: 'new text', state: 'waiting' }]);
  scheduled.stop();
  sleptMs += hourMs;
  start();
  await gone(['new text']);
});
