// The next try of a row, for each kind of failure.
import { appFailure } from '#contract/wire/errors';
import { afterFailure } from '#engine/transfers/failures';

const fresh = { tries: 0, unreachable: 0, isOnline: true };
const network = { status: null, errcode: null };
const offline = appFailure('offline', 'x', { retryable: true, data: network }).error;
const timeout = appFailure('timeout', 'x', { retryable: true, data: network }).error;
const trouble = appFailure('server_error', 'x', { retryable: true, data: { status: 502 } }).error;

test('nobody answering is no try: 3 s, doubling to a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 60].map((unreachable) =>
    afterFailure(offline, { ...fresh, tries: 2, unreachable }),
  );
  expect(waits.map((one) => one.next === 'waiting' && one.ms)).toEqual([
    3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000,
  ]);
  expect(waits[0]).toEqual({ next: 'waiting', tries: 2, ms: 3000, step: 'network' });
});

test('a stall counts while sync gets through, and only then', () => {
  expect(afterFailure(timeout, fresh)).toMatchObject({ tries: 1, step: 'turn', ms: 2000 });
  expect(afterFailure(timeout, { ...fresh, isOnline: false })).toMatchObject({
    tries: 0,
    step: 'network',
  });
});

test('CHAT-9.8 trouble of the server is waited out 2, 4, 8 and 16 s, then it has failed', () => {
  const outcomes = [0, 1, 2, 3, 4].map((tries) => afterFailure(trouble, { ...fresh, tries }));
  expect(outcomes.map((one) => (one.next === 'waiting' ? one.ms : one.next))).toEqual([
    2000,
    4000,
    8000,
    16_000,
    'failed',
  ]);
});

test('a refusal fails at once, a file that is written to is read again soon, a session is waited for', () => {
  const refused = appFailure('forbidden', 'x', { data: { status: 403 } }).error;
  expect(afterFailure(refused, fresh)).toEqual({ next: 'failed', tries: 1 });
  const changed = appFailure('conflict', 'x', { retryable: true, data: { reason: 'changed' } });
  expect(afterFailure(changed.error, fresh)).toMatchObject({ next: 'waiting', ms: 250, tries: 1 });
  const session = appFailure('session_expired', 'x', { data: { status: 401 } }).error;
  expect(afterFailure(session, fresh)).toEqual({
    next: 'waiting',
    tries: 0,
    ms: 0,
    step: 'sign_in',
  });
});
