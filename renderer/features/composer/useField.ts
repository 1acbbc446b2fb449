// Keeps the text field and its mentions together: typing moves the mentions, a completion adds one, and undo restores them.
import { useRef, type ChangeEvent, type RefObject } from 'react';
import {
  changed,
  createMentionMemory,
  difference,
  withMention,
  type Marked,
} from './suggestions/mentions';
import { typeInto } from './typeInto';
import type { Trigger } from './suggestions/trigger';

export interface Insertion {
  readonly text: string;
  /** The user id, room alias or `@room` that the text stands for; null: plain text. */
  readonly id: string | null;
}

export interface Selection {
  readonly start: number;
  readonly end: number;
}

/** A text and its selection. */
export interface Formatted {
  readonly written: Marked;
  readonly selection: Selection;
}

export interface FieldText {
  onChange(event: ChangeEvent<HTMLTextAreaElement>): void;
  /** Replaces the typed text by `insertion` and a blank. */
  complete(trigger: Pick<Trigger, 'from' | 'to'>, insertion: Insertion): void;
  /** Replaces the selection. */
  insert(text: string): void;
  /**
   * Changes text, mentions and selection in one step that can be undone. Returns false if `change` returns null and nothing was changed.
   */
  apply(change: (written: Marked, selection: Selection) => Formatted | null): boolean;
  /** Whether a completion has already put in the blank that is typed now. */
  isBlankDone(): boolean;
}

export function useField(
  written: Marked,
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  onWritten: (written: Marked) => void,
): FieldText {
  const memory = useRef(createMentionMemory());
  const latest = useRef(written);
  latest.current = written;
  const coming = useRef<{ readonly start: number; readonly end: number; readonly id: string }>(
    undefined,
  );
  const completed = useRef<string | null>(null);
  const exact = useRef<Marked | null>(null);

  return {
    onChange({ target, nativeEvent }) {
      const { value, selectionStart } = target;
      memory.current.add(latest.current);
      const typed = changed(latest.current, value, selectionStart);
      const isHistory =
        nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('history');
      const mention = coming.current;
      coming.current = undefined;
      completed.current = null;
      const next =
        exact.current?.text === value
          ? exact.current
          : mention !== undefined
            ? withMention(typed, mention)
            : isHistory
              ? memory.current.recall(typed)
              : typed;
      exact.current = null;
      latest.current = next;
      memory.current.add(next);
      onWritten(next);
    },
    complete({ from, to }, { text, id }) {
      const field = fieldRef.current;
      if (field === null) return;
      const hasBlank = field.value.startsWith(' ', to);
      if (id !== null) coming.current = { start: from, end: from + text.length, id };
      typeInto(field, from, to, hasBlank ? text : `${text} `);
      const caret = from + text.length + 1;
      field.setSelectionRange(caret, caret);
      completed.current = field.value;
    },
    insert(text) {
      const field = fieldRef.current;
      if (field === null) return;
      typeInto(field, field.selectionStart, field.selectionEnd, text);
    },
    apply(change) {
      const field = fieldRef.current;
      if (field === null) return false;
      const { selectionStart: start, selectionEnd: end, value } = field;
      const changedTo = change(latest.current, { start, end });
      if (changedTo === null) return false;
      const { written: next, selection } = changedTo;
      const { from, to, text } = difference(value, next.text);
      exact.current = next;
      typeInto(field, from, to, text);
      exact.current = null;
      field.setSelectionRange(selection.start, selection.end);
      return true;
    },
    isBlankDone() {
      const field = fieldRef.current;
      const done =
        field !== null &&
        completed.current === field.value &&
        field.selectionStart === field.selectionEnd &&
        field.value.charAt(field.selectionStart - 1) === ' ';
      completed.current = null;
      return done;
    },
  };
}
