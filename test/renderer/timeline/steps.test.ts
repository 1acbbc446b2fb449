// How a list that is drawn in part comes to what lies outside its view.
import { oneStep } from '../../../renderer/features/timeline/scroll/heights';

const wanted = { start: 10, end: 60 };
const inView = { start: 30, end: 40 };

test('each step draws a few items more on either side, never less than the view, until all that is wanted is drawn', () => {
  const steps = [inView];
  for (let last = inView; last.start > wanted.start || last.end < wanted.end;) {
    last = oneStep(last, wanted, inView, 6);
    steps.push(last);
  }
  expect(steps).toEqual([
    inView,
    { start: 24, end: 46 },
    { start: 18, end: 52 },
    { start: 12, end: 58 },
    wanted,
  ]);
});

test('without a step what is in view is drawn beside what is drawn already; what is far away goes', () => {
  expect(oneStep({ start: 35, end: 50 }, wanted, inView, 0)).toEqual({ start: 30, end: 50 });
  expect(oneStep({ start: 100, end: 120 }, wanted, inView, 0)).toEqual(inView);
  expect(oneStep({ start: 0, end: 45 }, wanted, inView, 0)).toEqual({ start: 10, end: 45 });
});
