// A text in which the matches of a search are highlighted.
import type { ReactNode } from 'react';

export interface Mark {
  /** UTF-16 units of the text. */
  readonly from: number;
  readonly to: number;
}

/** `marks` in order and apart from each other; each is drawn by `Tag`. */
export function marked(text: string, marks: readonly Mark[], Tag: 'mark' | 'b'): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    parts.push(text.slice(at, from), <Tag key={from}>{text.slice(from, to)}</Tag>);
    at = to;
  }
  return [...parts, text.slice(at)];
}
