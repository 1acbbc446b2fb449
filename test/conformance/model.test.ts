// Random programs run on ours and on fake-indexeddb: every result, error and final content has to be the same.
// A failure prints the seed; put it into TRELLIS_SEED to see it again.
import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';

import { IDBKeyRange } from '#stores/indexeddb/keyRange';
import { createTestStore } from './support';

type Bounds = readonly [string, string, boolean, boolean];
type Query = { readonly key: string } | { readonly bounds: Bounds } | null;
interface Value {
  readonly n?: number | string | boolean | null;
  readonly s?: string;
  readonly more?: readonly (string | number | null)[];
}
type Action =
  | {
      readonly do: 'put' | 'add';
      readonly key: string;
      readonly value: Value;
      readonly handled: boolean;
    }
  | {
      readonly do: 'get' | 'getAll' | 'getAllKeys' | 'count';
      readonly index: string;
      readonly query: Query;
    }
  | { readonly do: 'delete'; readonly query: Query }
  | { readonly do: 'clear' }
  | {
      readonly do: 'walk';
      readonly index: string;
      readonly query: Query;
      readonly change: 'none' | 'update' | 'delete';
    };
interface Program {
  readonly stores: readonly string[];
  readonly mode: 'readonly' | 'readwrite';
  readonly actions: readonly (readonly [string, Action])[];
  readonly end: 'commit' | 'auto' | 'abort' | 'abort later';
}
type Step =
  | { readonly step: 'together'; readonly programs: readonly Program[] }
  | {
      readonly step: 'upgrade';
      readonly add: readonly string[];
      readonly remove: readonly string[];
      readonly index: readonly string[];
      readonly unique: boolean;
      readonly fill: string | null;
      readonly abort: boolean;
    }
  | { readonly step: 'reopen' };

const STORES = ['a', 'b', 'c'];
const keyText = fc.constantFrom('a', 'b', 'c', 'd', 'k\u001d1', 'k\u001d2', 'ü', '');
const value: fc.Arbitrary<Value> = fc.record(
  {
    n: fc.constantFrom<number | string | boolean | null>(0, 1, 2, -1.5, 'x', true, null),
    s: fc.constantFrom('p', 'q', 'r'),
    more: fc.array(fc.constantFrom<string | number | null>('text', 1, null), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const query: fc.Arbitrary<Query> = fc.oneof(
  fc.constant(null),
  fc.record({ key: keyText }),
  fc
    .tuple(keyText, keyText, fc.boolean(), fc.boolean())
    .filter(([lower, upper]) => lower < upper)
    .map((bounds) => ({ bounds })),
);
const index = fc.constantFrom('', '', 'n', 'ns', 'su');
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('put', 'add'),
      key: keyText,
      value,
      handled: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('get', 'getAll', 'getAllKeys', 'count'),
      index,
      query,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete'), query }) },
  { weight: 1, arbitrary: fc.constant({ do: 'clear' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('walk'),
      index,
      query,
      change: fc.constantFrom('none', 'update', 'delete'),
    }),
  },
);
const program: fc.Arbitrary<Program> = fc.record({
  stores: fc.uniqueArray(fc.constantFrom(...STORES), { minLength: 1, maxLength: 3 }),
  mode: fc.constantFrom('readonly', 'readwrite', 'readwrite'),
  actions: fc.array(fc.tuple(fc.constantFrom(...STORES), action), { maxLength: 6 }),
  end: fc.constantFrom('commit', 'auto', 'auto', 'abort', 'abort later'),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant('together'),
      programs: fc.array(program, { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('upgrade'),
      add: fc.subarray(STORES),
      remove: fc.subarray(STORES),
      index: fc.subarray(STORES),
      unique: fc.boolean(),
      fill: fc.option(fc.constantFrom(...STORES)),
      abort: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ step: 'reopen' } as const) },
);

/** The part of IndexedDB that drives both implementations; lib.dom is not there, and the test needs only this much. */
interface World {
  open: (version?: number) => OpenRequest;
  bound: (...bounds: Bounds) => unknown;
  restart: () => void;
}
/* eslint-disable @typescript-eslint/no-explicit-any -- two implementations with unrelated classes behind one driver */
type OpenRequest = any;
type Db = any;
type Tx = any;
/* eslint-enable @typescript-eslint/no-explicit-any */

const nameOf = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : String(error);

function argument(world: World, q: Query): unknown {
  if (q === null) return undefined;
  return 'key' in q ? q.key : world.bound(...q.bounds);
}

function note(log: unknown[], request: OpenRequest, handled: boolean): void {
  const slot = log.push('pending') - 1;
  request.onsuccess = () =>
    (log[slot] = request.result === undefined ? 'undefined' : request.result);
  request.onerror = (event: { preventDefault: () => void }) => {
    if (handled) event.preventDefault();
    log[slot] = nameOf(request.error);
  };
}

function walk(log: unknown[], request: OpenRequest, change: 'none' | 'update' | 'delete'): void {
  const seen: unknown[] = [];
  log.push(seen);
  request.onerror = () => seen.push(nameOf(request.error));
  request.onsuccess = () => {
    const cursor = request.result;
    if (cursor === null) return void seen.push('end');
    seen.push([cursor.key, cursor.primaryKey, cursor.value]);
    try {
      if (change === 'update' && seen.length === 1)
        note(log, cursor.update({ s: 'updated', n: cursor.value.n }), true);
      if (change === 'delete') note(log, cursor.delete(), true);
      cursor.continue();
    } catch (error) {
      seen.push(nameOf(error));
    }
  };
}

function act(world: World, log: unknown[], tx: Tx, store: string, one: Action): void {
  try {
    const target = tx.objectStore(store);
    if ('value' in one) return note(log, target[one.do](one.value, one.key), one.handled);
    if (one.do === 'clear') return note(log, target.clear(), true);
    if (one.do === 'delete') return note(log, target.delete(argument(world, one.query)), true);
    const source = one.index === '' ? target : target.index(one.index);
    if (one.do === 'walk')
      return walk(log, source.openCursor(argument(world, one.query)), one.change);
    note(log, source[one.do](argument(world, one.query)), true);
  } catch (error) {
    log.push(nameOf(error));
  }
}

function ending(log: unknown[], tx: Tx): Promise<void> {
  return new Promise((resolve) => {
    tx.oncomplete = () => resolve(void log.push('complete'));
    tx.onabort = () => resolve(void log.push(`abort ${tx.error?.name ?? ''}`));
  });
}

async function run(world: World, db: Db, one: Program): Promise<unknown[]> {
  const log: unknown[] = [];
  let tx: Tx;
  try {
    tx = db.transaction(one.stores, one.mode);
  } catch (error) {
    return [nameOf(error)];
  }
  const done = ending(log, tx);
  for (const [store, each] of one.actions) act(world, log, tx, store, each);
  if (one.end === 'commit') tx.commit();
  if (one.end === 'abort') tx.abort();
  if (one.end === 'abort later') {
    try {
      tx.objectStore(one.stores[0]).count().onsuccess = () => tx.abort();
    } catch (error) {
      log.push(nameOf(error));
    }
  }
  await done;
  return log;
}

async function openAt(
  world: World,
  log: unknown[],
  version: number | undefined,
  upgrade: (db: Db, tx: Tx) => void,
): Promise<Db> {
  const request = world.open(version);
  request.onupgradeneeded = () => upgrade(request.result, request.transaction);
  return new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => {
      log.push(nameOf(request.error));
      resolve(null);
    };
  });
}

function change(log: unknown[], db: Db, tx: Tx, one: Extract<Step, { step: 'upgrade' }>): void {
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      log.push(nameOf(error));
    }
  };
  for (const name of one.remove) attempt(() => db.deleteObjectStore(name));
  for (const name of one.add) attempt(() => void db.createObjectStore(name));
  const { fill } = one;
  if (fill !== null) attempt(() => void tx.objectStore(fill).put({ n: 7, s: 'filled' }, 'filled'));
  for (const name of one.index) {
    attempt(() => void tx.objectStore(name).createIndex('n', 'n'));
    attempt(() => void tx.objectStore(name).createIndex('ns', ['n', 's']));
    attempt(() => void tx.objectStore(name).createIndex('su', 's', { unique: one.unique }));
  }
  if (one.abort) tx.abort();
}

async function dump(db: Db): Promise<unknown> {
  const all: Record<string, unknown> = {};
  const names: string[] = [...db.objectStoreNames];
  for (const name of names) {
    const log: unknown[] = [];
    const tx = db.transaction(name);
    const done = ending(log, tx);
    const store = tx.objectStore(name);
    note(log, store.getAllKeys(), false);
    note(log, store.getAll(), false);
    for (const each of [...store.indexNames]) note(log, store.index(each).getAllKeys(), false);
    await done;
    all[name] = log;
  }
  return [db.version, all];
}

async function play(world: World, steps: readonly Step[]): Promise<unknown[]> {
  const log: unknown[] = [];
  let version = 1;
  let db = await openAt(world, log, 1, (created) => {
    created.createObjectStore('b');
    const indexed = created.createObjectStore('a');
    indexed.createIndex('n', 'n');
    indexed.createIndex('ns', ['n', 's']);
    indexed.createIndex('su', 's', { unique: true });
  });
  for (const one of steps) {
    if (one.step === 'together') {
      log.push(await Promise.all(one.programs.map((each) => run(world, db, each))));
      continue;
    }
    db.close();
    if (one.step === 'reopen') world.restart();
    else {
      const upgraded = await openAt(world, log, version + 1, (opened, tx) =>
        change(log, opened, tx, one),
      );
      if (upgraded !== null) version += 1;
      upgraded?.close();
    }
    db = await openAt(world, log, undefined, () => log.push('unexpected upgrade'));
    log.push(await dump(db));
  }
  log.push(await dump(db));
  db.close();
  return log;
}

test('random programs have the results that they have on fake-indexeddb', async () => {
  const seed = Number(process.env['TRELLIS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const store = createTestStore();
      const factory = new IDBFactory();
      try {
        const ours = await play(
          {
            open: (version) => store.handle.factory.open('db', version),
            bound: (...bounds) => IDBKeyRange.bound(...bounds),
            restart: () => store.reopen(),
          },
          steps,
        );
        const theirs = await play(
          {
            open: (version) => factory.open('db', version),
            bound: (...bounds) => FakeKeyRange.bound(...bounds),
            restart: () => undefined,
          },
          steps,
        );
        expect(ours).toEqual(theirs);
        expect(store.fatal).toEqual([]);
      } finally {
        store.remove();
      }
    }),
    { seed, numRuns: Number(process.env['TRELLIS_RUNS'] ?? 150) },
  );
}, 120_000);
