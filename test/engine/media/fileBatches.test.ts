// Files that one Enter hands over, over a whole engine without a server: all of them become messages, in their order, or none, whatever
// becomes of the window and of the process meanwhile.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { engine as contract } from '#contract/engine';
import { client } from '#contract/wire/client';
import { createKeyedQueue } from '#engine/base/keyedQueue';
import { createFileBatches, type FileBatchDeps } from '#engine/media/fileBatches';
import { createStaging } from '#engine/media/staging';
import { putState } from '#stores/ingest/state';
import { fileBatches } from '#stores/outbox/fileBatches';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { openStore } from '#stores/profile/open';
import { ensureRoom, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { getDraft } from '#stores/settings/drafts';
import type { Store } from '#stores/sqlite/store';
import { eventually } from '../../support/eventually';
import { nodePort } from '../../support/nodePort';
import { saveOfflineSession } from '../../support/offlineSession';
import { silentLog } from '../../support/silentLog';
import { openWindow, requestId, type Window } from '../support';
import { ticketFor } from '../transfers/kit';

const key = new Uint8Array(32).fill(7);
const me = '@me:example.org';
const room = { roomId: '!room:example.org', threadId: null };
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
    store.write(() => {
      const roomNo = ensureRoom(store.db, room.roomId);
      updateRoom(store.db, roomNo, { membership: 'join' });
      const content = { membership: 'join' };
      const member = { event_id: '$me', type: 'm.room.member', state_key: me, sender: me, content };
      putState(store.db, roomNo, [{ ...member, origin_server_ts: 1 }], 1);
    });
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

test('the process ends while the first file is copied: the next one sends all of them', async () => {
  await window.stop(true);
  const store = openStore({ folder, key, log: silentLog });
  const facts = { sizeBytes: 1, mimeType: null, direction: 'read' as const };
  const staging = createStaging({ folder: join(folder, 'staging'), log: silentLog });
  for (const name of ['a.txt', 'b.txt'])
    staging.accept({ ...facts, ticket: name, path: onDisk(name), fileName: name });
  const deps: Omit<FileBatchDeps, 'media'> = {
    ...{ store, log: silentLog, clock: { now: () => 1 } },
    inTurn: (at, work) => createKeyedQueue()(at.roomId, work),
    sendAll: () => Promise.reject(new Error('never reached')),
  };
  const never = new Promise<never>(() => undefined);
  const dies = createFileBatches({
    ...deps,
    media: { staging: { ...staging, stageClaimed: () => never }, prepare: () => never },
  });
  await dies.take(1, handed(['a.txt', 'b.txt']));
  store.close();
  open();
  await shows(2);
  expect(await atEnd()).toEqual({ rows: captioned('a.txt', 'b.txt'), batches: 0 });
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
