// What is encrypted and what is taken in do not run beside each other, so that the crypto store never has to save half of what came.
import { createTurns } from '#engine/crypto/turns';

/** Time passes when the test says so. */
function manualClock() {
  const due: (() => void)[] = [];
  return {
    setTimeout: (work: () => void) => {
      due.push(work);
      return () => void due.splice(due.indexOf(work), 1);
    },
    pass: () => due.splice(0).forEach((work) => work()),
    waiting: () => due.length,
  };
}

function deferred() {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what came is taken in when nothing is being encrypted, and the next to encrypt waits for that', async () => {
  const turns = createTurns(manualClock());
  const seen: string[] = [];
  const [first, inbox] = [deferred(), deferred()];
  const all = [
    turns.send(() => first.promise.then(() => void seen.push('first sent'))),
    turns.receive(() => {
      seen.push('taken in');
      return inbox.promise.then(() => void seen.push('saved'));
    }),
  ];
  await settled();
  expect(seen).toEqual([]);
  first.end();
  await settled();
  all.push(turns.send(async () => void seen.push('second sent')));
  await settled();
  expect(seen).toEqual(['first sent', 'taken in']);
  inbox.end();
  await Promise.all(all);
  expect(seen).toEqual(['first sent', 'taken in', 'saved', 'second sent']);
});

test('a failure on either side holds up nobody', async () => {
  const turns = createTurns(manualClock());
  const fails = (): Promise<never> => Promise.reject(new Error('refused'));
  await expect(turns.send(fails)).rejects.toThrow('refused');
  await expect(turns.receive(fails)).rejects.toThrow('refused');
  await expect(turns.send(async () => 'sent')).resolves.toBe('sent');
  await expect(turns.receive(async () => 'taken')).resolves.toBe('taken');
});

test('a network that does not answer keeps nothing unread', async () => {
  const clock = manualClock();
  const turns = createTurns(clock);
  const never = deferred();
  const sent = turns.send(() => never.promise);
  const taken = turns.receive(async () => 'taken');
  await settled();
  clock.pass();
  await expect(taken).resolves.toBe('taken');
  never.end();
  await sent;
  expect(clock.waiting()).toBe(0);
});
