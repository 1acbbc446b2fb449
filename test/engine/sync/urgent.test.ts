// Requests of a sync before it writes, while the user waits.
import { systemClock } from '#engine/base/clock';
import { readAnswer, type SyncAnswer } from '#engine/sync/answer';
import { listenOn, type Urgent } from '#engine/sync/urgent';

const clock = systemClock();
const answer = (nextBatch: string, more: object = {}): Promise<SyncAnswer> =>
  readAnswer(
    Buffer.from(JSON.stringify({ next_batch: nextBatch, ...more })),
    async () => undefined,
  );
const toDevice = { to_device: { events: [{ type: 'm.dummy', sender: '@a:x', content: {} }] } };
const waits = (untilMs: number): Urgent => ({
  rooms: () => new Set(),
  take: async () => undefined,
  quietUntil: () => clock.monotonic() + untilMs,
});

async function listen(
  urgent: Urgent,
  first: SyncAnswer,
  ...later: (() => Promise<SyncAnswer | null>)[]
): Promise<{ tokens: string[]; asked: string[] }> {
  const asked: string[] = [];
  const answers = await listenOn(urgent, first, clock, (since, timeoutMs) => {
    asked.push(since);
    expect(timeoutMs).toBeLessThanOrEqual(200);
    return later.shift()?.() ?? Promise.resolve(null);
  });
  return { tokens: answers.map(({ nextBatch }) => nextBatch), asked };
}

test('where nobody waits nothing is asked before it is written', async () => {
  expect(await listen(waits(0), await answer('s1'))).toEqual({ tokens: ['s1'], asked: [] });
});

test('the server is asked on from the newest answer, until it has nothing new', async () => {
  const heard = await listen(
    waits(200),
    await answer('s1'),
    () => answer('s2'),
    () => answer('s2'),
  );
  expect(heard).toEqual({ tokens: ['s1', 's2'], asked: ['s1', 's2'] });
});

test('what came to this device is written before the server is asked on, which would forget it', async () => {
  const first = await answer('s1', toDevice);
  expect(await listen(waits(200), first)).toEqual({ tokens: ['s1'], asked: [] });
  const heard = await listen(waits(200), await answer('s1'), () => answer('s2', toDevice));
  expect(heard).toEqual({ tokens: ['s1', 's2'], asked: ['s1'] });
});

test('a server that fails meanwhile leaves what there is', async () => {
  const heard = await listen(waits(200), await answer('s1'), () =>
    Promise.reject(new Error('gone')),
  );
  expect(heard).toEqual({ tokens: ['s1'], asked: ['s1'] });
});
