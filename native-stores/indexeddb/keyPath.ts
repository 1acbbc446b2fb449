// Owns key paths of indexes: their check and the index key that they give for a value. One key per record, no multiEntry.
import { idbError } from './errors';
import { encodeKey } from './keys';

export type KeyPath = string | readonly string[];

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

function checkPath(path: unknown): string {
  if (typeof path !== 'string' || !path.split('.').every((part) => IDENTIFIER.test(part))) {
    throw idbError('SyntaxError', 'not a valid key path');
  }
  return path;
}

/** @throws SyntaxError for what is no key path of named properties. */
export function checkKeyPath(path: unknown): KeyPath {
  if (!Array.isArray(path)) return checkPath(path);
  if (path.length === 0) throw idbError('SyntaxError', 'not a valid key path');
  return path.map(checkPath);
}

function follow(value: unknown, path: string): unknown {
  let current = value;
  for (const part of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) {
      return undefined;
    }
    current = Reflect.get(current, part);
  }
  return current;
}

/** The encoded index key of a value; null where the record does not stand in the index. */
export function indexKey(value: unknown, path: KeyPath): Buffer | null {
  const key: unknown =
    typeof path === 'string' ? follow(value, path) : path.map((part) => follow(value, part));
  if (key === undefined || key === null || typeof key === 'boolean') return null;
  if (Array.isArray(key) && key.includes(undefined)) return null;
  try {
    return encodeKey(key);
  } catch (error) {
    // No valid key means no entry, as in IndexedDB; a valid key that we do not support is refused instead.
    if (error instanceof DOMException && error.name === 'DataError') return null;
    throw error;
  }
}
