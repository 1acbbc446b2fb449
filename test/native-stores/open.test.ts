import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations, type Migration } from '#stores/migrations/all';
import { StoreError } from '#stores/sqlite/errors';
import { openStore } from '#stores/profile/open';
import { connect } from '#stores/sqlite/connect';
import type { Store } from '#stores/sqlite/store';
import { eventHash } from '#stores/events/eventHash';
import { appendLive, insertLoose } from '#stores/ingest/timeline';
import { getEvent, pageOfTimeline } from '#stores/events/timeline';
import { ensureTimeline, timelineOf } from '#stores/events/chunks';
import type { RawEvent } from '#stores/events/types';
import { beginRemoval, removeSome, underRemoval } from '#stores/ingest/removal';
import { repairTables } from '#stores/ingest/repair';
import { putState } from '#stores/ingest/state';
import { getDraft, putDraft } from '#stores/settings/drafts';
import { ensureRoom, roomNoOf } from '#stores/rooms/rooms';
import { getSetting, setSetting } from '#stores/settings/settings';
import { comingChanges, comingDirectoryNames } from '#stores/transfers/changes';
import { moveOf, nextWaiting } from '#stores/transfers/transfers';
import { encrypted, message, redaction, state as stateEvent } from '../fixtures/events';
import { quiet, tempFolder, testKey } from './support/tempStore';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (
  more: { key?: Uint8Array; migrations?: readonly Migration[]; now?: () => number } = {},
): Store => openStore({ folder, key: testKey, log: quiet, ...more });
const file = (): string => join(folder, 'events.db');
const fingerprint = (): string[] =>
  readdirSync(folder)
    // Shared memory is rebuilt by whoever reads; it holds no data.
    .filter((name) => !name.endsWith('-shm') && !name.startsWith('lock.db'))
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)));
      return `${name} ${hash.digest('hex')}`;
    });
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof StoreError) return thrown.code;
    throw thrown;
  }
  return 'no error';
};

test('a new store is durable, private and set up as intended', () => {
  const store = open();
  store.write(() => setSetting(store.db, 'a', 1));
  const pragma = (name: string): unknown => store.db.pragma(name, { simple: true });
  expect({
    cipher: pragma('cipher'),
    journal: pragma('journal_mode'),
    synchronous: pragma('synchronous'),
    checkpoint: pragma('checkpoint_fullfsync'),
    autocheckpoint: pragma('wal_autocheckpoint'),
    cache: pragma('cache_size'),
    foreignKeys: pragma('foreign_keys'),
    temp: pragma('temp_store'),
    version: pragma('user_version'),
  }).toEqual({
    cipher: 'chacha20',
    journal: 'wal',
    synchronous: 2,
    checkpoint: 1,
    autocheckpoint: 0,
    cache: -65536,
    foreignKeys: 0,
    temp: 2,
    version: migrations.at(-1)?.version,
  });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder))
    expect(`${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`).toBe(
      `${name} 600`,
    );
  store.close();
});

test('a second opener is refused at once and the first one does not notice', () => {
  const store = open();
  expect(codeOf(() => open())).toBe('store_locked');
  store.write(() => setSetting(store.db, 'a', 1));
  store.close();
  const again = open();
  expect(getSetting(again.db, 'a')).toBe(1);
  again.close();
});

test('another key and damage are told apart in words and change nothing', () => {
  const store = open();
  store.write(() => ensureRoom(store.db, '!room:example.org'));
  store.close();
  const before = fingerprint();
  expect(codeOf(() => open({ key: new Uint8Array(32).fill(8) }))).toBe('key_unavailable');
  expect(fingerprint()).toEqual(before);
  writeFileSync(file(), 'this is no database', { flag: 'w' });
  const damaged = fingerprint();
  expect(codeOf(() => open())).toBe('store_corrupt');
  expect(fingerprint()).toEqual(damaged);
});

test('a damaged page is reported, never repaired by force', () => {
  const store = open();
  store.write(() => {
    const roomNo = ensureRoom(store.db, '!room:example.org');
    const events = Array.from({ length: 500 }, (_, n) => message(`text ${n}`));
    appendLive(store.db, {
      roomNo,
      events,
      limited: false,
      prevBatch: null,
      receivedMs: 1,
      ownUserId: null,
    });
  });
  store.close();
  const bytes = readFileSync(file());
  for (let at = 4096 + 100; at < bytes.length; at += 4096) bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file(), bytes);
  const before = fingerprint();
  expect(codeOf(() => open())).toMatch(/^(store_corrupt|key_unavailable)$/);
  expect(fingerprint()).toEqual(before);
});

test('a newer store is refused without changing a byte, also with a log left over', () => {
  const store = open({
    migrations: [...migrations, { version: 9990, sql: 'CREATE TABLE new(a)' }],
  });
  store.close();
  const before = fingerprint();
  expect(codeOf(() => open())).toBe('store_newer');
  expect(fingerprint()).toEqual(before);
  // The state after a crash: the file and its log, without the process that wrote them.
  const live = open({ migrations: [...migrations, { version: 9990, sql: '' }] });
  live.write(() => setSetting(live.db, 'a', 1));
  const [main, log] = [readFileSync(file()), readFileSync(`${file()}-wal`)];
  live.close();
  writeFileSync(file(), main);
  writeFileSync(`${file()}-wal`, log);
  const crashed = fingerprint();
  expect(codeOf(() => open())).toBe('store_newer');
  expect(fingerprint()).toEqual(crashed);
});

test('migrations grow in fives and each file states its own number', () => {
  const versions = migrations.map((step) => step.version);
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  expect(versions.filter((version) => version % 5 !== 0)).toEqual([]);
  expect(new Set(versions).size).toBe(versions.length);
});

test('the migrations make these tables', () => {
  const store = open();
  const tables = store.db
    .prepare<[], { name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
    )
    .all()
    .map((row) => row.name);
  store.close();
  expect(tables).toEqual(
    (
      'account_data account_data_out calls chunks crypto_inbox crypto_inbox_failed crypto_inbox_panics decrypt_queue drafts event_numbers events file_entries file_texts files gallery_files kept_offline media media_parts media_trash ' +
      'members mention_queue mentions outbox presence receipts recording_pieces recordings relations rooms scheduled_messages search_messages search_parts search_parts_config search_parts_data search_parts_idx search_vocabulary search_words search_words_config search_words_data search_words_idx sent_requests settings space_links space_parents state timeline timelines told_reminders transfer_counts transfers visibility_changes ' +
      'waiting_redactions'
    ).split(' '),
  );
});

test('a migration keeps the data, makes one backup first, and a failing one changes nothing', () => {
  const store = open();
  store.write(() => ensureRoom(store.db, '!room:example.org'));
  store.close();
  const broken = [
    ...migrations,
    { version: 9980, sql: 'CREATE TABLE half(a); INSERT INTO nowhere VALUES (1)' },
  ];
  expect(() => open({ migrations: broken })).toThrow('nowhere');
  const untouched = open();
  expect(untouched.db.pragma('user_version', { simple: true })).toBe(migrations.at(-1)?.version);
  expect(roomNoOf(untouched.db, '!room:example.org')).not.toBeNull();
  untouched.close();
  const newer = open({
    migrations: [...migrations, { version: 9980, sql: 'ALTER TABLE rooms ADD COLUMN extra TEXT' }],
  });
  expect(roomNoOf(newer.db, '!room:example.org')).not.toBeNull();
  newer.close();
  expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([
    'events.db.backup',
  ]);
  const backup = connect(`${file()}.backup`, testKey, true);
  expect(roomNoOf(backup, '!room:example.org')).not.toBeNull();
  expect(backup.pragma('user_version', { simple: true })).toBe(migrations.at(-1)?.version);
  backup.close();
});

test('the backup of a migration goes after a week, with what was removed in the store since', () => {
  open({ migrations: migrations.slice(0, -1) }).close();
  const backup = `${file()}.backup`;
  open({ now: () => Date.now() }).close();
  expect(existsSync(backup)).toBe(true);
  writeFileSync(`${backup}.part`, 'half');
  open({ now: () => statSync(backup).mtimeMs + 6 * 86_400_000 }).close();
  expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([
    'events.db.backup',
  ]);
  open({ now: () => statSync(backup).mtimeMs + 8 * 86_400_000 }).close();
  expect(existsSync(backup)).toBe(false);
});

test('a redaction that waited before migration 50 still finds its message', () => {
  const roomId = '!room:example.org';
  const target = message('secret');
  const because = redaction(target.event_id);
  const old = open({ migrations: migrations.filter(({ version }) => version < 50) });
  old.write(() => ensureRoom(old.db, roomId));
  const { event_id: id, sender, type } = because;
  old.db
    .prepare(
      `INSERT INTO events(event_no, room_no, event_hash, event_id, type, sender, ts, received_ts, json) VALUES (1,1,?,?,?,?,1,1,?)`,
    )
    .run(eventHash(roomId, id), id, type, sender, JSON.stringify(because));
  // Every redaction had such a row, whether its target was there or not.
  const relate = old.db.prepare(
    `INSERT INTO relations(room_no, target_hash, rel_type, sender, event_no) VALUES (1,?,'redaction',?,1)`,
  );
  for (const targetId of [target.event_id, id]) relate.run(eventHash(roomId, targetId), sender);
  old.close();
  const store = open();
  const waiting = (): unknown => store.db.prepare('SELECT * FROM waiting_redactions').all();
  const hash = eventHash(roomId, target.event_id);
  expect(waiting()).toEqual([{ target_hash: hash, event_no: 1, room_no: 1 }]);
  store.write(() =>
    appendLive(store.db, {
      roomNo: 1,
      events: [target],
      limited: false,
      prevBatch: null,
      receivedMs: 1,
      ownUserId: null,
    }),
  );
  expect([getEvent(store.db, 1, target.event_id)?.redactedBy, waiting()]).toEqual([id, []]);
  store.close();
});

test('an emptied file is not taken for a new profile while its backup is there', () => {
  open().close();
  writeFileSync(`${file()}.backup`, readFileSync(file()));
  writeFileSync(file(), '');
  expect(codeOf(() => open())).toBe('store_corrupt');
  expect(existsSync(`${file()}.backup`)).toBe(true);
});

test('nothing of what is stored can be read in the files', () => {
  const canaries = ['kanarienvogel', '!canaryroom', '$canaryevent', '@canaryuser', 'syt_canary'];
  const store = open();
  store.write(() => {
    const roomNo = ensureRoom(store.db, '!canaryroom:example.org');
    setSetting(store.db, 'session', { accessToken: 'syt_canary' });
    appendLive(store.db, {
      roomNo,
      events: [message('kanarienvogel', { id: '$canaryevent', sender: '@canaryuser:example.org' })],
      limited: false,
      prevBatch: null,
      receivedMs: 1,
      ownUserId: null,
    });
  });
  const scan = (): string[] =>
    readdirSync(folder).flatMap((name) => {
      const bytes = readFileSync(join(folder, name));
      return canaries.filter((word) => bytes.includes(word)).map((word) => `${name} ${word}`);
    });
  expect(scan()).toEqual([]);
  store.close();
  expect(scan()).toEqual([]);
});

test('what was redacted is gone from every page, judged on an unencrypted copy', () => {
  const store = open();
  const { db } = store;
  store.write(() => {
    const roomNo = ensureRoom(db, '!room:example.org');
    const put = (events: ReturnType<typeof message>[]): unknown =>
      appendLive(db, {
        roomNo,
        events,
        limited: false,
        prevBatch: null,
        receivedMs: 1,
        ownUserId: null,
      });
    put(Array.from({ length: 20 }, (_, n) => message(`filler ${n}`)));
    put([message('kanarienvogel', { id: '$gone' })]);
    put([
      { ...message(''), type: 'm.room.redaction', redacts: '$gone', content: { redacts: '$gone' } },
    ]);
  });
  store.close();
  const copy = connect(file(), testKey);
  copy.pragma('journal_mode = DELETE');
  copy.pragma(`rekey = ''`);
  copy.close();
  const bytes = readFileSync(file());
  expect([bytes.includes('filler 3'), bytes.includes('kanarienvogel')]).toEqual([true, false]);
});

test('rows of the queue from before directories were moved by it keep their weight, and moves are found', () => {
  const old = open({ migrations: migrations.filter(({ version }) => version < 60) });
  const add = (store: Store, id: string, kind: string, source: object): unknown =>
    store.write(() =>
      store.db
        .prepare(
          `INSERT INTO transfers(transfer_id, request_id, part, kind, state, room_no, name, source, created_ms)
           VALUES (?, ?, 0, ?, 'waiting', 1, '', ?, 1)`,
        )
        .run(id, id, kind, JSON.stringify(source)),
    );
  add(old, 'sent', 'upload', {});
  add(old, 'copied', 'copy', { moveEntryId: '$entry' });
  old.close();
  const store = open();
  add(store, 'moved', 'move', { moveRoomId: '!room' });
  const light = nextWaiting(store.db, 0, 10, true).map((row) => row.transferId);
  const heavy = nextWaiting(store.db, 0, 10, false).map((row) => row.transferId);
  expect([light, heavy]).toEqual([['copied', 'moved'], ['sent']]);
  const found = ['$entry', '!room', '!other'].map((id) => moveOf(store.db, id)?.transferId);
  expect(found).toEqual(['copied', 'moved', undefined]);
  store.close();
});

test('rows of the queue from before names and locks stood in it keep their weight, and what will be is found', () => {
  const old = open({ migrations: migrations.filter(({ version }) => version < 70) });
  const add = (
    store: Store,
    id: string,
    kind: string,
    entryId: string | null,
    name = '',
  ): unknown =>
    store.write(() =>
      store.db
        .prepare(
          `INSERT INTO transfers(transfer_id, request_id, part, kind, state, room_no, name, entry_id, source, created_ms)
           VALUES (?, ?, 0, ?, 'waiting', 1, '', ?, ?, 1)`,
        )
        .run(id, id, kind, entryId, JSON.stringify({ name })),
    );
  add(old, 'sent', 'upload', null);
  add(old, 'moved', 'move', null);
  old.close();
  const store = open();
  add(store, 'file', 'rename', '$entry', 'b.txt');
  add(store, 'locked', 'lock', '$entry');
  add(store, 'folder', 'rename', null, 'Paid');
  const light = nextWaiting(store.db, 0, 10, true).map((row) => row.transferId);
  expect(light).toEqual(['moved', 'file', 'locked', 'folder']);
  expect([...comingChanges(store.db, 1)]).toEqual([['$entry', { name: 'b.txt', locked: true }]]);
  expect([...comingDirectoryNames(store.db)]).toEqual([[1, 'Paid']]);
  store.close();
});

test('before migration 80 a room had one timeline; all of them, their gaps and the drafts are there afterwards', () => {
  const old = open({ migrations: migrations.filter(({ version }) => version < 80) });
  const roomIds = ['!none:example.org', '!first:example.org', '!second:example.org'];
  const made = roomIds.map((roomId) => old.write(() => ensureRoom(old.db, roomId)));
  const events = roomIds.map((roomId) =>
    Array.from({ length: 6 }, (_, at) => message(`${roomId} ${at}`)),
  );
  const insert = old.db.prepare(
    `INSERT INTO events(room_no, event_hash, event_id, type, sender, ts, received_ts, json) VALUES (?,?,?,?,?,?,?,?)`,
  );
  const place = old.db.prepare(
    'INSERT INTO timeline(room_no, chunk_no, pos, event_no) VALUES (?,?,?,?)',
  );
  const chunk = old.db.prepare(
    'INSERT INTO chunks(room_no, chunk_no, ord, prev_token) VALUES (?,?,?,?)',
  );
  for (const [index, roomNo] of made.entries()) {
    if (index === 0) continue;
    chunk.run(roomNo, 1, 1, null);
    chunk.run(roomNo, 2, 2, `gap of ${roomNo}`);
    for (const [at, event] of (events[index] ?? []).entries()) {
      const { event_id: id, type, sender } = event;
      const hash = eventHash(roomIds[index] ?? '', id);
      const { lastInsertRowid } = insert.run(
        roomNo,
        hash,
        id,
        type,
        sender,
        at,
        at,
        JSON.stringify(event),
      );
      place.run(roomNo, at < 3 ? 1 : 2, at - 2, lastInsertRowid);
    }
  }
  // Left by a removal that was cut: it names an event that is gone.
  place.run(made[1], 2, 99, 5_000);
  old.db
    .prepare(`INSERT INTO state(room_no, type, state_key, event_no) VALUES (?, 'gone', '', 7000)`)
    .run(made[1]);
  old.db
    .prepare('INSERT INTO drafts(room_no, content, updated_ms) VALUES (?,?,1)')
    .run(made[2], JSON.stringify({ text: 'not yet', replyTo: null, editing: null }));
  old.close();

  const store = open();
  const { db } = store;
  for (const [index, roomNo] of made.entries()) {
    if (index === 0) continue;
    const page = pageOfTimeline(db, { roomNo, limit: 10 });
    const ids = (events[index] ?? []).map((event) => event.event_id);
    expect(page.events.map((event) => event.eventId)).toEqual(ids);
    expect([page.gaps.map((gap) => gap.prevToken), page.reachedStart]).toEqual([
      [`gap of ${roomNo}`],
      true,
    ]);
  }
  expect([getDraft(db, made[2] ?? 0)?.text, getDraft(db, made[1] ?? 0)]).toEqual(['not yet', null]);
  expect(pageOfTimeline(db, { roomNo: made[0] ?? 0, limit: 10 }).events).toEqual([]);

  // A number of a timeline is no number of a room any more, and a thread is a conversation of its own.
  const [roomNo = 0, other = 0] = [made[0], made[1]];
  store.write(() => {
    ensureTimeline(db, other, '$root');
    append(store, roomNo, message('late', { id: '$late' }));
    putDraft(db, roomNo, { text: 'main', replyTo: null, editing: null }, 1);
    putDraft(db, roomNo, { text: 'thread', replyTo: null, editing: null }, 1, '$root');
  });
  expect(timelineOf(db, roomNo)).not.toBe(roomNo);
  const pages = [null, '$root'].map(
    (rootEventId) => pageOfTimeline(db, { roomNo: other, rootEventId, limit: 10 }).events.length,
  );
  expect(pages).toEqual([6, 0]);
  expect(pageOfTimeline(db, { roomNo, limit: 10 }).events).toMatchObject([{ eventId: '$late' }]);
  expect([null, '$root'].map((root) => getDraft(db, roomNo, root)?.text)).toEqual([
    'main',
    'thread',
  ]);
  // The cut removal had given out numbers up to 7000.
  expect(getEvent(db, roomNo, '$late')?.eventNo).toBeGreaterThan(7_000);
  store.close();
});

function append(store: Store, roomNo: number, event: RawEvent): void {
  appendLive(store.db, {
    roomNo,
    events: [event],
    limited: false,
    prevBatch: null,
    receivedMs: 1,
    ownUserId: null,
  });
}

test('messages of other rooms are stored while a room is removed, and a removal that was cut goes on', () => {
  const store = open();
  const [gone, other] = store.write(() => [
    ensureRoom(store.db, '!gone:example.org'),
    ensureRoom(store.db, '!other:example.org'),
  ]) as [number, number];
  store.write(() => {
    for (let at = 0; at < 20; at += 1) append(store, gone, message(`words ${at}`));
    append(store, gone, encrypted('session'));
    insertLoose(store.db, { roomNo: gone, event: message('a reply target'), receivedMs: 1 });
    putState(store.db, gone, [stateEvent('m.room.topic', '', { topic: 'old' })], 1);
    putState(store.db, gone, [stateEvent('m.room.topic', '', { topic: 'new' })], 1);
    putDraft(store.db, gone, { text: 'a draft', replyTo: null, editing: null }, 1);
  });
  const newest = getEvents(store, gone).at(-1) ?? 0;
  store.write(() => beginRemoval(store.db, gone));
  expect([getDraft(store.db, gone), underRemoval(store.db)]).toEqual([null, [gone]]);
  // The parts of a removal, with what arrives between them; nothing follows, as after a kill.
  for (let part = 0; part < 4; part += 1) store.write(() => removeSome(store.db, 3));
  const ids = Array.from({ length: 10 }, (_, at) => `$kept${at}`);
  store.write(() => {
    for (const id of ids) append(store, other, encrypted('session', { id }));
  });
  store.close();
  const again = open();
  expect(getEvents(again, other).map((no) => no > newest)).toEqual(ids.map(() => true));
  expect(underRemoval(again.db)).toEqual([gone]);
  while (again.write(() => removeSome(again.db, 3)));
  expect(pageOfTimeline(again.db, { roomNo: other, limit: 20 }).events).toMatchObject(
    ids.map((eventId) => ({ eventId })),
  );
  expect(rowsOf(again, gone)).toEqual({ rooms: 1 });
  expect(count(again, 'timeline')).toBe(ids.length);
  expect(underRemoval(again.db)).toEqual([]);
  again.close();
});

const count = ({ db }: Store, table: string): number =>
  db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;

/** How many rows of a room each table that knows rooms has. */
function rowsOf({ db }: Store, roomNo: number): Record<string, number> {
  const tables = db
    .prepare<[], { name: string }>(
      `SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'room_no'`,
    )
    .all();
  const counts = tables.map(({ name }): [string, number] => [
    name,
    db
      .prepare<[number], { n: number }>(`SELECT count(*) AS n FROM ${name} WHERE room_no = ?`)
      .get(roomNo)?.n ?? 0,
  ]);
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}

test('repairing takes away what points at nothing, gives its numbers to nobody and keeps what stands', () => {
  const store = open();
  const roomNo = store.write(() => ensureRoom(store.db, '!a:example.org'));
  store.write(() => {
    append(store, roomNo, message('kept', { id: '$kept' }));
    store.db.exec('INSERT INTO decrypt_queue(event_no) VALUES (2), (7)');
  });
  expect(() => store.write(() => append(store, roomNo, encrypted('session')))).toThrow(/UNIQUE/);
  expect(store.write(() => repairTables(store.db))).toBe(2);
  store.write(() => append(store, roomNo, encrypted('session', { id: '$next' })));
  expect(pageOfTimeline(store.db, { roomNo, limit: 5 }).events).toMatchObject([
    { eventId: '$kept' },
    { eventId: '$next', eventNo: 8 },
  ]);
  store.close();
});

const getEvents = ({ db }: Store, roomNo: number): number[] =>
  db
    .prepare<[number], { event_no: number }>(
      'SELECT event_no FROM events WHERE room_no = ? ORDER BY event_no',
    )
    .all(roomNo)
    .map((row) => row.event_no);

test('a draft of an earlier version knows where the names of its people stand', () => {
  const store = open();
  const text = '@Ann-Marie and @Ann, or @Ann';
  const mentions = [
    { userId: '@ann:hs.org', name: 'Ann' },
    { userId: '@marie:hs.org', name: 'Ann-Marie' },
  ];
  const roomNo = store.write(() => {
    const made = ensureRoom(store.db, '!r:hs.org');
    putDraft(store.db, made, { text, replyTo: null, editing: null }, 1);
    store.db
      .prepare('UPDATE drafts SET content = ? WHERE room_no = ?')
      .run(JSON.stringify({ text, replyTo: null, editing: null, mentions }), made);
    return made;
  });
  expect(getDraft(store.db, roomNo)).toEqual({
    ...{ text, replyTo: null, editing: null },
    mentions: [
      { start: 0, end: 10, id: '@marie:hs.org' },
      { start: 15, end: 19, id: '@ann:hs.org' },
      { start: 24, end: 28, id: '@ann:hs.org' },
    ],
  });
  store.close();
});
