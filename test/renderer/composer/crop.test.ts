import fc from 'fast-check';
import {
  fitted,
  moved,
  mostZoom,
  squareOf,
  wholeCrop,
} from '../../../renderer/features/picture/crop';

const sizes = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
});

test('the square lies within the picture, however it is moved and enlarged', () => {
  const part = fc.double({ min: -3, max: 3, noNaN: true });
  const steps = fc.array(
    fc.record({ dx: part, dy: part, zoom: fc.double({ min: 0, max: 9, noNaN: true }) }),
  );
  fc.assert(
    fc.property(sizes, steps, (size, moves) => {
      let crop = wholeCrop;
      for (const { dx, dy, zoom } of moves)
        crop = moved(size, fitted(size, { ...crop, zoom }), dx, dy);
      const { left, top, side } = squareOf(size, crop);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6);
      expect(left + side).toBeLessThanOrEqual(size.width + 1e-6);
      expect(top + side).toBeLessThanOrEqual(size.height + 1e-6);
      expect(side).toBeGreaterThanOrEqual(Math.min(size.width, size.height) / mostZoom - 1e-6);
    }),
  );
});

test('the picture follows the hand', () => {
  const size = { width: 400, height: 200 };
  expect(squareOf(size, wholeCrop)).toEqual({ left: 100, top: 0, side: 200 });
  expect(squareOf(size, moved(size, wholeCrop, 0.25, 0.25)).left).toBe(50);
  expect(squareOf(size, moved(size, wholeCrop, -9, 0)).left).toBe(200);
});
