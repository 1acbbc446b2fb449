// Cuts an answer of GET /sync into parts while it arrives: each room and each other member as soon as its last byte is here. Knows only
// where parts begin and end; `answer.ts` reads them.
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../events/jsonBytes';
import { roomKinds } from './answer';

/** `path`: `['next_batch']`, or `['rooms', 'join', '!room:server']`. */
export interface Part {
  readonly path: readonly string[];
  readonly bytes: Buffer;
}

/** Limit of one part; no homeserver's answer has a larger one. */
const mostPartBytes = 256 * 1024 * 1024;

type Wants = 'start' | 'keyOrEnd' | 'key' | 'colon' | 'value' | 'commaOrEnd' | 'nothing';

/** The key or value that is being read across the borders of pieces. */
interface Reading {
  readonly what: 'key' | 'value';
  readonly scalar: boolean;
  readonly pieces: Buffer[];
  size: number;
  depth: number;
  inString: boolean;
  escaped: boolean;
}

/** Whether this member is an object whose members are parts of their own. */
const opens = (path: readonly string[], key: string): boolean =>
  path.length === 0 ? key === 'rooms' : path.length === 1 && roomKinds.includes(key);

export class AnswerSplitter {
  readonly #path: string[] = [];
  #wants: Wants = 'start';
  #key = '';
  #reading: Reading | null = null;
  #parts: Part[] = [];

  /**
   * @returns the parts that this piece completes, in order; they may share its memory
   * @throws SyntaxError when this is no JSON object, or a part is above the limit
   */
  push(piece: Buffer): readonly Part[] {
    this.#parts = [];
    let at = 0;
    while (at < piece.length)
      at =
        this.#reading === null ? this.#between(piece, at) : this.#within(piece, at, this.#reading);
    return this.#parts;
  }

  /** @throws SyntaxError when the answer is not complete */
  end(): void {
    if (this.#wants !== 'nothing') throw new SyntaxError('the answer ends too early');
  }

  /** Steps over white space and the signs between values. */
  #between(piece: Buffer, from: number): number {
    let at = from;
    while (at < piece.length && (piece[at] ?? 0) <= 0x20) at += 1;
    const byte = piece[at];
    if (byte === undefined) return at;
    switch (this.#wants) {
      case 'start':
        if (byte !== openBrace) throw new SyntaxError('no object');
        this.#wants = 'keyOrEnd';
        return at + 1;
      case 'keyOrEnd':
      case 'key':
        if (byte === closeBrace && this.#wants === 'keyOrEnd') return this.#close(at);
        if (byte !== quote) throw new SyntaxError('key expected');
        this.#reading = reading('key', byte);
        return at;
      case 'colon':
        if (byte !== colon) throw new SyntaxError('colon expected');
        this.#wants = 'value';
        return at + 1;
      case 'value':
        if (byte !== openBrace || !opens(this.#path, this.#key)) {
          this.#reading = reading('value', byte);
          return at;
        }
        this.#path.push(this.#key);
        this.#wants = 'keyOrEnd';
        return at + 1;
      case 'commaOrEnd':
        if (byte === closeBrace) return this.#close(at);
        if (byte !== comma) throw new SyntaxError('object not closed');
        this.#wants = 'key';
        return at + 1;
      case 'nothing':
        throw new SyntaxError('text after the answer');
      default:
        return this.#wants satisfies never;
    }
  }

  #close(at: number): number {
    this.#wants = this.#path.pop() === undefined ? 'nothing' : 'commaOrEnd';
    return at + 1;
  }

  #within(piece: Buffer, from: number, now: Reading): number {
    const end = endOf(piece, from, now);
    now.pieces.push(piece.subarray(from, end ?? piece.length));
    now.size += (end ?? piece.length) - from;
    if (now.size > mostPartBytes) throw new SyntaxError('a part is too large');
    if (end === null) return piece.length;
    const [only] = now.pieces;
    const bytes = now.pieces.length === 1 && only ? only : Buffer.concat(now.pieces, now.size);
    this.#reading = null;
    if (now.what === 'key') {
      this.#key = JSON.parse(bytes.toString('utf8')) as string;
      this.#wants = 'colon';
    } else {
      this.#parts.push({ path: [...this.#path, this.#key], bytes });
      this.#wants = 'commaOrEnd';
    }
    return end;
  }
}

const reading = (what: Reading['what'], first: number): Reading => ({
  what,
  scalar: first !== quote && first !== openBrace && first !== openBracket,
  pieces: [],
  size: 0,
  depth: 0,
  inString: false,
  escaped: false,
});

/** Index after the last byte of the key or value; null when it continues in the next piece. */
function endOf(piece: Buffer, from: number, now: Reading): number | null {
  if (now.scalar) return endOfScalar(piece, from);
  let { depth, inString, escaped } = now;
  for (let at = from; at < piece.length; at += 1) {
    const byte = piece[at];
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) {
        inString = false;
        if (depth === 0) return at + 1;
      }
    } else if (byte === quote) inString = true;
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  Object.assign(now, { depth, inString, escaped });
  return null;
}

function endOfScalar(piece: Buffer, from: number): number | null {
  for (let at = from; at < piece.length; at += 1) {
    const byte = piece[at] ?? 0;
    if (byte === comma || byte === closeBrace || byte === closeBracket || byte <= 0x20) return at;
  }
  return null;
}
