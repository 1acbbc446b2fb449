// Since when sync says that it is offline, on a clock of the test.
import { appFailure } from '#contract/wire/errors';
import { createSyncMachine } from '#engine/sync/state';

const { error } = appFailure('offline', 'fetch failed');
const [minute, start] = [60_000, 1_000 * 60_000];

function machine() {
  let nowMs = start;
  const made = createSyncMachine(
    () => nowMs,
    () => undefined,
  );
  made.started();
  made.synced(false);
  return { ...made, pass: (ms: number) => void (nowMs += ms) };
}

test('a connection that breaks while the server had nothing to say is offline since the break', () => {
  const one = machine();
  one.pass(27_000);
  one.failed(error);
  one.pass(4_500);
  one.keepAliveFailed(error);
  expect(one.report()).toMatchObject({ phase: 'offline', sinceMs: start + 27_000 });
  // It stays so, however often it is tried.
  one.pass(minute);
  one.keepAliveFailed(error);
  expect(one.report().sinceMs).toBe(start + 27_000);
});

test('where an answer was overdue, nobody knows of more than the last one: after sleep, and where a network goes without a word', () => {
  const one = machine();
  one.pass(8 * 60 * minute);
  one.failed(error);
  one.keepAliveFailed(error);
  expect(one.report()).toMatchObject({ phase: 'offline', sinceMs: start });
});

test('a connection that came back and broke again before anything was synced is offline since the first break', () => {
  const one = machine();
  one.pass(10_000);
  one.failed(error);
  one.keepAliveFailed(error);
  one.pass(minute);
  one.connectionReturned(true);
  one.pass(1_000);
  one.failed(error);
  one.keepAliveFailed(error);
  expect(one.report()).toMatchObject({ phase: 'offline', sinceMs: start + 10_000 });
  one.synced(false);
  one.pass(5_000);
  for (let failure = 0; failure < 3; failure += 1) one.failed(error);
  expect(one.report().sinceMs).toBe(start + 10_000 + minute + 1_000 + 5_000);
});
