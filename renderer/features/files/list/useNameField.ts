// A field for the name of a file or a folder: what the engine would refuse does not get in, typed or pasted, and the caret stays where it
// was.
import { useRef, useState, type RefObject } from 'react';

/** Separators of paths and what looks like them: a shown name has none (`nameField.test.tsx` compares them with the engine's). */
const separators = /[/\\\u2044\u2215\u29f8\uff0f\uff3c]/gu;
/** Letters that nobody sees, without the joiners that scripts and emoji need. */
const unseen =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d/gu;
const pause = /\s{3,}/gu;

const lettersOf = (typed: string): string => typed.replace(separators, '').replace(unseen, '');

export interface NameField {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly text: string;
  /** The last change had a separator in it. */
  readonly refused: boolean;
  /** The name as it is sent; one that nobody changed stays as it was. */
  readonly wanted: string;
  readonly onChange: (typed: string) => void;
  /** The letters of an input method are left alone until they are chosen. */
  readonly composition: {
    readonly onCompositionStart: () => void;
    readonly onCompositionEnd: () => void;
  };
}

export function useNameField(initial: string): NameField {
  const [text, setText] = useState(initial);
  const [refused, setRefused] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const onChange = (typed: string): void => {
    if (composing.current) return setText(typed);
    const kept = lettersOf(typed);
    const field = ref.current;
    if (kept !== typed && field !== null) {
      const caret = lettersOf(typed.slice(0, field.selectionStart ?? typed.length)).length;
      field.value = kept;
      field.setSelectionRange(caret, caret);
    }
    setText(kept);
    setRefused(typed.search(separators) >= 0);
  };
  return {
    ref,
    text,
    refused,
    wanted: text === initial ? initial : lettersOf(text).replace(pause, ' ').trim(),
    onChange,
    composition: {
      onCompositionStart: () => (composing.current = true),
      onCompositionEnd: () => {
        composing.current = false;
        onChange(ref.current?.value ?? '');
      },
    },
  };
}
