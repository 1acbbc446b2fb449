// Owns the exceptions of this folder: DOMException by name, and what a failure of SQLite means in IndexedDB's words.
// Must not put values or keys of records into a message.

export type IdbErrorName =
  | 'AbortError'
  | 'ConstraintError'
  | 'DataCloneError'
  | 'DataError'
  | 'InvalidAccessError'
  | 'InvalidStateError'
  | 'NotFoundError'
  | 'NotSupportedError'
  | 'QuotaExceededError'
  | 'ReadOnlyError'
  | 'SyntaxError'
  | 'TransactionInactiveError'
  | 'UnknownError'
  | 'VersionError';

export function idbError(name: IdbErrorName, message: string): DOMException {
  return new DOMException(message, name);
}

/** A member of IndexedDB that the crypto library does not use, and which is therefore refused. */
export function notSupported(member: string): DOMException {
  return idbError('NotSupportedError', `${member} is outside the supported part of IndexedDB`);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '';
}

/** True where the error comes from the file or the disk, not from what the caller asked for. */
export function isStorageFailure(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|BUSY)/.test(codeOf(error));
}

/** Damage or a wrong key: retrying does not help, and nothing may be overwritten. */
export function isFatal(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PROTOCOL)/.test(codeOf(error));
}

export function toIdbError(error: unknown): DOMException {
  if (error instanceof DOMException) return error;
  const code = codeOf(error);
  if (code.startsWith('SQLITE_CONSTRAINT')) {
    return idbError('ConstraintError', 'a record with this key exists');
  }
  if (code === 'SQLITE_FULL') return idbError('QuotaExceededError', 'the disk is full');
  const detail = error instanceof Error ? error.message : String(error);
  return idbError('UnknownError', code === '' ? detail : `${code}: ${detail}`);
}

/** Defines members of a class that exist in IndexedDB but are refused here by name. */
export function refuseMembers(
  target: { readonly name: string; readonly prototype: object },
  members: readonly string[],
): void {
  for (const member of members) {
    const refuse = (): never => {
      throw notSupported(`${target.name}.${member}`);
    };
    Object.defineProperty(target.prototype, member, { value: refuse, configurable: true });
  }
}
