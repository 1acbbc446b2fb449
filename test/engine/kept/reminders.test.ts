// Reminders by a clock that the test moves: told once, at the time on the wall, whatever happened to the computer meanwhile.
import type { Notice } from '#contract/control';
import { createKept } from '#engine/kept/kept';
import { createReminders, type Reminders } from '#engine/kept/reminders';
import { createDueRemindersView } from '#engine/kept/view';
import { setSetting } from '#stores/settings/settings';
import {
  alice,
  bob,
  carol,
  message,
  noon,
  redaction,
  state,
  visibility,
} from '../../fixtures/events';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
let sleptMs = 0;
let told: { notice: Notice; key: string }[] = [];
let settled: string[] = [];
let who: string | null = alice;
const running: Reminders[] = [];

beforeEach(() => {
  bench = roomBench();
  sleptMs = 0;
  told = [];
  settled = [];
  who = alice;
});
afterEach(() => {
  for (const one of running.splice(0)) one.stop();
  bench.temp.remove();
});

const clock = () => ({ ...bench.clock, now: () => bench.clock.now() + sleptMs });
const now = () => clock().now();
const kept = () => createKept({ store: bench.temp.store, clock: clock() });
const at = (eventId: string) => ({ roomId: bench.roomId, eventId });

function start(): Reminders {
  const reminders = createReminders({
    store: bench.temp.store,
    ownUserId: () => who,
    clock: clock(),
    log: silentLog,
    show: (notice, key) => void told.push({ notice, key }),
    settled: (key) => void settled.push(key),
  });
  running.push(reminders);
  reminders.start();
  return reminders;
}

/** The words are loaded with the first reminder. */
async function toldOf(count: number): Promise<string[]> {
  await eventually(`${count} reminders`, () => told.length >= count);
  return told.map(({ notice }) => `${notice.kind} ${notice.title} | ${notice.body}`);
}
const set = (name: string, value: unknown): void =>
  bench.temp.store.write((changes) => {
    setSetting(bench.temp.store.db, `ui.notifications.${name}`, value);
    changes.topic('settings');
  });
const committed = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

function remind(text: string, inMs: number): string {
  const event = message(text, { sender: bob, ts: noon });
  bench.live([event]);
  kept().setReminder(at(event.event_id), now() + inMs);
  return event.event_id;
}

test('a reminder is told when its time has come, once, and leads to its message', async () => {
  const eventId = remind('water the herons', 3 * 3_600_000);
  start();
  bench.clock.pass(2 * 3_600_000);
  await committed();
  expect(told).toEqual([]);
  for (let minutes = 0; minutes < 70; minutes += 1) bench.clock.pass(60_000);
  expect(await toldOf(1)).toEqual(['reminder Garden | Bob: water the herons']);
  expect(told[0]?.notice).toMatchObject({ ...at(eventId), silent: false });
  bench.clock.pass(3_600_000);
  start();
  await committed();
  expect(told).toHaveLength(1);
});

test('the computer slept: a look at the clock on the wall tells, at the latest after half a minute', async () => {
  remind('one', 3_600_000);
  const reminders = start();
  sleptMs = 2 * 3_600_000;
  reminders.wake();
  await toldOf(1);
  remind('two', 3_600_000);
  await committed();
  sleptMs += 2 * 3_600_000;
  bench.clock.pass(30_000);
  await toldOf(2);
});

test('what was due while the app was closed is told at the next start, five at most, one of them with a sound', async () => {
  for (let index = 0; index < 7; index += 1) remind(`m${index}`, 1000 + index);
  sleptMs = 86_400_000;
  start();
  const words = await toldOf(5);
  expect(words).toEqual([0, 1, 2, 3, 4].map((index) => `reminder Garden | Bob: m${index}`));
  expect(told.map(({ notice }) => notice.silent)).toEqual([false, true, true, true, true]);
  let due = 0;
  const sink = { set: ({ count }: { count: number }) => void (due = count), fail: () => undefined };
  createDueRemindersView(bench.deps, sink).close();
  expect(due).toBe(7);
});

test('quiet hours, or notifications that are off, hold a reminder back and do not lose it; a sound that is off stays off', async () => {
  remind('later', 1000);
  set('on', false);
  start();
  bench.clock.pass(3_600_000);
  await committed();
  expect(told).toEqual([]);
  set('sound', false);
  set('on', true);
  await toldOf(1);
  expect(told[0]?.notice.silent).toBe(true);
});

test('words that are hidden from notices are hidden here too, and a deleted message has none', async () => {
  set('text', false);
  remind('a secret', 1000);
  kept().setReminder(at('$nowhere'), now() + 2000);
  start();
  bench.clock.pass(5000);
  expect(await toldOf(2)).toEqual(['reminder Garden | ', 'reminder Garden | ']);
});

test('a reminder that is shown loses its words when its message is deleted or hidden', async () => {
  bench.setState([
    state('m.room.power_levels', '', { users: { [carol]: 100 } }, { sender: carol }),
  ]);
  const [deleted, hidden] = [remind('one', 1000), remind('two', 2000)];
  start();
  bench.clock.pass(3000);
  await toldOf(2);
  bench.live([redaction(deleted, { sender: bob })]);
  expect((await toldOf(3)).at(-1)).toBe('reminder Garden | ');
  bench.live([visibility(hidden, { visible: false }, { sender: carol })]);
  expect((await toldOf(4)).at(-1)).toBe('reminder Garden | ');
  const replaces = true;
  expect(told.map(({ notice }) => notice)).toEqual([
    expect.not.objectContaining({ replaces }),
    expect.not.objectContaining({ replaces }),
    expect.objectContaining({ eventId: deleted, silent: true, replaces }),
    expect.objectContaining({ eventId: hidden, silent: true, replaces }),
  ]);
  expect(settled).toEqual([]);
});

test('done or put off, here or on another device, takes the notice back; a new time is told again', async () => {
  const eventId = remind('again', 1000);
  start();
  bench.clock.pass(2000);
  await toldOf(1);
  kept().setReminder(at(eventId), now() + 20_000);
  await eventually('it is taken back', () => settled[0] === told[0]?.key);
  bench.clock.pass(25_000);
  await toldOf(2);
  kept().setReminder(at(eventId), null);
  await eventually('it is taken back again', () => settled.length === 2);
});

test('a device that was signed out from afar tells nothing of the account, until its person signs in again', async () => {
  remind('the key is under the stone', 60_000);
  start();
  who = null;
  bench.clock.pass(3_600_000);
  await committed();
  expect(told).toEqual([]);
  who = alice;
  bench.temp.store.write((changes) => changes.topic('session'));
  expect(await toldOf(1)).toEqual([expect.stringContaining('the key is under the stone')]);
});
