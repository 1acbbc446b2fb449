import type { KeyboardEvent } from 'react';

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Left and right among the buttons of a toolbar, round its ends; Tab goes on as ever. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: bar } = event;
  const { activeElement, dir } = bar.ownerDocument;
  const buttons = [...bar.querySelectorAll<HTMLElement>('button:enabled')];
  const index = buttons.findIndex((button) => button === activeElement);
  const step = steps[event.key];
  if (step === undefined || index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  buttons.at((index + (dir === 'rtl' ? -step : step)) % buttons.length)?.focus();
}
