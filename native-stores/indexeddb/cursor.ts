// Owns cursors: forwards only, one step at a time. A cursor keeps its position and seeks anew at each step, so no
// statement stays open between turns.
import { idbError, notSupported, refuseMembers } from './errors';
import { indexKey } from './keyPath';
import type { EncodedRange } from './keyRange';
import { decodeKey, type IdbKey } from './keys';
import type { Readable } from './reading';
import { deleteRecords, nextRecord, writeRecord, writeSql, type CursorRow } from './records';
import type { IDBRequest } from './request';
import { decodeValue, encodeValue } from './values';

function point(key: Buffer): EncodedRange {
  return { lower: key, upper: key, lowerOpen: false, upperOpen: false, point: key };
}

export class IDBCursor {
  readonly direction = 'next';
  readonly #from: Readable;
  readonly #range: EncodedRange;
  #request: IDBRequest | null = null;
  #row: CursorRow | null = null;
  #value: { readonly decoded: unknown } | null = null;
  #onRecord = false;

  protected constructor(from: Readable, range: EncodedRange) {
    this.#from = from;
    this.#range = range;
  }

  /** The request of a new cursor; its result is the cursor, or null where the range is empty. */
  static open(from: Readable, range: EncodedRange): IDBRequest {
    const cursor = new this(from, range);
    const request = from.transaction.request(from, 'read', () => cursor.#advance());
    cursor.#request = request;
    return request;
  }

  get source(): object {
    return this.#from;
  }

  get request(): IDBRequest | null {
    return this.#request;
  }

  get key(): IdbKey | undefined {
    return this.#row === null ? undefined : decodeKey(this.#row.key);
  }

  get primaryKey(): IdbKey | undefined {
    return this.#row === null ? undefined : decodeKey(this.#row.primaryKey);
  }

  get value(): unknown {
    if (this.#row === null) return undefined;
    this.#value ??= { decoded: decodeValue(this.#row.value) };
    return this.#value.decoded;
  }

  continue(key?: unknown): void {
    if (key !== undefined) throw notSupported('IDBCursor.continue(key)');
    this.#assertOnRecord('read');
    this.#onRecord = false;
    const { transaction } = this.#from;
    transaction.request(this.#from, 'read', () => this.#advance(), this.#request);
  }

  update(value: unknown): IDBRequest {
    const { primaryKey } = this.#assertOnRecord('write');
    const { schema, transaction } = this.#from;
    const text = encodeValue(value);
    const indexKeys = schema.indexes.map((index) => indexKey(value, index.keyPath));
    const sql = writeSql(schema, 'put');
    return transaction.request(this.#from, 'write', () => {
      writeRecord(transaction.db.backend.file, sql, { key: primaryKey, text, indexKeys });
      return decodeKey(primaryKey);
    });
  }

  delete(): IDBRequest {
    const { primaryKey } = this.#assertOnRecord('write');
    const { schema, transaction } = this.#from;
    return transaction.request(this.#from, 'write', () => {
      deleteRecords(transaction.db.backend.file, schema.source, point(primaryKey));
    });
  }

  #advance(): this | null {
    const { source, transaction } = this.#from;
    this.#row = nextRecord(transaction.db.backend.file, source, this.#range, this.#row);
    this.#value = null;
    this.#onRecord = this.#row !== null;
    return this.#onRecord ? this : null;
  }

  #assertOnRecord(access: 'read' | 'write'): CursorRow {
    this.#from.transaction.assertActive(access);
    if (this.#from.isDeleted() || !this.#onRecord || this.#row === null) {
      throw idbError('InvalidStateError', 'the cursor is not on a record');
    }
    return this.#row;
  }
}

/** All cursors here carry values; the two names exist because callers test for both. */
export class IDBCursorWithValue extends IDBCursor {}

refuseMembers(IDBCursor, ['advance', 'continuePrimaryKey']);
