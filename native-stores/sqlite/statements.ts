// Prepared statements, one cache per connection, and the log of slow ones. Every statement of the store runs through here;
// their texts are constants, so that the cache stays small and no value ever becomes SQL. A limit is written `LIMIT ? + 0`: SQLite plans
// a statement anew whenever a bare `LIMIT ?` is bound, which costs ten times the query (30 µs instead of 3).
import type { Database as Connection, Statement } from 'better-sqlite3';

export type Database = Connection;
export type SqlValue = string | number | bigint | Buffer | Uint8Array | null;

/** The part of a logger that the store uses. */
export interface StoreLog {
  error(message: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  warn(message: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  info(message: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
}

const slowMs = 40;
/** The global `performance` would load 5 ms of Node's own code at the start. */
const { uptime } = process;
const elapsedMs = (): number => uptime() * 1000;

interface Cache {
  readonly statements: Map<string, Statement<SqlValue[]>>;
  readonly memos: Map<string, unknown>;
  readonly states: Map<unknown, unknown>;
  log: StoreLog | null;
}

// eslint-disable-next-line trellis/module-state -- each connection has its own, which ends with it
const caches = new WeakMap<Database, Cache>();

// eslint-disable-next-line trellis/module-state -- a pure cache of the last look into `caches`
let last: { readonly db: Database; readonly cache: Cache } | null = null;

function cacheOf(db: Database): Cache {
  if (last?.db === db) return last.cache;
  let cache = caches.get(db);
  if (cache === undefined) {
    cache = { statements: new Map(), memos: new Map(), states: new Map(), log: null };
    caches.set(db, cache);
  }
  last = { db, cache };
  return cache;
}

export function logSlowStatements(db: Database, log: StoreLog): void {
  cacheOf(db).log = log;
}

function prepared(cache: Cache, db: Database, sql: string): Statement<SqlValue[]> {
  let statement = cache.statements.get(sql);
  if (statement === undefined) {
    statement = db.prepare<SqlValue[]>(sql);
    cache.statements.set(sql, statement);
  }
  return statement;
}

function watch(cache: Cache, sql: string, startedMs: number): void {
  const ms = elapsedMs() - startedMs;
  // Only the statement's text: its values are somebody's messages.
  if (ms > slowMs)
    cache.log?.warn('slow statement', { ms: Math.round(ms), sql: sql.trim().slice(0, 80) });
}

/** Runs a writing statement; answers the number of changed rows and the new row's number. */
export function run(
  db: Database,
  sql: string,
  ...values: SqlValue[]
): { changes: number; lastNo: number } {
  const cache = cacheOf(db);
  const startedMs = elapsedMs();
  const result = prepared(cache, db, sql).run(...values);
  watch(cache, sql, startedMs);
  return { changes: result.changes, lastNo: Number(result.lastInsertRowid) };
}

/** First row or null. `T` is the caller's word for the columns of its own statement. */
export function get<T>(db: Database, sql: string, ...values: SqlValue[]): T | null {
  const cache = cacheOf(db);
  const startedMs = elapsedMs();
  const row = prepared(cache, db, sql).get(...values);
  watch(cache, sql, startedMs);
  return row === undefined ? null : (row as T);
}

export function all<T>(db: Database, sql: string, ...values: SqlValue[]): T[] {
  const cache = cacheOf(db);
  const startedMs = elapsedMs();
  const rows = prepared(cache, db, sql).all(...values);
  watch(cache, sql, startedMs);
  return rows as T[];
}

/** Remembers what `make` read from the connection until {@link forget} or a rollback. */
export function memo<T>(db: Database, name: string, make: () => T): T {
  const { memos } = cacheOf(db);
  if (!memos.has(name)) memos.set(name, make());
  return memos.get(name) as T;
}

/** State that the store keeps for a connection: `make` makes it once. It must be one and the same function, declared outside others. */
export function ofConnection<T>(db: Database, make: () => T): T {
  const { states } = cacheOf(db);
  if (!states.has(make)) states.set(make, make());
  return states.get(make) as T;
}

/** Drops one memo, or all of them. */
export function forget(db: Database, name: string | null): void {
  const { memos } = cacheOf(db);
  if (name === null) memos.clear();
  else memos.delete(name);
}
