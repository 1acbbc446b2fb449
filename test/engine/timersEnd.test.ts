// Timers of a session or an engine do not run after its end: they would work on a closed store, or for the next account.
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { on, startFaultProxy } from '../faults/faultProxy';
import { startHomeserver } from '../homeserver/homeserver.cjs';
import { openWindow, requestId } from './support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;

beforeAll(async () => {
  homeserver = await startHomeserver();
  await homeserver.registerUser({ username: 'alice', password: 'pw' });
}, 120_000);
afterAll(() => homeserver.stop());

/** Before the second try of what did not reach the server (CHAT-7.11). */
const secondTryMs = 2_000;

function watchedClock() {
  const clock = systemClock();
  const waiting = new Set<object>();
  let held: PromiseWithResolvers<object> | null = null;
  const watched: Clock = {
    ...clock,
    setTimeout(work, ms) {
      const timer = {};
      waiting.add(timer);
      if (held !== null && ms === secondTryMs) {
        held.resolve(timer);
        return () => void waiting.delete(timer);
      }
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
  /** From now on second tries wait for ever. Resolves with the first of them. */
  const hold = (): Promise<object> => (held = Promise.withResolvers<object>()).promise;
  return { clock: watched, waiting, hold };
}

test('no timer of a session waits after its end, and none of an engine after it has stopped', async () => {
  const { clock, waiting, hold } = watchedClock();
  const window = openWindow({ deps: { clock } });
  const proxy = await startFaultProxy(homeserver.baseUrl);
  const unknown = proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  try {
    const ofEngine = new Set(waiting);
    await window.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
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
    // These retries go on after their pause unless they are ended.
    proxy.rules.add({ match: on('PUT', '/account_data/'), cut: 'before-headers' });
    const pause = hold();
    void window
      .call('setIgnored', { userId: '@mallory:localhost', ignored: true })
      .catch(() => undefined);
    expect(waiting).toContain(await pause);
    const before = [...waiting].filter((timer) => !ofEngine.has(timer));
    await window.call('signOut', {});
    expect(before.filter((timer) => waiting.has(timer))).toEqual([]);
    // Nor this question, whose answer is given five seconds.
    unknown();
    const held = proxy.hold(on('GET', '/.well-known/matrix/client'), 'before-forward');
    void window.call('discoverServer', { server: proxy.url }).catch(() => undefined);
    await held.reached;
    expect(waiting.size).toBeGreaterThan(0);
  } finally {
    await window.stop();
  }
  const left = waiting.size;
  await proxy.close();
  expect(left).toBe(0);
}, 300_000);
