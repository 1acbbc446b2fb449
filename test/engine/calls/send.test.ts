// Signals of calls between two on their way out: again while the server cannot be had, always the same one, and in order.
import { createSignalSender, type SignalOut } from '../../../main/engine/calls/send';
import { ensureRoom, updateRoom } from '../../../native-stores/rooms/rooms';
import { putState } from '../../../native-stores/rooms/state';
import { appFailure, type ErrorCode } from '../../../preload/contract/errors';
import { alice, bob, create, member } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock, type TestClock } from '../http/testClock';

const roomId = '!direct:example.org';
let temp: TempStore;
let clock: TestClock;
let paths: string[];
/** What the server says to the next requests; nothing left: it takes them. */
let failures: ErrorCode[];
let send: ReturnType<typeof createSignalSender>;

beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
  [paths, failures] = [[], []];
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
    crypto: null,
    ownUserId: alice,
    clock,
  });
});
afterEach(() => temp.remove());

const signal = (kind: string, txnId: string): SignalOut => ({
  roomId,
  type: `m.call.${kind}`,
  content: { version: '1', call_id: 'one' },
  txnId,
});

test('an invitation that is lost is sent again, five times in all within eight seconds, as the same event', async () => {
  failures = ['offline', 'timeout', 'server_error', 'offline'];
  const sent = send(signal('invite', 'a'));
  const waits: number[] = [];
  for (let pause = 0; pause < 4; pause += 1) waits.push(await clock.pass(() => true));
  expect(await sent).toBe('$sent');
  expect([waits, paths]).toEqual([
    [500, 1_000, 2_000, 4_000],
    Array.from({ length: 5 }, () => 'm.call.invite a'),
  ]);
  failures = Array.from({ length: 5 }, () => 'offline' as const);
  const lost = expect(send(signal('invite', 'b'))).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  for (let pause = 0; pause < 4; pause += 1) await clock.pass(() => true);
  await lost;
});

test('candidates, which the call itself repeats, and what is refused are sent once', async () => {
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
