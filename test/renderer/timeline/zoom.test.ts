// How large a picture is drawn over everything, and what stays under the pointer.
import fc from 'fast-check';
import {
  fitZoom,
  nextZoom,
  scrollKeeping,
  turned,
  wheeled,
} from '../../../renderer/features/files/preview/zoom';

test('a picture is fitted into its box, but never made larger than it is', () => {
  const box = { width: 800, height: 600 };
  expect([
    fitZoom({ width: 1600, height: 600 }, box),
    fitZoom({ width: 400, height: 2400 }, box),
    fitZoom({ width: 64, height: 64 }, box),
    fitZoom(turned({ width: 600, height: 1600 }, 1), box),
  ]).toEqual([0.5, 0.25, 1, 0.5]);
});

test('steps end at 10 % and 800 %, also by the wheel', () => {
  expect([nextZoom(8, 1), nextZoom(0.1, -1), nextZoom(0.33, 1), nextZoom(1, -1)]).toEqual([
    8, 0.1, 0.5, 0.75,
  ]);
  expect([wheeled(8, -100), wheeled(0.1, 100)]).toEqual([8, 0.1]);
  expect(wheeled(1, -100)).toBeGreaterThan(1);
});

test('the point under the pointer stays where it is while a picture larger than its box grows', () => {
  const cases = fc.record({
    at: fc.nat(800),
    scrolled: fc.nat(1000),
    before: fc.integer({ min: 1800, max: 4000 }),
    grows: fc.double({ min: 1, max: 4, noNaN: true }),
  });
  fc.assert(
    fc.property(cases, ({ at, scrolled, before, grows }) => {
      const after = before * grows;
      const now = scrollKeeping(at, scrolled, before, after, 800);
      expect((now + at) / after).toBeCloseTo((scrolled + at) / before);
    }),
  );
});
