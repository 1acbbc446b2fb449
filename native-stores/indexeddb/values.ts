// Owns the stored form of values: JSON text, so that every build of every version reads it (never v8.serialize).
// What JSON cannot say (bytes, undefined, NaN, -0) is written in a tagged form behind a '!'; other types are refused.
import { idbError } from './errors';

const TAGGED = '!';
const MAX_DEPTH = 64;

type Form = 'plain' | 'tagged';

function isBytes(value: object): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}

/** Objects of another realm have another Object.prototype, so the chain is looked at and not the identity. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function formOf(value: unknown, depth: number): Form {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return 'plain';
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? 'plain' : 'tagged';
    case 'undefined':
      return 'tagged';
    case 'object':
      return value === null ? 'plain' : formOfObject(value, depth);
    default:
      throw idbError('DataCloneError', `a ${typeof value} cannot be stored`);
  }
}

function formOfObject(value: object, depth: number): Form {
  if (depth >= MAX_DEPTH) throw idbError('DataCloneError', 'cyclic or nested too deeply');
  if (isBytes(value)) return 'tagged';
  let form: Form = 'plain';
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      if (formOf(value[i], depth + 1) === 'tagged') form = 'tagged';
    }
    return form;
  }
  if (!isPlainObject(value)) {
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    throw idbError('DataCloneError', `an object of type ${kind} cannot be stored`);
  }
  for (const key of Object.keys(value)) {
    if (formOf(Reflect.get(value, key), depth + 1) === 'tagged') form = 'tagged';
  }
  return form;
}

function tag(value: unknown): unknown {
  if (value === undefined) return ['u'];
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    return ['n', Object.is(value, -0) ? '-0' : String(value)];
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isBytes(value)) {
    return ['b', Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64')];
  }
  if (Array.isArray(value)) return ['a', ...Array.from(value, tag)];
  return ['o', Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tag(part)]))];
}

function untag(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [kind, body]: readonly unknown[] = value;
  switch (kind) {
    case 'u':
      return undefined;
    case 'n':
      return Number(body);
    case 'b':
      return new Uint8Array(Buffer.from(String(body), 'base64'));
    case 'a':
      return value.slice(1).map(untag);
    case 'o':
      return Object.fromEntries(
        Object.entries(body ?? {}).map(([key, part]) => [key, untag(part)]),
      );
    default:
      throw idbError('UnknownError', 'damaged value');
  }
}

/** Copies a value into its stored form. @throws DataCloneError for what cannot be stored. */
export function encodeValue(value: unknown): string {
  if (formOf(value, 0) === 'plain') return JSON.stringify(value);
  return TAGGED + JSON.stringify(tag(value));
}

export function decodeValue(text: string): unknown {
  if (text.startsWith(TAGGED)) return untag(JSON.parse(text.slice(1)));
  return JSON.parse(text);
}
