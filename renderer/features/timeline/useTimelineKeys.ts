// The keys of the timeline: arrows from message to message and to lines that open, letters for what one does most.
import { useRef } from 'react';
import type { FocusEventHandler, KeyboardEvent, PointerEventHandler } from 'react';
import { isLetter } from '#ui/focus/keys';
import type { Message, TimelineActions } from './context';
import { messagesOf, type ShownItem } from './folds';
import { canSelect, useSelecting, type Selecting } from './select/selecting';

/** Where arrows stop: messages, and lines that open. */
const stops = '[data-message], [data-fold]';
const stopKey = ({ dataset }: HTMLElement): string | undefined =>
  dataset['message'] ?? dataset['fold'];

/** The last stop of which something is in view, for arrows that come from outside. */
function lastInView(list: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const { bottom } = list.getBoundingClientRect();
  return rows.findLast((row) => row.getBoundingClientRect().top < bottom) ?? rows[0];
}

/** Moves the focus to the stop before (-1) or after (1) the focused one. */
function moveFocus(list: HTMLElement, step: -1 | 1, before: string | null): HTMLElement | null {
  const rows = [...list.querySelectorAll<HTMLElement>(stops)];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  // From outside, or after the focused row was scrolled away, the first arrow comes back to where it was. At either end it stays.
  const next =
    current === -1
      ? (rows.find((row) => stopKey(row) === before) ?? lastInView(list, rows))
      : (rows[current + step] ?? rows[current]);
  if (next === undefined) return null;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return next;
}

/** While messages are being chosen all keys are for that. */
function chooseBy(event: KeyboardEvent, item: Message | null, selecting: Selecting): boolean {
  if (event.key === 'Escape') selecting.end();
  else if (item === null || !canSelect(item)) return false;
  else if (event.key === ' ' || event.key === 'Enter') selecting.toggle(item.key);
  else return false;
  return true;
}

function actOn(event: KeyboardEvent, item: Message, actions: TimelineActions): boolean {
  const { reply, thread, edit, redact } = item.actions;
  const key = event.key.toLowerCase();
  if (key === 'r' && reply) actions.reply(item);
  else if (key === 't' && (thread || item.thread !== undefined)) actions.openThread(item);
  else if (key === 'e' && edit) actions.edit(item);
  else if (key === 'delete' && redact) actions.redact(item);
  else return false;
  return true;
}

/** Whether the focus came to where it is by the pointer: nobody who clicked has chosen a message to act on. */
function usePointed(): {
  readonly isPointed: () => boolean;
  readonly onPointerDown: PointerEventHandler;
  readonly onFocus: FocusEventHandler;
} {
  const state = useRef({ pressed: false, pointed: false });
  return {
    isPointed: () => state.current.pointed,
    onPointerDown: () => {
      state.current = { pressed: true, pointed: true };
      const release = (): void => void (state.current.pressed = false);
      // A drag, or a touch that scrolls, takes the pointer away: it is never let go.
      for (const end of ['pointerup', 'pointercancel'] as const)
        document.addEventListener(end, release, { once: true, capture: true });
    },
    onFocus: () => void (state.current.pointed = state.current.pressed),
  };
}

export interface TimelineKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onPointerDown: PointerEventHandler;
  readonly onFocus: FocusEventHandler;
}

export function useTimelineKeys(
  items: readonly ShownItem[],
  actions: TimelineActions,
  onEscape: () => void = () => undefined,
): TimelineKeys {
  const { isPointed, onPointerDown, onFocus } = usePointed();
  const last = useRef<string | null>(null);
  const selecting = useSelecting();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const list = event.currentTarget;
    if (event.ctrlKey || event.metaKey || event.altKey || target === null) return;
    // From a control of a message Escape leads back to the message; all other keys are the control's.
    const onRow = stopKey(target) !== undefined;
    // A quote is part of what the message says: only Enter is its own.
    const onQuote = target.dataset['quote'] !== undefined;
    if (!onRow && target !== list && (!onQuote || event.key === 'Escape')) {
      if (event.key === 'Escape' && list.contains(target))
        target.closest<HTMLElement>('[data-message]')?.focus({ preventScroll: true });
      return;
    }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const from = onRow || onQuote ? null : last.current;
      const row = moveFocus(list, event.key === 'ArrowUp' ? -1 : 1, from);
      last.current = (row === null ? undefined : stopKey(row)) ?? last.current;
      if (event.shiftKey && selecting.get() !== null && last.current !== null)
        selecting.extendTo(last.current);
      return;
    }
    const pressed = target.closest<HTMLElement>(stops)?.dataset['message'];
    const item = items.flatMap(messagesOf).find(({ key }) => key === pressed) ?? null;
    if (selecting.get() !== null) {
      if (chooseBy(event, item, selecting)) event.preventDefault();
      return;
    }
    if (event.key === 'Escape') {
      onEscape();
      actions.toComposer();
      return;
    }
    if (onQuote && event.key === 'Enter') return;
    if (item !== null && !isPointed() && actOn(event, item, actions)) event.preventDefault();
    // The field has the focus before the browser writes the letter.
    else if (isLetter(event)) actions.toComposer();
  };
  return { onKeyDown, onPointerDown, onFocus };
}
