// Messages that bring several files and are edited often: which version is found, and that what is read does not grow with the edits.
import type { Statement } from 'better-sqlite3';
import { shownFiles } from '#stores/files/galleries';
import { roomNoOf } from '#stores/rooms/rooms';
import { alice, bob, redaction, state } from '../../fixtures/events';
import { encryption, gallery, galleryEdit } from '../../fixtures/files';
import { filesBench, type FilesBench } from './bench';

const chat = '!chat:example.org';
let bench: FilesBench;
beforeEach(() => {
  bench = filesBench();
  bench.room(chat, [state('m.room.name', '', { name: 'Chat' }, { sender: alice })]);
});
afterEach(() => bench.temp.remove());

type Query = Parameters<FilesBench['found']>[0];

const names = (more?: Query): string[] => {
  const { view, value } = bench.found(more);
  const found = value().map(({ name }) => name);
  view.close();
  return found;
};

interface Ran {
  readonly sql: string;
  readonly plan: readonly string[];
}

/** The statements on galleries that `work` runs, with the way in which SQLite looks for their rows. */
function ranOnGalleries(work: () => void): Ran[] {
  const { db } = bench.temp.store;
  const kind = Object.getPrototypeOf(db.prepare('SELECT 1')) as Statement;
  const ran: [sql: string, values: unknown[]][] = [];
  const spies = (['get', 'all', 'run'] as const).map((way) => {
    const real = kind[way] as (...values: unknown[]) => unknown;
    return jest.spyOn(kind, way).mockImplementation(function (
      this: Statement,
      ...values: unknown[]
    ) {
      if (this.source.includes('gallery_files')) ran.push([this.source, values]);
      return Reflect.apply(real, this, values) as never;
    });
  });
  try {
    work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return ran.map(([sql, values]) => ({
    sql,
    plan: db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail),
  }));
}

const items = 60;
const manyNames = (of: number): string[] =>
  Array.from({ length: items }, (_, n) => `leaf ${of} ${n}.png`);

function arriveWithEdits(edits: number): void {
  bench.arrive(chat, gallery(manyNames(0), { id: '$many', sender: bob, ts: 5_000 }));
  for (let n = 1; n <= edits; n += 1)
    bench.arrive(
      chat,
      galleryEdit(manyNames(n), '$many', { id: `$edit${n}`, sender: bob, ts: 5_000 + n }),
    );
}

const sorts = ['name', 'changed', 'order', 'size', 'version', 'kind'] as const;
const queries: readonly Query[] = sorts.flatMap((by) =>
  [false, true].flatMap((descending) =>
    [null, chat].map((roomId) => ({ roomId, sort: { by, descending }, limit: 200 })),
  ),
);

test('100 edits of a message with 60 files: what is looked through to find files are the 60 that show, in every order', () => {
  arriveWithEdits(100);
  const { db } = bench.temp.store;
  expect(db.prepare('SELECT count(*) AS n FROM gallery_files').get()).toEqual({ n: items * 101 });
  // The indexes that are read hold these rows alone.
  expect(db.prepare('SELECT count(*) AS n FROM gallery_files WHERE superseded = 0').get()).toEqual({
    n: items,
  });
  for (const query of queries) {
    let found: string[] = [];
    const ran = ranOnGalleries(() => void (found = names(query)));
    expect([...found].sort()).toEqual(manyNames(100).sort());
    expect(ran).toHaveLength(1);
    expect(ran[0]?.plan.join('\n')).toMatch(/SEARCH f USING INDEX gallery_files_shown_by_/);
    expect(ran[0]?.plan.join('\n')).not.toMatch(/SCAN f\b|CORRELATED/);
  }
});

test('an edit that comes and one that goes look for the newest with an index, and run as many statements after 100 edits as after one', () => {
  const change = (n: number): Ran[] => {
    const edit = { id: `$late${n}`, sender: bob, ts: 9_000 + n };
    return ranOnGalleries(() => {
      bench.arrive(chat, galleryEdit(manyNames(n), '$many', edit));
      bench.arrive(chat, redaction(edit.id, { id: `$r${n}`, sender: bob }));
    });
  };
  arriveWithEdits(1);
  const few = change(1_000);
  arriveWithEdits(100);
  const many = change(2_000);
  expect(many).toHaveLength(few.length);
  const plans = many.flatMap(({ plan }) => plan).filter((line) => line.includes('gallery_files'));
  expect(plans.filter((line) => line.startsWith('SCAN'))).toEqual([]);
  expect(plans).toContain(
    'SEARCH gallery_files USING COVERING INDEX gallery_files_by_edit (room_no=? AND replaces=? AND sender=? AND encrypted=?)',
  );
  expect(names({ text: 'leaf' })).toEqual(manyNames(100));
});

test('CHAT-3.7 when the newest edit is removed the one before it shows, in whatever order they came', () => {
  const edits = [
    galleryEdit(['second.png'], '$several', { id: '$e2', sender: bob, ts: 7_000 }),
    galleryEdit(['third.png'], '$several', { id: '$e3', sender: bob, ts: 8_000 }),
    galleryEdit(['first.png'], '$several', { id: '$e1', sender: bob, ts: 6_000 }),
  ];
  // Before the message itself is here nobody knows whose it is.
  bench.arrive(chat, ...edits);
  expect(names()).toEqual([]);
  bench.arrive(chat, gallery(['plan.pdf'], { id: '$several', sender: bob, ts: 5_000 }));
  const seen = [names()];
  for (const id of ['$e1', '$e3', '$e2']) {
    bench.arrive(chat, redaction(id, { id: `$gone${id}`, sender: bob }));
    seen.push(names());
  }
  expect(seen).toEqual([['third.png'], ['third.png'], ['second.png'], ['plan.pdf']]);
});

test('an edit in clear of an encrypted message never shows, nor one by somebody else', () => {
  bench.arrive(chat, encryption());
  const open = { unsigned: { clear: true } };
  bench.arrive(
    chat,
    gallery(['plan.pdf'], { id: '$several', sender: bob, ts: 5_000 }),
    galleryEdit(['kept.pdf'], '$several', { id: '$e1', sender: bob, ts: 6_000 }),
    {
      ...galleryEdit(['open.pdf'], '$several', { id: '$e2', sender: bob, ts: 7_000 }),
      ...open,
    },
    galleryEdit(['forged.pdf'], '$several', { id: '$e3', sender: alice, ts: 8_000 }),
  );
  expect(names()).toEqual(['kept.pdf']);
  bench.arrive(chat, redaction('$e1', { id: '$gone', sender: bob }));
  expect(names()).toEqual(['plan.pdf']);
});

test('the files of a message are those of its newest version, each with the event that has it', () => {
  const { db } = bench.temp.store;
  const roomNo = roomNoOf(db, chat) ?? -1;
  expect(shownFiles(db, roomNo, '$one')).toEqual([{ eventId: '$one', part: null }]);
  bench.arrive(chat, gallery(['a.png', 'b.png'], { id: '$several', sender: bob, ts: 5_000 }));
  expect(shownFiles(db, roomNo, '$several')).toEqual([
    { eventId: '$several', part: 0 },
    { eventId: '$several', part: 1 },
  ]);
  bench.arrive(chat, galleryEdit(['c.png'], '$several', { id: '$edit', sender: bob, ts: 5_001 }));
  expect(shownFiles(db, roomNo, '$several')).toEqual([{ eventId: '$edit', part: 0 }]);
});
