// Files that one Enter hands over, over a whole engine without a server: all of them become messages, in their order, or none, whatever
// becomes of the window and of the process meanwhile.
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { engine as contract } from '#contract/engine';
import { client } from '#contract/wire/client';
import { appFailure } from '#contract/wire/errors';
import { createKeyedQueue } from '#engine/base/keyedQueue';
import { createFileBatches, type FileBatchDeps } from '#engine/media/fileBatches';
import { createStaging } from '#engine/media/staging';
import { putState } from '#stores/ingest/state';
import { fileBatches, putFileBatch } from '#stores/outbox/fileBatches';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { openStore } from '#stores/profile/open';
import { ensureRoom, roomNoOf } from '#stores/rooms/rooms';
import { getDraft } from '#stores/settings/drafts';
import type { Store } from '#stores/sqlite/store';
import { eventually } from '../../support/eventually';
import { nodePort } from '../../support/nodePort';
import { saveOfflineSession } from '../../support/offlineSession';
import { silentLog } from '../../support/silentLog';
import { testClock } from '../send/harness';
import { openWindow, requestId, type Window } from '../support';
import { ticketFor } from '../transfers/kit';
import { batchKey as key, joined, me, room } from './batchKit';

const nothingShown = { width: null, height: null, durationMs: null, blurhash: null };

let folder: string;
let window: Window;

function stored<T>(work: (store: Store) => T): T {
  const store = openStore({ folder, key, log: silentLog });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

const open = (): void => void (window = openWindow({ folder, key }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-batches-'));
  stored((store) => {
    saveOfflineSession(store, me, 'DEVICE');
    store.write(() => joined(store, room.roomId));
  });
  open();
});
afterEach(async () => {
  await window.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

/** Another window of the same engine, which can be closed. */
function another(): { call: Window['call']; close(): void } {
  const { port1, port2 } = new MessageChannel();
  window.engine.serve(nodePort(port1));
  const other = client(contract, nodePort(port2), { validate: true });
  return {
    call: other.call,
    close: () => {
      other.close();
      port1.close();
      port2.close();
    },
  };
}

function onDisk(name: string, text = name): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function pasted(call: Window['call'], name: string): Promise<string> {
  const { ticket } = await call('beginBlob', { fileName: name, mimeType: 'image/png' });
  await call('appendBlob', { ticket, seq: 0, bytes: new TextEncoder().encode(name) });
  return ticket;
}

const files = (...tickets: string[]) =>
  tickets.map((ticket) => ({ requestId: requestId(), ticket }));
const handed = (tickets: string[], more: object = {}) => ({
  ...{ ...room, requestId: requestId(), files: files(...tickets), caption: 'both' },
  ...{ mentions: [], replyTo: null, ...more },
});

interface Shown {
  readonly name: unknown;
  readonly body: unknown;
}

const shownIn = (store: Store): Shown[] =>
  outboxOfRoom(store.db, roomNoOf(store.db, room.roomId) ?? 0).map(({ content }) => ({
    name: content['filename'] ?? (content['msgtype'] === 'm.text' ? null : content['body']),
    body: content['body'],
  }));

/** The rows of the outbox at the end, and the number of batches that are left. */
async function atEnd(): Promise<{ rows: Shown[]; batches: number }> {
  await window.stop(true);
  const found = stored((store) => ({
    rows: shownIn(store),
    batches: fileBatches(store.db).length,
  }));
  open();
  return found;
}

const captioned = (first: string, ...more: string[]) => [
  { name: first, body: 'both' },
  ...more.map((name) => ({ name, body: name })),
];

/** Resolves when the room shows this many messages. */
const shows = (count: number) =>
  window.list('timeline', { ...room, around: null, limit: 20 }, (items) => {
    return items.filter(({ kind }) => kind === 'message').length === count;
  });

test('CHAT-7.2 a window that is gone at once has lost none of its files: chosen, pasted, the caption with the first', async () => {
  const gone = another();
  const tickets = [
    ticketFor(window, onDisk('film.txt', 'x'.repeat(3_000_000))),
    await pasted(gone.call, 'clip.png'),
    ticketFor(window, onDisk('notes.txt')),
  ];
  await gone.call('saveDraft', { ...room, draft: { text: 'bot', replyTo: null, editing: null } });
  await gone.call('handOverFiles', handed(tickets));
  gone.close();
  await shows(3);
  expect(await atEnd()).toEqual({
    rows: captioned('film.txt', 'clip.png', 'notes.txt'),
    batches: 0,
  });
  await window.stop(true);
  expect(stored((store) => getDraft(store.db, roomNoOf(store.db, room.roomId) ?? 0))).toBeNull();
  expect(readdirSync(join(folder, 'staging'))).toHaveLength(3);
  open();
});

test('the previews come after that; a call whose answer was lost sends nothing twice', async () => {
  const act = handed([ticketFor(window, onDisk('a.txt')), ticketFor(window, onDisk('b.txt'))]);
  await window.call('handOverFiles', act);
  await window.call('handOverFiles', act);
  const previews = [
    { ...nothingShown, width: 3, height: 2, thumbnail: null },
    // Its small picture was made for an engine that has ended.
    {
      ...nothingShown,
      thumbnail: { width: 1, height: 1, mimeType: 'image/png', ticket: 'x'.repeat(20) },
    },
  ];
  const { requestId: id } = act;
  expect(await window.call('sendFiles', { requestId: id, previews })).toEqual({
    sent: 2,
    error: null,
  });
  expect(await window.call('sendFiles', { requestId: id, previews })).toEqual({
    sent: 2,
    error: null,
  });
  await window.call('handOverFiles', act);
  expect(await atEnd()).toEqual({ rows: captioned('a.txt', 'b.txt'), batches: 0 });
});

test('one that cannot be read stays with those behind it; those before it are sent', async () => {
  const act = handed([
    ticketFor(window, onDisk('a.txt')),
    ticketFor(window, join(folder, 'missing.txt')),
    ticketFor(window, onDisk('c.txt')),
  ]);
  await window.call('handOverFiles', act);
  const { requestId: id } = act;
  const sent = await window.call('sendFiles', { requestId: id, previews: [null, null, null] });
  expect(sent).toEqual({ sent: 1, error: expect.anything() });
  expect(await atEnd()).toEqual({ rows: captioned('a.txt'), batches: 0 });
});

test('where nobody can take it back, one that cannot be read is a message that was not sent', async () => {
  const gone = another();
  const act = handed([
    ticketFor(window, join(folder, 'missing.txt')),
    ticketFor(window, onDisk('b.txt')),
  ]);
  await gone.call('handOverFiles', act);
  gone.close();
  await shows(2);
  expect(await atEnd()).toEqual({ rows: captioned('missing.txt', 'b.txt'), batches: 0 });
});

test('pasted bytes that were not used go with their window', async () => {
  const gone = another();
  await pasted(gone.call, 'clip.png');
  expect(readdirSync(join(folder, 'staging'))).toHaveLength(1);
  gone.close();
  await eventually('nothing staged', () => readdirSync(join(folder, 'staging')).length === 0);
});

test('pasted bytes that are taken off the message go at once', async () => {
  const ticket = await pasted(window.call, 'clip.png');
  await window.call('dropBlob', { ticket });
  expect(readdirSync(join(folder, 'staging'))).toEqual([]);
  await window.call('dropBlob', { ticket });
});

test('an unknown ticket is told before any other is used up', async () => {
  const known = ticketFor(window, onDisk('a.txt'));
  const unknown = window.call('handOverFiles', handed([known, 'unknown-ticket-0001']));
  await expect(unknown).rejects.toMatchObject({ error: { code: 'ticket_invalid' } });
  const act = handed([known]);
  await window.call('handOverFiles', act);
  await window.call('sendFiles', { requestId: act.requestId, previews: [null] });
  expect(await atEnd()).toEqual({ rows: captioned('a.txt'), batches: 0 });
});

test('what is sent behind them stands behind them, and what waited for an undo before them', async () => {
  const text = { ...room, kind: 'text' as const, replyTo: null };
  await window.call('scheduleMessage', {
    ...{ ...text, text: 'here it comes', requestId: requestId() },
    ...{ atMs: Date.now() + 60_000, undo: true },
  });
  const act = handed([ticketFor(window, onDisk('a.txt')), ticketFor(window, onDisk('b.txt'))]);
  await window.call('handOverFiles', act);
  const behind = window.call('sendMessage', { ...text, text: 'behind', requestId: requestId() });
  await window.call('sendFiles', { requestId: act.requestId, previews: [null, null] });
  await behind;
  const text_ = (body: string) => ({ name: null, body });
  expect((await atEnd()).rows).toEqual([
    text_('here it comes'),
    ...captioned('a.txt', 'b.txt'),
    text_('behind'),
  ]);
});

type FakeDeps = Omit<FileBatchDeps, 'media'>;

/** Batches over a store of their own; nothing of a file is ever copied. */
function alone(store: Store, names: readonly string[], more: Partial<FakeDeps> = {}) {
  const facts = { sizeBytes: 1, mimeType: null, direction: 'read' as const };
  const staging = createStaging({ folder: join(folder, 'staging'), log: silentLog });
  for (const name of names)
    staging.accept({ ...facts, ticket: name, path: join(folder, name), fileName: name });
  const clock = { now: () => 1, setTimeout: () => () => undefined };
  const inTurn: FakeDeps['inTurn'] = (at, work) => createKeyedQueue()(at.roomId, work);
  const never = new Promise<never>(() => undefined);
  return createFileBatches({
    ...{ store, log: silentLog, clock, inTurn, ...more },
    sendAll: more.sendAll ?? (() => Promise.reject(new Error('never reached'))),
    media: {
      staging: { ...staging, stageClaimed: () => never },
      prepare: () => never,
    },
  });
}

/** The process ends while the first file is copied; `meanwhile` is done before the next one begins. */
async function killed(
  names: readonly string[],
  meanwhile: (store: Store) => void = () => undefined,
) {
  await window.stop(true);
  const store = openStore({ folder, key, log: silentLog });
  await alone(store, names).take(1, handed([...names]));
  store.write(() => meanwhile(store));
  store.close();
  open();
}

test('the process ends while the first file is copied: the next one sends all of them', async () => {
  for (const name of ['a.txt', 'b.txt']) onDisk(name);
  await killed(['a.txt', 'b.txt']);
  await shows(2);
  expect(await atEnd()).toEqual({ rows: captioned('a.txt', 'b.txt'), batches: 0 });
});

/** From the next start on: the profile as it lies on the disk at this moment, as after a power cut. */
async function cutHere(): Promise<void> {
  const copy = `${folder}-cut`;
  cpSync(folder, copy, { recursive: true });
  await window.stop(true);
  rmSync(folder, { recursive: true, force: true });
  renameSync(copy, folder);
  open();
}

test('whatever is sent behind files has its row before they are copied, and keeps its place over a power cut', async () => {
  const text = { ...room, kind: 'text' as const, replyTo: null };
  const say = (body: string) =>
    window.call('sendMessage', { ...text, text: body, requestId: requestId() });
  const poll = { question: 'when?', answers: ['now', 'later'], disclosed: true, maxSelections: 1 };
  const place = { latitude: 1, longitude: 2, text: 'here' };
  const first = handed([ticketFor(window, onDisk('a.txt')), ticketFor(window, onDisk('b.txt'))]);
  const second = handed([ticketFor(window, onDisk('c.txt'))]);
  await say('before');
  await window.call('handOverFiles', first);
  await say('one');
  await window.call('createPoll', { ...room, ...poll, requestId: requestId() });
  await window.call('handOverFiles', second);
  await window.call('sendLocation', { ...room, ...place, requestId: requestId() });
  await window.main.call('answerNotice', {
    ...{ ...room, requestId: requestId(), text: 'from the notice', eventId: '$x' },
  });
  await say('last');
  await shows(6);
  await cutHere();
  await shows(9);
  const bodies = (await atEnd()).rows.map(({ name, body }) => name ?? body);
  expect(bodies).toEqual([
    ...['before', 'a.txt', 'b.txt', 'one', 'when?\n1. now\n2. later', 'c.txt'],
    ...['here', 'from the notice', 'last'],
  ]);
});

test('signing out counts the files that have no row yet', async () => {
  await window.call('handOverFiles', handed([ticketFor(window, onDisk('a.txt'))]));
  expect(await window.call('signOutCheck', {})).toMatchObject({ unsentMessages: 1 });
});

test('files of another room hold back nothing that is due', async () => {
  const elsewhere = { roomId: '!other:example.org', threadId: null };
  await window.stop(true);
  stored((store) => store.write(() => joined(store, elsewhere.roomId)));
  open();
  await window.call('handOverFiles', handed([ticketFor(window, onDisk('a.txt'))]));
  for (const at of [room, elsewhere])
    await window.call('scheduleMessage', {
      ...{ ...at, kind: 'text' as const, replyTo: null, text: 'due', requestId: requestId() },
      ...{ atMs: Date.now(), undo: true },
    });
  await window.list('timeline', { ...elsewhere, around: null, limit: 20 }, (items) =>
    items.some(({ kind }) => kind === 'message'),
  );
  await shows(1);
});

test('left by a kill and refused now: they stay as messages that were not sent, with the reason and the caption', async () => {
  for (const name of ['a.txt', 'b.txt']) onDisk(name);
  await killed(['a.txt', 'b.txt'], ({ db }) => {
    const levels = { event_id: '$levels', type: 'm.room.power_levels', state_key: '' };
    const content = { events_default: 50, users: {} };
    const event = { ...levels, content, sender: me, origin_server_ts: 2 };
    putState(db, ensureRoom(db, room.roomId), [event], 2);
  });
  await shows(2);
  expect(await atEnd()).toEqual({ rows: captioned('a.txt', 'b.txt'), batches: 0 });
  await window.stop(true);
  const kept = stored(({ db }) => outboxOfRoom(db, roomNoOf(db, room.roomId) ?? 0));
  expect(kept).toMatchObject([
    { status: 'not_sent', error: { code: 'forbidden' }, attachment: { staged: {} } },
    { status: 'not_sent', error: { code: 'forbidden' }, attachment: { staged: {} } },
  ]);
  open();
});

test('left by a kill and missing at the next start: the message knows where the file was, for another try', async () => {
  await killed(['away.txt']);
  await shows(1);
  await window.stop(true);
  const kept = stored(({ db }) => outboxOfRoom(db, roomNoOf(db, room.roomId) ?? 0));
  expect(kept).toMatchObject([
    { status: 'queued', attachment: { claimed: { path: join(folder, 'away.txt') } } },
  ]);
  open();
});

test('what failed in passing and nobody holds is tried again after a while', async () => {
  const clock = testClock();
  const tries: number[] = [];
  const refusal = appFailure('disk_full', 'full', { retryable: true });
  await window.stop(true);
  const store = openStore({ folder, key, log: silentLog });
  const of = createFileBatches({
    ...{ store, log: silentLog, clock, inTurn: (_at, work) => work() },
    sendAll: async (acts, within) => {
      if (tries.push(acts.length) === 1) throw refusal;
      store.write(within);
    },
    media: {
      staging: createStaging({ folder: join(folder, 'staging'), log: silentLog }),
      prepare: async () => ({ content: {}, attachment: {} as never, release: () => undefined }),
    },
  });
  store.write(() =>
    putFileBatch(store.db, 'left-by-a-kill-0001', {
      ...{ ...handed([]), requestId: 'left-by-a-kill-0001', createdMs: 1, place: 1 },
      files: [{ requestId: requestId(), file: { path: onDisk('a.txt'), fileName: 'a.txt' } }],
    }),
  );
  of.start();
  await eventually('the first try', () => clock.pending().length === 1);
  await clock.advance(30_000);
  await eventually('the second', () => fileBatches(store.db).length === 0);
  expect(tries).toEqual([1, 1]);
  store.close();
  open();
});

test('a text that may still be undone does not overtake files that were handed over before it', async () => {
  const text = { ...room, kind: 'text' as const, replyTo: null };
  const a = handed([ticketFor(window, onDisk('a.txt'))]);
  const b = handed([ticketFor(window, onDisk('b.txt'))]);
  await window.call('handOverFiles', a);
  await window.call('handOverFiles', b);
  await window.call('scheduleMessage', {
    ...{ ...text, text: 'after both', requestId: requestId() },
    ...{ atMs: Date.now() + 60_000, undo: true },
  });
  await window.call('sendFiles', { requestId: a.requestId, previews: [null] });
  await window.call('sendFiles', { requestId: b.requestId, previews: [null] });
  expect((await atEnd()).rows).toEqual([...captioned('a.txt'), ...captioned('b.txt')]);
});

test('an ordinary end keeps the texts that wait behind files', async () => {
  const text = { ...room, kind: 'text' as const, replyTo: null };
  const film = onDisk('film.txt', 'x'.repeat(60_000_000));
  await window.call('handOverFiles', handed([ticketFor(window, film)]));
  const behind = (body: string) =>
    window
      .call('sendMessage', { ...text, text: body, requestId: requestId() })
      .catch(() => undefined);
  void behind('one');
  void behind('two');
  // Its answer says that the calls before it have come.
  await window.call('saveDraft', { ...room, draft: { text: 'x', replyTo: null, editing: null } });
  expect((await atEnd()).rows).toEqual([
    ...captioned('film.txt'),
    { name: null, body: 'one' },
    { name: null, body: 'two' },
  ]);
});
