// Finding in the file that is looked at: what is looked for, which of the places is shown, and the keys.
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { isMod } from '#ui/focus/keys';
import type { Finding } from './finding';
import { folded } from './matches';

export interface Find {
  readonly isOpen: boolean;
  readonly text: string;
  /** From 1; 0 while nothing is found. */
  readonly number: number;
  readonly count: number;
  /** There are no more than `count`. */
  readonly complete: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly finding: Finding;
  open(): void;
  look(text: string): void;
  step(by: 1 | -1): void;
  close(): void;
  /** True: the key was for the field. */
  onKey(event: KeyboardEvent): boolean;
}

interface State {
  /** Key of the file that is searched. */
  readonly key: string;
  readonly isOpen: boolean;
  /** Words that led here stand in the field only if they are found. */
  readonly isAsked: boolean;
  readonly text: string;
  readonly terms: readonly string[];
  readonly at: number;
  readonly turn: number;
  readonly count: number;
  readonly complete: boolean;
}

const none: readonly string[] = [];

const startOf = (key: string, words: readonly string[], turn: number): State => ({
  key,
  isOpen: words.length > 0,
  isAsked: false,
  text: words.join(' '),
  terms: words.length === 0 ? none : [...new Set(words.map(folded))],
  at: 0,
  turn,
  count: 0,
  complete: false,
});

export interface FindOptions {
  readonly key: string;
  /** The kind of view has a text. */
  readonly canFind: boolean;
  /** Looked for from the begin. */
  readonly words: readonly string[];
  /** The viewer; what can be scrolled in it is its document. */
  readonly root: RefObject<HTMLElement | null>;
}

export function useFind({ key, canFind, words, root }: FindOptions): Find {
  const [kept, setKept] = useState<State>(() => startOf(key, words, 1));
  // Another file begins with its own words.
  const state = kept.key === key ? kept : startOf(key, words, kept.turn + 1);
  if (state !== kept) setKept(state);
  const { isOpen, isAsked, text, terms, at, turn, count, complete } = state;
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const onCount = useCallback(
    (found: number, all: boolean) =>
      setKept((now) =>
        now.count === found && now.complete === all
          ? now
          : { ...now, count: found, complete: all, at: now.at < found ? now.at : 0 },
      ),
    [],
  );
  const finding = useMemo(
    () => ({ terms: isOpen ? terms : none, at, turn, onCount }),
    [isOpen, terms, at, turn, onCount],
  );
  const focusField = (): void =>
    void requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
  const open = (): void => {
    if (!canFind) return;
    if (document.activeElement !== field.current) before.current = document.activeElement;
    setKept({ ...state, isOpen: true, isAsked: true, turn: turn + 1 });
    focusField();
  };
  const close = (): void => {
    setKept({ ...state, isOpen: false, count: 0, complete: false });
    const had = before.current;
    const isThere = had instanceof HTMLElement && had.isConnected && had !== root.current;
    const home = root.current?.querySelector<HTMLElement>('[role="document"]') ?? root.current;
    (isThere ? had : home)?.focus({ preventScroll: true });
  };
  const step = (by: 1 | -1): void => {
    if (count === 0) return;
    setKept({ ...state, isAsked: true, at: (at + by + count) % count, turn: turn + 1 });
  };
  const isShown = isOpen && (isAsked || count > 0);
  return {
    isOpen: isShown,
    text,
    number: count === 0 ? 0 : at + 1,
    count,
    complete,
    field,
    finding,
    open,
    look: (next) => {
      const wanted = next.trim() === '' ? none : [folded(next)];
      const begun = { at: 0, count: 0, complete: false, turn: turn + 1 };
      setKept({ ...state, ...begun, isAsked: true, text: next, terms: wanted });
    },
    step,
    close,
    onKey: (event) => {
      const mod = isMod(event) && !event.altKey;
      const letter = event.key.toLowerCase();
      const inField = event.target === field.current;
      const by = event.shiftKey ? -1 : 1;
      if (mod && !event.shiftKey && letter === 'f') {
        // It finds nothing behind the viewer either.
        open();
      } else if (isShown && (event.key === 'F3' || (mod && letter === 'g'))) step(by);
      else if (inField && event.key === 'Enter') step(by);
      else if (inField && event.key === 'Escape') close();
      else return inField;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
