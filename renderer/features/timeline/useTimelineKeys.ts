// The keys of the timeline: arrows move between messages and folded lines, letters are shortcuts for frequent acts.
import { useRef } from 'react';
import type { FocusEventHandler, KeyboardEvent, PointerEventHandler } from 'react';
import { isLetter } from '#ui/focus/keys';
import type { Message, TimelineActions } from './context';
import { messagesOf, type ShownItem } from './folds';
import { canSelect, useSelecting, type Selecting } from './select/selecting';

/** Elements that arrow keys move to: messages, and folded lines. */
const stops = '[data-message], [data-fold]';
const stopKey = ({ dataset }: HTMLElement): string | undefined =>
  dataset['message'] ?? dataset['fold'];

/** The last such element in view; arrow keys start there if the focus was elsewhere. */
function lastInView(list: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const { bottom } = list.getBoundingClientRect();
  return rows.findLast((row) => row.getBoundingClientRect().top < bottom) ?? rows[0];
}

/** Moves the focus to the element before (-1) or after (1) the focused one. */
function moveFocus(list: HTMLElement, step: -1 | 1, before: string | null): HTMLElement | null {
  const rows = [...list.querySelectorAll<HTMLElement>(stops)];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  // If the focus was elsewhere or its row was scrolled away, the first arrow returns to the last row. At either end it stays.
  const next =
    current === -1
      ? (rows.find((row) => stopKey(row) === before) ?? lastInView(list, rows))
      : (rows[current + step] ?? rows[current]);
  if (next === undefined) return null;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return next;
}

/** Scrolls to either end of what is loaded, and moves the focus to the message there once it is drawn. */
function moveToEnd(list: HTMLElement, key: string): void {
  const isEnd = key === 'End';
  // The row that has the focus may be taken away.
  list.focus({ preventScroll: true });
  list.scrollTop = isEnd ? list.scrollHeight : 0;
  const focus = (): void => {
    const rows = [...list.querySelectorAll<HTMLElement>(stops)];
    const { top } = list.getBoundingClientRect();
    const row = isEnd
      ? lastInView(list, rows)
      : rows.find((one) => one.getBoundingClientRect().bottom > top);
    if (document.activeElement === list) row?.focus({ preventScroll: true });
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

/** Letters that act on a message: where one of them may not, it is not written either. */
const isActKey = ({ key }: KeyboardEvent): boolean => /^[rte]$/i.test(key);

/** In the selection mode all keys are for the selection. */
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

/** Whether the pointer moved the focus to its place: a click on a message does not choose it for the keys. */
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
      // A drag, or a touch that scrolls, cancels the pointer: there is no `pointerup`.
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
    // On a control of a message Escape returns to the message; all other keys belong to the control.
    const onRow = stopKey(target) !== undefined;
    // A quote is part of its message: only Enter belongs to the quote.
    const onQuote = target.dataset['quote'] !== undefined;
    if (!onRow && target !== list && (!onQuote || event.key === 'Escape')) {
      if (event.key === 'Escape' && list.contains(target))
        target.closest<HTMLElement>('[data-message]')?.focus({ preventScroll: true });
      // A letter for the message would otherwise be written: people who pass its buttons by Tab are still among the messages.
      else if (isLetter(event) && !isPointed() && target.matches('[data-message] button'))
        event.preventDefault();
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
    if ((event.key === 'End' || event.key === 'Home') && !event.shiftKey) {
      event.preventDefault();
      last.current = null;
      return moveToEnd(list, event.key);
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
    const isChosen = item !== null && !isPointed();
    if (isChosen && (actOn(event, item, actions) || isActKey(event))) event.preventDefault();
    // The composer gets the focus before the browser inserts the letter.
    else if (isLetter(event)) actions.toComposer();
  };
  return { onKeyDown, onPointerDown, onFocus };
}
