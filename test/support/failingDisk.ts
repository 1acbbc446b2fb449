// A disk that takes no more writes of a file from the N-th on, or reads none of it, as SQLite tells of it: full, failing, read-only,
// damaged. For databases that are opened after it.
import Database from 'better-sqlite3';

export type Kind = 'write' | 'read';

export interface Fault {
  /** Matches the path of the database. */
  readonly file: RegExp;
  /** Kind of the calls that fail; default: writes. */
  readonly kind?: Kind;
  /** The first of them that fails, counted from {@link FailingDisk.fail}. */
  readonly from: number;
  /** SQLite's, e.g. `SQLITE_FULL`. */
  readonly code: string;
  /** How many fail; default: all from then on. */
  readonly times?: number;
}

export interface FailingDisk {
  fail(fault: Fault): void;
  heal(): void;
  /** Writes, or reads, of the file since the fault was set. */
  count(): number;
  /** The test's own looks: they neither fail nor count. */
  aside<T>(work: () => T): T;
  /** Takes it out again. */
  restore(): void;
}

/** Statements that read rows, and those that write. Others go through the two. */
const methods = { get: 'read', all: 'read', iterate: 'read', run: 'write' } as const;

export function failingDisk(): FailingDisk {
  const { prepare } = Database.prototype;
  let fault: Fault | null = null;
  let count = 0;
  let isAside = false;

  function take(name: string, sql: string, kind: Kind): void {
    if (fault === null || isAside || (fault.kind ?? 'write') !== kind) return;
    if (!fault.file.test(name) || /^ROLLBACK/.test(sql)) return;
    count += 1;
    if (count < fault.from || count >= fault.from + (fault.times ?? Infinity)) return;
    throw Object.assign(new Error('refused'), { name: 'SqliteError', code: fault.code });
  }

  const spy = jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    const statement = prepare.call(this, sql);
    for (const [method, kind] of Object.entries(methods) as [keyof typeof methods, Kind][]) {
      const real = statement[method].bind(statement) as (...values: unknown[]) => unknown;
      const value = (...values: unknown[]): unknown => {
        take(this.name, sql, kind);
        return real(...values);
      };
      Object.defineProperty(statement, method, { value });
    }
    return statement;
  });

  return {
    fail(next) {
      count = 0;
      fault = next;
    },
    heal: () => void (fault = null),
    count: () => count,
    aside(work) {
      isAside = true;
      try {
        return work();
      } finally {
        isAside = false;
      }
    },
    restore: () => spy.mockRestore(),
  };
}
