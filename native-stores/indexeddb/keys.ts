// Owns the binary form of keys: comparing two encodings byte by byte gives IndexedDB's order (number < string < array).
// Dates and binary keys are refused by name: the crypto library has none.
import { idbError, notSupported } from './errors';

export type IdbKey = string | number | readonly IdbKey[];

const TAG_NUMBER = 0x10;
const TAG_STRING = 0x30;
const TAG_ARRAY = 0x50;
const MAX_DEPTH = 32;

// eslint-disable-next-line no-control-regex -- meant: NUL is the only ASCII character that needs an escape
const PLAIN_ASCII = /^[\x01-\x7f]*$/;
const SURROGATE = /[\ud800-\udfff]/;
// eslint-disable-next-line trellis/module-state -- written and read within one call
const scratch = new DataView(new ArrayBuffer(8));

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  bytes[0] = TAG_NUMBER;
  scratch.setFloat64(0, value === 0 ? 0 : value);
  const negative = (scratch.getUint8(0) & 0x80) !== 0;
  for (let i = 0; i < 8; i++) {
    const byte = scratch.getUint8(i);
    bytes[i + 1] = negative ? ~byte & 0xff : i === 0 ? byte ^ 0x80 : byte;
  }
  return bytes;
}

/** One UTF-16 unit at a time, so that surrogates sort as IndexedDB sorts them. */
function codeUnitBytes(value: string): Buffer {
  const out: number[] = [];
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit < 0x80) out.push(unit);
    else if (unit < 0x800) out.push(0xc0 | (unit >> 6), 0x80 | (unit & 63));
    else out.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63));
  }
  return Buffer.from(out);
}

function escapeNul(bytes: Buffer): Buffer {
  const out: number[] = [];
  for (const byte of bytes) {
    out.push(byte);
    if (byte === 0) out.push(0xff);
  }
  return Buffer.from(out);
}

function encodeString(value: string): Buffer {
  if (PLAIN_ASCII.test(value)) {
    const ascii = Buffer.allocUnsafe(value.length + 2);
    ascii[0] = TAG_STRING;
    ascii.write(value, 1, 'latin1');
    ascii[value.length + 1] = 0;
    return ascii;
  }
  let body = SURROGATE.test(value) ? codeUnitBytes(value) : Buffer.from(value, 'utf8');
  if (body.includes(0)) body = escapeNul(body);
  return Buffer.concat([Buffer.from([TAG_STRING]), body, Buffer.from([0])]);
}

/** @throws DataError for what is no key, NotSupportedError for dates and binary keys. */
export function encodeKey(key: unknown, depth = 0): Buffer {
  if (typeof key === 'string') return encodeString(key);
  if (typeof key === 'number' && !Number.isNaN(key)) return encodeNumber(key);
  if (Array.isArray(key)) {
    if (depth >= MAX_DEPTH) throw idbError('DataError', 'the key is nested too deeply');
    const parts = Array.from(key, (part: unknown) => encodeKey(part, depth + 1));
    return Buffer.concat([Buffer.from([TAG_ARRAY]), ...parts, Buffer.from([0])]);
  }
  const kind = Object.prototype.toString.call(key);
  if (kind === '[object Date]' || kind === '[object ArrayBuffer]' || ArrayBuffer.isView(key)) {
    throw notSupported(`a key of type ${kind.slice(8, -1)}`);
  }
  throw idbError('DataError', 'not a valid key');
}

function decodeNumber(bytes: Buffer, at: number): number {
  const negative = ((bytes[at] ?? 0) & 0x80) === 0;
  for (let i = 0; i < 8; i++) {
    const byte = bytes[at + i] ?? 0;
    scratch.setUint8(i, negative ? ~byte & 0xff : i === 0 ? byte ^ 0x80 : byte);
  }
  return scratch.getFloat64(0);
}

function decodeCodeUnits(raw: Buffer): string {
  let text = '';
  for (let i = 0; i < raw.length;) {
    const first = raw[i] ?? 0;
    const second = (raw[i + 1] ?? 0) & 63;
    if (first < 0x80) {
      text += String.fromCharCode(first);
      i += 1;
    } else if (first < 0xe0) {
      text += String.fromCharCode(((first & 31) << 6) | second);
      i += 2;
    } else if (first < 0xf0) {
      text += String.fromCharCode(((first & 15) << 12) | (second << 6) | ((raw[i + 2] ?? 0) & 63));
      i += 3;
    } else {
      throw idbError('UnknownError', 'damaged key');
    }
  }
  return text;
}

function decodeString(bytes: Buffer, at: number): readonly [string, number] {
  const out: number[] = [];
  let position = at;
  for (;;) {
    const byte = bytes[position];
    if (byte === undefined) throw idbError('UnknownError', 'damaged key');
    position += 1;
    if (byte !== 0) out.push(byte);
    else if (bytes[position] === 0xff) {
      out.push(0);
      position += 1;
    } else return [decodeCodeUnits(Buffer.from(out)), position];
  }
}

function decodeAt(bytes: Buffer, at: number): readonly [IdbKey, number] {
  const tag = bytes[at];
  if (tag === TAG_NUMBER) return [decodeNumber(bytes, at + 1), at + 9];
  if (tag === TAG_STRING) return decodeString(bytes, at + 1);
  if (tag !== TAG_ARRAY) throw idbError('UnknownError', 'damaged key');
  const parts: IdbKey[] = [];
  let position = at + 1;
  while (bytes[position] !== 0) {
    const [part, next] = decodeAt(bytes, position);
    parts.push(part);
    position = next;
  }
  return [parts, position + 1];
}

export function decodeKey(bytes: Buffer): IdbKey {
  if (bytes[0] === TAG_STRING && bytes.indexOf(0, 1) === bytes.length - 1) {
    const ascii = bytes.toString('latin1', 1, bytes.length - 1);
    if (PLAIN_ASCII.test(ascii)) return ascii;
  }
  return decodeAt(bytes, 0)[0];
}
