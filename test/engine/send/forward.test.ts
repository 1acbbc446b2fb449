// The content of a forwarded copy: what the message says now, and nothing that calls people, hangs on another event or gives keys away.
import type { CallParts } from '#engine/contract/parts';
import { sendingCalls } from '#engine/contract/sendingCalls';
import { canForward, isForwarded } from '#engine/events/forwarded';
import type { RawEvent } from '#stores/events/types';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { roomNoOf } from '#stores/rooms/rooms';
import { edit, encrypted, event, message, redaction, reply } from '../../fixtures/events';
import { createBench, makeRoom, nextRequestId, other, roomId, type Bench } from './harness';

const clear = '!clear:example.org';
let bench: Bench;
beforeEach(() => {
  bench = createBench({ encrypted: true, open: false });
  makeRoom(bench.store, clear, {});
});
afterEach(() => bench.close());

const keys = { v: 'v2', url: 'mxc://x/y', key: { k: 'k' }, iv: 'iv', hashes: { sha256: 'h' } };
const file = (msgtype: string, more: Record<string, unknown>): RawEvent =>
  event('m.room.message', { msgtype, body: 'plan.pdf', ...more });

/** The event that goes out for the first of these. */
async function forwarded(events: readonly RawEvent[], to = roomId, inClear = false) {
  bench.receive(events);
  const from = { roomId, eventId: events[0]?.event_id ?? '' };
  const act = { requestId: nextRequestId(), roomId: to, from, inClear };
  const { key } = await bench.outbox.forwardMessage(act);
  // The answer of a call that is made again.
  expect(await bench.outbox.forwardMessage(act)).toEqual({ key });
  const rows = outboxOfRoom(bench.store.db, roomNoOf(bench.store.db, to) ?? -1);
  const { type, content, attachment } = rows.find((row) => row.localKey === key) ?? {};
  return { type, content, ...(attachment !== null && { attachment }) };
}

const refused = (code: string, data: object | null = null) =>
  expect.objectContaining({ error: expect.objectContaining({ code, data }) });

test('the words as they are now, without what they answered and whom they called', async () => {
  const first = event('m.room.message', {
    msgtype: 'm.text',
    body: '> <@bob:example.org> what\n\nthis',
    format: 'org.matrix.custom.html',
    formatted_body: '<mx-reply><blockquote>what</blockquote></mx-reply><b>this</b>',
    'm.mentions': { user_ids: [other], room: true },
    'm.relates_to': { 'm.in_reply_to': { event_id: '$before' } },
    'com.example.tracker': 'x',
  });
  expect(await forwarded([first], clear)).toEqual({
    type: 'm.room.message',
    content: {
      msgtype: 'm.text',
      body: 'this',
      format: 'org.matrix.custom.html',
      formatted_body: '<b>this</b>',
      'm.mentions': {},
      'org.matrix.msc2723.forwarded': {},
    },
  });
  const plain = message('one', { sender: other });
  const edited = await forwarded([plain, edit(plain.event_id, 'two', { sender: other })]);
  expect(edited.content).toMatchObject({ body: 'two' });
  expect(edited.content).not.toHaveProperty('m.relates_to');
  expect(edited.content).not.toHaveProperty('m.new_content');
});

test('a file goes with its keys into an encrypted room, and not at all into one that is not', async () => {
  const picture = (): RawEvent => file('m.image', { file: keys, info: { w: 4 } });
  expect((await forwarded([picture()])).content).toMatchObject({ file: keys, info: { w: 4 } });
  const sticker = { ...picture(), type: 'm.sticker' };
  const thumbnail = file('m.image', { url: 'mxc://x/y', info: { thumbnail_file: keys } });
  for (const raw of [picture(), sticker, thumbnail])
    await expect(forwarded([raw], clear)).rejects.toEqual(refused('conflict', { reason: 'keys' }));
  const plain = await forwarded([file('m.file', { url: 'mxc://x/y' })], clear);
  expect(plain.content).toMatchObject({ url: 'mxc://x/y', body: 'plan.pdf' });
});

test('asked to, an encrypted file is decrypted for a room that is not; where nothing has to be, nothing is', async () => {
  const picture = (): RawEvent => file('m.image', { file: keys });
  const thumbnail = file('m.image', { url: 'mxc://x/y', info: { thumbnail_file: keys } });
  for (const raw of [picture(), thumbnail])
    expect((await forwarded([raw], clear, true)).attachment).toEqual({ inClear: true });
  const plain = file('m.file', { url: 'mxc://x/y' });
  for (const [raw, to] of [
    [picture(), roomId],
    [plain, clear],
  ] as const)
    expect(await forwarded([raw], to, true)).not.toHaveProperty('attachment');
});

test('a place is no longer where its sender is, a voice message stays one', async () => {
  const place = event('m.room.message', {
    msgtype: 'm.location',
    body: 'Here',
    geo_uri: 'geo:1,2',
    'org.matrix.msc3488.asset': { type: 'm.self' },
  });
  expect((await forwarded([place])).content).toMatchObject({
    geo_uri: 'geo:1,2',
    'org.matrix.msc3488.asset': { type: 'm.pin' },
  });
  const voice = { 'org.matrix.msc3245.voice': {}, 'org.matrix.msc1767.audio': { waveform: [1] } };
  const spoken = file('m.audio', { url: 'mxc://x/y', ...voice });
  expect((await forwarded([spoken])).content).toMatchObject(voice);
});

test('what cannot be forwarded is refused: polls, unknown kinds, deleted and unreadable messages, rooms one is not in', async () => {
  const poll = event('org.matrix.msc3381.poll.start', { body: 'Where?' });
  const odd = event('m.room.message', { msgtype: 'com.example.odd', body: 'x' });
  const inherited = event('m.room.message', { msgtype: 'constructor', body: 'x' });
  const noBody = event('m.room.message', { msgtype: 'm.text' });
  for (const raw of [poll, odd, inherited, noBody]) {
    expect(canForward(raw.type, raw.content)).toBe(false);
    await expect(forwarded([raw])).rejects.toEqual(refused('bad_request'));
  }
  const gone = message('gone', { sender: other });
  await expect(forwarded([gone, redaction(gone.event_id, { sender: other })])).rejects.toEqual(
    refused('conflict'),
  );
  await expect(forwarded([encrypted('session')])).rejects.toEqual(refused('unable_to_decrypt'));
  await expect(forwarded([message('x')], '!elsewhere:x')).rejects.toEqual(refused('not_found'));
});

test('a copy is known by its mark, in the words of the proposal and as it may become', async () => {
  const copy = await forwarded([reply('x', '$y')]);
  expect(isForwarded(copy.content ?? {})).toBe(true);
  expect(isForwarded({ 'm.forwarded': { sender: other } })).toBe(true);
  expect(isForwarded({ 'org.matrix.msc2723.forwarded': 'yes' })).toBe(false);
});

test('whoever forwards into a room has read what stands there, as with anything that is written', async () => {
  const read: string[] = [];
  const reading = { wrote: async (room: string) => void read.push(room) };
  const { store, outbox } = bench;
  const inTurn = (_at: unknown, work: () => unknown) => work();
  const parts = { store, outbox, inTurn, network: { now: () => ({ reading }) } };
  const calls = sendingCalls(parts as unknown as CallParts);
  const words = message('as they are');
  bench.receive([words]);
  const from = { roomId, eventId: words.event_id };
  await calls.forwardMessage({ requestId: nextRequestId(), roomId, from });
  expect(read).toEqual([roomId]);
});
