// Which queries for keys go out at once, and which wait for others.
import { createKeyQueries, quietMs } from '#engine/crypto/keyQueries';
import { createTestClock } from '../../http/testClock';

const [alice, bob] = ['@alice:x', '@bob:x'];

function start() {
  const clock = createTestClock();
  let resumed = 0;
  const queries = createKeyQueries(clock, () => (resumed += 1));
  const told = (changed: string[], retold: string[] = []) =>
    queries.noted({ changed, left: [], retold });
  return { clock, told, queries, resumed: () => resumed };
}

test('what was only told again waits for the end of the pause, once', () => {
  const { clock, told, queries, resumed } = start();
  told([alice], [alice]);
  expect(queries.mayGo([alice])).toBe(true);
  for (let at = 0; at < 4; at += 1) {
    told([alice], [alice]);
    expect(queries.mayGo([alice])).toBe(false);
    clock.advance(1000);
  }
  expect([resumed(), clock.waiting()]).toEqual([0, [quietMs]]);
  clock.advance(1000);
  expect(resumed()).toBe(1);
  expect(queries.mayGo([alice])).toBe(true);
});

test('a change of its own is asked for at once, also beside what can wait', () => {
  const { told, queries } = start();
  told([alice], [alice]);
  expect(queries.mayGo([alice])).toBe(true);
  told([alice, bob], [alice]);
  expect(queries.mayGo([alice, bob])).toBe(true);
  told([bob]);
  told([bob], [bob]);
  expect(queries.mayGo([bob])).toBe(true);
  told([bob], [bob]);
  expect(queries.mayGo([bob])).toBe(false);
});

test('whom the library asks for on its own is never held up', () => {
  const { told, queries } = start();
  told([alice], [alice]);
  expect(queries.mayGo([alice])).toBe(true);
  expect(queries.mayGo([bob])).toBe(true);
  // It failed, or was answered with an error: nothing was told since.
  expect(queries.mayGo([alice])).toBe(true);
});

test('what waits goes at once when somebody is about to encrypt, and nothing waits meanwhile', async () => {
  const { clock, told, queries, resumed } = start();
  told([alice], [alice]);
  queries.mayGo([alice]);
  told([alice], [alice]);
  expect(queries.mayGo([alice])).toBe(false);
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = queries.urgently(() => promise);
  expect([resumed(), clock.waiting()]).toEqual([1, []]);
  expect(queries.mayGo([alice])).toBe(true);
  told([alice], [alice]);
  expect(queries.mayGo([alice])).toBe(true);
  resolve('done');
  expect(await work).toBe('done');
  told([alice], [alice]);
  expect(queries.mayGo([alice])).toBe(false);
});

test('nothing is left behind when it stops', () => {
  const { clock, told, queries } = start();
  told([alice], [alice]);
  queries.mayGo([alice]);
  told([alice], [alice]);
  queries.mayGo([alice]);
  queries.stop();
  expect(clock.waiting()).toEqual([]);
});
