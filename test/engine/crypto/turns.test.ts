// Encryption and the intake of sync data take turns, so that the crypto store never saves half of the data.
import { createTurns } from '#engine/crypto/turns';
import { createTestClock } from '../http/testClock';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what came is taken in when nothing is being encrypted, and the next to encrypt waits for that', async () => {
  const turns = createTurns(createTestClock());
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const inbox = Promise.withResolvers<void>();
  const all = [
    turns.send(() => first.promise.then(() => void seen.push('first sent'))),
    turns.receive(() => {
      seen.push('taken in');
      return inbox.promise.then(() => void seen.push('saved'));
    }),
  ];
  await settled();
  expect(seen).toEqual([]);
  first.resolve();
  await settled();
  all.push(turns.send(async () => void seen.push('second sent')));
  await settled();
  expect(seen).toEqual(['first sent', 'taken in']);
  inbox.resolve();
  await Promise.all(all);
  expect(seen).toEqual(['first sent', 'taken in', 'saved', 'second sent']);
});

test('a failure on either side holds up nobody', async () => {
  const turns = createTurns(createTestClock());
  const fails = (): Promise<never> => Promise.reject(new Error('refused'));
  await expect(turns.send(fails)).rejects.toThrow('refused');
  await expect(turns.receive(fails)).rejects.toThrow('refused');
  await expect(turns.send(async () => 'sent')).resolves.toBe('sent');
  await expect(turns.receive(async () => 'taken')).resolves.toBe('taken');
});

test('a network that does not answer keeps nothing unread', async () => {
  const clock = createTestClock();
  const turns = createTurns(clock);
  const never = Promise.withResolvers<void>();
  const sent = turns.send(() => never.promise);
  const taken = turns.receive(async () => 'taken');
  await settled();
  clock.advance(15_000);
  await expect(taken).resolves.toBe('taken');
  never.resolve();
  await sent;
  expect(clock.waiting()).toEqual([]);
});

test('what begins to be encrypted while others are awaited is awaited too', async () => {
  const clock = createTestClock();
  const turns = createTurns(clock);
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const all = [
    turns.send(() => first.promise),
    turns.receive(async () => void seen.push('taken in')),
    turns.send(() => second.promise.then(() => void seen.push('second sent'))),
  ];
  first.resolve();
  await settled();
  expect(seen).toEqual([]);
  second.resolve();
  await Promise.all(all);
  expect(seen).toEqual(['second sent', 'taken in']);
  expect(clock.waiting()).toEqual([]);
});
