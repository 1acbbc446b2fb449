// A joined directory whose keys come later than its files: what its rows, its header and its last act say until then.
import { createHistory, type HistoryDeps } from '#engine/crypto/history';
import { setPlain, setUndecryptable } from '#stores/ingest/decryption';
import { getEvent } from '#stores/events/timeline';
import { alice, bob, encrypted, redaction } from '../../fixtures/events';
import { entry, fileContent, fileMessage } from '../../fixtures/files';
import { log } from '../crypto/harness';
import { filesBench, itemLines, type FilesBench } from './bench';

const garden = '!garden:example.org';
const noKey = 'MEGOLM_UNKNOWN_INBOUND_SESSION_ID';
let bench: FilesBench;
let gardenNo: number;
beforeEach(() => {
  bench = filesBench();
  gardenNo = bench.directory(garden, 'Garden');
});
afterEach(() => bench.temp.remove());

const numberOf = (id: string): number => getEvent(bench.temp.store.db, gardenNo, id)?.eventNo ?? -1;

/** Decryption was tried, and failed. */
const tried = (id: string, code = noKey): void => {
  const { store } = bench.temp;
  store.write((changes) => setUndecryptable(store.db, numberOf(id), code, changes));
};

/** The key came. */
const readable = (id: string, name: string, replaces?: string): void => {
  const { store } = bench.temp;
  const relation = replaces === undefined ? {} : { 'm.relates_to': replacing(replaces) };
  const content = { ...fileContent(name), ...relation };
  store.write((changes) =>
    setPlain(store.db, numberOf(id), { type: 'm.room.message', content }, changes),
  );
};

const replacing = (id: string) => ({ rel_type: 'm.replace', event_id: id });

/** A file whose message is here and whose key is not. */
function sealedFile(id: string, name: string): void {
  bench.arrive(garden, encrypted('s', { id, sender: bob }), entry(id, { active: true, name }));
}

function history(more: Partial<HistoryDeps['backend']> = {}) {
  return createHistory({
    store: bench.temp.store,
    backend: {
      acceptKeyBundle: async () => false,
      shareHistory: async () => true,
      ...more,
    },
    guard: (work) => work,
    roomOf: () => Promise.reject(new Error('not asked for')),
    retry: async () => 0,
    clock: bench.clock,
    log,
  });
}

const items = () => bench.items(garden);
const header = () => bench.header(garden);
/** Opens both: the lines of the list, and how many files the header calls unreadable. */
function shown() {
  const list = items();
  const top = header();
  return () => [itemLines(list.value()), top.value().unreadable];
}

test('a file that nobody has tried to decrypt waits, and its message is not asked for again', () => {
  sealedFile('$a', 'a.txt');
  expect(itemLines(items().value())).toEqual(['a.txt !waiting']);
  expect(header().value().unreadable).toBe(0);
  expect(bench.wanted).toEqual([]);
});

test('a file that nobody decrypts waits ten seconds as well, and is counted then', () => {
  sealedFile('$a', 'a.txt');
  const seen = shown();
  bench.clock.pass(9_000);
  expect(seen()).toEqual([['a.txt !waiting'], 0]);
  bench.clock.pass(1_000);
  expect(seen()).toEqual([['a.txt !undecryptable'], 1]);
  readable('$a', 'a.txt');
  expect(seen()).toEqual([['a.txt'], 0]);
});

test('a file without a key waits ten seconds for it, and then says that it cannot be read', () => {
  sealedFile('$a', 'a.txt');
  tried('$a');
  const seen = shown();
  expect(seen()).toEqual([['a.txt !waiting'], 0]);
  bench.clock.pass(9_000);
  expect(seen()).toEqual([['a.txt !waiting'], 0]);
  bench.clock.pass(1_000);
  expect(seen()).toEqual([['a.txt !undecryptable'], 1]);
  readable('$a', 'a.txt');
  expect(seen()).toEqual([['a.txt'], 0]);
});

test('after the clock was set back nothing waits until the time is reached again', async () => {
  const tomorrow = bench.clock.now() + 24 * 3_600_000;
  const ahead = jest.spyOn(bench.clock, 'now').mockReturnValue(tomorrow);
  sealedFile('$a', 'a.txt');
  tried('$a');
  history().accepting(garden, bob);
  ahead.mockRestore();
  const asked: string[] = [];
  const acceptKeyBundle = async (roomId: string) => asked.push(roomId) > 0;
  await history({ acceptKeyBundle }).accepted(garden);
  expect(asked).toEqual([]);
  expect(itemLines(items().value())).toEqual(['a.txt !undecryptable']);
  expect(header().value().unreadable).toBe(1);
});

test('a new invitation after the clock was set back begins a wait, which ends like any other', () => {
  const tomorrow = bench.clock.now() + 24 * 3_600_000;
  const ahead = jest.spyOn(bench.clock, 'now').mockReturnValue(tomorrow);
  sealedFile('$a', 'a.txt');
  tried('$a');
  ahead.mockRestore();
  history().accepting(garden, bob);
  const seen = shown();
  expect(seen()).toEqual([['a.txt !waiting'], 0]);
  bench.clock.pass(10_000);
  expect(seen()).toEqual([['a.txt !undecryptable'], 1]);
});

test.each(['MEGOLM_KEY_WITHHELD', 'MISMATCHED_SENDER', 'DUPLICATE_MESSAGE_INDEX'])(
  'a file that no key will open says so at once: %s',
  (code) => {
    sealedFile('$a', 'a.txt');
    tried('$a', code);
    expect(itemLines(items().value())).toEqual(['a.txt !undecryptable']);
    expect(header().value().unreadable).toBe(1);
  },
);

test('in a directory that was just accepted files wait from the join on, also those whose message is not here', () => {
  sealedFile('$a', 'a.txt');
  bench.arrive(garden, entry('$far', { active: true, name: 'far.txt' }));
  tried('$a', 'HISTORICAL_MESSAGE_USER_NOT_JOINED');
  bench.clock.pass(60_000);
  history().accepting(garden, bob);
  const list = items();
  const top = header();
  expect(itemLines(list.value())).toEqual(['a.txt !waiting', 'far.txt !waiting']);
  expect(top.value().unreadable).toBe(0);
  expect(bench.wanted).toEqual(['$far']);
  bench.clock.pass(10_000);
  expect(itemLines(list.value())).toEqual(['a.txt !undecryptable', 'far.txt !event_missing']);
  expect(top.value().unreadable).toBe(1);
});

test('while the keys that were shared are being taken, files wait as long as that lasts', async () => {
  sealedFile('$a', 'a.txt');
  tried('$a');
  let come: (taken: boolean) => void = () => undefined;
  const keys = history({
    acceptKeyBundle: () => new Promise<boolean>((resolve) => (come = resolve)),
  });
  keys.accepting(garden, bob);
  const taking = keys.accepted(garden);
  const list = items();
  const top = header();
  bench.clock.pass(60_000);
  expect([itemLines(list.value()), top.value().unreadable]).toEqual([['a.txt !waiting'], 0]);
  // They were taken, and the key of this file was not among them.
  come(true);
  await taking;
  expect([itemLines(list.value()), top.value().unreadable]).toEqual([['a.txt !undecryptable'], 1]);
});

test('keys that cannot be taken leave nothing waiting', async () => {
  sealedFile('$a', 'a.txt');
  tried('$a');
  const keys = history({ acceptKeyBundle: () => Promise.reject(new Error('no line')) });
  keys.accepting(garden, bob);
  const list = items();
  await keys.accepted(garden);
  expect(itemLines(list.value())).toEqual(['a.txt !undecryptable']);
});

test('the time to wait begins with the answer to the join, not with the press', async () => {
  sealedFile('$a', 'a.txt');
  tried('$a');
  const keys = history();
  keys.accepting(garden, bob);
  bench.clock.pass(60_000);
  await keys.accepted(garden);
  const list = items();
  expect(itemLines(list.value())).toEqual(['a.txt !waiting']);
  bench.clock.pass(10_000);
  expect(itemLines(list.value())).toEqual(['a.txt !undecryptable']);
});

describe('a version that cannot be read yet', () => {
  const version = (id: string, replaces: string) =>
    encrypted('s', { id, sender: alice }, replacing(replaces));
  const stands = () => {
    const { activity, deletedFiles } = header().value();
    const gone = itemLines(bench.items(garden, { deleted: true }).value());
    return [activity?.what, activity?.name, deletedFiles, gone];
  };

  beforeEach(() => {
    bench.arrive(
      garden,
      fileMessage('readme.md', { id: '$v1', sender: bob }),
      entry('$v1', { active: true, name: 'readme.md' }),
    );
  });

  test('is a version: what it replaced was not deleted', () => {
    bench.arrive(
      garden,
      version('$v2', '$v1'),
      entry('$v2', { active: true, name: 'readme.md', version: 2 }),
      entry('$v1', { active: false, name: 'readme.md' }),
    );
    const asVersion = ['version', 'readme.md', 0, []];
    expect(stands()).toEqual(asVersion);
    tried('$v2');
    expect(stands()).toEqual(asVersion);
    readable('$v2', 'readme.md', '$v1');
    expect(stands()).toEqual(asVersion);
  });

  test('nor were those before it, whether their messages can be read or not', () => {
    bench.arrive(
      garden,
      version('$v2', '$v1'),
      version('$v3', '$v2'),
      entry('$v3', { active: true, name: 'readme.md', version: 3 }),
      entry('$v2', { active: false, name: 'readme.md', version: 2 }),
      entry('$v1', { active: false, name: 'readme.md' }),
    );
    expect(stands()).toEqual(['version', 'readme.md', 0, []]);
  });

  test('says nothing of a deletion while its message is not here', () => {
    bench.arrive(
      garden,
      entry('$v2', { active: true, name: 'readme.md', version: 2 }),
      entry('$v1', { active: false, name: 'readme.md' }),
    );
    expect(stands().slice(0, 2)).toEqual(['version', 'readme.md']);
  });

  test('hides no deletion of another file, nor its own', () => {
    bench.arrive(
      garden,
      version('$v2', '$v1'),
      entry('$v2', { active: true, name: 'readme.md', version: 2 }),
      entry('$v1', { active: false, name: 'readme.md' }),
    );
    const rose = bench.file(garden, 'rose.txt');
    bench.arrive(garden, entry(rose, { active: false, name: 'rose.txt' }));
    expect(stands()).toEqual(['removed', 'rose.txt', 1, ['rose.txt']]);
    bench.arrive(garden, entry('$v2', { active: false, name: 'readme.md', version: 2 }));
    expect(stands()).toEqual(['removed', 'readme.md', 2, ['readme.md !undecryptable', 'rose.txt']]);
    // Taken back, it replaces nothing any more.
    bench.arrive(garden, redaction('$v2', { sender: alice }));
    expect(stands()[2]).toBe(2);
  });
});
