// A voice message while it is spoken, over a whole engine without a server: what a window that is gone has said waits for the next one, and
// nothing of it is left once it was sent or deleted.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { engine as contract } from '#contract/engine';
import { client } from '#contract/wire/client';
import { putState } from '#stores/ingest/state';
import { openStore } from '#stores/profile/open';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { nodePort } from '../../support/nodePort';
import { saveOfflineSession } from '../../support/offlineSession';
import { silentLog } from '../../support/silentLog';
import { openWindow, requestId, type Window } from '../support';

const key = new Uint8Array(32).fill(7);
const me = '@me:example.org';
const room = { roomId: '!room:example.org', threadId: null };
const recordingId = 'recording-recording';

let folder: string;
let window: Window;
const more: (() => void)[] = [];

function stored<T>(work: (store: Store) => T): T {
  const store = openStore({ folder, key, log: silentLog });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

const open = (): void => {
  window = openWindow({ folder, key });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-recordings-'));
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
  more.splice(0).forEach((close) => close());
  await window.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

const piece = (seq: number, part: number, text: string) => ({
  ...{ ...room, recordingId, seq, part, elapsedMs: (seq + 1) * 1000 },
  bytes: new TextEncoder().encode(text),
});

/** Another window of the same engine. */
function another(): { call: Window['call']; close(): void } {
  const { port1, port2 } = new MessageChannel();
  window.engine.serve(nodePort(port1));
  const other = client(contract, nodePort(port2), { validate: true });
  const close = (): void => {
    other.close();
    port1.close();
    port2.close();
  };
  more.push(close);
  return { call: other.call, close };
}

const waits = (elapsedMs: number): Promise<unknown> =>
  window.value(
    'waitingRecording',
    room,
    ({ recording }) => recording?.recordingId === recordingId && recording.elapsedMs === elapsedMs,
  );

async function heard(call: Window['call'], from = 0): Promise<string[]> {
  const { pieces, next } = await call('readRecording', { recordingId, from });
  const texts = pieces.map(({ part, bytes }) => `${part}: ${new TextDecoder().decode(bytes)}`);
  return next === null ? texts : [...texts, ...(await heard(call, next))];
}

const rowsLeft = (): Promise<unknown> =>
  stopped((store) => [
    all(store.db, 'SELECT * FROM recordings'),
    all(store.db, 'SELECT * FROM recording_pieces'),
  ]);

/** Reads the store while the engine is stopped; the engine is started again after that. */
async function stopped<T>(read: (store: Store) => T): Promise<T> {
  await window.stop(true);
  const found = stored(read);
  open();
  return found;
}

test('what a window said waits when it is gone, whole and in order, and for one window alone', async () => {
  const first = another();
  for (const one of [piece(0, 0, 'Hello'), piece(1, 0, ' there'), piece(2, 1, 'again')])
    await first.call('keepRecording', one);
  // Said again, because its answer was lost: nothing twice.
  await first.call('keepRecording', piece(2, 1, 'again'));
  const whileItRecords = await window.value('waitingRecording', room, () => true);
  expect(whileItRecords).toEqual({ recording: null });
  await expect(window.call('readRecording', { recordingId, from: 0 })).rejects.toMatchObject({
    error: { code: 'conflict' },
  });
  await expect(window.call('deleteRecording', { recordingId })).rejects.toMatchObject({
    error: { code: 'conflict' },
  });

  first.close();
  await waits(3000);
  expect(await heard(window.call)).toEqual(['0: Hello', '0:  there', '1: again']);
  await window.value('waitingRecording', room, ({ recording }) => recording === null);
  // It goes on where it was.
  await window.call('keepRecording', piece(3, 3, 'and more'));
  await expect(window.call('keepRecording', piece(5, 3, 'too far'))).rejects.toMatchObject({
    error: { code: 'bad_request' },
  });
  expect(await heard(window.call, 3)).toEqual(['3: and more']);
});

test('after a restart it waits in its thread; deleted, nothing of it is left, and a late piece does not bring it back', async () => {
  const thread = { ...room, threadId: '$root' };
  const large = 'x'.repeat(50_000);
  await window.call('keepRecording', { ...piece(0, 0, large), ...thread });
  await window.call('keepRecording', { ...piece(1, 0, large), ...thread });
  await stopped(() => null);
  await window.value('waitingRecording', thread, ({ recording }) => recording?.pieces === 2);
  expect(await window.value('waitingRecording', room, () => true)).toEqual({ recording: null });
  expect((await heard(window.call)).map(({ length }) => length)).toEqual([50_003, 50_003]);
  await window.call('deleteRecording', { recordingId });
  await expect(
    window.call('keepRecording', { ...piece(2, 0, 'late'), ...thread }),
  ).rejects.toMatchObject({ error: { code: 'not_found' } });
  expect(await rowsLeft()).toEqual([[], []]);
});

test('sent, it is a message that waits for the network, and no recording any more', async () => {
  await window.call('keepRecording', piece(0, 0, 'Hello'));
  const { ticket } = await window.call('beginBlob', { fileName: 'v.ogg', mimeType: 'audio/ogg' });
  const bytes = new TextEncoder().encode('OggS');
  await window.call('appendBlob', { ticket, seq: 0, bytes });
  const unseen = { width: null, height: null, blurhash: null, thumbnail: null };
  const act = {
    ...{ ...room, requestId: requestId(), ticket, replyTo: null, caption: null },
    preview: { ...unseen, durationMs: 1000 },
    voice: { durationMs: 1000, waveform: [0, 1024], recordingId },
  };
  const { key: sent } = await window.call('sendAttachment', act);
  // The same act again, because its answer was lost.
  expect(await window.call('sendAttachment', act)).toEqual({ key: sent });
  expect(await rowsLeft()).toEqual([[], []]);
  const items = await window.list(
    'timeline',
    { ...room, around: null, limit: 20 },
    (shown) => shown.length > 0,
  );
  expect(items.map((item) => item.key)).toContain(sent);
  // The file of the message is all that is staged.
  expect(readdirSync(join(folder, 'staging'))).toHaveLength(1);
});
