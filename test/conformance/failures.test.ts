import Database from 'better-sqlite3';

import { isStorageFailure } from '#stores/indexeddb/errors';

import { createTestStore, ended, openDatabase, settled, type TestStore } from './support';

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code });

test.each([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_READONLY_DBMOVED',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_PROTOCOL',
  'SQLITE_BUSY',
])('%s is a failure of the disk or the file', (code) => {
  expect(isStorageFailure(withCode(code))).toBe(true);
});

test.each([
  'SQLITE_ERROR',
  'SQLITE_TOOBIG',
  'SQLITE_MISMATCH',
  'SQLITE_MISUSE',
  'SQLITE_RANGE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'ERR_INVALID_ARG_TYPE',
])('%s is what the caller asked for: the disk is not blamed', (code) => {
  expect(isStorageFailure(withCode(code))).toBe(false);
});

describe('a group that SQLite did not keep', () => {
  let store: TestStore;
  let refuse: (sql: string, db: Database.Database) => void;

  beforeEach(() => {
    store = createTestStore();
    refuse = () => undefined;
    const prepare = Database.prototype.prepare;
    jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (
      this: Database.Database,
      sql: string,
    ) {
      const statement = prepare.call(this, sql);
      const run = statement.run.bind(statement) as (...values: unknown[]) => unknown;
      const value = (...values: unknown[]) => {
        refuse(sql, this);
        return run(...values);
      };
      return Object.defineProperty(statement, 'run', { value });
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    store.remove();
  });

  const write = async (): Promise<string> => {
    const db = await openDatabase(store.handle.factory, 1, (made) => made.createObjectStore('a'));
    const before = store.refused();
    const transaction = db.transaction('a', 'readwrite');
    transaction.objectStore('a').put('value', 'key');
    const how = await ended(transaction);
    refuse = () => undefined;
    return `${how} ${store.refused() - before}`;
  };

  test.each([
    'SQLITE_ERROR',
    'SQLITE_NOMEM',
    'SQLITE_INTERRUPT',
    'SQLITE_CONSTRAINT',
    'SQLITE_FULL',
  ])(
    'is told when its COMMIT fails with %s: the library may know more than the file',
    async (code) => {
      await openDatabase(store.handle.factory, 1, (made) => made.createObjectStore('a')).then(
        (db) => db.close(),
      );
      refuse = (sql) => {
        if (sql === 'COMMIT') throw withCode(code);
      };
      expect(await write()).toMatch(/ 1$/);
    },
  );

  test.each(['SQLITE_NOMEM', 'SQLITE_INTERRUPT', 'SQLITE_FULL'])(
    'is told when SQLite takes everything back in the middle of it with %s',
    async (code) => {
      await openDatabase(store.handle.factory, 1, (made) => made.createObjectStore('a')).then(
        (db) => db.close(),
      );
      refuse = (sql, db) => {
        if (!/^INSERT/.test(sql)) return;
        db.exec('ROLLBACK');
        throw withCode(code);
      };
      expect(await write()).toMatch(/ 1$/);
    },
  );

  const two = () =>
    openDatabase(store.handle.factory, 1, (made) => {
      made.createObjectStore('early');
      made.createObjectStore('other');
      made.createObjectStore('stranger');
    });
  const put = (db: Awaited<ReturnType<typeof two>>, name: string) => {
    const transaction = db.transaction(name, 'readwrite');
    transaction.objectStore(name).put('value', 'key');
    return transaction;
  };

  test('fails the joined work whose commit fails, though every part of it was told complete', async () => {
    const db = await two();
    const work = store.handle.join({ early: ['early'], last: 'other' }, async () => {
      expect(await ended(put(db, 'early'))).toBe('complete');
      refuse = (sql) => {
        if (sql === 'COMMIT') throw withCode('SQLITE_FULL');
      };
    });
    await expect(work).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect([store.refused(), store.fatal]).toEqual([1, []]);
  });

  test('what is joined waits for the write that it belongs to, not for one of somebody else', async () => {
    const db = await two();
    const commits: string[] = [];
    let at = 'early';
    await store.handle.join({ early: ['early'], last: 'other' }, async () => {
      await ended(put(db, 'early'));
      refuse = (sql) => {
        if (sql === 'COMMIT') commits.push(at);
      };
      const stranger = ended(put(db, 'stranger'));
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      at = 'last';
      expect(await ended(put(db, 'other'))).toBe('complete');
      expect(await stranger).toBe('complete');
    });
    expect(commits).toEqual(['last']);
  });

  test('work that waits for a write of its own into another store goes on all the same', async () => {
    const db = await two();
    await store.handle.join({ early: ['early'], last: 'other' }, async () => {
      await ended(put(db, 'early'));
      expect(await ended(put(db, 'stranger'))).toBe('complete');
      expect(await ended(put(db, 'other'))).toBe('complete');
    });
  });

  test('a write that the disk refuses takes along what was joined to it', async () => {
    const db = await two();
    const work = store.handle.join({ early: ['early'], last: 'other' }, async () => {
      expect(await ended(put(db, 'early'))).toBe('complete');
      refuse = (sql) => {
        if (/^INSERT/.test(sql)) throw withCode('SQLITE_FULL');
      };
      expect(await ended(put(db, 'other'))).toBe('QuotaExceededError');
      refuse = () => undefined;
    });
    await expect(work).rejects.toMatchObject({ name: 'QuotaExceededError' });
    store.reopen();
    const again = await two();
    const found = again.transaction('early', 'readonly').objectStore('early').get('key');
    expect(await settled(found)).toBeUndefined();
  });

  test('joined work ends when it is durable, also while another writer is in the middle of its own', async () => {
    const db = await two();
    const commits: string[] = [];
    let isEnded = false;
    await store.handle.join({ early: ['early'], last: 'other' }, async () => {
      await ended(put(db, 'early'));
      refuse = (sql) => {
        if (sql === 'COMMIT') commits.push(isEnded ? 'late' : 'in time');
      };
      // Its next request comes in the handler of the first: it is open when the work ends.
      const long = db.transaction('other', 'readwrite').objectStore('other');
      await new Promise((resolve) => {
        const request = long.put('one', 'one');
        request.onsuccess = () => {
          for (let n = 0; n < 5_000; n += 1) long.put(n, n);
          resolve(null);
        };
      });
    });
    isEnded = true;
    expect(commits[0]).toBe('in time');
  });

  test('joined work of a store that is closed meanwhile fails', async () => {
    const db = await two();
    const work = store.handle.join({ early: ['early'], last: 'other' }, async () => {
      await ended(put(db, 'early'));
      store.handle.close();
    });
    await expect(work).rejects.toMatchObject({ name: 'InvalidStateError' });
  });
});
