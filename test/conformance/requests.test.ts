// Requests, cursors, ranges, indexes and refusals of the IndexedDB subset, against the behaviour the standard gives.
import { IDBKeyRange } from '#stores/indexeddb/keyRange';
import type { IDBCursorWithValue } from '#stores/indexeddb/cursor';
import type { IDBDatabase } from '#stores/indexeddb/database';
import {
  createTestStore,
  ended,
  errorName,
  openDatabase,
  settled,
  type TestStore,
} from './support';

async function withRecords(
  db: IDBDatabase,
  name: string,
  records: readonly (readonly [string, unknown])[],
): Promise<void> {
  const transaction = db.transaction(name, 'readwrite');
  for (const [key, value] of records) transaction.objectStore(name).put(value, key);
  expect(await ended(transaction)).toBe('complete');
}

describe('records', () => {
  let store: TestStore;
  let db: IDBDatabase;
  const read = (): ReturnType<IDBDatabase['transaction']> => db.transaction(['a', 'people']);

  beforeEach(async () => {
    store = createTestStore();
    db = await openDatabase(store.handle.factory, 1, (created) => {
      created.createObjectStore('a');
      const people = created.createObjectStore('people');
      people.createIndex('age', 'age');
      people.createIndex('mail', 'mail', { unique: true });
      people.createIndex('place', ['town.name', 'age']);
    });
  });
  afterEach(() => {
    expect(store.fatal).toEqual([]);
    store.remove();
  });

  test.each([
    ['text', 'plain and ünï😀 \u0000 \ud800'],
    ['numbers', [0, -0, 1.5, NaN, Infinity, -Infinity, 2 ** 53]],
    ['booleans and null', { yes: true, no: false, nothing: null }],
    ['undefined inside', { absent: undefined, list: [undefined, 1] }],
    ['bytes', { nested: [new Uint8Array([0, 1, 255])], empty: new Uint8Array(0) }],
    ['tag look-alikes', ['b', 'AAAA', ['o', {}], { n: '-0' }, '!']],
    ['a __proto__ property', JSON.parse('{"__proto__": {"x": 1}}')],
  ])('a value comes back as it was: %s', async (_name, value) => {
    await withRecords(db, 'a', [['key', value]]);
    expect(await settled(read().objectStore('a').get('key'))).toStrictEqual(value);
  });

  test('a value is taken at the moment of the call', async () => {
    const value = { list: [1] };
    const transaction = db.transaction('a', 'readwrite');
    transaction.objectStore('a').put(value, 'key');
    value.list.push(2);
    await ended(transaction);
    expect(await settled(read().objectStore('a').get('key'))).toEqual({ list: [1] });
  });

  test.each([
    ['a map', new Map()],
    ['a date', new Date()],
    ['a function', { run: () => 1 }],
    ['a big integer', 1n],
    ['a symbol', Symbol('x')],
    ['other typed arrays', new Float64Array(1)],
    ['an instance of a class', new (class Thing {})()],
  ])('what cannot be stored is refused: %s', async (_name, value) => {
    const transaction = db.transaction('a', 'readwrite');
    expect(errorName(() => transaction.objectStore('a').put(value, 'key'))).toBe('DataCloneError');
    expect(await ended(transaction)).toBe('complete');
  });

  test('a cyclic value is refused', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;
    const target = db.transaction('a', 'readwrite').objectStore('a');
    expect(errorName(() => target.put(value, 'key'))).toBe('DataCloneError');
  });

  test('put replaces, add does not, and a refused add can be survived', async () => {
    const transaction = db.transaction('a', 'readwrite');
    const target = transaction.objectStore('a');
    expect(await settled(target.put('first', 'key'))).toBe('key');
    expect(await settled(target.put('second', 'key'))).toBe('key');
    await expect(settled(target.add('third', 'key'))).rejects.toMatchObject({
      name: 'ConstraintError',
    });
    target.put('kept', 'other');
    expect(await ended(transaction)).toBe('complete');
    expect(await settled(read().objectStore('a').getAll())).toEqual(['second', 'kept']);
  });

  test('a refused add that nobody handles aborts the transaction', async () => {
    await withRecords(db, 'a', [['key', 1]]);
    const transaction = db.transaction('a', 'readwrite');
    transaction.objectStore('a').put(2, 'new');
    transaction.objectStore('a').add(2, 'key');
    expect(await ended(transaction)).toBe('ConstraintError');
    expect(await settled(read().objectStore('a').getAllKeys())).toEqual(['key']);
  });

  test('ranges, counts and limits', async () => {
    await withRecords(
      db,
      'a',
      ['a', 'b', 'c', 'd'].map((key) => [key, key.toUpperCase()] as const),
    );
    const target = read().objectStore('a');
    const keys = (query?: unknown, count?: number): Promise<unknown> =>
      settled(target.getAllKeys(query, count));
    expect(
      await Promise.all([
        keys(),
        keys(undefined, 2),
        keys(IDBKeyRange.only('b')),
        keys(IDBKeyRange.bound('b', 'c')),
        keys(IDBKeyRange.bound('a', 'd', true, true)),
        keys(IDBKeyRange.lowerBound('c')),
        keys(IDBKeyRange.lowerBound('c', true)),
        keys(IDBKeyRange.upperBound('b', true)),
        settled(target.get(IDBKeyRange.lowerBound('b', true))),
        settled(target.count()),
        settled(target.count(IDBKeyRange.bound('b', 'd'))),
        settled(target.get('none')),
        settled(target.getAll(IDBKeyRange.upperBound('b'))),
      ]),
    ).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b'],
      ['b'],
      ['b', 'c'],
      ['b', 'c'],
      ['c', 'd'],
      ['d'],
      ['a'],
      'C',
      4,
      3,
      undefined,
      ['A', 'B'],
    ]);
    expect(errorName(() => IDBKeyRange.bound('b', 'a'))).toBe('DataError');
    expect(errorName(() => IDBKeyRange.bound('a', 'a', true))).toBe('DataError');
    expect(errorName(() => IDBKeyRange.lowerBound(undefined))).toBe('DataError');
  });

  test('a single-key range that also is open on one side is refused, a valid one with open bounds is not a point', async () => {
    await withRecords(db, 'a', [
      ['a', 1],
      ['b', 2],
    ]);
    const range = IDBKeyRange.bound('a', 'b', true, false);
    expect(await settled(read().objectStore('a').getAll(range))).toEqual([2]);
  });

  test('delete by key and range, clear', async () => {
    await withRecords(
      db,
      'a',
      ['a', 'b', 'c', 'd'].map((key) => [key, key] as const),
    );
    const transaction = db.transaction('a', 'readwrite');
    const target = transaction.objectStore('a');
    expect(await settled(target.delete('a'))).toBeUndefined();
    target.delete(IDBKeyRange.lowerBound('c', true));
    expect(await settled(target.getAllKeys())).toEqual(['b', 'c']);
    target.clear();
    expect(await settled(target.count())).toBe(0);
  });

  test('a cursor walks in order, updates and deletes', async () => {
    await withRecords(
      db,
      'a',
      ['c', 'a', 'b'].map((key) => [key, { key }] as const),
    );
    const transaction = db.transaction('a', 'readwrite');
    const request = transaction.objectStore('a').openCursor();
    const seen: unknown[] = [];
    request.onsuccess = () => {
      const cursor = request.result as IDBCursorWithValue | null;
      if (cursor === null) return;
      seen.push([cursor.key, cursor.primaryKey, cursor.value]);
      if (cursor.key === 'a') cursor.update({ key: 'changed' });
      if (cursor.key === 'b') cursor.delete();
      cursor.continue();
    };
    expect(await ended(transaction)).toBe('complete');
    expect(seen).toEqual(['a', 'b', 'c'].map((key) => [key, key, { key }]));
    expect(await settled(read().objectStore('a').getAll())).toEqual([
      { key: 'changed' },
      { key: 'c' },
    ]);
  });

  test('a cursor over an index walks by index key, then primary key', async () => {
    await withRecords(db, 'people', [
      ['z', { age: 1 }],
      ['y', { age: 2 }],
      ['x', { age: 1 }],
      ['w', { age: 'text sorts after numbers' }],
      ['v', {}],
    ]);
    const request = read().objectStore('people').index('age').openCursor();
    const seen: unknown[] = [];
    await new Promise<void>((resolve) => {
      request.onsuccess = () => {
        const cursor = request.result as IDBCursorWithValue | null;
        if (cursor === null) return resolve();
        seen.push([cursor.key, cursor.primaryKey]);
        cursor.continue();
      };
    });
    expect(seen).toEqual([
      [1, 'x'],
      [1, 'z'],
      [2, 'y'],
      ['text sorts after numbers', 'w'],
    ]);
  });

  test('indexes follow their records: numbers, unique, compound', async () => {
    await withRecords(db, 'people', [
      ['1', { age: 30, mail: 'a@x', town: { name: 'Ulm' } }],
      ['2', { age: 20, mail: 'b@x', town: { name: 'Ulm' } }],
      ['3', { age: 10, town: { name: 'Bonn' } }],
      ['4', { age: false, mail: null }],
    ]);
    const people = read().objectStore('people');
    const ulm = IDBKeyRange.bound(['Ulm', 20], ['Ulm', 30], true);
    expect(
      await Promise.all([
        settled(people.index('age').getAllKeys()),
        settled(people.index('age').count(IDBKeyRange.upperBound(20))),
        settled(people.index('mail').get('b@x')),
        settled(people.index('place').getAllKeys()),
        settled(people.index('place').getAllKeys(ulm)),
        settled(people.index('place').getAllKeys(['Bonn', 10])),
        settled(people.index('age').getAll(undefined, 1)),
      ]),
    ).toEqual([
      ['3', '2', '1'],
      2,
      { age: 20, mail: 'b@x', town: { name: 'Ulm' } },
      ['3', '2', '1'],
      ['1'],
      ['3'],
      [{ age: 10, town: { name: 'Bonn' } }],
    ]);

    const transaction = db.transaction('people', 'readwrite');
    const target = transaction.objectStore('people');
    await expect(settled(target.put({ mail: 'a@x' }, '9'))).rejects.toMatchObject({
      name: 'ConstraintError',
    });
    target.put({ age: 31, mail: 'a@x' }, '1');
    target.delete('3');
    expect(await settled(target.index('age').getAllKeys())).toEqual(['2', '1']);
    expect(await settled(target.index('place').count())).toBe(1);
  });

  test('what the crypto library does not use is refused by name', async () => {
    const target = db.transaction('a', 'readwrite').objectStore('a');
    const call =
      (object: object, member: string, ...args: unknown[]) =>
      () =>
        Reflect.apply(Reflect.get(object, member) as () => unknown, object, args) as unknown;
    const { factory } = store.handle;
    const people = read().objectStore('people');
    const refused: readonly (readonly [string, () => unknown])[] = [
      ['IDBFactory.deleteDatabase', call(factory, 'deleteDatabase', 'x')],
      ['IDBFactory.databases', call(factory, 'databases')],
      ['IDBFactory.cmp', call(factory, 'cmp', 1, 2)],
      ['IDBObjectStore.getKey', call(target, 'getKey', 'x')],
      ['IDBObjectStore.openKeyCursor', call(target, 'openKeyCursor')],
      ['IDBObjectStore.deleteIndex', call(target, 'deleteIndex', 'x')],
      ['IDBIndex.getKey', call(people.index('age'), 'getKey', 1)],
      ['IdbTarget.addEventListener', call(db, 'addEventListener', 'abort', () => undefined)],
      ['IDBKeyRange.includes', call(IDBKeyRange.only('a'), 'includes', 'a')],
      ['openCursor direction prev', () => target.openCursor(null, 'prev')],
      ['IDBDatabase.transaction options', () => db.transaction('a', 'readwrite', {})],
      ['a key of type Date', () => target.put(1, new Date())],
      ['a key of type Uint8Array', () => target.put(1, new Uint8Array(1))],
    ];
    for (const [member, action] of refused) {
      expect(action).toThrow(
        expect.objectContaining({
          name: 'NotSupportedError',
          message: expect.stringContaining(member) as string,
        }),
      );
    }
    expect(errorName(() => target.put(1, NaN))).toBe('DataError');
    expect(errorName(() => target.put(1))).toBe('DataError');
    expect(errorName(() => target.put(1, true))).toBe('DataError');
  });
});

test('names of stores, indexes and paths are values: no SQL is made of them', async () => {
  const store = createTestStore();
  const odd = ['a"; DROP TABLE meta; --', "b'", '"', 'c)', 'ü\u0000'];
  const db = await openDatabase(store.handle.factory, 1, (created) => {
    for (const name of odd) created.createObjectStore(name).createIndex(name, 'x');
  });
  for (const name of odd) await withRecords(db, name, [['key', { x: name }]]);
  for (const name of odd) {
    const found = db.transaction(name).objectStore(name).index(name).get(name);
    expect(await settled(found)).toEqual({ x: name });
  }
  expect([...db.objectStoreNames]).toEqual([...odd].sort());
  expect(store.fatal).toEqual([]);
  store.remove();
});
