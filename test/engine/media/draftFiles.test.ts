// Files that wait in a composer, through the contract: they outlive the window and the process, until they are sent or taken out.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appFailure } from '#contract/wire/errors';
import { beginRemoval } from '#stores/ingest/removal';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { openStore } from '#stores/profile/open';
import { roomNoOf } from '#stores/rooms/rooms';
import { draftFiles } from '#stores/settings/draftFiles';
import { insertScheduled } from '#stores/outbox/scheduled';
import { carryDraft, getDraft, hasWords, putDraft } from '#stores/settings/drafts';
import type { Store } from '#stores/sqlite/store';
import { draftFileCalls } from '../../../main/engine/contract/kept/draftFileCalls';
import type { CallParts } from '../../../main/engine/contract/parts';
import { createStaging } from '../../../main/engine/media/staging';
import { saveOfflineSession } from '../../support/offlineSession';
import { silentLog } from '../../support/silentLog';
import { openWindow, requestId, type Window } from '../support';
import { ticketFor } from '../transfers/kit';
import { batchKey as key, joined, me, room } from './batchKit';

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

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-draft-files-'));
  stored((store) => {
    saveOfflineSession(store, me, 'DEVICE');
    store.write(() => joined(store, room.roomId));
  });
  window = openWindow({ folder, key });
});
afterEach(async () => {
  await window.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

const clip = 'clip '.repeat(80_000);

async function pasted(): Promise<string> {
  const { ticket } = await window.call('beginBlob', {
    fileName: 'clip.png',
    mimeType: 'image/png',
  });
  const bytes = new TextEncoder().encode(clip);
  for (const [seq, from] of [0, 250_000].entries())
    await window.call('appendBlob', { ticket, seq, bytes: bytes.slice(from, from + 250_000) });
  return ticket;
}

function onDisk(name: string): string {
  writeFileSync(join(folder, name), name);
  return join(folder, name);
}

const kept = async () => (await window.call('draftFiles', room)).files;
const names = async () => (await kept()).map(({ fileName }) => fileName);
const staged = () => readdirSync(join(folder, 'staging'));

async function textOf(ticket: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for (let from: number | null = 0; from !== null;) {
    const part: { bytes: Uint8Array; next: number | null } = await window.call('readDraftFile', {
      ...{ ticket, from },
    });
    parts.push(part.bytes);
    from = part.next;
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The process ends without a word, and another one begins. */
async function startAnew(): Promise<void> {
  await window.stop(true);
  window = openWindow({ folder, key });
}

test('CHAT-7.2 what was pasted and chosen waits over a restart in its order, is read, and goes with its message', async () => {
  const tickets = [await pasted(), ticketFor(window, onDisk('notes.txt'))];
  await window.call('keepDraftFiles', { ...room, tickets: [...tickets, 'unknown-ticket-0001'] });
  await window.call('keepDraftFiles', { ...room, tickets });
  await startAnew();
  expect(await kept()).toEqual([
    { ticket: tickets[0], fileName: 'clip.png', sizeBytes: clip.length, mimeType: 'image/png' },
    { ticket: tickets[1], fileName: 'notes.txt', sizeBytes: 0, mimeType: null },
  ]);
  expect(await Promise.all(tickets.map(textOf))).toEqual([clip, 'notes.txt']);
  expect(await window.call('draftFiles', { ...room, threadId: '$root' })).toEqual({ files: [] });
  const act = {
    ...{ ...room, requestId: requestId(), caption: 'both', mentions: [], replyTo: null },
    files: tickets.map((ticket) => ({ requestId: requestId(), ticket })),
  };
  await window.call('handOverFiles', act);
  expect(await kept()).toEqual([]);
  await window.call('sendFiles', { requestId: act.requestId, previews: [null, null] });
  await window.stop(true);
  const rows = stored((store) => outboxOfRoom(store.db, roomNoOf(store.db, room.roomId) ?? 0));
  expect(rows.map(({ content }) => content['filename'] ?? content['body'])).toEqual([
    'clip.png',
    'notes.txt',
  ]);
  window = openWindow({ folder, key });
});

const messageOf = (tickets: readonly string[]) => ({
  ...{ ...room, requestId: requestId(), caption: null, mentions: [], replyTo: null },
  files: tickets.map((ticket) => ({ requestId: requestId(), ticket })),
});

test('what could not be sent waits again, with what stood behind it, also over a restart', async () => {
  const gone = ticketFor(window, onDisk('gone.txt'));
  const tickets = [ticketFor(window, onDisk('first.txt')), gone, await pasted()];
  await window.call('keepDraftFiles', { ...room, tickets });
  unlinkSync(join(folder, 'gone.txt'));
  const act = messageOf(tickets);
  await window.call('handOverFiles', act);
  const sent = await window.call('sendFiles', {
    ...{ requestId: act.requestId, previews: [null, null, null] },
  });
  expect(sent).toMatchObject({ sent: 1, error: { code: 'not_found' } });
  expect(await names()).toEqual(['gone.txt', 'clip.png']);
  await startAnew();
  expect(await names()).toEqual(['gone.txt', 'clip.png']);
  expect(await textOf(tickets[2] ?? '')).toBe(clip);
  // The same ticket sends it.
  const again = messageOf(tickets.slice(2));
  await window.call('handOverFiles', again);
  await window.call('sendFiles', { requestId: again.requestId, previews: [null] });
  expect(await names()).toEqual(['gone.txt']);
});

test('very many are kept in one write, and those that can be where one cannot', async () => {
  await window.stop(true);
  const store = openStore({ folder, key, log: silentLog });
  const staging = createStaging({ folder: join(folder, 'staging'), log: silentLog });
  const network = { now: () => null } as CallParts['network'];
  const calls = draftFileCalls({ store, network, media: { staging } as CallParts['media'] });
  const files = Array.from({ length: 500 }, (_file, index) => `chosen-ticket-${index}`);
  for (const ticket of files)
    staging.accept({
      ...{ ticket, path: '/chosen', fileName: ticket, sizeBytes: 1 },
      ...{ mimeType: null, direction: 'read' },
    });
  const broken = await staging.beginBlob('broken.png', 'image/png');
  const claim = jest.spyOn(staging, 'claim');
  claim.mockRejectedValueOnce(appFailure('disk_full', 'The disk is full'));
  const write = jest.spyOn(store, 'write');
  await expect(
    calls.keepDraftFiles({ ...room, tickets: [broken, ...files] }),
  ).rejects.toMatchObject({ error: { code: 'disk_full' } });
  expect(write).toHaveBeenCalledTimes(1);
  const kept = await calls.draftFiles(room);
  expect(kept.files.map(({ ticket }) => ticket)).toEqual(files);
  await staging.close();
  store.close();
  window = openWindow({ folder, key });
});

test('one that two windows send at the same time goes once', async () => {
  const ticket = await pasted();
  await window.call('keepDraftFiles', { ...room, tickets: [ticket] });
  // Bytes that come with it are closed first: the other one is asked meanwhile.
  const acts = [messageOf([await pasted(), ticket]), messageOf([await pasted(), ticket])];
  const taken = await Promise.allSettled(acts.map((act) => window.call('handOverFiles', act)));
  const refused = taken.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  expect(refused).toMatchObject([{ error: { code: 'ticket_invalid' } }]);
  const sent = taken.findIndex(({ status }) => status === 'fulfilled');
  const requestId = acts[sent]?.requestId ?? '';
  await window.call('sendFiles', { requestId, previews: [null, null] });
  expect(await kept()).toEqual([]);
});

test('one that is taken out goes with its copy; the original of a chosen one stays', async () => {
  const tickets = [await pasted(), ticketFor(window, onDisk('notes.txt'))];
  await window.call('keepDraftFiles', { ...room, tickets });
  for (const ticket of tickets) await window.call('dropBlob', { ticket });
  expect([await kept(), staged()]).toEqual([[], []]);
  expect(readdirSync(folder)).toContain('notes.txt');
  await expect(
    window.call('readDraftFile', { ticket: tickets[0] ?? '', from: 0 }),
  ).rejects.toMatchObject({ error: { code: 'not_found' } });
});

test('a chosen one that is gone from the disk stays in the composer, and is told when it is read', async () => {
  const ticket = ticketFor(window, onDisk('notes.txt'));
  await window.call('keepDraftFiles', { ...room, tickets: [ticket] });
  unlinkSync(join(folder, 'notes.txt'));
  await startAnew();
  expect(await names()).toEqual(['notes.txt']);
  await expect(window.call('readDraftFile', { ticket, from: 0 })).rejects.toMatchObject({
    error: { code: 'not_found' },
  });
});

test('a chosen one in whose place something else stands is told, and nothing waits for it', async () => {
  const ticket = ticketFor(window, onDisk('notes.txt'));
  await window.call('keepDraftFiles', { ...room, tickets: [ticket] });
  unlinkSync(join(folder, 'notes.txt'));
  execFileSync('mkfifo', [join(folder, 'notes.txt')]);
  await expect(window.call('readDraftFile', { ticket, from: 0 })).rejects.toMatchObject({
    error: { code: 'not_found' },
  });
});

test('a sign-out counts them; they follow an upgrade of their room, and go with one that is removed', async () => {
  await window.call('keepDraftFiles', { ...room, tickets: [await pasted()] });
  expect(await window.call('signOutCheck', {})).toMatchObject({ drafts: 1 });
  await window.stop(true);
  stored((store) => {
    const { db } = store;
    const next = store.write(() => joined(store, '!next:example.org'));
    const old = roomNoOf(db, room.roomId) ?? 0;
    const editing = { eventId: '$own', text: 'new words', mentions: [] };
    store.write(() => putDraft(db, old, { text: '', replyTo: null, editing }, 1));
    store.write(() => carryDraft(db, old, next));
    // The message of an edit is in the old room.
    expect(getDraft(db, next)).toMatchObject({ text: 'new words', editing: null });
    expect(draftFiles(db)).toMatchObject([{ roomId: '!next:example.org' }]);
    store.write(() => beginRemoval(db, next));
    expect(draftFiles(db)).toEqual([]);
  });
  window = openWindow({ folder, key });
});

test('an edit beside a draft, and what was written in a thread, stand in the room that was left, until they are discarded', async () => {
  const thread = { ...room, threadId: '$root' };
  const editing = { eventId: '$own', text: 'new words', mentions: [] };
  await window.call('saveDraft', { ...room, draft: { text: 'draft', replyTo: null, editing } });
  await window.call('saveDraft', {
    ...thread,
    draft: { text: 'answer', replyTo: null, editing: null },
  });
  const { roomId } = room;
  const unsent = (words: string) =>
    window.value('unsent', { roomId }, (now) => now.words.map(({ text }) => text).join() === words);
  await unsent('draft,new words,answer');
  await window.stop(true);
  stored((store) => {
    const { db } = store;
    const old = roomNoOf(db, roomId) ?? 0;
    const next = store.write(() => joined(store, '!upgraded:example.org'));
    store.write(() => carryDraft(db, old, next));
    expect(getDraft(db, next)).toMatchObject({ text: 'draft', editing: null });
    expect(hasWords(db, old)).toBe(true);
  });
  window = openWindow({ folder, key });
  await unsent('new words,answer');
  for (const words of ['edit ', 'draft $root'])
    await window.call('forgetUnsent', { roomId, key: words });
  await unsent('');
});

test('an edit that waits marks its chat as a draft, as a text does', async () => {
  const editing = { eventId: '$own', text: 'other words of mine', mentions: [] };
  await window.call('saveDraft', { ...room, draft: { text: '', replyTo: null, editing } });
  await window.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
    rows.some((row) => row.kind === 'room' && row.preview.text === editing.text),
  );
});

test('a message whose time came in vain marks its chat', async () => {
  const marked = (is: boolean) =>
    window.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
      rows.some((row) => row.kind === 'room' && row.roomId === room.roomId && row.unsent === is),
    );
  await marked(false);
  await window.stop(true);
  stored((store) =>
    store.write(() =>
      insertScheduled(store.db, {
        ...{ requestId: 'planned', roomId: room.roomId, threadId: null, atMs: 1, createdMs: 1 },
        ...{ undo: false, state: 'failed', error: null, server: null, message: { text: 'late' } },
      }),
    ),
  );
  window = openWindow({ folder, key });
  await marked(true);
});
