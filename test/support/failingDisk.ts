// A disk that takes no more writes of a file from the N-th on, as SQLite tells of it: full, failing, read-only. For databases that are
// opened after it.
import Database from 'better-sqlite3';

export interface Fault {
  /** Matches the path of the database. */
  readonly file: RegExp;
  /** The first write that fails, counted from {@link FailingDisk.fail}. */
  readonly from: number;
  /** SQLite's, e.g. `SQLITE_FULL`. */
  readonly code: string;
  /** How many fail; default: all from then on. */
  readonly times?: number;
}

export interface FailingDisk {
  fail(fault: Fault): void;
  heal(): void;
  /** Writes of the file since the fault was set. */
  writes(): number;
  /** Takes it out again. */
  restore(): void;
}

export function failingDisk(): FailingDisk {
  const { prepare } = Database.prototype;
  let fault: Fault | null = null;
  let writes = 0;

  function take(name: string, sql: string): void {
    if (fault === null || !fault.file.test(name) || /^ROLLBACK/.test(sql)) return;
    writes += 1;
    if (writes < fault.from || writes >= fault.from + (fault.times ?? Infinity)) return;
    throw Object.assign(new Error('refused'), { name: 'SqliteError', code: fault.code });
  }

  const spy = jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    const statement = prepare.call(this, sql);
    const run = statement.run.bind(statement) as (...values: unknown[]) => Database.RunResult;
    const value = (...values: unknown[]): Database.RunResult => {
      take(this.name, sql);
      return run(...values);
    };
    return Object.defineProperty(statement, 'run', { value });
  });

  return {
    fail(next) {
      writes = 0;
      fault = next;
    },
    heal: () => void (fault = null),
    writes: () => writes,
    restore: () => spy.mockRestore(),
  };
}
