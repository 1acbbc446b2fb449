// The mark of own messages that somebody had no device to read with: whom it names, and that it goes when they have read them.
import { missedOf, setMissed } from '#stores/settings/missed';
import { putReceipt } from '#stores/settings/receipts';
import { createMissed } from '#engine/crypto/health/missed';
import { hasRead } from '#engine/rooms/unread/readPlace';
import { alice, bob, member, message, threaded } from '../../../fixtures/events';
import { silentLog } from '../../../support/silentLog';
import { roomBench, type RoomBench } from '../../views/support';

const carol = '@carol:example.org';
let bench: RoomBench;
let stop: () => void = () => undefined;
beforeEach(() => {
  bench = roomBench();
  bench.setState([member(carol, 'join', 'Carol')]);
});
afterEach(() => {
  stop();
  bench.temp.remove();
});

const mine = (id: string) => message(id, { id, sender: alice });

function miss(id: string, inviter: string | null, hidden = false): void {
  const missed = { userIds: [bob], hidden };
  bench.write(() => setMissed(bench.temp.store.db, bench.roomId, id, missed, () => inviter));
}

function read(eventId: string, threadId = 'main', userId = bob): void {
  const receipt = { userId, type: 'm.read', ts: 1, threadId, eventId };
  bench.temp.store.write((changes) => {
    putReceipt(bench.temp.store.db, bench.roomNo, receipt);
    changes.timeline(bench.roomNo, { receipts: true });
  });
}

function watch(): void {
  const recipients = {
    standing: () => Promise.resolve('signed' as const),
    leavesOut: () => Promise.resolve(false),
    isVerified: () => Promise.resolve(true),
    onChange: () => () => undefined,
  };
  const missed = createMissed({
    ...{ store: bench.temp.store, ownUserId: alice, recipients, log: silentLog },
    ...{ share: () => Promise.resolve(false), clock: bench.clock },
    hasRead: (...of) => hasRead(bench.temp.store.db, ...of),
  });
  stop = () => missed.stop();
}

const marked = (): string[] => missedOf(bench.temp.store.db, bench.roomId, bob).map(({ id }) => id);
const commits = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the mark names who could not read it', () => {
  bench.live([mine('$a'), mine('$b')]);
  miss('$a', carol);
  expect(bench.open().messages()).toMatchObject([{ missed: [{ userId: bob, name: 'Bob' }] }, {}]);
  expect(bench.open().messages()[1]).not.toHaveProperty('missed');
});

test('of somebody whom another one invited it goes from all that they have read', async () => {
  bench.live([mine('$a'), mine('$b'), mine('$c'), message('x', { id: '$x' }), mine('$d')]);
  for (const id of ['$a', '$b', '$d']) miss(id, carol);
  miss('$c', carol, true);
  watch();
  read('$a');
  await commits();
  expect(marked()).toEqual(['$b', '$c', '$d']);
  // A receipt of somebody else says nothing of them, and nobody gets the key of what was hidden from newcomers.
  read('$d', 'main', carol);
  read('$x');
  await commits();
  expect(marked()).toEqual(['$c', '$d']);
  expect(bench.open().messages()[0]).not.toHaveProperty('missed');
});

test('an answer in a thread is read with its thread', async () => {
  bench.live([
    mine('$a'),
    threaded('in it', '$a', { latest: '$a' }, { id: '$t', sender: alice }),
    mine('$b'),
  ]);
  miss('$t', carol);
  watch();
  read('$b');
  await commits();
  expect(marked()).toEqual(['$t']);
  read('$t', '$a');
  await commits();
  expect(marked()).toEqual([]);
});

test.each([alice, null])(
  'of somebody whom this account invited, or who was there already, it stays until they have the key (%s)',
  async (inviter) => {
    bench.live([mine('$a')]);
    miss('$a', inviter);
    watch();
    read('$a');
    await commits();
    expect(marked()).toEqual(['$a']);
  },
);

test('what was read while the app was closed is found at the start', async () => {
  bench.live([mine('$a')]);
  miss('$a', carol);
  read('$a');
  watch();
  await commits();
  expect(marked()).toEqual([]);
});
