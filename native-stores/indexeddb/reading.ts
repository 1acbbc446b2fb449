// Owns the reading methods that object stores and indexes have in common.
import { IDBCursorWithValue } from './cursor';
import { idbError, notSupported } from './errors';
import { toRange } from './keyRange';
import { decodeKey } from './keys';
import { counting, readingAll, readValue, type Source } from './records';
import type { IDBRequest } from './request';
import type { StoreSchema } from './schema';
import type { IDBTransaction } from './transaction';
import { decodeValue } from './values';

/** An object store or an index within a transaction. */
export interface Readable {
  readonly transaction: IDBTransaction;
  readonly schema: StoreSchema;
  readonly source: Source;
  readonly isDeleted: () => boolean;
}

function toLimit(count: unknown): number | null {
  if (count === undefined) return null;
  const limit = Number(count);
  if (!(limit >= 0 && limit <= 0xffffffff)) throw new TypeError('count is out of range');
  return Math.floor(limit) === 0 ? null : Math.floor(limit);
}

function assertUsable(from: Readable): void {
  if (from.isDeleted())
    throw idbError('InvalidStateError', 'the object store or index was deleted');
  from.transaction.assertActive();
}

export function requestGet(from: Readable, query: unknown): IDBRequest {
  assertUsable(from);
  const range = toRange(query, 'key required');
  const { source, transaction } = from;
  return transaction.request(from, 'read', () => {
    const text = readValue(transaction.db.backend.file, source, range);
    return text === undefined ? undefined : decodeValue(text);
  });
}

export function requestGetAll(from: Readable, query: unknown, count: unknown): IDBRequest {
  assertUsable(from);
  const range = toRange(query, 'all by default');
  const limit = toLimit(count);
  const { source, transaction } = from;
  const { file } = transaction.db.backend;
  const work = readingAll(file, source, range, limit, ['v', decodeValue]);
  return transaction.request(from, 'read', work);
}

export function requestGetAllKeys(from: Readable, query: unknown, count: unknown): IDBRequest {
  assertUsable(from);
  const range = toRange(query, 'all by default');
  const limit = toLimit(count);
  const { source, transaction } = from;
  const { file } = transaction.db.backend;
  const work = readingAll(file, source, range, limit, ['k', decodeKey]);
  return transaction.request(from, 'read', work);
}

export function requestCount(from: Readable, query: unknown): IDBRequest {
  assertUsable(from);
  const range = toRange(query, 'all by default');
  const { source, transaction } = from;
  const work = counting(transaction.db.backend.file, source, range);
  return transaction.request(from, 'read', work);
}

export function requestCursor(from: Readable, query: unknown, direction: unknown): IDBRequest {
  assertUsable(from);
  if (direction !== undefined && direction !== 'next') {
    throw notSupported(`openCursor direction ${String(direction)}`);
  }
  return IDBCursorWithValue.open(from, toRange(query, 'all by default'));
}
