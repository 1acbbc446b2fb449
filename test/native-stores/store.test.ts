import { getSetting, setSetting } from '#stores/settings/settings';
import { directUserOf, putAccountData } from '#stores/settings/accountData';
import type { ChangeSet } from '#stores/sqlite/store';
import { quiet, tempStore, type TempStore } from './support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const told = (set: ChangeSet): string =>
  [[...set.rooms], [...set.timelines.keys()], [...set.members], [...set.topics]]
    .map((part) => part.join(','))
    .join('|');

test('where taking back fails as well, the first failure is told, and the next work takes it back', () => {
  const { store } = temp;
  const { db } = store;
  const real = db.prepare.bind(db);
  // Stands for a disk that fails twice.
  const broken = jest.spyOn(db, 'prepare').mockImplementation((source: string) => {
    if (source === 'ROLLBACK') throw Object.assign(new Error('again'), { code: 'SQLITE_IOERR' });
    return real(source);
  });
  expect(() =>
    store.write(() => {
      setSetting(db, 'half', 1);
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    }, 'passing'),
  ).toThrow(expect.objectContaining({ code: 'disk_full' }) as Error);
  broken.mockRestore();
  store.write(() => setSetting(db, 'whole', 1));
  expect([getSetting(db, 'half'), getSetting(db, 'whole')]).toEqual([null, 1]);
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
});

test('a passing commit is not synced, and whatever happens the next one is', () => {
  const { store } = temp;
  const mode = (): unknown => store.db.pragma('synchronous', { simple: true });
  const [normal, full] = [1, 2];
  store.write(() => setSetting(store.db, 'a', 1));
  const seen: unknown[] = [];
  store.write(() => {
    seen.push(mode());
    store.write(() => setSetting(store.db, 'a', 2));
  }, 'passing');
  seen.push(mode());
  expect(() =>
    store.write(() => {
      setSetting(store.db, 'a', 3);
      throw new Error('no');
    }, 'passing'),
  ).toThrow('no');
  seen.push(mode());
  store.write(() => {
    store.write(() => seen.push(mode()), 'passing');
  });
  expect(seen).toEqual([normal, full, full, full]);
  expect(getSetting(store.db, 'a')).toBe(2);
});

/** The turn in which the listeners of the commits before are told. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('listeners hear once per commit what was touched, in order, after the write returned', async () => {
  const { store } = temp;
  const heard: string[] = [];
  store.onCommit((set) => {
    heard.push(`first ${told(set)}`);
    if (set.topics.has('sync')) store.write((changes) => changes.topic('media'));
  });
  const stop = store.onCommit((set) => heard.push(`second ${told(set)}`));
  store.write((changes) => {
    changes.room(1);
    store.write((inner) => {
      expect(inner).toBe(changes);
      inner.timeline(2);
    });
    changes.members(3);
    changes.topic('sync');
  });
  store.write((changes) => changes.room(8));
  expect(heard).toEqual([]);
  await turn();
  await turn();
  stop();
  store.write((changes) => changes.room(9));
  await turn();
  expect(heard).toEqual([
    'first 1|2|3|sync',
    'second 1|2|3|sync',
    'first 8|||',
    'second 8|||',
    'first |||media',
    'second |||media',
    'first 9|||',
  ]);
});

test('listeners inside hear before the write returns, and their writes before anybody outside hears', async () => {
  const { store } = temp;
  const heard: string[] = [];
  store.onCommit((set) => {
    heard.push(`inside ${told(set)}`);
    if (set.topics.has('sync')) store.write((changes) => changes.topic('media'));
  }, 'inside');
  store.onCommit((set) => heard.push(`after ${told(set)}`));
  store.write((changes) => changes.topic('sync'));
  expect(heard).toEqual(['inside |||sync', 'inside |||media']);
  await turn();
  expect(heard.slice(2)).toEqual(['after |||sync', 'after |||media']);
});

test('listeners that come first hear in the turn of the commit, once the write has returned, and those after in the next', async () => {
  const { store } = temp;
  const heard: string[] = [];
  store.onCommit((set) => heard.push(`after ${told(set)}`));
  const stop = store.onCommit((set) => heard.push(`first ${told(set)}`), 'first');
  store.write((changes) => changes.room(1));
  store.write((changes) => changes.room(2));
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual(['first 1|||', 'first 2|||']);
  await turn();
  stop();
  store.write((changes) => changes.room(3));
  await turn();
  expect(heard.slice(2)).toEqual(['after 1|||', 'after 2|||', 'after 3|||']);
});

test('a commit names the events that were added, changed and removed, and says when nobody named them', async () => {
  const { store } = temp;
  const heard: unknown[] = [];
  store.onCommit(({ timelines }) => heard.push([...timelines]));
  store.write((changes) => {
    changes.timeline(1, { added: [5, 6], changed: [2] });
    changes.timeline(1, { changed: [3], removed: [4], receipts: true });
    changes.timeline(2);
  });
  await turn();
  const none = { added: new Set(), changed: new Set(), removed: new Set() };
  expect(heard).toEqual([
    [
      [
        1,
        {
          added: new Set([5, 6]),
          changed: new Set([2, 3]),
          removed: new Set([4]),
          receipts: true,
          whole: false,
        },
      ],
      [2, { ...none, receipts: false, whole: true }],
    ],
  ]);
});

test('who is closed tells nobody any more', async () => {
  const heard: string[] = [];
  const folder = temp.store;
  folder.onCommit((set) => heard.push(told(set)));
  folder.write((changes) => changes.room(1));
  temp.reopen();
  await turn();
  expect(heard).toEqual([]);
});

test('a failure takes everything back, tells nobody and leaves the store usable', async () => {
  const { store } = temp;
  const heard: string[] = [];
  store.onCommit((set) => heard.push(told(set)));
  const direct = { '@bob:example.org': ['!room:example.org'] };
  expect(() =>
    store.write((changes) => {
      changes.room(1);
      setSetting(store.db, 'a', 1);
      putAccountData(store.db, 0, 'm.direct', direct);
      expect(directUserOf(store.db, '!room:example.org')).toBe('@bob:example.org');
      throw new Error('no');
    }),
  ).toThrow('no');
  await turn();
  expect([getSetting(store.db, 'a'), directUserOf(store.db, '!room:example.org'), heard]).toEqual([
    null,
    null,
    [],
  ]);
  store.write(() => setSetting(store.db, 'a', 2));
  expect(getSetting(temp.reopen().db, 'a')).toBe(2);
});

test('a part that fails within a transaction is taken back alone, whoever catches it', () => {
  const { store } = temp;
  store.write(() => {
    setSetting(store.db, 'before', 1);
    expect(() =>
      store.write(() => {
        setSetting(store.db, 'half', 1);
        store.write(() => setSetting(store.db, 'inner', 1));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(getSetting(store.db, 'half')).toBeNull();
    setSetting(store.db, 'after', 1);
  });
  temp.reopen();
  const { db } = temp.store;
  expect(['before', 'half', 'inner', 'after'].map((name) => getSetting(db, name))).toEqual([
    1,
    null,
    null,
    1,
  ]);
});

test('a transaction that would wait is refused and taken back', () => {
  const { store } = temp;
  expect(() =>
    store.write(async () => {
      setSetting(store.db, 'a', 1);
    }),
  ).toThrow('cannot wait');
  expect(getSetting(store.db, 'a')).toBeNull();
});

test('a listener that fails does not keep the others from hearing, and the log says where', async () => {
  const said: unknown[] = [];
  const log = { ...quiet, error: (message: string, fields = {}) => said.push([message, fields]) };
  const store = temp.reopen(log);
  const heard: string[] = [];
  store.onCommit(() => {
    throw new Error('broken listener');
  });
  store.onCommit((set) => heard.push(told(set)));
  store.write((changes) => changes.room(1));
  await turn();
  expect(heard).toEqual(['1|||']);
  const stack = expect.stringMatching(/^store\.test\.ts:\d+:\d+ < /) as unknown;
  expect(said).toEqual([['commit listener failed', { name: 'Error', stack }]]);
});
