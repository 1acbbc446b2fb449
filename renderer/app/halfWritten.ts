// Words of dialogs that were closed before they were used. They end with the account's scope.
import { useState } from 'react';
import { useAccountState } from './context';

const createHalfWritten = (): Map<string, string> => new Map();

/** A text that is there again when its dialog is opened again. `of` tells what it belongs to; `before` stands there at first. */
export function useHalfWritten(
  of: string,
  before = '',
): {
  readonly text: string;
  readonly write: (text: string) => void;
  /** It was used. */
  readonly forget: () => void;
} {
  const kept = useAccountState(createHalfWritten);
  const [text, setText] = useState(kept.get(of) ?? before);
  const write = (next: string): void => {
    setText(next);
    if (next === before) kept.delete(of);
    else kept.set(of, next);
  };
  return { text, write, forget: () => void kept.delete(of) };
}
