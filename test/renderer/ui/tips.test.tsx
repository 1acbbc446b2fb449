// Tips of controls: when they show and go.
import { setInteractionModality } from 'react-aria/private/interactions/useFocusVisible';
import {
  createTips,
  tipDelayMs,
  type Showing,
  type Tips,
} from '../../../renderer/ui/controls/tips';

const pointer = (pointerType: 'mouse' | 'touch', screenX = 10) =>
  ({ pointerType, screenX, screenY: 10 }) as never;
const mouse = pointer('mouse');
const elsewhere = pointer('mouse', 20);
const none = null as never;

const key = (name: string): void =>
  void document.dispatchEvent(new KeyboardEvent('keydown', { key: name }));

let tips: Tips;
function trigger() {
  const shown: Showing[] = [];
  return { shown, ...tips.trigger((showing) => shown.push(showing)) };
}

beforeEach(() => {
  jest.useFakeTimers();
  tips = createTips();
  // The pointer was used last.
  setInteractionModality('pointer');
});
afterEach(() => {
  jest.useRealTimers();
});

test('a tip shows after a rest of the pointer, the next one at once, and after a while each needs its rest again', () => {
  const [one, other] = [trigger(), trigger()];
  one.handlers.onPointerEnter(mouse);
  jest.advanceTimersByTime(tipDelayMs - 1);
  expect(one.shown).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(one.shown).toEqual(['yes']);
  one.handlers.onPointerLeave(elsewhere);
  other.handlers.onPointerEnter(mouse);
  expect([one.shown, other.shown]).toEqual([['yes', 'no'], ['instant']]);
  other.handlers.onPointerLeave(elsewhere);
  jest.advanceTimersByTime(1_000);
  one.handlers.onPointerEnter(mouse);
  expect(one.shown).toEqual(['yes', 'no']);
  one.handlers.onPointerLeave(elsewhere);
  jest.advanceTimersByTime(1_000);
  expect(one.shown).toEqual(['yes', 'no']);
});

test('a finger, a press and a control that goes show none; one at a time', () => {
  const [one, other] = [trigger(), trigger()];
  one.handlers.onPointerEnter(pointer('touch'));
  jest.advanceTimersByTime(1_000);
  one.handlers.onPointerEnter(mouse);
  one.handlers.onPointerDown(elsewhere);
  jest.advanceTimersByTime(1_000);
  one.handlers.onPointerEnter(mouse);
  one.end();
  jest.advanceTimersByTime(1_000);
  // Nor what comes under a pointer that rests, while somebody uses keys.
  setInteractionModality('keyboard');
  one.handlers.onPointerEnter(mouse);
  jest.advanceTimersByTime(1_000);
  expect(one.shown).toEqual([]);
  one.open();
  jest.advanceTimersByTime(tipDelayMs);
  other.open();
  expect([one.shown, other.shown]).toEqual([['yes', 'no'], ['instant']]);
  other.close();
  // Until no tip was shown just now.
  jest.advanceTimersByTime(1_000);
});

test('a control that goes with its tip leaves the next one its rest', () => {
  const [one, other] = [trigger(), trigger()];
  one.handlers.onPointerEnter(mouse);
  jest.advanceTimersByTime(tipDelayMs);
  one.end();
  jest.advanceTimersByTime(1_000);
  other.handlers.onPointerEnter(mouse);
  expect([one.shown, other.shown]).toEqual([['yes', 'no'], []]);
  jest.advanceTimersByTime(tipDelayMs);
  expect(other.shown).toEqual(['yes']);
  other.close();
  jest.advanceTimersByTime(1_000);
});

test('pointing at a control takes the place of the tip that a focus by keys shows, also with the first move', () => {
  const [focused, pointed] = [trigger(), trigger()];
  setInteractionModality('keyboard');
  key('Tab');
  focused.handlers.onFocus(none);
  expect(focused.shown).toEqual(['yes']);
  // The pointer arrives at once: the keys were still used last.
  pointed.handlers.onPointerEnter(mouse);
  expect([focused.shown, pointed.shown]).toEqual([['yes'], []]);
  pointed.handlers.onPointerMove(mouse);
  expect([focused.shown, pointed.shown]).toEqual([['yes', 'no'], ['instant']]);
  // A press ends it, and moving on does not bring it back.
  pointed.handlers.onPointerDown(elsewhere);
  pointed.handlers.onPointerMove(mouse);
  jest.advanceTimersByTime(1_000);
  expect(pointed.shown).toEqual(['instant', 'no']);
});

test('a focus that a dialog gave or got back, after Enter or Escape, shows none', () => {
  const given = trigger();
  setInteractionModality('keyboard');
  for (const name of ['Tab', 'Enter', 'Escape']) {
    key(name);
    if (name !== 'Tab') given.handlers.onFocus(none);
    jest.advanceTimersByTime(1_000);
  }
  expect(given.shown).toEqual([]);
  key('ArrowRight');
  given.handlers.onFocus(none);
  expect(given.shown).toEqual(['yes']);
  given.close();
  jest.advanceTimersByTime(1_000);
});

test('what a press brings under the pointer has not been pointed at until the pointer moves', () => {
  const [pressed, brought] = [trigger(), trigger()];
  pressed.handlers.onPointerDown(mouse);
  brought.handlers.onPointerEnter(mouse);
  brought.handlers.onPointerMove(mouse);
  jest.advanceTimersByTime(1_000);
  expect(brought.shown).toEqual([]);
  brought.handlers.onPointerMove(elsewhere);
  jest.advanceTimersByTime(tipDelayMs);
  expect(brought.shown).toEqual(['yes']);
  // A pointer that left and came back to the same element points at it.
  brought.handlers.onPointerLeave(elsewhere);
  jest.advanceTimersByTime(1_000);
  pressed.handlers.onPointerEnter(mouse);
  jest.advanceTimersByTime(tipDelayMs);
  expect(pressed.shown).toEqual(['yes']);
  pressed.close();
  jest.advanceTimersByTime(1_000);
});
