// Walks over JSON bytes without parsing them: where each piece begins, ends and how deep it is nested. So an answer of any size is taken
// apart in short turns, and one bad event cannot spoil its neighbours. Must not judge the pieces (vet.ts does).
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from './jsonBytes';

/** A piece of the bytes; `depth` is its deepest nesting, 0 for a scalar. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

/** Returns a promise to wait for when the turn has lasted long enough, else null. */
export type Pause = () => Promise<void> | null;

export class JsonCursor {
  readonly bytes: Buffer;
  readonly #pause: Pause;
  #at = 0;

  constructor(bytes: Buffer, pause: Pause) {
    this.bytes = bytes;
    this.#pause = pause;
  }

  /** Calls `onMember` with each key; it must consume the value (`skip`, `object` or `array`). Another kind of value is skipped. */
  async object(onMember: (key: string) => Promise<unknown> | unknown): Promise<void> {
    if (this.#peek() !== openBrace) return void this.skip();
    this.#at += 1;
    if (this.#peek() === closeBrace) return void (this.#at += 1);
    for (;;) {
      const key = this.#key();
      const waiting = onMember(key);
      if (waiting instanceof Promise) await waiting;
      const pause = this.#pause();
      if (pause !== null) await pause;
      const next = this.#peek();
      this.#at += 1;
      if (next === closeBrace) return;
      if (next !== comma) throw new SyntaxError('object not closed');
    }
  }

  /** The elements of an array; another kind of value is skipped and has none. */
  async array(): Promise<Span[]> {
    const spans: Span[] = [];
    if (this.#peek() !== openBracket) {
      this.skip();
      return spans;
    }
    this.#at += 1;
    if (this.#peek() === closeBracket) {
      this.#at += 1;
      return spans;
    }
    for (;;) {
      spans.push(this.skip());
      const pause = this.#pause();
      if (pause !== null) await pause;
      const next = this.#peek();
      this.#at += 1;
      if (next === closeBracket) return spans;
      if (next !== comma) throw new SyntaxError('array not closed');
    }
  }

  /** Steps over one value. */
  skip(): Span {
    const { bytes } = this;
    const first = this.#peek();
    const start = this.#at;
    if (first === quote) {
      this.#at = this.#endOfString(start);
      return { start, end: this.#at, depth: 0 };
    }
    if (first !== openBrace && first !== openBracket) return this.#scalar(start);
    let depth = 0;
    let deepest = 0;
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) at = this.#endOfString(at) - 1;
      else if (byte === openBrace || byte === openBracket) {
        depth += 1;
        if (depth > deepest) deepest = depth;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === 0) {
          this.#at = at + 1;
          return { start, end: this.#at, depth: deepest };
        }
      }
    }
    throw new SyntaxError('value not closed');
  }

  /** True when nothing but white space follows. */
  atEnd(): boolean {
    this.#peek();
    return this.#at >= this.bytes.length;
  }

  #scalar(start: number): Span {
    let at = start;
    for (; at < this.bytes.length; at += 1) {
      const byte = this.bytes[at] ?? 0;
      if (byte === comma || byte === closeBrace || byte === closeBracket || byte <= 0x20) break;
    }
    if (at === start) throw new SyntaxError('value expected');
    this.#at = at;
    return { start, end: at, depth: 0 };
  }

  #key(): string {
    if (this.#peek() !== quote) throw new SyntaxError('key expected');
    const start = this.#at;
    this.#at = this.#endOfString(start);
    const key = JSON.parse(this.bytes.toString('utf8', start, this.#at)) as string;
    if (this.#peek() !== colon) throw new SyntaxError('colon expected');
    this.#at += 1;
    return key;
  }

  /** Index after the closing quote. Long strings are left to the native search. */
  #endOfString(start: number): number {
    const { bytes } = this;
    const near = Math.min(bytes.length, start + 64);
    let at = start + 1;
    for (; at < near; at += 1) {
      const byte = bytes[at];
      if (byte === backslash) at += 1;
      else if (byte === quote) return at + 1;
    }
    for (let end = bytes.indexOf(quote, at); end !== -1; end = bytes.indexOf(quote, end + 1)) {
      let slashes = 0;
      while (end - 1 - slashes >= at && bytes[end - 1 - slashes] === backslash) slashes += 1;
      if (slashes % 2 === 0) return end + 1;
    }
    throw new SyntaxError('string not closed');
  }

  /** The next byte that is not white space. */
  #peek(): number {
    for (; this.#at < this.bytes.length; this.#at += 1) {
      const byte = this.bytes[this.#at] ?? 0;
      if (byte > 0x20) return byte;
    }
    return -1;
  }
}

/** Ends a turn after `budgetMs`: the promise resolves in the next one, after input and timers had theirs. */
export function createPause(monotonic: () => number, budgetMs = 8): Pause {
  let began = monotonic();
  let calls = 0;
  return () => {
    calls += 1;
    // Reading the clock for each of 100,000 events costs more than the events.
    if (calls % 16 !== 0 || monotonic() - began < budgetMs) return null;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = monotonic();
        resolve();
      });
    });
  };
}
