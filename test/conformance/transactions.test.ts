// Transactions: order, isolation, abort, the shared commit, upgrades, blocked opens, closing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDBDatabase } from '#stores/indexeddb/database';
import { createStoreLocks, type Lockable } from '#stores/indexeddb/locks';
import { openSqliteFile } from '#stores/indexeddb/sqliteFile';
import { eventually } from '../support/eventually';
import {
  createTestStore,
  ended,
  errorName,
  openDatabase,
  settled,
  type TestStore,
} from './support';

const twoStores = (db: IDBDatabase): void => {
  db.createObjectStore('a');
  db.createObjectStore('b');
};

describe('transactions', () => {
  let store: TestStore;
  let db: IDBDatabase;

  beforeEach(async () => {
    store = createTestStore();
    db = await openDatabase(store.handle.factory, 1, twoStores);
  });
  afterEach(() => store.remove());

  const keysOf = (name: string): Promise<unknown> =>
    settled(db.transaction(name).objectStore(name).getAllKeys());

  function put(key: string, name = 'a'): ReturnType<IDBDatabase['transaction']> {
    const transaction = db.transaction(name, 'readwrite');
    transaction.objectStore(name).put('value', key);
    return transaction;
  }

  test('a reader after a writer waits for its commit, and sees it', async () => {
    const order: string[] = [];
    const writer = put('key');
    writer.oncomplete = () => order.push('complete');
    const seen = settled(db.transaction('a').objectStore('a').get('key'));
    void seen.then(() => order.push('read'));
    expect(await seen).toBe('value');
    expect(order).toEqual(['complete', 'read']);
  });

  test('a writer waits for earlier readers of its stores only', async () => {
    const order: string[] = [];
    const reader = db.transaction('a');
    let otherDone = false;
    const again = (): void => {
      if (otherDone) return void order.push('last read');
      reader.objectStore('a').get('key').onsuccess = again;
    };
    reader.objectStore('a').get('key').onsuccess = again;
    const same = ended(put('key')).then(() => order.push('same store'));
    await ended(put('key', 'b'));
    order.push('other store');
    otherDone = true;
    await same;
    expect(order).toEqual(['other store', 'last read', 'same store']);
  });

  test('an abort within a group undoes its own writes only', async () => {
    const first = put('first');
    const second = put('second');
    const request = second.objectStore('a').get('first');
    request.onsuccess = () => second.abort();
    const third = put('third');
    expect(await Promise.all([first, second, third].map(ended))).toEqual([
      'complete',
      'abort',
      'complete',
    ]);
    expect(await keysOf('a')).toEqual(['first', 'third']);
  });

  test('an abort before its turn leaves the queue intact', async () => {
    const all = [put('1'), put('2'), put('3'), db.transaction(['a', 'b']), put('4')];
    all[1]?.abort();
    all[3]?.abort();
    expect(await Promise.all(all.map(ended))).toEqual([
      'complete',
      'abort',
      'complete',
      'abort',
      'complete',
    ]);
    expect(await keysOf('a')).toEqual(['1', '3', '4']);
  });

  test('writers started together share a commit', async () => {
    const { file } = db.backend;
    const frames = (): number => {
      const wal = join(store.directory, 'db.db-wal');
      return readFileSync(wal).length;
    };
    file.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    for (let i = 0; i < 40; i++) await ended(put(`alone ${i}`));
    const alone = frames();
    file.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    await Promise.all(Array.from({ length: 40 }, (_, i) => ended(put(`together ${i}`))));
    expect(frames() * 5).toBeLessThan(alone);
  });

  test('the log is written back when nobody writes', async () => {
    const { file } = db.backend;
    const log = (): number[] =>
      Object.values(file.prepare('PRAGMA wal_checkpoint(NOOP)').get() as Record<string, number>);
    for (let n = 0; n < 3; n += 1) {
      const transaction = db.transaction('a', 'readwrite');
      for (let m = 0; m < 200; m += 1)
        transaction.objectStore('a').put('x'.repeat(4_000), `${n} ${m}`);
      await ended(transaction);
    }
    expect(log()[1]).toBeGreaterThan(500);
    await eventually('the log is in the file', () => log()[2] === log()[1]);
  });

  test('requests outside of the transaction’s life are refused', async () => {
    const transaction = put('key');
    const target = transaction.objectStore('a');
    transaction.commit();
    expect(errorName(() => target.put(1, 'late'))).toBe('TransactionInactiveError');
    expect(await ended(transaction)).toBe('complete');
    expect(errorName(() => target.get('key'))).toBe('TransactionInactiveError');
    expect(errorName(() => transaction.abort())).toBe('InvalidStateError');
    expect(errorName(() => transaction.objectStore('a'))).toBe('InvalidStateError');
    expect(errorName(() => db.transaction('a').objectStore('a').put(1, 'x'))).toBe('ReadOnlyError');
    expect(errorName(() => db.transaction('none'))).toBe('NotFoundError');
    expect(errorName(() => db.transaction([]))).toBe('InvalidAccessError');
    expect(errorName(() => db.transaction('a').objectStore('b'))).toBe('NotFoundError');
  });

  test('an exception of a handler aborts the transaction and is reported', async () => {
    const transaction = put('key');
    const failure = new Error('handler');
    transaction.objectStore('a').get('key').onsuccess = () => {
      throw failure;
    };
    expect(await ended(transaction)).toBe('AbortError');
    expect(store.fatal).toEqual([failure]);
    expect(await keysOf('a')).toEqual([]);
  });

  test('errors bubble from the request over the transaction to the database', async () => {
    await ended(put('key'));
    const seen: unknown[] = [];
    const transaction = db.transaction('a', 'readwrite');
    const request = transaction.objectStore('a').add(1, 'key');
    request.onerror = (event) => seen.push([event.type, event.target === request]);
    transaction.onerror = (event) => seen.push([event.type, event.target === request]);
    db.onerror = (event) => seen.push([event.type, event.target === request]);
    db.onabort = (event) => seen.push([event.type, event.target === transaction]);
    expect(await ended(transaction)).toBe('ConstraintError');
    expect(seen).toEqual([
      ['error', true],
      ['error', true],
      ['error', true],
      ['abort', true],
    ]);
  });

  test('a long transaction lets the loop turn every few milliseconds', async () => {
    const transaction = db.transaction('a', 'readwrite');
    const value = 'x'.repeat(2000);
    for (let i = 0; i < 10_000; i++) transaction.objectStore('a').put(value, `key ${i}`);
    let turns = 0;
    let running = true;
    const count = (): void => {
      turns += 1;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    expect(await ended(transaction)).toBe('complete');
    running = false;
    expect(turns).toBeGreaterThan(3);
    expect(await settled(db.transaction('a').objectStore('a').count())).toBe(10_000);
  });

  test('reading all records, a new index, clearing and dropping a store let the loop turn every few milliseconds', async () => {
    const transaction = db.transaction(['a', 'b'], 'readwrite');
    for (let i = 0; i < 20_000; i++) {
      const value = { session: `session ${i}`, text: 'x'.repeat(500) };
      transaction.objectStore('a').put(value, `key ${i}`);
      transaction.objectStore('b').put(value, i);
    }
    expect(await ended(transaction)).toBe('complete');

    /** Turns of the loop until it is done; one statement over all records takes one or two. */
    async function turnsOf<T>(work: () => Promise<T>): Promise<[number, T]> {
      let turns = 0;
      let running = true;
      const count = (): void => {
        turns += 1;
        if (running) setImmediate(count);
      };
      setImmediate(count);
      const result = await work();
      running = false;
      return [turns, result];
    }
    const all = (from: 'a' | 'b'): Promise<unknown[]> =>
      settled(db.transaction(from).objectStore(from).getAll());

    const [reading, read] = await turnsOf(() => all('a'));
    expect(read).toHaveLength(20_000);
    expect(reading).toBeGreaterThan(2);

    const count = (...query: unknown[]): Promise<unknown> =>
      settled(
        db
          .transaction('a')
          .objectStore('a')
          .count(...query),
      );
    expect(await Promise.all([count(), count('key 19999'), count('none')])).toEqual([20_000, 1, 0]);

    db.close();
    const upgrade = store.handle.factory.open('db', 2);
    upgrade.onupgradeneeded = () => {
      const upgraded = upgrade.transaction as ReturnType<IDBDatabase['transaction']>;
      upgraded.objectStore('a').createIndex('session', 'session', { unique: true });
      // Asked after the index, so done after it.
      upgraded.objectStore('a').put({ session: 'late', text: '' }, 'late');
    };
    const [indexing, next] = await turnsOf(() => settled<IDBDatabase>(upgrade));
    db = next;
    expect(indexing).toBeGreaterThan(2);
    const found = db.transaction('a').objectStore('a').index('session').getAllKeys('session 19999');
    expect(await settled(found)).toEqual(['key 19999']);
    const late = db.transaction('a').objectStore('a').index('session').getAllKeys('late');
    expect(await settled(late)).toEqual(['late']);
    const indexed = db.transaction('a').objectStore('a').index('session').count();
    expect(await settled(indexed)).toBe(20_001);

    const clearing = db.transaction('b', 'readwrite');
    clearing.objectStore('b').clear();
    clearing.objectStore('b').put('new', 1);
    const [cleared] = await turnsOf(() => ended(clearing));
    expect(cleared).toBeGreaterThan(2);
    expect(await all('b')).toEqual(['new']);

    db.close();
    const drop = store.handle.factory.open('db', 3);
    drop.onupgradeneeded = () => (drop.result as IDBDatabase).deleteObjectStore('a');
    const [dropping, left] = await turnsOf(() => settled<IDBDatabase>(drop));
    db = left;
    expect(dropping).toBeGreaterThan(2);
    expect([...db.objectStoreNames]).toEqual(['b']);
  });

  test('the cost of a waiting transaction does not grow with their number', () => {
    let looks = 0;
    const running: Lockable[] = [];
    const locks = createStoreLocks<Lockable>((transaction) => running.push(transaction));
    const make = (i: number): Lockable => ({
      get scope() {
        looks += 1;
        return i % 3 === 0 ? ['a', 'b'] : ['a'];
      },
      mode: i % 2 === 0 ? 'readwrite' : 'readonly',
      blockedOn: 0,
    });
    for (let i = 0; i < 5000; i++) locks.acquire(make(i));
    let ran = 0;
    for (let next = running.shift(); next !== undefined; next = running.shift()) {
      ran += 1;
      if (next.mode === 'readonly') locks.releaseReader(next);
      else locks.releaseWriter(next, 'nothing');
    }
    expect(ran).toBe(5000);
    expect(looks).toBeLessThanOrEqual(5000 * 3);
  });

  test('a full disk aborts everything that shares the commit, and nothing is written until the file is opened again', async () => {
    await ended(put('before'));
    const { file } = db.backend;
    const pages = file.prepare('PRAGMA page_count').get() as { page_count: number };
    file.prepare(`PRAGMA max_page_count = ${pages.page_count + 4}`).get();
    const small = put('small');
    const big = db.transaction('a', 'readwrite');
    for (let i = 0; i < 50; i++) big.objectStore('a').put('x'.repeat(3000), `big ${i}`);
    expect(await Promise.all([ended(small), ended(big)])).toEqual([
      'QuotaExceededError',
      'QuotaExceededError',
    ]);
    file.prepare('PRAGMA max_page_count = 100000').get();
    expect(await ended(put('after'))).toBe('QuotaExceededError');
    expect(await keysOf('a')).toEqual(['before']);
    // No reason to end, but the writer knows more now than its file.
    expect([store.fatal, store.refused() > 0]).toEqual([[], true]);
    db = await openDatabase(store.reopen().factory);
    expect(await ended(put('after'))).toBe('complete');
    expect(await keysOf('a')).toEqual(['after', 'before']);
  });
});

describe('databases', () => {
  let store: TestStore;
  beforeEach(() => {
    store = createTestStore();
  });
  afterEach(() => store.remove());

  test('versions: new, same, newer, older, invalid', async () => {
    const { factory } = store.handle;
    const seen: number[] = [];
    const note = (db: IDBDatabase, old: number): void => void seen.push(old, db.version);
    const first = await openDatabase(factory, 3, note);
    const same = await openDatabase(factory, 3, note);
    const current = await openDatabase(factory, undefined, note);
    for (const db of [first, same, current]) db.close();
    (await openDatabase(factory, 5, note)).close();
    expect(seen).toEqual([0, 3, 3, 5]);
    await expect(openDatabase(factory, 4)).rejects.toMatchObject({ name: 'VersionError' });
    expect(() => factory.open('db', 0)).toThrow(TypeError);
  });

  test('an aborted upgrade leaves the database as it was', async () => {
    const { factory } = store.handle;
    (await openDatabase(factory, 1, twoStores)).close();
    const request = factory.open('db', 2);
    request.onupgradeneeded = () => {
      const db = request.result as IDBDatabase;
      db.deleteObjectStore('a');
      db.createObjectStore('c').put(1, 'key');
      (request.transaction as ReturnType<IDBDatabase['transaction']>).abort();
    };
    await expect(settled(request)).rejects.toMatchObject({ name: 'AbortError' });
    const db = await openDatabase(factory);
    expect([db.version, [...db.objectStoreNames]]).toEqual([1, ['a', 'b']]);
  });

  test('a unique index that the records contradict aborts the upgrade', async () => {
    const request = store.handle.factory.open('db', 1);
    request.onupgradeneeded = () => {
      const target = (request.result as IDBDatabase).createObjectStore('a');
      target.put({ n: 1 }, 'x');
      target.put({ n: 1 }, 'y');
      target.createIndex('n', 'n', { unique: true });
    };
    await expect(settled(request)).rejects.toMatchObject({ name: 'AbortError' });
    expect((await openDatabase(store.handle.factory)).version).toBe(1);
  });

  test('an upgrade asks other connections to close, is blocked, and goes on when they have', async () => {
    const { factory } = store.handle;
    const obedient = await openDatabase(factory, 1, twoStores);
    const stubborn = await openDatabase(factory, 1);
    const seen: string[] = [];
    obedient.onversionchange = (event) => {
      seen.push(`versionchange ${event.oldVersion} ${event.newVersion}`);
      obedient.close();
    };
    const request = factory.open('db', 2);
    request.onblocked = (event) => {
      seen.push(`blocked ${event.oldVersion} ${event.newVersion}`);
      stubborn.close();
    };
    request.onupgradeneeded = () => seen.push('upgrade');
    await settled(request);
    expect(seen).toEqual(['versionchange 1 2', 'blocked 1 2', 'upgrade']);
  });

  test('a connection that closes lets its transactions end first', async () => {
    const { factory } = store.handle;
    const db = await openDatabase(factory, 1, twoStores);
    const transaction = db.transaction('a', 'readwrite');
    transaction.objectStore('a').put(1, 'key');
    const order: string[] = [];
    const done = ended(transaction).then((end) => order.push(end));
    db.close();
    expect(errorName(() => db.transaction('a'))).toBe('InvalidStateError');
    const next = await openDatabase(factory, 2, () => order.push('upgrade'));
    await done;
    expect(order).toEqual(['complete', 'upgrade']);
    expect(await settled(next.transaction('a').objectStore('a').getAllKeys())).toEqual(['key']);
  });

  test('what is complete is there after closing and opening, with indexes', async () => {
    const db = await openDatabase(store.handle.factory, 7, (created) => {
      created.createObjectStore('a').createIndex('n', ['n', 's'], { unique: true });
    });
    const transaction = db.transaction('a', 'readwrite');
    transaction.objectStore('a').put({ n: 1, s: 'x' }, 'key');
    await ended(transaction);
    const again = await openDatabase(store.reopen().factory);
    const index = again.transaction('a').objectStore('a').index('n');
    expect([again.version, index.keyPath, index.unique]).toEqual([7, ['n', 's'], true]);
    expect(await settled(index.getAllKeys([1, 'x']))).toEqual(['key']);
  });

  test('what a handler throws when closing ends its request is nobody’s failure', async () => {
    const db = await openDatabase(store.handle.factory, 1, twoStores);
    const transaction = db.transaction('a', 'readwrite');
    let told = 0;
    for (const key of ['first', 'second']) {
      const request = transaction.objectStore('a').put(1, key);
      request.onerror = () => {
        told += 1;
        throw new Error('called more than once');
      };
    }
    const end = ended(transaction);
    store.handle.close();
    expect(await end).toBe('AbortError');
    expect([told, store.fatal]).toEqual([2, []]);
  });

  test('closing the store ends what runs and refuses the rest', async () => {
    const db = await openDatabase(store.handle.factory, 1, twoStores);
    const transaction = db.transaction('a', 'readwrite');
    transaction.objectStore('a').put(1, 'key');
    const end = ended(transaction);
    store.handle.close();
    store.handle.close();
    expect(await end).toBe('AbortError');
    expect(errorName(() => db.transaction('a'))).toBe('InvalidStateError');
    await expect(openDatabase(store.handle.factory)).rejects.toMatchObject({
      name: 'InvalidStateError',
    });
    expect(readdirSync(store.directory)).toEqual(['db.db']);
  });
});

describe('files', () => {
  let store: TestStore;
  beforeEach(() => {
    store = createTestStore();
  });
  afterEach(() => store.remove());

  const bytes = (): Buffer[] =>
    readdirSync(store.directory).map((name) => readFileSync(join(store.directory, name)));

  test('every commit is durable: synchronous is FULL after the first write', async () => {
    const db = await openDatabase(store.handle.factory, 1, twoStores);
    const pragma = (name: string): unknown =>
      Object.values(db.backend.file.prepare(`PRAGMA ${name}`).get() as object)[0];
    expect({
      synchronous: pragma('synchronous'),
      journal: pragma('journal_mode'),
      temporary: pragma('temp_store'),
      fullfsync: pragma('checkpoint_fullfsync'),
    }).toEqual({ synchronous: 2, journal: 'wal', temporary: 2, fullfsync: 1 });
  });

  test('neither keys, values nor names stand readable in the files', async () => {
    const canary = 'CANARY-4711-in-plain-sight';
    const db = await openDatabase(store.handle.factory, 1, (created) => {
      created.createObjectStore(`store-${canary}`).createIndex('n', 'n');
    });
    const transaction = db.transaction(`store-${canary}`, 'readwrite');
    for (let i = 0; i < 200; i++) {
      const value = { n: `index-${canary}`, text: canary.repeat(50) };
      transaction.objectStore(`store-${canary}`).put(value, `${canary}-${i}`);
    }
    expect(await ended(transaction)).toBe('complete');
    expect(bytes().length).toBeGreaterThan(1);
    expect(bytes().some((content) => content.includes('CANARY'))).toBe(false);
    store.handle.close();
    expect(bytes().some((content) => content.includes('CANARY'))).toBe(false);
  });

  test('a wrong key, and a damaged file, fail the open, are reported and change nothing', async () => {
    (await openDatabase(store.handle.factory, 1, twoStores)).close();
    store.handle.close();
    const before = bytes();
    const wrong = store.reopen({ key: Buffer.alloc(32, 1) });
    await expect(openDatabase(wrong.factory)).rejects.toMatchObject({
      name: 'UnknownError',
      message: expect.stringContaining('SQLITE_NOTADB') as string,
    });
    expect(store.fatal).toHaveLength(1);
    expect(bytes()).toEqual(before);
    const right = await openDatabase(store.reopen().factory);
    expect([...right.objectStoreNames]).toEqual(['a', 'b']);

    store.handle.close();
    const path = join(store.directory, 'db.db');
    const damaged = readFileSync(path);
    damaged.fill(7, 0, 4096);
    writeFileSync(path, damaged);
    await expect(openDatabase(store.reopen().factory)).rejects.toMatchObject({
      name: 'UnknownError',
    });
    expect(readFileSync(path)).toEqual(damaged);
  });

  test('a file of a newer format is refused without changing a byte', async () => {
    (await openDatabase(store.handle.factory, 1, twoStores)).close();
    store.handle.close();
    const file = openSqliteFile(join(store.directory, 'db.db'), store.key);
    file.exec('PRAGMA user_version = 99');
    file.close();
    const before = bytes();
    await expect(openDatabase(store.reopen().factory)).rejects.toMatchObject({
      name: 'VersionError',
    });
    expect(bytes()).toEqual(before);
  });

  test('a file name with a folder, and a key of another length, are refused', async () => {
    await expect(
      openDatabase(store.reopen({ fileNames: () => '../outside.db' }).factory),
    ).rejects.toMatchObject({ name: 'UnknownError' });
    await expect(
      openDatabase(store.reopen({ key: Buffer.alloc(16) }).factory),
    ).rejects.toMatchObject({ name: 'InvalidAccessError' });
  });
});
