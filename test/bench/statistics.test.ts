// The bench's numbers can only be trusted if its arithmetic is right.
import { isMet, isQuiet, median, p95, ratioOf, sampleOrder } from './statistics';

test('the median of an odd and of an even number of samples, in any order', () => {
  expect([median([9, 1, 5]), median([4, 1, 3, 2]), median([7])]).toEqual([5, 2.5, 7]);
  expect(() => median([])).toThrow('no samples');
});

test('p95 is the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([p95(hundred), p95([1, 2, 3]), p95(hundred.slice(0, 20))]).toEqual([95, 3, 99]);
});

test('samples are not changed', () => {
  const samples = Object.freeze([3, 1, 2]);
  expect([median(samples), p95(samples), ratioOf(samples, samples).value]).toEqual([2, 3, 1]);
});

test('each side gets as many samples as pairs, forth and back in turn', () => {
  expect(sampleOrder(['A', 'B', 'F'], 4).join('')).toBe('ABFFBAABFFBA');
  expect(sampleOrder(['B', 'F'], 3).join('')).toBe('BFFBBF');
});

test('the interval of a ratio holds the ratio, is the same each time, and shrinks with the spread', () => {
  const wide = ratioOf([10, 20, 30, 40, 50], [1, 2, 3, 4, 5]);
  const narrow = ratioOf([29, 30, 30, 30, 31], [3, 3, 3, 3, 3]);
  expect(wide).toEqual(ratioOf([10, 20, 30, 40, 50], [1, 2, 3, 4, 5]));
  expect([wide.value, narrow.value]).toEqual([10, 10]);
  expect(wide.low).toBeLessThan(10);
  expect(wide.high).toBeGreaterThan(10);
  expect(wide.low).toBeGreaterThanOrEqual(2);
  expect(wide.high).toBeLessThanOrEqual(50);
  expect(narrow.high - narrow.low).toBeLessThan(wide.high - wide.low);
});

test('the interval covers the true ratio about as often as it says', () => {
  // Twenty-one samples of each side from known distributions, the medians of which are 2 and 1.
  let state = 42;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const draw = (middle: number): number[] =>
    Array.from({ length: 21 }, () => middle * (0.8 + 0.4 * next()));
  const hits = Array.from({ length: 20 }, (_, seed) => ratioOf(draw(2), draw(1), seed + 1)).filter(
    ({ low, high }) => low <= 2 && 2 <= high,
  ).length;
  expect(hits).toBeGreaterThanOrEqual(16);
});

test('bars and the check of the machine include their ends', () => {
  expect([isMet(25, { atLeast: 25 }), isMet(24.9, { atLeast: 25 })]).toEqual([true, false]);
  expect([isMet(2, { atMost: 2 }), isMet(2.01, { atMost: 2 })]).toEqual([true, false]);
  expect([0.92, 0.93, 1, 1.07, 1.08].map(isQuiet)).toEqual([false, true, true, true, false]);
});
