import { appFailure, type AppFailure } from '#contract/wire/errors';
import { errorOf } from '#engine/send/rows';
import { countPendingChanges, findRequest } from '#stores/outbox/outbox';
import { getEvent } from '#stores/events/timeline';
import { threaded } from '../../fixtures/events';
import {
  createBench,
  makeRoom,
  nextRequestId,
  other,
  own,
  roomId,
  settle,
  type Bench,
} from './harness';

let bench: Bench;
afterEach(() => bench.close());

const refusal = (status: number, more: Parameters<typeof appFailure>[2] = {}): AppFailure => {
  const code = status === 429 ? 'rate_limited' : status >= 500 ? 'server_error' : 'forbidden';
  const retryable = status === 429 || status >= 500;
  return appFailure(code, 'no', { retryable, data: { status, errcode: null }, ...more });
};
const fails = (failure: AppFailure) => () => Promise.reject(failure);
const unreachable = (): AppFailure =>
  appFailure('offline', 'fetch failed', { retryable: true, data: { status: null } });
const bodies = (): unknown[] => bench.requests.map((request) => request.content['body']);
const statuses = (): string[] => bench.rows().map((row) => row.status);

/** A server that answers when it is told to. */
function held(): { answer: () => Promise<string>; settle: (eventId: string) => void } {
  let open: (eventId: string) => void = () => undefined;
  const promise = new Promise<string>((resolve) => (open = resolve));
  return { answer: () => promise, settle: (eventId) => open(eventId) };
}

test('CHAT-4.15 CHAT-4.14 created, sending, queued behind others, sent with the id of the server', async () => {
  bench = createBench();
  const first = held();
  bench.answers.push(first.answer);
  const a = await bench.text('a');
  const b = await bench.text('b');
  expect(a).toBe(`~${roomId}:${bench.row(a)?.txnId}`);
  expect([bench.row(a)?.status, bench.row(b)?.status]).toEqual(['sending', 'queued']);
  await settle();
  expect(bodies()).toEqual(['a']);
  first.settle('$a');
  await settle();
  expect(bodies()).toEqual(['a', 'b']);
  expect(bench.rows().map((row) => [row.status, row.eventId])).toEqual([
    ['sent', '$a'],
    ['sent', `$sent-${bench.row(b)?.txnId}`],
  ]);
  bench.echo(a);
  expect(bench.row(a)).toBeNull();
  expect(getEvent(bench.store.db, bench.roomNo, '$a')?.localKey).toBe(a);
});

test('CHAT-4.15 in an encrypted room a message is encrypting, then sending', async () => {
  const seen: string[] = [];
  bench = createBench({
    encrypted: true,
    encrypt: async (_roomNo, type, content) => {
      seen.push(bench.rows()[0]?.status ?? 'gone');
      return { type: 'm.room.encrypted', content: { type, content } };
    },
  });
  bench.answers.push(async () => {
    seen.push(bench.rows()[0]?.status ?? 'gone');
    return '$a';
  });
  await bench.text('a');
  await settle();
  expect(seen).toEqual(['encrypting', 'sending']);
  expect(bench.requests[0]?.type).toBe('m.room.encrypted');
  expect(statuses()).toEqual(['sent']);
});

test('CHAT-5.5 without encryption support nothing is sent in clear', async () => {
  bench = createBench({ encrypted: true, encrypt: null });
  const key = await bench.text('secret');
  await settle();
  expect(bench.requests).toEqual([]);
  const row = bench.row(key);
  expect(row?.status).toBe('not_sent');
  expect(row === null ? null : errorOf(row)?.message).toBe(
    'This room is configured to use encryption, but your client does not support encryption.',
  );
});

test('a reaction of an encrypted room travels in clear', async () => {
  bench = createBench({ encrypted: true });
  const key = await bench.text('a');
  await settle();
  bench.echo(key);
  const [eventId] = [`$sent-${bench.requests[0]?.txnId}`];
  await bench.outbox.react({ requestId: nextRequestId(), roomId, eventId, key: '👍' });
  await settle();
  expect(bench.requests.map((request) => request.type)).toEqual(['m.room.encrypted', 'm.reaction']);
});

test('CHAT-4.14 a refused message blocks those behind it and those written later', async () => {
  bench = createBench();
  const first = held();
  bench.answers.push(() => first.answer().then(() => Promise.reject(refusal(403))));
  await bench.text('a');
  await bench.text('b');
  first.settle('');
  await settle();
  const c = await bench.text('c');
  await settle();
  expect(bodies()).toEqual(['a']);
  expect(bench.rows().map((row) => [row.status, errorOf(row)?.code])).toEqual([
    ['not_sent', 'forbidden'],
    ['not_sent', 'blocked_by_earlier'],
    ['not_sent', 'blocked_by_earlier'],
  ]);
  const row = bench.row(c);
  expect(row === null ? null : errorOf(row)?.message).toBe(
    'Event blocked by other events not yet sent',
  );
});

test('CHAT-4.16 resending sets sending, and everything that was blocked follows in order', async () => {
  bench = createBench();
  bench.answers.push(fails(refusal(403)));
  const a = await bench.text('a');
  await settle();
  await bench.text('b');
  await bench.text('c');
  const again = held();
  bench.answers.push(again.answer);
  await bench.outbox.retry(a);
  expect(statuses()).toEqual(['sending', 'queued', 'queued']);
  await settle();
  again.settle('$a');
  await settle();
  expect(bodies()).toEqual(['a', 'a', 'b', 'c']);
  expect(bench.requests[0]?.txnId).toBe(bench.requests[1]?.txnId);
});

test('resending a blocked message sends what stands before it first', async () => {
  bench = createBench();
  bench.answers.push(fails(refusal(403)));
  await bench.text('a');
  await settle();
  const b = await bench.text('b');
  await bench.outbox.retry(b);
  await settle();
  expect(bodies()).toEqual(['a', 'a', 'b']);
});

test('CHAT-4.17 cancelling frees the messages behind it and is refused while sending', async () => {
  bench = createBench();
  bench.answers.push(fails(refusal(403)));
  const a = await bench.text('a');
  await settle();
  const b = await bench.text('b');
  const first = held();
  bench.answers.push(first.answer);
  await bench.outbox.cancel(a);
  await settle();
  expect(bodies()).toEqual(['a', 'b']);
  await expect(bench.outbox.cancel(b)).rejects.toThrow(
    'cannot cancel an event with status sending',
  );
  first.settle('$b');
  await settle();
  await expect(bench.outbox.cancel(b)).rejects.toThrow('cannot cancel an event with status sent');
});

test('a message cancelled while it is encrypted is never sent', async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  bench = createBench({
    encrypted: true,
    encrypt: async () => {
      await gate;
      return { type: 'm.room.encrypted', content: {} };
    },
  });
  const key = await bench.text('a');
  await settle();
  expect(bench.row(key)?.status).toBe('encrypting');
  await bench.outbox.cancel(key);
  release();
  await settle();
  expect([bench.row(key), bench.requests]).toEqual([null, []]);
});

test('CHAT-5.12 only joined and permitted, by the level of m.room.encrypted in an encrypted room', async () => {
  bench = createBench({ powerLevels: { events: { 'm.room.encrypted': 10, 'm.room.message': 0 } } });
  await expect(bench.text('fine')).resolves.toContain('~');
  const encrypted = '!encrypted:example.org';
  makeRoom(bench.store, encrypted, {
    encrypted: true,
    powerLevels: { events: { 'm.room.encrypted': 10, 'm.room.message': 0 } },
  });
  const to = (id: string) =>
    bench.outbox.sendMessage({
      requestId: nextRequestId(),
      roomId: id,
      threadId: null,
      text: 'x',
      kind: 'text',
      replyTo: null,
    });
  await expect(to(encrypted)).rejects.toMatchObject({ error: { code: 'forbidden' } });
  const levels = { users: { [own]: 10 }, events: { 'm.room.encrypted': 10, 'm.room.message': 99 } };
  const allowed = '!allowed:example.org';
  makeRoom(bench.store, allowed, { encrypted: true, powerLevels: levels });
  await expect(to(allowed)).resolves.toBeDefined();
  bench.store.db.prepare(`UPDATE rooms SET membership = 'leave'`).run();
  await expect(to(allowed)).rejects.toMatchObject({ error: { code: 'not_joined' } });
});

test('while sync is not SYNCING everything waits, and afterwards goes out once, in order', async () => {
  bench = createBench({ open: false });
  for (const body of ['a', 'b', 'c']) await bench.text(body);
  await settle();
  expect([bodies(), statuses(), bench.outbox.waiting()]).toEqual([
    [],
    ['queued', 'queued', 'queued'],
    3,
  ]);
  bench.gate.set({ open: true });
  await settle();
  expect([bodies(), statuses(), bench.outbox.waiting()]).toEqual([
    ['a', 'b', 'c'],
    ['sent', 'sent', 'sent'],
    0,
  ]);
});

test('unreachable uses up no try, however often', async () => {
  bench = createBench();
  for (let i = 0; i < 20; i += 1) bench.answers.push(fails(unreachable()));
  const key = await bench.text('a');
  for (let i = 0; i < 20; i += 1) {
    await settle();
    expect([bench.row(key)?.status, bench.row(key)?.tries]).toEqual(['queued', 0]);
    await bench.clock.advance(3000);
  }
  expect(bench.requests.length).toBe(21);
  expect(new Set(bench.requests.map((request) => request.txnId)).size).toBe(1);
  expect(bench.row(key)?.status).toBe('sent');
});

test('an open gate cuts the wait of the unreachable short, never one that the server asked for', async () => {
  bench = createBench();
  bench.answers.push(fails(unreachable()), fails(refusal(429, { retryAfterMs: 7000 })));
  await bench.text('a');
  await settle();
  bench.gate.set({ open: false });
  bench.gate.set({ open: true });
  await settle();
  expect(bench.requests.length).toBe(2);
  bench.gate.set({ open: false });
  bench.gate.set({ open: true });
  await settle();
  await bench.clock.advance(6999);
  expect(bench.requests.length).toBe(2);
  await bench.clock.advance(1);
  expect(bench.requests.length).toBe(3);
});

test('CHAT-9.8 a failing server gets 4 retries after 2, 4, 8 and 16 s, then it is not sent', async () => {
  bench = createBench();
  for (let i = 0; i < 9; i += 1) bench.answers.push(fails(refusal(503)));
  const key = await bench.text('a');
  const waits: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    await settle();
    const [wait] = bench.clock.pending();
    waits.push(wait ?? -1);
    await bench.clock.advance(wait ?? 0);
  }
  await settle();
  expect([waits, bench.requests.length, bench.clock.pending()]).toEqual([
    [2000, 4000, 8000, 16_000],
    5,
    [],
  ]);
  const row = bench.row(key);
  expect([row?.status, row === null ? null : errorOf(row)?.code]).toEqual([
    'not_sent',
    'server_error',
  ]);
});

test('a rate limit waits as long as the server says', async () => {
  bench = createBench();
  bench.answers.push(fails(refusal(429, { retryAfterMs: 1234 })));
  const key = await bench.text('a');
  await settle();
  expect([bench.clock.pending(), bench.row(key)?.status, bench.row(key)?.tries]).toEqual([
    [1234],
    'queued',
    0,
  ]);
  await bench.clock.advance(1234);
  expect(bench.row(key)?.status).toBe('sent');
});

test('a room that waits does not hold up another', async () => {
  bench = createBench();
  const elsewhere = '!other:example.org';
  makeRoom(bench.store, elsewhere, {});
  bench.answers.push(fails(refusal(503)));
  await bench.text('a');
  await settle();
  await bench.outbox.sendMessage({
    requestId: nextRequestId(),
    roomId: elsewhere,
    threadId: null,
    text: 'b',
    kind: 'text',
    replyTo: null,
  });
  await settle();
  expect(bodies()).toEqual(['a', 'b']);
});

test('the same request id is the same message, also after its row is gone', async () => {
  bench = createBench();
  const requestId = nextRequestId();
  const keys = [await bench.text('a', requestId), await bench.text('a', requestId)];
  await settle();
  bench.echo(keys[0] ?? '');
  keys.push(await bench.text('a', requestId));
  await settle();
  expect(new Set(keys).size).toBe(1);
  expect(bodies()).toEqual(['a']);
  expect(findRequest(bench.store.db, requestId)).toEqual({ localKey: keys[0] });
});

test('after a restart a half-sent row waits for one completed sync and keeps its transaction id', async () => {
  bench = createBench();
  bench.answers.push(() => new Promise(() => undefined));
  const key = await bench.text('a');
  await settle();
  const txnId = bench.requests[0]?.txnId;
  bench = bench.killAndRestart({ completedSyncs: 0 });
  await settle();
  expect([bench.requests, bench.row(key)?.status]).toEqual([[], 'sending']);
  bench.gate.set({ completedSyncs: 1 });
  await settle();
  expect(bench.requests.map((request) => request.txnId)).toEqual([txnId]);
});

test('a message that was deleted offline is deleted after a restart, in its place among what was written', async () => {
  bench = createBench({ open: false });
  bench.receive([
    {
      ...{ event_id: '$mine', type: 'm.room.message', sender: own, origin_server_ts: 1 },
      content: { msgtype: 'm.text', body: 'a slip' },
    },
  ]);
  await bench.text('before');
  const requestId = nextRequestId();
  const act = { requestId, roomId, eventId: '$mine', reason: 'a slip' };
  await bench.outbox.redact(act);
  await bench.text('after');
  const txnIds = bench.rows().map(({ txnId }) => txnId);
  expect(countPendingChanges(bench.store.db)).toBe(1);
  bench = bench.killAndRestart({ open: false, completedSyncs: 0 });
  // The window, which has got no answer, asks again.
  await bench.outbox.redact(act);
  expect(bench.rows().map(({ txnId }) => txnId)).toEqual(txnIds);
  bench.gate.set({ open: true, completedSyncs: 1 });
  await settle();
  expect(bench.requests.map(({ txnId }) => txnId)).toEqual(txnIds);
  expect(bench.requests[1]).toMatchObject({
    type: 'm.room.redaction',
    content: { redacts: '$mine', reason: 'a slip' },
  });
});

test('after a restart an echo wins over a half-sent row', async () => {
  bench = createBench();
  bench.answers.push(() => new Promise(() => undefined));
  const key = await bench.text('a');
  await settle();
  bench = bench.killAndRestart({ completedSyncs: 0 });
  bench.echo(key);
  bench.gate.set({ completedSyncs: 1 });
  await settle();
  expect([bench.requests, bench.row(key)]).toEqual([[], null]);
});

test('an edit, a reaction and a removal of a pending message use its real id', async () => {
  bench = createBench({ open: false });
  const key = await bench.text('old');
  const of = { roomId, eventId: key };
  await bench.outbox.editMessage({ requestId: nextRequestId(), ...of, text: 'new' });
  await bench.outbox.react({ requestId: nextRequestId(), ...of, key: '👍' });
  await bench.outbox.redact({ requestId: nextRequestId(), ...of, reason: null });
  expect(bench.rows().map((row) => row.waitsFor)).toEqual([null, key, key, key]);
  bench.gate.set({ open: true });
  await settle();
  const id = `$sent-${bench.requests[0]?.txnId}`;
  expect(bench.requests.slice(1).map((request) => request.content)).toEqual([
    expect.objectContaining({ 'm.relates_to': { rel_type: 'm.replace', event_id: id } }),
    { 'm.relates_to': { rel_type: 'm.annotation', event_id: id, key: '👍' } },
    { redacts: id },
  ]);
});

test('what was sent from here is taken back before sync has brought it; what nobody knows is not', async () => {
  bench = createBench();
  const act = { roomId, eventId: '$on-its-way', reason: null };
  await expect(bench.outbox.redact({ requestId: nextRequestId(), ...act })).rejects.toMatchObject({
    error: { code: 'not_found' },
  });
  await bench.outbox.redact({ requestId: nextRequestId(), ...act, sentHere: true });
  await settle();
  expect(bench.requests.map(({ content }) => content)).toEqual([{ redacts: '$on-its-way' }]);
});

test('what waits for a message finds its id when the echo was faster than the answer', async () => {
  bench = createBench();
  const first = held();
  bench.answers.push(first.answer);
  const key = await bench.text('old');
  await settle();
  await bench.outbox.react({ requestId: nextRequestId(), roomId, eventId: key, key: '👍' });
  bench.echo(key);
  const id = `$sent-${bench.requests[0]?.txnId}`;
  first.settle(id);
  await settle();
  expect(bench.requests[1]?.content).toEqual({
    'm.relates_to': { rel_type: 'm.annotation', event_id: id, key: '👍' },
  });
});

test('a file that answers a pending message is still uploaded when the echo was faster than the answer', async () => {
  bench = createBench();
  const first = held();
  bench.answers.push(first.answer);
  const key = await bench.text('old');
  await settle();
  await bench.outbox.attachments.send({
    requestId: nextRequestId(),
    roomId,
    threadId: null,
    content: { msgtype: 'm.file', body: 'paper.pdf' },
    attachment: { ticket: 't' },
    caption: null,
    replyTo: key,
  });
  bench.echo(key);
  const id = `$sent-${bench.requests[0]?.txnId}`;
  first.settle(id);
  await settle();
  expect(bench.requests[1]?.content).toMatchObject({
    url: 'mxc://example.org/file',
    'm.relates_to': { 'm.in_reply_to': { event_id: id } },
  });
});

test('cancelling a pending message takes its edit and reaction with it', async () => {
  bench = createBench({ open: false });
  const key = await bench.text('old');
  await bench.outbox.react({ requestId: nextRequestId(), roomId, eventId: key, key: '👍' });
  await bench.text('next');
  await bench.outbox.cancel(key);
  bench.gate.set({ open: true });
  await settle();
  expect(bodies()).toEqual(['next']);
});

test('a refused reaction goes, and blocks nothing', async () => {
  bench = createBench();
  const key = await bench.text('a');
  await settle();
  bench.echo(key);
  bench.answers.push(fails(refusal(400)));
  const eventId = `$sent-${bench.requests[0]?.txnId}`;
  await bench.outbox.react({ requestId: nextRequestId(), roomId, eventId, key: '👍' });
  await bench.text('b');
  await settle();
  expect(bench.requests.length).toBe(3);
  expect(statuses()).toEqual(['sent']);
});

test('an attachment is uploaded first and once, and can be cancelled until it is', async () => {
  let uploads = 0;
  bench = createBench({
    upload: async () => {
      uploads += 1;
      return { url: 'mxc://example.org/cat', info: { size: 3 } };
    },
  });
  bench.answers.push(fails(unreachable()));
  const { key } = await bench.outbox.attachments.send({
    requestId: nextRequestId(),
    roomId,
    threadId: null,
    content: { msgtype: 'm.image', body: 'cat.png' },
    attachment: { ticket: 't' },
    caption: 'My **cat**',
    replyTo: null,
  });
  expect(bench.row(key)?.status).toBe('queued');
  await settle();
  await bench.clock.advance(3000);
  expect(uploads).toBe(1);
  expect(bench.requests.length).toBe(2);
  expect(bench.requests[1]?.content).toEqual({
    msgtype: 'm.image',
    body: 'My **cat**',
    filename: 'cat.png',
    format: 'org.matrix.custom.html',
    formatted_body: 'My <strong>cat</strong>',
    url: 'mxc://example.org/cat',
    info: { size: 3 },
    'm.mentions': {},
  });
});

test('an answer to a message of a thread stays in the thread, an answer to that answer too', async () => {
  bench = createBench();
  bench.receive([threaded('in the thread', '$root', { latest: '$root' }, { id: '$in' })]);
  const answer = (replyTo: string) =>
    bench.outbox.sendMessage({
      requestId: nextRequestId(),
      roomId,
      threadId: null,
      text: 'yes',
      kind: 'text',
      replyTo,
    });
  const { key } = await answer('$in');
  await answer(key);
  await settle();
  expect(bench.requests.map(({ content }) => content['m.relates_to'])).toEqual(
    ['$in', `$sent-${bench.requests[0]?.txnId}`].map((eventId) => ({
      rel_type: 'm.thread',
      event_id: '$root',
      is_falling_back: false,
      'm.in_reply_to': { event_id: eventId },
    })),
  );
});

test('edits of other people and replies to unknown messages', async () => {
  bench = createBench();
  const reply = await bench.outbox.sendMessage({
    requestId: nextRequestId(),
    roomId,
    threadId: null,
    text: `hello ${other}`,
    kind: 'text',
    replyTo: '$unknown',
  });
  expect(bench.row(reply.key)?.content).toEqual({
    msgtype: 'm.text',
    body: `hello ${other}`,
    'm.mentions': { user_ids: [other] },
    'm.relates_to': { 'm.in_reply_to': { event_id: '$unknown' } },
  });
  const edit = { requestId: nextRequestId(), roomId, eventId: '$unknown', text: 'x' };
  await expect(bench.outbox.editMessage(edit)).rejects.toMatchObject({
    error: { code: 'not_found' },
  });
});

test('a sent message whose echo fell into a gap does not stay at the end for ever', async () => {
  bench = createBench();
  const key = await bench.text('a');
  await settle();
  const sync = async (completedSyncs: number, ms: number): Promise<unknown> => {
    await bench.clock.advance(ms);
    bench.gate.set({ completedSyncs });
    return bench.row(key)?.status;
  };
  expect([await sync(2, 0), await sync(9, 1000), await sync(9, 29_000)]).toEqual([
    'sent',
    'sent',
    undefined,
  ]);
  expect(await bench.text('b')).not.toBe(key);
  const early = await bench.text('c');
  await settle();
  expect([await sync(10, 0), bench.row(early)?.status]).toEqual([undefined, 'sent']);
  await sync(11, 60_000);
  expect(bench.row(early)?.status).toBe('sent');
});
