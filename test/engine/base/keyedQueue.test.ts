// Work of one key keeps its order; keys know nothing of each other.
import { createKeyedQueue } from '#engine/base/keyedQueue';

test('one after the other per key, whatever became of the one before, and keys side by side', async () => {
  const queue = createKeyedQueue();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = queue('a', async () => {
    seen.push('a1');
    await first.promise;
    throw new Error('no');
  });
  const second = queue('a', async () => void seen.push('a2'));
  await queue('b', async () => void seen.push('b1'));
  expect(seen).toEqual(['a1', 'b1']);
  first.resolve();
  await expect(failing).rejects.toThrow('no');
  await second;
  expect(seen).toEqual(['a1', 'b1', 'a2']);
});

test('what is cut before its turn never begins, and holds nobody up', async () => {
  const queue = createKeyedQueue();
  const gate = Promise.withResolvers<void>();
  const cut = new AbortController();
  const begun: string[] = [];
  const before = queue('a', () => gate.promise);
  const mine = queue('a', async () => void begun.push('cut'), cut.signal);
  const after = queue('a', async () => void begun.push('after'));
  cut.abort(new Error('cancelled'));
  gate.resolve();
  await before;
  await expect(mine).rejects.toThrow('cancelled');
  await after;
  expect(begun).toEqual(['after']);
});
