// The failures of the store that its callers act upon. SQLite's own codes stay in here.

export type StoreErrorCode =
  | 'store_locked'
  | 'store_corrupt'
  | 'store_newer'
  | 'key_unavailable'
  | 'disk_full'
  | 'disk_failed';

/** Names equal the contract's error codes, so that the engine can pass them on. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

const sqliteCode = (thrown: unknown): string | null =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown
    ? typeof thrown.code === 'string'
      ? thrown.code
      : null
    : null;

/** A failure of SQLite as {@link StoreError} where callers can act upon it, else unchanged. */
export function asStoreError(thrown: unknown): unknown {
  if (thrown instanceof StoreError) return thrown;
  const code = sqliteCode(thrown);
  if (code === null) return thrown;
  if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC')
    return new StoreError('disk_full', 'The disk is full', thrown);
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB'))
    return new StoreError('store_corrupt', 'The store is damaged', thrown);
  if (diskFailures.test(code))
    return new StoreError('disk_failed', 'The disk does not read or write', thrown);
  return thrown;
}

/** The disk or the file failed, and not what was asked of it. */
export const isStoreFailure = (thrown: unknown): boolean =>
  asStoreError(thrown) instanceof StoreError;

/** The same, where it may pass by itself: not damage, nor a key or a version that does not fit. */
export function isPassingFailure(thrown: unknown): boolean {
  const failure = asStoreError(thrown);
  return failure instanceof StoreError && /^disk_/.test(failure.code);
}

/** The failure if waiting cannot mend it: damage, a wrong key or a wrong version; null for anything else. */
export function damageOf(thrown: unknown): StoreError | null {
  const failure = asStoreError(thrown);
  return failure instanceof StoreError && !isPassingFailure(failure) ? failure : null;
}

/** An input or output error, and what became read-only or went away while it was in use. */
const diskFailures = /^(SQLITE_(IOERR|READONLY|CANTOPEN)|EIO$|EROFS$)/;

export const isBusy = (thrown: unknown): boolean => {
  const code = sqliteCode(thrown);
  return code !== null && (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'));
};

export const isUnreadable = (thrown: unknown): boolean => {
  const code = sqliteCode(thrown);
  return code !== null && (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT'));
};
