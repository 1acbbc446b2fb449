// What is being completed in the text: a person after `@`, a room after `#`, an emoji after `:`, a command after `/`. Pure.

export interface Trigger {
  readonly kind: 'person' | 'room' | 'emoji' | 'command';
  /** What was typed after the sign. */
  readonly query: string;
  /** Where the sign stands, and where the caret is. */
  readonly from: number;
  readonly to: number;
}

const person = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/u;
/** A sign alone begins a heading, a number is an issue. */
const room = /(?:^|[\s(])#((?!\d+$)[^\s#]{1,40}(?: [^\s#]{1,40})?)$/u;
const emoji = /(?:^|[\s(]):([\p{L}\d_+-]{2,30})$/u;

const command = /^\/([a-z]{0,20})$/iu;

/** Null when the caret does not stand behind something that can be completed. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const from = Math.max(0, caret - 90);
  // A command stands at the very start.
  const before = from > 0 ? `…${text.slice(from, caret)}` : text.slice(0, caret);
  for (const [kind, pattern] of [
    ['person', person],
    ['room', room],
    ['emoji', emoji],
    ['command', command],
  ] as const) {
    const query = pattern.exec(before)?.[1];
    if (query !== undefined) return { kind, query, from: caret - query.length - 1, to: caret };
  }
  return null;
}
