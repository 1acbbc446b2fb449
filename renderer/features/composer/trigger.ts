// What is being completed in the text: a person after `@` or an emoji after `:`. Pure.

export interface Trigger {
  readonly kind: 'person' | 'emoji';
  /** What was typed after the sign. */
  readonly query: string;
  /** Where the sign stands, and where the caret is. */
  readonly from: number;
  readonly to: number;
}

const person = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/u;
const emoji = /(?:^|[\s(]):([\p{L}\d_+-]{2,30})$/u;

/** Null when the caret does not stand behind something that can be completed. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - 90), caret);
  for (const [kind, pattern] of [
    ['person', person],
    ['emoji', emoji],
  ] as const) {
    const query = pattern.exec(before)?.[1];
    if (query !== undefined) return { kind, query, from: caret - query.length - 1, to: caret };
  }
  return null;
}

export interface Completed {
  readonly text: string;
  readonly caret: number;
}

/** The trigger replaced by `insert` and a blank. */
export function complete(text: string, { from, to }: Trigger, insert: string): Completed {
  const rest = text.slice(to);
  const head = text.slice(0, from) + insert + (rest.startsWith(' ') ? '' : ' ');
  return { text: head + rest, caret: head.length + (rest.startsWith(' ') ? 1 : 0) };
}
