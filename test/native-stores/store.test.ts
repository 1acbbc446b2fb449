import { getSetting, setSetting } from '#stores/settings/settings';
import { directUserOf, putAccountData } from '#stores/settings/accountData';
import type { ChangeSet } from '#stores/sqlite/store';
import { tempStore, type TempStore } from './support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const told = (set: ChangeSet): string =>
  [[...set.rooms], [...set.timelines], [...set.members], [...set.topics]]
    .map((part) => part.join(','))
    .join('|');

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

test('listeners hear once per commit what was touched, in order, and may write themselves', () => {
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
  stop();
  store.write((changes) => changes.room(9));
  expect(heard).toEqual([
    'first 1|2|3|sync',
    'second 1|2|3|sync',
    'first |||media',
    'second |||media',
    'first 9|||',
  ]);
});

test('a failure takes everything back, tells nobody and leaves the store usable', () => {
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
  expect([getSetting(store.db, 'a'), directUserOf(store.db, '!room:example.org'), heard]).toEqual([
    null,
    null,
    [],
  ]);
  store.write(() => setSetting(store.db, 'a', 2));
  expect(getSetting(temp.reopen().db, 'a')).toBe(2);
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

test('a listener that fails does not keep the others from hearing', () => {
  const { store } = temp;
  const heard: string[] = [];
  store.onCommit(() => {
    throw new Error('broken listener');
  });
  store.onCommit((set) => heard.push(told(set)));
  store.write((changes) => changes.room(1));
  expect(heard).toEqual(['1|||']);
});
