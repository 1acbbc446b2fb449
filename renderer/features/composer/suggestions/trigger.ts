// Finds what to complete before the caret: a person after `@`, a room after `#`, an emoji after `:`, a command after `/`. Pure.

export interface Trigger {
  readonly kind: 'person' | 'room' | 'emoji' | 'command';
  /** The text after the sign. */
  readonly query: string;
  /** Positions of the sign and of the caret. */
  readonly from: number;
  readonly to: number;
}

const person = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/u;
/** `#` alone begins a heading, and with a number it is an issue. */
const room = /(?:^|[\s(])#((?!\d+$)[^\s#]{1,40}(?: [^\s#]{1,40})?)$/u;
const emoji = /(?:^|[\s(]):([\p{L}\d_+-]{2,30})$/u;

const command = /^\/([a-z]{0,20})$/iu;

/** Null if there is nothing to complete before the caret. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const from = Math.max(0, caret - 90);
  // A command is only at the very start of the text.
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
