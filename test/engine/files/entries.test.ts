// Entries as rows: order, filter, versions, uploads on their way, warnings, and everything that can be wrong with one.
import { messageFile } from '#engine/transfers/work/directoryFiles';
import { setPlain, setTrust, setUndecryptable } from '#stores/ingest/decryption';
import { getEvent } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import { run } from '#stores/sqlite/statements';
import { insertTransfer } from '#stores/transfers/transfers';
import {
  alice,
  bob,
  encrypted,
  message,
  noon,
  redaction,
  state,
  visibility,
} from '../../fixtures/events';
import {
  entry,
  fileContent,
  fileMessage,
  fileVersion,
  gallery,
  galleryEdit,
} from '../../fixtures/files';
import { fileRows, filesBench, itemLines, type FilesBench } from './bench';

const garden = '!garden:example.org';
let bench: FilesBench;
let gardenNo: number;
beforeEach(() => {
  bench = filesBench();
  gardenNo = bench.directory(garden, 'Garden');
});
afterEach(() => bench.temp.remove());

const lines = (more?: Parameters<FilesBench['items']>[1]): string[] =>
  itemLines(bench.items(garden, more).value());
const only = () => {
  const [row] = fileRows(bench.items(garden).value());
  if (row === undefined) throw new Error('no row');
  return row;
};

test('CHAT-3.32 CHAT-3.33 a row says what the entry says: name, version, lock, who changed it', () => {
  bench.arrive(garden, fileMessage('a.txt', { id: '$a', sender: bob }));
  bench.arrive(garden, entry('$a', { active: true, name: 'a.txt', locked: true, version: 4 }));
  expect(only()).toMatchObject({
    key: '$a',
    entryId: '$a',
    name: 'a.txt',
    extension: 'txt',
    fileKind: 'text',
    sizeBytes: 100,
    version: 4,
    lockedBy: { userId: alice, name: 'Alice' },
    // A lock changes nothing that the file holds.
    changedBy: { userId: bob },
    problem: null,
    warnings: [],
    media: { fileName: 'a.txt', encrypted: true, broken: null },
    actions: { open: true, unlock: true, lock: false, rename: true, delete: true },
  });
  bench.arrive(garden, entry('$a', { active: true }));
  bench.arrive(garden, entry('$a', { active: true, locked: true }, { sender: bob }));
  expect(only()).toMatchObject({
    lockedBy: { userId: bob },
    actions: { open: true, unlock: true, lock: false, rename: false, delete: false },
  });
  bench.arrive(garden, entry('$a', { active: true }));
  expect(only()).toMatchObject({ name: 'Unnamed File', version: 1, lockedBy: null });
});

test('a row says since when it is locked, where the server says that it was not locked before', () => {
  bench.arrive(garden, fileMessage('a.txt', { id: '$a', sender: bob }));
  const written = (locked: boolean, was: boolean) =>
    entry(
      '$a',
      { active: true, name: 'a.txt', locked },
      { sender: bob, unsigned: { prev_content: { active: true, name: 'a.txt', locked: was } } },
    );
  const lock = written(true, false);
  bench.arrive(garden, lock);
  expect(only().lockedMs).toBe(lock.origin_server_ts);
  // Written once more while it is locked: since when is not told any longer.
  bench.arrive(garden, written(true, true));
  expect(only()).toMatchObject({ lockedBy: { userId: bob } });
  expect(only().lockedMs).toBeUndefined();
});

test('sorts, filters and pages without reading more than it shows', async () => {
  bench.directory('!b:example.org', 'Beds', garden);
  for (const name of ['img 10.png', 'img 9.png', 'Ärger.txt', 'zoo.txt']) bench.file(garden, name);
  expect(lines()).toEqual(['Beds/', 'Ärger.txt', 'img 9.png', 'img 10.png', 'zoo.txt']);
  expect(lines({ sort: { by: 'name', descending: true } })).toEqual([
    'Beds/',
    'zoo.txt',
    'img 10.png',
    'img 9.png',
    'Ärger.txt',
  ]);
  expect(lines({ text: 'arg' })).toEqual(['Ärger.txt']);
  expect(lines({ sort: { by: 'changed', descending: true } }).at(1)).toBe('zoo.txt');
  expect(lines({ sort: { by: 'kind', descending: false } }).at(1)).toBe('img 9.png');
  const items = bench.items(garden, { limit: 2 });
  expect(itemLines(items.value())).toEqual(['Beds/', 'Ärger.txt']);
  const { view } = items;
  if (!('paginate' in view)) throw new Error('not paged');
  await expect(view.paginate('forward', 2)).resolves.toMatchObject({ reachedEnd: false });
  expect(items.value()).toHaveLength(4);
  await expect(view.paginate('forward', 9)).resolves.toMatchObject({ reachedEnd: true });
  expect(items.value()).toHaveLength(5);
});

test('a version takes the place and the key of the file; the history goes back to the first', () => {
  bench.arrive(garden, fileMessage('plan.txt', { id: '$v1', sender: bob }));
  bench.arrive(garden, entry('$v1', { active: true, name: 'plan.txt' }));
  const items = bench.items(garden);
  const details = bench.details(garden, '$v1');
  bench.arrive(
    garden,
    fileVersion('plan.txt', '$v1', { id: '$v2', sender: alice }, { info: { size: 7 } }),
    entry('$v2', { active: true, name: 'plan.txt', version: 2 }),
    entry('$v1', { active: false, name: 'plan.txt' }),
  );
  expect(items.value()).toMatchObject([{ key: '$v1', entryId: '$v2', version: 2, sizeBytes: 7 }]);
  expect(lines({ deleted: true })).toEqual([]);
  expect(details.value()).toMatchObject({
    file: { entryId: '$v2' },
    addedBy: { userId: bob },
    path: [{ roomId: garden, name: 'Garden' }],
    versions: [
      { eventId: '$v2', version: 2, current: true, canRestore: false, by: { userId: alice } },
      { eventId: '$v1', version: 1, current: false, canRestore: true, by: { userId: bob } },
    ],
  });
});

test('two people who made a version of one file leave two files with two keys', () => {
  bench.file(garden, 'other.txt');
  bench.arrive(
    garden,
    fileMessage('plan.txt', { id: '$v1' }),
    entry('$v1', { active: false, name: 'p' }),
  );
  for (const id of ['$a', '$b'])
    bench.arrive(
      garden,
      fileVersion('p', '$v1', { id }),
      entry(id, { active: true, name: 'p', version: 2 }),
    );
  const rows = fileRows(bench.items(garden).value());
  expect(rows.map((row) => row.entryId)).toEqual([expect.any(String), '$a', '$b']);
  expect(new Set(rows.map((row) => row.key)).size).toBe(3);
  // A third one that goes on from the second, which stays active: its first choice and its second are taken.
  bench.arrive(
    garden,
    fileVersion('o', '$b', { id: '$c' }),
    entry('$c', { active: true, name: 'a', version: 3 }),
  );
  const keys = bench
    .items(garden)
    .value()
    .map((item) => item.key);
  expect([keys.length, new Set(keys).size]).toEqual([4, 4]);
});

test('a deleted file stays among the deleted while its message is there', () => {
  const id = bench.file(garden, 'rose.txt');
  const deleted = bench.items(garden, { deleted: true });
  bench.arrive(garden, entry(id, { active: false, name: 'rose.txt' }));
  expect(lines()).toEqual([]);
  expect(deleted.value()).toMatchObject([
    { name: 'rose.txt', deleted: true, actions: { restore: true } },
  ]);
  bench.arrive(garden, redaction(id, { sender: alice }));
  expect(deleted.value()).toEqual([]);
});

test('bad input: a state entry without its event is shown, and its message asked for once', () => {
  const items = bench.items(garden);
  bench.arrive(garden, entry('$missing', { active: true, name: 'lost.txt' }));
  bench.file(garden, 'here.txt');
  expect(itemLines(items.value())).toEqual(['here.txt', 'lost.txt !event_missing']);
  expect(bench.wanted).toEqual(['$missing']);
  bench.arrive(garden, fileMessage('lost.txt', { id: '$missing' }));
  expect(itemLines(items.value())).toEqual(['here.txt', 'lost.txt']);
});

test('bad input: a message that is no file, one that cannot be read, one that was taken back', () => {
  const { store } = bench.temp;
  bench.arrive(garden, message('hello', { id: '$text' }), encrypted('s', { id: '$dark' }));
  bench.arrive(garden, fileMessage('gone.txt', { id: '$gone' }), redaction('$gone'));
  for (const [id, name] of [
    ['$text', 'a'],
    ['$dark', 'b'],
    ['$gone', 'c'],
  ] as const)
    bench.arrive(garden, entry(id, { active: true, name }));
  const items = bench.items(garden);
  const dark = getEvent(store.db, gardenNo, '$dark')?.eventNo ?? 0;
  store.write((changes) =>
    setUndecryptable(store.db, dark, 'MEGOLM_UNKNOWN_INBOUND_SESSION_ID', changes),
  );
  expect(itemLines(items.value())).toEqual(['a !not_a_file', 'b !undecryptable', 'c !removed']);
  expect(bench.header(garden).value().unreadable).toBe(1);
  const content = fileContent('b.txt');
  store.write((changes) => setPlain(store.db, dark, { type: 'm.room.message', content }, changes));
  expect(itemLines(items.value())).toEqual(['a !not_a_file', 'b', 'c !removed']);
  expect(bench.header(garden).value().unreadable).toBe(0);
});

test('bad input: files without keys, hash or address are shown and cannot be opened', () => {
  const { file } = fileContent('x');
  const damaged = { ...(file as object), hashes: {} };
  bench.arrive(
    garden,
    fileMessage('a', { id: '$a' }, { file: damaged }),
    entry('$a', { active: true, name: 'a' }),
  );
  bench.arrive(
    garden,
    fileMessage('b', { id: '$b' }, { file: undefined, url: 'javascript:alert(1)' }),
    entry('$b', { active: true, name: 'b' }),
  );
  // In the clear, although the directory is encrypted.
  bench.arrive(
    garden,
    fileMessage('c', { id: '$c' }, { file: undefined }),
    entry('$c', { active: true, name: 'c' }),
  );
  const rows = fileRows(bench.items(garden).value());
  expect(rows.map((row) => [row.problem, row.actions.open, row.actions.delete])).toEqual([
    ['no_keys', false, true],
    ['no_address', false, true],
    ['no_keys', false, true],
  ]);
});

test('a file in clear is refused in an encrypted directory: as an entry, as a version, and by every act', () => {
  const good = bench.file(garden, 'contract.pdf');
  const clear = { unsigned: { clear: true }, sender: bob };
  bench.arrive(
    garden,
    fileVersion('contract.pdf', good, { id: '$forged', ...clear }),
    entry('$forged', { active: true, name: 'contract.pdf', version: 2 }),
    entry(good, { active: false, name: 'contract.pdf' }),
  );
  const refused = { open: false, save: false, copy: false, move: false, restore: false };
  expect(only()).toMatchObject({
    entryId: '$forged',
    problem: 'sent_in_clear',
    trust: 'not_encrypted',
    actions: refused,
  });
  const versions = bench.details(garden, '$forged').value()?.versions;
  expect(versions?.map((one) => [one.eventId, one.problem])).toEqual([
    ['$forged', 'sent_in_clear'],
    [good, null],
  ]);
  expect(
    bench
      .found()
      .value()
      .map(({ eventId, problem }) => [eventId, problem]),
  ).toEqual([['$forged', 'sent_in_clear']]);
  expect(messageFile(bench.temp.store.db, gardenNo, '$forged')).toEqual({
    problem: 'media_damaged',
  });
});

test('a row says so when its sender is in doubt, and no longer when that is over', () => {
  const id = bench.file(garden, 'plan.pdf');
  const { store } = bench.temp;
  const eventNo = getEvent(store.db, gardenNo, id)?.eventNo ?? -1;
  const items = bench.items(garden);
  const seen = (): string | undefined => fileRows(items.value())[0]?.trust;
  expect(seen()).toBe('ok');
  store.write((changes) => setTrust(store.db, eventNo, 'device_not_signed', changes));
  expect(seen()).toBe('device_not_signed');
  store.write((changes) => setTrust(store.db, eventNo, 'ok', changes));
  expect(seen()).toBe('ok');
});

test('bad input: a version that points into another room is shown with its problem and opens', () => {
  bench.directory('!other:example.org', 'Other');
  const elsewhere = bench.file('!other:example.org', 'secret.txt');
  bench.arrive(
    garden,
    fileVersion('plan.txt', elsewhere, { id: '$v2' }),
    entry('$v2', { active: true, name: 'plan.txt', version: 2 }),
  );
  expect(only()).toMatchObject({ problem: 'foreign_version', actions: { open: true } });
  expect(
    bench
      .details(garden, '$v2')
      .value()
      ?.versions.map((one) => one.eventId),
  ).toEqual(['$v2']);
  expect(itemLines(bench.items('!other:example.org').value())).toEqual(['secret.txt']);
});

test('bad input: versions that replace each other in a ring end', () => {
  bench.arrive(
    garden,
    fileVersion('a', '$b', { id: '$a' }),
    entry('$a', { active: true, name: 'a' }),
  );
  bench.arrive(
    garden,
    fileVersion('b', '$a', { id: '$b' }),
    entry('$b', { active: true, name: 'b' }),
  );
  expect(lines()).toEqual(['a', 'b']);
  expect(bench.details(garden, '$a').value()?.versions).toHaveLength(2);
});

test('bad input: names of 10,000 characters, with separators, with bidi tricks, and the same name twice', () => {
  bench.file(garden, `${'x'.repeat(10_000)}.txt`);
  bench.file(garden, '../../etc/passwd');
  bench.file(garden, 'invoice\u202efdp.exe');
  bench.file(garden, 'twice.txt');
  bench.file(garden, 'twice.txt');
  const rows = fileRows(bench.items(garden).value());
  expect(rows.map((row) => [row.name.slice(0, 20), row.extension, row.warnings])).toEqual([
    ['.._.._etc_passwd', '', ['name']],
    ['invoicefdp.exe', 'exe', ['name', 'type', 'runs']],
    ['twice.txt', 'txt', []],
    ['twice.txt', 'txt', []],
    ['x'.repeat(20), 'txt', ['name']],
  ]);
  expect(rows.every((row) => row.name.length <= 255)).toBe(true);
  expect(new Set(rows.map((row) => row.key)).size).toBe(5);
});

test('a name in the state that hides what was sent is warned of', () => {
  const put = (id: string, shown: string, sent: string, mimetype: string): void =>
    bench.arrive(
      garden,
      fileMessage(sent, { id }, { info: { mimetype } }),
      entry(id, { active: true, name: shown }),
    );
  put('$1', 'a.png', 'a.exe', 'image/png');
  put('$2', 'b.pdf', 'b.pdf', 'text/html');
  put('$3', 'c', 'c.sh', 'text/x-sh');
  put('$4', 'd.docx', 'd.docx', 'application/octet-stream');
  expect(fileRows(bench.items(garden).value()).map((row) => [row.extension, row.warnings])).toEqual(
    [
      ['png', ['type', 'runs']],
      ['pdf', ['type']],
      ['sh', ['runs']],
      ['docx', []],
    ],
  );
});

test('uploads on their way stand among the files; of a new version the row itself says so', () => {
  const { store } = bench.temp;
  const id = bench.file(garden, 'b.txt');
  bench.file(garden, 'd.txt');
  const items = bench.items(garden);
  const header = bench.header(garden);
  const transfer = (
    transferId: string,
    name: string,
    entryId: string | null,
    state: string,
  ): void =>
    store.write((changes) => {
      run(
        store.db,
        `INSERT INTO transfers(transfer_id, request_id, part, kind, state, room_no, name, entry_id, source, created_ms)
         VALUES (?, ?, 0, 'upload', ?, ?, ?, ?, '{}', 1)`,
        transferId,
        transferId,
        state,
        gardenNo,
        name,
        entryId,
      );
      changes.topic('transfers');
    });
  transfer('transfer-1', 'c.txt', null, 'running');
  transfer('transfer-2', 'b.txt', id, 'waiting');
  transfer('transfer-3', 'e.txt', null, 'done');
  const shown = fileRows(items.value()).map((row) => [row.key, row.name, row.transferId]);
  expect(shown).toEqual([
    [id, 'b.txt', 'transfer-2'],
    ['transfer-1', 'c.txt', 'transfer-1'],
    [expect.any(String), 'd.txt', null],
  ]);
  expect(header.value().files).toBe(3);
  // From the moment its entry stands, the file speaks for itself.
  bench.arrive(
    garden,
    fileMessage('c.txt', { id: '$c' }),
    entry('$c', { active: true, name: 'c.txt' }),
  );
  store.write((changes) => {
    run(
      store.db,
      `UPDATE transfers SET progress = '{"steps":{"eventId":"$c"}}' WHERE transfer_id = 'transfer-1'`,
    );
    changes.topic('transfers');
  });
  expect(fileRows(items.value()).map((row) => row.key)).toEqual([id, '$c', expect.any(String)]);
  expect(header.value().files).toBe(3);
});

test('a file that is being fetched says so, and one that came damaged too', () => {
  bench.file(garden, 'a.txt');
  const items = bench.items(garden);
  const { media } = only();
  const row = () => fileRows(items.value())[0];
  bench.download(media?.handle ?? '', { state: 'loading', progress: 0.2, error: null });
  expect(row()?.onDisk.state).toBe('loading');
  const times = items.times();
  bench.download(media?.handle ?? '', { state: 'loading', progress: 0.9, error: null });
  expect(items.times()).toBe(times);
  bench.download(media?.handle ?? '', {
    state: 'failed',
    progress: null,
    error: 'media_damaged',
  });
  expect(row()).toMatchObject({ problem: 'damaged', onDisk: { state: 'none' } });
  expect(only().problem).toBe('damaged');
});

test('a directory that was left shows nothing of what it held', () => {
  bench.file(garden, 'a.txt');
  const items = bench.items(garden);
  bench.room(garden, [], 'leave');
  const { problem, departure } = bench.header(garden).value();
  expect([items.value(), problem, departure?.how]).toEqual([[], null, 'unknown']);
});

test('a viewer is offered nothing that the server would refuse', () => {
  bench.file(garden, 'a.txt');
  const items = bench.items(garden);
  bench.arrive(
    garden,
    state(
      'm.room.power_levels',
      '',
      { users: { [bob]: 100 }, events_default: 50, state_default: 50 },
      { sender: alice },
    ),
  );
  const [row] = fileRows(items.value());
  expect(Object.entries(row?.actions ?? {}).flatMap(([act, may]) => (may ? [act] : []))).toEqual([
    'open',
    'save',
    'copy',
  ]);
});

test('a row that did not change stays the same object, so that nothing is compared anew', () => {
  bench.file(garden, 'a.txt');
  const items = bench.items(garden);
  const [before] = items.value();
  bench.file(garden, 'b.txt');
  expect(items.value()[0]).toBe(before);
});

test('people of a directory with what may be changed about them', () => {
  bench.arrive(
    garden,
    state('m.room.member', bob, { membership: 'invite', displayname: 'Bob' }, { sender: alice }),
  );
  const sharing = bench.sharing(garden);
  expect(sharing.value()).toMatchObject([
    { person: { userId: alice }, role: 'owner', mine: true, canRemove: false },
    { person: { name: 'Bob' }, role: 'viewer', membership: 'invite', canRemove: true },
  ]);
  expect(sharing.value()[1]?.canBecome).toEqual(['viewer', 'editor', 'owner']);
});

test('files are found in directories and rooms by name, kind, sender and time', () => {
  bench.directory('!b:example.org', 'Beds', garden);
  bench.file('!b:example.org', 'rose.txt');
  const old = bench.file(garden, 'old.txt');
  bench.arrive(garden, entry(old, { active: false, name: 'old.txt' }));
  bench.room('!chat:example.org', [state('m.room.name', '', { name: 'Chat' }, { sender: alice })]);
  bench.arrive(
    '!chat:example.org',
    fileMessage('Röse.png', { id: '$photo', sender: bob, ts: 5_000 }, { msgtype: 'm.image' }),
    fileVersion('Röse.png', '$photo', { id: '$edit', sender: bob, ts: 6_000 }),
  );
  const names = (more?: Parameters<FilesBench['found']>[0]): string[] =>
    bench
      .found(more)
      .value()
      .map((file) => `${file.where}: ${file.name}`);
  expect(names()).toEqual(['Garden / Beds: rose.txt', 'Chat: Röse.png']);
  expect(names({ text: 'ROSE' })).toHaveLength(2);
  expect(names({ kinds: ['image'] })).toEqual(['Chat: Röse.png']);
  expect(names({ sender: bob })).toEqual(['Chat: Röse.png']);
  expect(names({ toMs: 5_500 })).toEqual(['Chat: Röse.png']);
  expect(names({ roomId: '!b:example.org' })).toEqual(['Garden / Beds: rose.txt']);
  expect(names({ roomId: '!nowhere:example.org' })).toEqual([]);
});

test('CHAT-3.7 the files of a message that brings several are found like any other, those of its newest edit only, and not once it is removed', () => {
  const chat = '!chat:example.org';
  bench.room(chat, [state('m.room.name', '', { name: 'Chat' }, { sender: alice })]);
  bench.arrive(
    chat,
    gallery(['Röse.png', 'plan.pdf', 'Beet.png'], { id: '$several', sender: bob, ts: 5_000 }),
    fileMessage('notes.txt', { id: '$notes', sender: bob, ts: 4_000 }),
  );
  const files = (more?: Parameters<FilesBench['found']>[0]) => bench.found(more).value();
  const names = (more?: Parameters<FilesBench['found']>[0]): string[] =>
    files(more).map((file) => file.name);
  const byName = { sort: { by: 'name', descending: false } } as const;
  expect(names()).toEqual(['Röse.png', 'plan.pdf', 'Beet.png', 'notes.txt']);
  expect(names(byName)).toEqual(['Beet.png', 'notes.txt', 'plan.pdf', 'Röse.png']);
  expect(names({ ...byName, limit: 2 })).toEqual(['Beet.png', 'notes.txt']);
  expect(names({ kinds: ['image'], roomId: chat })).toEqual(['Röse.png', 'Beet.png']);
  expect(names({ text: 'rose' })).toEqual(['Röse.png']);
  expect(new Set(files().map(({ key }) => key)).size).toBe(4);
  expect(files({ text: 'plan' })[0]).toMatchObject({
    eventId: '$several',
    part: { eventId: '$several', at: 1 },
    media: { fileName: 'plan.pdf', broken: null },
    sender: { userId: bob },
    where: 'Chat',
  });
  // Only its author edits it.
  bench.arrive(
    chat,
    galleryEdit(['forged.png'], '$several', { id: '$forged', sender: alice, ts: 7_000 }),
    galleryEdit(['plan.pdf'], '$several', { id: '$fewer', sender: bob, ts: 6_000 }),
  );
  expect(names()).toEqual(['plan.pdf', 'notes.txt']);
  expect(files({ text: 'plan' })[0]).toMatchObject({
    eventId: '$several',
    part: { eventId: '$fewer', at: 0 },
    media: { fileName: 'plan.pdf' },
  });
  const { db } = bench.temp.store;
  const chatNo = roomNoOf(db, chat) ?? 0;
  expect(messageFile(db, chatNo, '$fewer', 0)).toMatchObject({ content: { body: 'plan.pdf' } });
  expect(messageFile(db, chatNo, '$several', 2)).toMatchObject({ content: { body: 'Beet.png' } });
  expect(messageFile(db, chatNo, '$several', 7)).toEqual({ problem: 'media_damaged' });
  bench.arrive(chat, redaction('$several', { id: '$gone', sender: bob }));
  expect(names()).toEqual(['notes.txt']);
  expect(db.prepare('SELECT count(*) AS n FROM gallery_files WHERE sender = ?').get(bob)).toEqual({
    n: 0,
  });
});

test('CHAT-9.14 files of a message that a moderator hid are not found, also after it was edited', () => {
  const chat = '!chat:example.org';
  bench.room(chat, [
    state('m.room.name', '', { name: 'Chat' }, { sender: alice }),
    state('m.room.power_levels', '', { users: { [bob]: 100 } }, { sender: bob }),
  ]);
  bench.arrive(
    chat,
    gallery(['Röse.png', 'plan.pdf'], { id: '$several', sender: bob, ts: 5_000 }),
    galleryEdit(['plan.pdf'], '$several', { id: '$fewer', sender: bob, ts: 6_000 }),
    fileMessage('notes.txt', { id: '$notes', sender: bob, ts: 4_000 }),
    fileMessage('mine.txt', { id: '$mine', sender: alice, ts: 3_000 }),
  );
  const names = (): string[] =>
    bench
      .found()
      .value()
      .map((file) => file.name);
  expect(names()).toEqual(['plan.pdf', 'notes.txt', 'mine.txt']);
  const hide = (of: string) => visibility(of, { visible: false }, { sender: bob, ts: noon });
  bench.arrive(chat, hide('$several'), hide('$notes'), hide('$mine'));
  expect(names()).toEqual(['mine.txt']);
  const shown = visibility('$notes', { visible: true }, { sender: bob, ts: noon + 1_000 });
  bench.arrive(chat, shown);
  expect(names()).toEqual(['notes.txt', 'mine.txt']);
});

test('a file that is to be deleted stands among the deleted ones by the time of that', () => {
  bench.arrive(garden, fileMessage('old.txt', { id: '$old', ts: noon }));
  bench.arrive(garden, fileMessage('gone.txt', { id: '$gone', ts: noon + 1 }));
  bench.arrive(garden, entry('$old', { active: true, name: 'old.txt' }, { ts: noon }));
  bench.arrive(garden, entry('$gone', { active: false, name: 'gone.txt' }, { ts: noon + 2 }));
  const { store } = bench.temp;
  store.write(() =>
    insertTransfer(store.db, {
      ...{ transferId: 'remove', requestId: 'remove', part: 0, kind: 'remove', source: {} },
      ...{ roomNo: gardenNo, parentTransfer: null, name: 'old.txt', entryId: '$old' },
      ...{ sizeBytes: null, createdMs: noon + 3 },
    }),
  );
  const deleted = (descending: boolean): string[] =>
    fileRows(
      bench.items(garden, { deleted: true, sort: { by: 'changed', descending } }).value(),
    ).map(({ name }) => name);
  expect([deleted(true), deleted(false)]).toEqual([
    ['old.txt', 'gone.txt'],
    ['gone.txt', 'old.txt'],
  ]);
});
