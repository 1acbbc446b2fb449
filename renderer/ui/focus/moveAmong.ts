import type { KeyboardEvent } from 'react';

/** Up and down among the rows of a list, to the first and the last; each row begins with the button that opens it. */
export function moveAmong(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const row = document.activeElement?.closest('li') ?? null;
  const index = buttons.findIndex((button) => button.parentElement === row);
  const last = buttons.length - 1;
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
  if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(last, target))]?.focus();
}
