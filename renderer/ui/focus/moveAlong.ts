import type { KeyboardEvent } from 'react';

/** Left and right among the buttons of a toolbar, to the first and the last; Tab goes on as ever. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: bar, key } = event;
  const buttons = [...bar.querySelectorAll<HTMLElement>('button:enabled')];
  const index = buttons.findIndex((button) => button === bar.ownerDocument.activeElement);
  if (index === -1 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const forward = bar.ownerDocument.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const step = key === forward ? 1 : key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : 0;
  const target = { Home: 0, End: buttons.length - 1 }[key] ?? (step === 0 ? null : index + step);
  if (target === null) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[(target + buttons.length) % buttons.length]?.focus();
}
