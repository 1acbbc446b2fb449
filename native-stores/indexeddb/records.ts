// Owns the SQL on the records of one object store, directly or through one of its indexes.
// Every function runs at once inside whatever SQLite transaction is open; statements never stay open between calls.
import type { EncodedRange } from './keyRange';
import type { StoreSchema } from './schema';
import { PAGE, sliced, unfinished } from './slices';
import type { SqliteFile } from './sqliteFile';

export interface CursorRow {
  /** The key in the order of the cursor: of the index, or the primary key. */
  readonly key: Buffer;
  readonly primaryKey: Buffer;
  readonly value: string;
}

/** The rows to read: a store's own keys, or one of its indexes. */
export interface Source {
  readonly table: string;
  readonly column: string;
  readonly order: string;
  readonly isIndex: boolean;
  /** The first value at one key: by far the most frequent query, so its text is made once. */
  readonly pointSql: string;
}

export function storeSource(storeId: number): Source {
  const table = `s${storeId}`;
  const pointSql = `SELECT v FROM ${table} WHERE k = ?`;
  return { table, column: 'k', order: 'k', isIndex: false, pointSql };
}

export function indexSource(storeId: number, indexId: number, unique: boolean): Source {
  const table = `s${storeId} INDEXED BY x${indexId}`;
  const column = `i${indexId}`;
  const order = unique ? column : `${column}, k`;
  const pointSql = `SELECT v FROM ${table} WHERE ${column} = ? ORDER BY ${order} LIMIT 1`;
  return { table, column, order, isIndex: true, pointSql };
}

function conditions(range: EncodedRange, column: string): { sql: string; args: Buffer[] } {
  const args: Buffer[] = [];
  if (range.point !== null) return { sql: `${column} = ?`, args: [range.point] };
  if (range.lower === null && range.upper === null) return { sql: `${column} IS NOT NULL`, args };
  const bounds: string[] = [];
  if (range.lower !== null) {
    bounds.push(`${column} ${range.lowerOpen ? '>' : '>='} ?`);
    args.push(range.lower);
  }
  if (range.upper !== null) {
    bounds.push(`${column} ${range.upperOpen ? '<' : '<='} ?`);
    args.push(range.upper);
  }
  return { sql: bounds.join(' AND '), args };
}

type Place = readonly [key: Buffer, primaryKey: Buffer];

/**
 * SQL for the records after a given one, in the order of the source. Within one key of an index it compares the primary key alone: SQLite would
 * search the pair of both from that key's first record each time.
 */
function behind(
  { column, isIndex }: Source,
  range: EncodedRange,
  [key, primaryKey]: Place,
): { sql: string; args: Buffer[] } {
  if (!isIndex) return { sql: ' AND k > ?', args: [key] };
  if (range.point !== null) return { sql: ' AND k > ?', args: [primaryKey] };
  return { sql: ` AND (${column}, k) > (?, ?)`, args: [key, primaryKey] };
}

/** The value of the first record in the range. */
export function readValue(
  file: SqliteFile,
  source: Source,
  range: EncodedRange,
): string | undefined {
  if (range.point === null) return readFirst(file, source, range);
  return file.prepare(source.pointSql).pluck().get(range.point) as string | undefined;
}

function readFirst(file: SqliteFile, source: Source, range: EncodedRange): string | undefined {
  const { table, column, order } = source;
  const { sql, args } = conditions(range, column);
  const select = `SELECT v FROM ${table} WHERE ${sql} ORDER BY ${order} LIMIT 1`;
  return file
    .prepare(select)
    .pluck()
    .get(...args) as string | undefined;
}

type PageRow = [key: Buffer, primaryKey: Buffer, wanted: unknown];

/** The next records of the range in their order. A bound LIMIT makes SQLite plan anew at each call, unless something is added to it. */
function readPage(
  file: SqliteFile,
  source: Source,
  range: EncodedRange,
  wanted: 'k' | 'v',
  after: PageRow | undefined,
  limit: number,
): PageRow[] {
  const { table, column, order } = source;
  const { sql, args } = conditions(range, column);
  const later = after === undefined ? null : behind(source, range, [after[0], after[1]]);
  const where = sql + (later?.sql ?? '');
  const from = later?.args ?? [];
  return file
    .prepare(
      `SELECT ${column}, k, ${wanted} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ? + 0`,
    )
    .raw()
    .all(...args, ...from, limit) as PageRow[];
}

/** The work of one request: `limit` records of the range, or all (null), as `decode` makes them of their value or primary key. */
export function readingAll<T>(
  file: SqliteFile,
  source: Source,
  range: EncodedRange,
  limit: number | null,
  [wanted, decode]: readonly ['k', (key: Buffer) => T] | readonly ['v', (text: string) => T],
): () => unknown {
  const found: T[] = [];
  let last: PageRow | undefined;
  const page = (): boolean => {
    const size = Math.min(PAGE, (limit ?? Infinity) - found.length);
    const rows = readPage(file, source, range, wanted, last, size);
    for (const row of rows) found.push(decode(row[2] as never));
    last = rows.at(-1);
    return rows.length === size && found.length !== limit;
  };
  return () => (sliced(page) === unfinished ? unfinished : found);
}

/** Records that are counted between two looks at the clock. */
const COUNTED = 4_096;

/** The work of one request: how many records the range has. */
export function counting(file: SqliteFile, source: Source, range: EncodedRange): () => unknown {
  const { table, column, order } = source;
  const { sql, args } = conditions(range, column);
  let found = 0;
  let last: Place | undefined;
  const page = (): boolean => {
    const later = last === undefined ? null : behind(source, range, last);
    const where = sql + (later?.sql ?? '');
    const from = later?.args ?? [];
    const edge = file
      .prepare(
        `SELECT ${column}, k FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT 1 OFFSET ${COUNTED - 1}`,
      )
      .raw()
      .get(...args, ...from) as Place | undefined;
    if (edge !== undefined) {
      found += COUNTED;
      last = edge;
      return true;
    }
    const rest = file.prepare(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck();
    found += Number(rest.get(...args, ...from));
    return false;
  };
  return () => (sliced(page) === unfinished ? unfinished : found);
}

/** The first record of the range after `from` (null: from the start). Cursors seek anew each time. */
export function nextRecord(
  file: SqliteFile,
  source: Source,
  range: EncodedRange,
  from: CursorRow | null,
): CursorRow | null {
  const { column, order, table } = source;
  const { sql, args } = conditions(range, column);
  const later = from === null ? null : behind(source, range, [from.key, from.primaryKey]);
  const where = sql + (later?.sql ?? '');
  const after = later?.args ?? [];
  const statement = file.prepare(
    `SELECT ${column}, k, v FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT 1`,
  );
  const row = statement.raw().get(...args, ...after) as [Buffer, Buffer, string] | undefined;
  return row === undefined ? null : { key: row[0], primaryKey: row[1], value: row[2] };
}

export type WriteMode = 'put' | 'add';

/** The statement that writes a record together with the given indexes. @see writeRecord for its arguments. */
export function writeSql(store: StoreSchema, mode: WriteMode): string {
  const columns = ['v', ...store.indexes.map((index) => `i${index.id}`)];
  const insert = `INSERT INTO s${store.id}(k, ${columns.join(', ')}) VALUES(?${', ?'.repeat(columns.length)})`;
  if (mode === 'add') return insert;
  const updates = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${insert} ON CONFLICT(k) DO UPDATE SET ${updates}`;
}

/** @throws SQLITE_CONSTRAINT, having changed nothing, where a key is taken. */
export function writeRecord(
  file: SqliteFile,
  sql: string,
  record: {
    readonly key: Buffer;
    readonly text: string;
    readonly indexKeys: readonly (Buffer | null)[];
  },
): void {
  file.prepare(sql).run(record.key, record.text, ...record.indexKeys);
}

export function deleteRecords(file: SqliteFile, source: Source, range: EncodedRange): void {
  const { sql, args } = conditions(range, source.column);
  file.prepare(`DELETE FROM ${source.table} WHERE ${sql}`).run(...args);
}

/** The work of one request: deletes all records of a store. */
export function emptying(file: SqliteFile, { table }: Source): () => unknown {
  const sql = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} LIMIT ${PAGE})`;
  return () => {
    const outcome = sliced(() => file.prepare(sql).run().changes === PAGE);
    return outcome === unfinished ? unfinished : undefined;
  };
}
