// What a session or an engine has set a timer for is not done after its end: it would work on a closed store, or for the next account.
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { startHomeserver } from '../homeserver/homeserver.cjs';
import { openWindow, requestId } from './support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;

beforeAll(async () => {
  homeserver = await startHomeserver();
  await homeserver.registerUser({ username: 'alice', password: 'pw' });
}, 120_000);
afterAll(() => homeserver.stop());

function watchedClock() {
  const clock = systemClock();
  const waiting = new Set<object>();
  const watched: Clock = {
    ...clock,
    setTimeout(work, ms) {
      const timer = {};
      waiting.add(timer);
      const cancel = clock.setTimeout(() => {
        waiting.delete(timer);
        work();
      }, ms);
      return () => {
        waiting.delete(timer);
        cancel();
      };
    },
  };
  return { clock: watched, waiting };
}

test('no timer of a session waits after its end, and none of an engine after it has stopped', async () => {
  const { clock, waiting } = watchedClock();
  const window = openWindow({ deps: { clock } });
  try {
    const ofEngine = new Set(waiting);
    await window.call('signIn', { server: homeserver.baseUrl, user: 'alice', password: 'pw' });
    const { roomId } = await window.call('createRoom', {
      ...{ requestId: requestId(), name: 'Orchard', topic: null, direct: false },
      ...{ encrypted: true, public: false, invite: [] },
    });
    await window.call('sendMessage', {
      ...{ requestId: requestId(), roomId, threadId: null, text: 'hello' },
      ...{ kind: 'text' as const, replyTo: null },
    });
    await window.list('timeline', { roomId, threadId: null, around: null, limit: 20 }, (items) =>
      items.some((one) => one.kind === 'message' && one.status === null),
    );
    const before = [...waiting].filter((timer) => !ofEngine.has(timer));
    expect(before).not.toEqual([]);
    await window.call('signOut', {});
    expect(before.filter((timer) => waiting.has(timer))).toEqual([]);
  } finally {
    await window.stop();
  }
  expect(waiting.size).toBe(0);
}, 300_000);
