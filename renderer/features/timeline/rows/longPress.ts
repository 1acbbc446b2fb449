// A finger that stays where it is: not every system makes the event of a menu of it. Comes with the first touch.

const pressMs = 500;
const slackPx = 10;

/** `over` is aborted when the finger goes, or scrolls. What follows the end of a long press is no click. */
export function longPress(x: number, y: number, over: AbortController, onPress: () => void): void {
  const { signal } = over;
  if (signal.aborted) return;
  const timer = setTimeout(() => {
    onPress();
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', swallow, { capture: true, once: true });
    // If the press fires no click, the next click must not be swallowed.
    signal.addEventListener('abort', () =>
      setTimeout(() => window.removeEventListener('click', swallow, true)),
    );
  }, pressMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - x, clientY - y) > slackPx) over.abort();
    },
    { signal },
  );
}
