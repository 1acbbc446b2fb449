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
      for (const way of ['run', 'get', 'all'] as const) {
        const real = statement[way].bind(statement) as (...values: unknown[]) => unknown;
        const value = (...values: unknown[]) => {
          refuse(sql, this);
          return real(...values);
        };
        Object.defineProperty(statement, way, { value });
      }
      return statement;
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

  test.each([
    ['BEGIN IMMEDIATE', 'SQLITE_FULL', 'QuotaExceededError', 0],
    ['BEGIN IMMEDIATE', 'SQLITE_IOERR_WRITE', 'UnknownError', 1],
    ['INSERT OR REPLACE INTO meta', 'SQLITE_FULL', 'QuotaExceededError', 0],
  ])('fails the opening whose upgrade cannot do %s (%s)', async (statement, code, name, fatal) => {
    refuse = (sql) => {
      if (sql.startsWith(statement)) throw withCode(code);
    };
    const open = () => openDatabase(store.handle.factory, 1, (made) => made.createObjectStore('a'));
    await expect(open()).rejects.toMatchObject({ name });
    expect([store.refused(), store.fatal.length]).toEqual([1, fatal]);
    refuse = () => undefined;
    store.reopen();
    expect((await open()).objectStoreNames.length).toBe(1);
  });

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

  describe('because a read of another transaction made SQLite roll back everything', () => {
    const codes = ['SQLITE_NOMEM', 'SQLITE_IOERR_READ'];
    /** Null: SQLite tells nobody. */
    const ways = [...codes, null];
    let db: Awaited<ReturnType<typeof openDatabase>>;

    beforeEach(async () => {
      db = await openDatabase(store.handle.factory, 1, (made) => {
        for (const name of ['written', 'read', 'last']) made.createObjectStore(name);
      });
    });

    const read = (key: unknown): Promise<unknown> =>
      settled(db.transaction('read', 'readonly').objectStore('read').get(key)).catch(() => null);

    /** At the first read once this statement has run. Answers whether it came to that. */
    const loseEverything = (code: string | null, after = ''): (() => boolean) => {
      let isDue = after === '';
      let isLost = false;
      refuse = (sql, file) => {
        isDue ||= sql === after;
        if (isLost || !isDue || !/^SELECT v FROM s2 /.test(sql)) return;
        isLost = true;
        file.exec('ROLLBACK');
        if (code !== null) throw withCode(code);
      };
      return () => isLost;
    };

    const kept = async (): Promise<unknown> => {
      refuse = () => undefined;
      store.reopen();
      const again = await openDatabase(store.handle.factory, 1);
      const keys = again.transaction('written', 'readonly').objectStore('written').getAllKeys();
      return settled(keys);
    };

    test.each(ways)('no part of a writer in the middle of its work stays (%s)', async (code) => {
      const isLost = loseEverything(code);
      const writer = db.transaction('written', 'readwrite').objectStore('written');
      const end = ended(writer.transaction);
      const puts = (async () => {
        for (let n = 0; n < 6; n += 1) {
          await settled(writer.put('value', n));
          if (n === 0) void read('key');
        }
      })();
      await puts.catch(() => undefined);
      const how = await end;
      expect([isLost(), how, await kept()]).toEqual([true, 'UnknownError', []]);
      expect(String(writer.transaction.error)).toContain(code ?? 'rolled');
      expect(store.refused()).toBeGreaterThan(0);
    });

    test.each(ways)('a writer that waits for its commit is not complete (%s)', async (code) => {
      const isLost = loseEverything(code, 'RELEASE w');
      let how = '';
      const end = ended(put(db, 'written')).then((ending) => (how = ending));
      for (let n = 0; how === ''; n += 1) await read(n);
      await end;
      expect([isLost(), how, await kept()]).toEqual([true, 'UnknownError', []]);
      expect(store.refused()).toBeGreaterThan(0);
    });

    test.each(ways)('joined work fails, and the write that it waits for (%s)', async (code) => {
      let last = '';
      const isLost = loseEverything(code, 'RELEASE w');
      const work = store.handle.join({ early: ['written'], last: 'last' }, async () => {
        expect(await ended(put(db, 'written'))).toBe('complete');
        await read('key');
        last = await ended(put(db, 'last'));
      });
      await expect(work).rejects.toMatchObject({ name: 'UnknownError' });
      expect([isLost(), last, await kept()]).toEqual([true, 'UnknownError', []]);
      expect(store.refused()).toBeGreaterThan(0);
    });
  });
});
