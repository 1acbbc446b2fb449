// A row that grows by itself, as the line of a failure that is loaded with its first use: the list follows its end before the next paint.
import '../jsdom';
import { act, render, screen } from '@testing-library/react';
import { AnchoredList } from '../../../renderer/features/timeline/scroll/AnchoredList';

const viewHeight = 100;
const heights = new Map([
  ['a', 90],
  ['b', 60],
]);
const items = [...heights.keys()].map((key) => ({ key }));
let grown: () => void = () => undefined;

beforeAll(() => {
  const page = globalThis as { ResizeObserver: unknown };
  page.ResizeObserver = class {
    constructor(callback: () => void) {
      grown = callback;
    }
    observe(): void {}
    disconnect(): void {}
  };
  const idle = { requestIdleCallback: () => 0, cancelIdleCallback: () => undefined };
  Object.assign(globalThis, idle);
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => viewHeight });
  HTMLElement.prototype.getBoundingClientRect = function measured(this: HTMLElement) {
    return new DOMRect(0, 0, 100, heights.get(this.dataset['key'] ?? '') ?? 0);
  };
});

test('the end of the list stays in view in the frame in which its last row grows', () => {
  render(
    <AnchoredList
      {...{ items, live: true, initialKey: null, stopKey: null, label: 'list' }}
      estimate={() => 50}
      isSteady={() => true}
      onPosition={() => undefined}
    >
      {({ key }) => <p>{key}</p>}
    </AnchoredList>,
  );
  const list = screen.getByRole('log', { name: 'list' });
  expect(list.scrollTop).toBe(150 - viewHeight);
  heights.set('b', 84);
  // The browser asks between layout and paint; what React does later is not in this picture.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  grown();
  const painted = list.scrollTop;
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  act(() => undefined);
  expect(painted).toBe(174 - viewHeight);
});
