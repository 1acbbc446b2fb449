// Signals of calls between two on their way out: again while the server cannot be had, always the same one, and in order.
import { createSignalSender, type SignalOut } from '#engine/calls/signalSender';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { CallStateName } from '#contract/areas/calls/callsModels';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import { alice, bob, create, member } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock, type TestClock } from '../http/testClock';

const roomId = '!direct:example.org';
let temp: TempStore;
let clock: TestClock;
let paths: string[];
/** Errors for the next requests; when the list is empty, requests succeed. */
let failures: ErrorCode[];
/** State of the call that the signals belong to. */
let state: CallStateName | null;
let opponent: string | null;
/** User ids that get no keys because only verified people do. */
let leftOut: Set<string>;
let send: ReturnType<typeof createSignalSender>;

beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
  [paths, failures, state, opponent] = [[], [], null, null];
  leftOut = new Set();
  temp.store.write(() => {
    const roomNo = ensureRoom(temp.store.db, roomId);
    putState(temp.store.db, roomNo, [create(), member(alice, 'join'), member(bob, 'join')], 1);
    updateRoom(temp.store.db, roomNo, { membership: 'join', joinedCount: 2 });
  });
  send = createSignalSender({
    store: temp.store,
    http: {
      async request<T>({ path }: { path: string }): Promise<T> {
        paths.push(decodeURIComponent(path).split('/').slice(-2).join(' '));
        const code = failures.shift();
        if (code !== undefined) throw appFailure(code, 'no');
        return { event_id: '$sent' } as T;
      },
    },
    crypto: {
      encrypt: async () => {
        throw new Error('nothing is encrypted here');
      },
      recipients: { leavesOut: async (_roomId: string, userId: string) => leftOut.has(userId) },
    } as unknown as Parameters<typeof createSignalSender>[0]['crypto'],
    ownUserId: alice,
    clock,
    registry: { get: () => (state === null ? null : { state, opponent }) },
  });
});
afterEach(() => temp.remove());

const signal = (kind: string, txnId: string, callId = 'one'): SignalOut => ({
  roomId,
  type: `m.call.${kind}`,
  content: { version: '1', call_id: callId },
  txnId,
});
const settle = () => new Promise(setImmediate);
const away = (times: number): ErrorCode[] => Array.from({ length: times }, () => 'offline');

/** Lets so many pauses pass, one after the other. */
async function pauses(count: number): Promise<number[]> {
  const waits: number[] = [];
  for (let pause = 0; pause < count; pause += 1) waits.push(await clock.pass(() => true));
  return waits;
}

test('an invitation that is lost is sent again, five times in all within eight seconds, as the same event', async () => {
  failures = ['offline', 'timeout', 'server_error', 'offline'];
  const sent = send(signal('invite', 'a'));
  const waits = await pauses(4);
  expect(await sent).toBe('$sent');
  expect([waits, paths]).toEqual([
    [500, 1_000, 2_000, 4_000],
    Array.from({ length: 5 }, () => 'm.call.invite a'),
  ]);
  failures = away(5);
  const lost = expect(send(signal('invite', 'b'))).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  await pauses(4);
  await lost;
});

test('candidates of a call without a connection, which repeats them itself, and what is refused are sent once', async () => {
  failures = ['offline'];
  await expect(send(signal('candidates', 'a'))).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  failures = ['forbidden'];
  await expect(send(signal('invite', 'b'))).rejects.toMatchObject({ error: { code: 'forbidden' } });
  expect(paths).toEqual(['m.call.candidates a', 'm.call.invite b']);
});

test('a hang-up does not overtake the invitation that is still on its way', async () => {
  failures = ['offline'];
  const both = [send(signal('invite', 'a')), send(signal('hangup', 'b'))];
  await clock.pass(500);
  await Promise.all(both);
  expect(paths).toEqual(['m.call.invite a', 'm.call.invite a', 'm.call.hangup b']);
});

test('a call whose connection stands waits for the server, and what it has to say with it', async () => {
  state = 'connected';
  failures = away(30);
  const sent = [send(signal('candidates', 'a')), send(signal('negotiate', 'b'))];
  const waits = await pauses(30);
  expect(await Promise.all(sent)).toEqual(['$sent', '$sent']);
  expect([waits.at(-1), paths.slice(-2)]).toEqual([
    5_000,
    ['m.call.candidates a', 'm.call.negotiate b'],
  ]);
  // A signal that lost its connection counts its tries anew.
  failures = away(3);
  const lost = expect(send(signal('candidates', 'c'))).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  await pauses(1);
  await settle();
  state = 'connecting';
  await pauses(1);
  await lost;
});

test('what is said in a call is given up when the call is over', async () => {
  state = 'connecting';
  failures = away(9);
  const lost = expect(send(signal('negotiate', 'a'))).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  await pauses(7);
  await settle();
  state = null;
  await pauses(1);
  await lost;
});

test('a hang-up is tried for as long as an invitation rings, and no other call waits for it', async () => {
  failures = away(17);
  const ended = send(signal('hangup', 'a'));
  const sum = async (count: number): Promise<number> =>
    (await pauses(count)).reduce((all, one) => all + one, 0);
  expect(await sum(16)).toBeGreaterThan(60_000);
  const other = send(signal('invite', 'b', 'two'));
  await sum(1);
  expect(await Promise.all([ended, other])).toEqual(['$sent', '$sent']);
  expect(paths.at(-1)).toBe('m.call.hangup a');
});

test('what is needless is not tried again', async () => {
  failures = away(5);
  const enough = new AbortController();
  const sent = send({ ...signal('invite', 'a'), unneeded: enough.signal });
  await pauses(1);
  enough.abort();
  expect([await sent, paths.length <= 2]).toEqual(['', true]);
});

/** So many more, none of whom is known here. */
function crowd(count: number): string[] {
  const userIds = Array.from({ length: count }, (_one, index) => `@crowd${index}:example.org`);
  temp.store.write(() => {
    const roomNo = ensureRoom(temp.store.db, roomId);
    putState(
      temp.store.db,
      roomNo,
      userIds.map((userId) => member(userId, 'join')),
      1,
    );
  });
  return userIds;
}
const refused = { error: { code: 'nobody_verified' } };

test('in clear nothing goes out in a call with somebody who is left out, whoever else is in the room', async () => {
  const [carol = ''] = crowd(1);
  leftOut = new Set([bob]);
  // Before somebody has answered, Carol may.
  await send(signal('invite', 'a'));
  [state, opponent] = ['connecting', bob];
  await expect(send(signal('candidates', 'b'))).rejects.toMatchObject(refused);
  opponent = carol;
  await send(signal('candidates', 'c'));
  expect(paths).toEqual(['m.call.invite a', 'm.call.candidates c']);
});

test('in a crowd nobody is called where only verified people are spoken to', async () => {
  const userIds = crowd(40);
  await send(signal('invite', 'a'));
  leftOut = new Set(userIds);
  await expect(send(signal('invite', 'b'))).rejects.toMatchObject(refused);
  expect(paths).toEqual(['m.call.invite a']);
});
