// Work that a failing disk stopped is repeated later; damage that no waiting mends is reported at once.
import { StoreError } from '#stores/sqlite/errors';
import { endingClock, patient, retried, sayingDamage } from '#engine/base/clock';
import { throttle } from '#engine/views/view';
import { testClock } from '../views/support';

const failing = (code: string) => Object.assign(new Error(code), { code });

test('work waits for the disk, ever more seldom up to ten seconds, and is done once when it works', () => {
  const clock = testClock();
  let isBroken = true;
  let tries = 0;
  let done = 0;
  const work = retried(clock, () => {
    tries += 1;
    if (isBroken) throw failing('SQLITE_IOERR_READ');
    done += 1;
  });
  work.now();
  const waits = [2_000, 4_000, 8_000, 10_000, 10_000].map((ms) => {
    clock.pass(ms - 1);
    const before = tries;
    clock.pass(1);
    return tries - before;
  });
  expect(waits).toEqual([1, 1, 1, 1, 1]);
  expect(work.waits()).toBe(true);
  isBroken = false;
  clock.pass(10_000);
  expect([done, work.waits()]).toEqual([1, false]);
  clock.pass(60_000);
  expect(done).toBe(1);
});

test.each(['store_corrupt', 'store_newer', 'key_unavailable'] as const)(
  'what no waiting mends (%s) is said, and not tried again',
  (code) => {
    const clock = testClock();
    const said: unknown[] = [];
    let tries = 0;
    const work = retried(
      clock,
      () => {
        tries += 1;
        throw new StoreError(code, 'no');
      },
      (thrown) => said.push((thrown as StoreError).code),
    );
    work.now();
    clock.pass(60_000);
    expect([tries, said]).toEqual([1, [code]]);
    const bare = retried(clock, () => {
      throw failing('SQLITE_CORRUPT');
    });
    expect(() => bare.now()).toThrow('SQLITE_CORRUPT');
  },
);

test('nothing is done after the end, also while the disk is waited for', () => {
  const clock = testClock();
  let tries = 0;
  const paced = throttle(clock, 100, () => {
    tries += 1;
    throw failing('SQLITE_FULL');
  });
  paced.ask();
  paced.ask();
  expect(tries).toBe(1);
  clock.pass(2_000);
  expect(tries).toBe(2);
  paced.close();
  clock.pass(60_000);
  expect(tries).toBe(2);
});

test('damage that paced work comes upon is no failure of whoever asked for it', () => {
  const clock = testClock();
  let tries = 0;
  const paced = throttle(clock, 100, () => {
    tries += 1;
    throw failing('SQLITE_CORRUPT');
  });
  expect(() => paced.ask()).not.toThrow();
  clock.pass(60_000);
  paced.ask();
  expect(tries).toBe(2);
  const broken = throttle(clock, 100, () => {
    throw new TypeError('of ours');
  });
  expect(() => broken.ask()).toThrow('of ours');
});

test('damage that a timer meets is said; a disk that fails for now, and a mistake of ours, are thrown on', () => {
  const clock = testClock();
  const said: string[] = [];
  const saying = sayingDamage(clock, ({ code }) => said.push(code));
  const throws = (thrown: Error) => (): void => {
    throw thrown;
  };
  saying.setTimeout(throws(failing('SQLITE_CORRUPT')), 1);
  saying.setTimeout(throws(new StoreError('store_corrupt', 'no')), 1);
  clock.pass(1);
  expect(said).toEqual(['store_corrupt', 'store_corrupt']);
  saying.setTimeout(throws(failing('SQLITE_FULL')), 1);
  expect(() => clock.pass(1)).toThrow('SQLITE_FULL');
  saying.setTimeout(throws(new TypeError('of ours')), 1);
  expect(() => clock.pass(1)).toThrow('of ours');
  saying.setTimeout(() => said.push('never'), 1)();
  clock.pass(1);
  expect(said).toHaveLength(2);
});

test('a timer whose work takes the timer away first waits for the disk all the same; from outside it is ended', () => {
  const clock = testClock();
  const real = patient(clock);
  let isBroken = true;
  let done = 0;
  const set = (): (() => void) => {
    const cancel = real.setTimeout(() => {
      cancel();
      if (isBroken) throw failing('SQLITE_IOERR_READ');
      done += 1;
    }, 100);
    return cancel;
  };
  set();
  const other = set();
  clock.pass(100);
  other();
  isBroken = false;
  clock.pass(10_000);
  expect(done).toBe(1);
});

test('what took its own timer away and waits for the disk is not done after the end of those whose it is', () => {
  const clock = testClock();
  const ending = endingClock(patient(clock));
  let isBroken = true;
  const done: string[] = [];
  const cancel = ending.clock.setTimeout(() => {
    cancel();
    if (isBroken) throw failing('SQLITE_IOERR_READ');
    done.push('waited');
  }, 100);
  ending.clock.setTimeout(() => done.push('late'), 5_000);
  ending.clock.setTimeout(() => done.push('before'), 50);
  clock.pass(100);
  ending.end();
  isBroken = false;
  ending.clock.setTimeout(() => done.push('after'), 1);
  clock.pass(10_000);
  expect(done).toEqual(['before']);
});
