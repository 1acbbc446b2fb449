// The invitations that a server held back, where it does not give them: it is not asked again after each sync.
import { appFailure } from '#contract/wire/errors';
import { timedOut } from '#engine/http/errors';
import { invitesAreMissing, notePeopleHeardAgain } from '#engine/rooms/heardAgain';
import { invitesAgain } from '#engine/sync/invitesAgain';
import { newState, type Loop } from '#engine/sync/loop';
import { createTestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
  temp.store.write(() => notePeopleHeardAgain(temp.store.db, ['@bob:x']));
});
afterEach(() => temp.remove());

type Take = (pieces: AsyncIterable<Buffer>) => Promise<unknown>;

function loopOf(answer: (take: Take) => Promise<unknown>) {
  const clock = createTestClock();
  const request = jest.fn(({ take }: { take: Take }) => answer(take));
  const state = { ...newState(), running: true };
  const loop = { ...{ http: { request }, store: temp.store, log: silentLog }, clock, state };
  const look = () => invitesAgain(loop as unknown as Loop, {} as never);
  return { clock, request, look };
}

const busy = () => appFailure('server_error', 'Busy', { retryable: true, data: { status: 503 } });

test.each([
  ['takes too long', timedOut()],
  ['is in trouble', busy()],
])('a server that %s is asked again after minutes, not after each sync', async (_, failure) => {
  const { clock, request, look } = loopOf(() => Promise.reject(failure));
  await look();
  await look();
  expect(request).toHaveBeenCalledTimes(1);
  clock.advance(60 * 60_000);
  await look();
  expect(request).toHaveBeenCalledTimes(2);
  expect(invitesAreMissing(temp.store.db)).toBe(true);
});

test('without a connection it is asked after the next sync', async () => {
  const offline = () => appFailure('offline', 'fetch failed', { retryable: true });
  const { request, look } = loopOf(() => Promise.reject(offline()));
  await look();
  await look();
  expect(request).toHaveBeenCalledTimes(2);
});

test('an answer that is too large to be one of invitations is not asked for a second time', async () => {
  async function* pieces() {
    for (let at = 0; at < 6; at += 1) yield Buffer.alloc(1024 * 1024, ' ');
  }
  const { clock, request, look } = loopOf((take) => take(pieces()));
  await look();
  clock.advance(60 * 60_000);
  await look();
  expect(request).toHaveBeenCalledTimes(1);
  expect(invitesAreMissing(temp.store.db)).toBe(false);
});
