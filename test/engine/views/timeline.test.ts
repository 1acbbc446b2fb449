import { setPlain, setUndecryptable } from '#stores/ingest/decryption';
import { getEvent, oldestChunkGap } from '#stores/events/timeline';
import { insertLoose } from '#stores/ingest/timeline';
import type { RawEvent } from '#stores/events/types';
import { setOutbox } from '#stores/outbox/outbox';
import { updateRoom } from '#stores/rooms/rooms';
import { putReceipt } from '#stores/settings/receipts';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import {
  alice,
  bob,
  carol,
  create,
  edit,
  encrypted,
  event,
  member,
  message,
  noon,
  reaction,
  redaction,
  reply,
  state,
} from '../../fixtures/events';
import { roomBench, words, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const person = (userId: string, name: string): object => ({
  userId,
  name,
  ambiguous: false,
  avatar: null,
});
const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
const byId = (items: readonly TimelineItem[], id: string): MessageItem => {
  const found = items.find((item) => 'eventId' in item && item.eventId === id);
  if (found?.kind !== 'message') throw new Error(`no message ${id}`);
  return found;
};

test('a conversation is exactly these items', () => {
  const first = create('10');
  const [a, b] = [message('hello', { ts: noon }), message('again', { ts: noon + 60_000 })];
  bench.live([first, a, b]);
  const day = midnight(noon);
  const base = {
    kind: 'message',
    sender: person(bob, 'Bob'),
    mine: false,
    reply: null,
    edited: false,
    editText: null,
    reactions: [],
    readBy: [],
    status: null,
    error: null,
    progress: null,
    highlight: false,
    trust: 'ok',
    actions: {
      ...{ react: true, reply: true, thread: true, forward: true, edit: false, redact: true },
      ...{ retry: false, cancel: false },
    },
  };
  const { items } = bench.open();
  expect(items()).toEqual([
    { kind: 'start', key: 'start', roomName: 'Garden', encrypted: false },
    { kind: 'day', key: `day:${midnight(first.origin_server_ts)}`, dayMs: day },
    {
      kind: 'notice',
      key: first.event_id,
      eventId: first.event_id,
      what: 'created',
      actor: person(alice, 'Alice'),
      target: null,
      detail: null,
      sentAtMs: first.origin_server_ts,
    },
    {
      ...base,
      key: a.event_id,
      eventId: a.event_id,
      sentAtMs: noon,
      continuation: false,
      body: { type: 'text', text: 'hello', html: null },
    },
    {
      ...base,
      key: b.event_id,
      eventId: b.event_id,
      sentAtMs: noon + 60_000,
      continuation: true,
      body: { type: 'text', text: 'again', html: null },
    },
  ]);
});

test('who creates a room joins it without a line of their own; a first name is no renaming', () => {
  const room = create('10');
  bench.live([
    room,
    member(alice, 'join', 'Alice'),
    state('m.room.name', '', { name: 'Garden' }, { sender: alice }),
    member(bob, 'join', 'Bob'),
    member(alice, 'leave', 'Alice'),
    member(alice, 'join', 'Alice'),
    {
      ...state('m.room.name', '', { name: 'Orchard' }, { sender: alice }),
      unsigned: { prev_content: { name: 'Garden' } },
    },
  ]);
  expect(words(bench.open().items())).toBe(
    '[start] [day] -created -named -joined -left -joined -name_changed',
  );
});

test('items carry what the event says, own ones can be edited', () => {
  const own = message('my words', { sender: alice, ts: noon });
  bench.live([own]);
  expect(byId(bench.open().items(), own.event_id)).toMatchObject({
    mine: true,
    editText: 'my words',
    sentAtMs: noon,
    actions: { edit: true, redact: true },
  });
});

test('a new day gets a divider, a clock that runs behind does not make a second one', () => {
  const dayMs = 86_400_000;
  bench.live([
    message('a', { ts: noon }),
    message('b', { ts: noon + dayMs }),
    message('late', { ts: noon }),
    message('c', { ts: noon + dayMs }),
  ]);
  bench.clock.pass(10 * dayMs);
  const { items } = bench.open();
  const keys = items().map((item) => item.key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(words(items())).toBe('[start] [day] a [day] b late c');
});

test('a time in the future is the time of receipt', () => {
  const far = message('far', { ts: 9_999_999_999_999 });
  bench.live([far, message('near', { ts: noon })]);
  const { items } = bench.open();
  expect(byId(items(), far.event_id).sentAtMs).toBe(bench.clock.now());
});

test('a continuation ends after five minutes, with another sender and with anything in between', () => {
  bench.live([
    message('a', { ts: noon }),
    message('b', { ts: noon + 300_000 }),
    message('c', { ts: noon + 600_001 }),
    message('d', { ts: noon + 600_002, sender: alice }),
    message('e', { ts: noon + 600_003, sender: alice }),
    member(carol, 'join', 'Carol', { ts: noon + 600_004 }),
    message('f', { ts: noon + 600_005, sender: alice }),
  ]);
  expect(
    bench
      .open()
      .messages()
      .map((item) => item.continuation),
  ).toEqual([false, true, false, false, true, false]);
});

test('CHAT-3.9 an edit replaces the text and keeps key, place and time', () => {
  const target = message('old', { ts: noon });
  bench.live([target, edit(target.event_id, 'new')]);
  const view = bench.open();
  expect(byId(view.items(), target.event_id)).toMatchObject({
    key: target.event_id,
    sentAtMs: noon,
    edited: true,
    body: { text: 'new' },
  });
  expect(view.messages()).toHaveLength(1);
});

test('CHAT-3.9 of several edits the latest by time wins, then the greater id', () => {
  const target = message('old');
  bench.live([
    target,
    edit(target.event_id, 'late', { ts: noon + 9_000, id: '$a' }),
    edit(target.event_id, 'later', { ts: noon + 9_000, id: '$b' }),
    edit(target.event_id, 'early', { ts: noon + 8_000 }),
  ]);
  expect(words(bench.open().items())).toBe('[start] [day] later');
});

const forged: readonly [string, (target: RawEvent) => RawEvent[]][] = [
  ['another sender', (target) => [edit(target.event_id, 'forged', { sender: alice })]],
  ['another type', (target) => [{ ...edit(target.event_id, 'forged'), type: 'm.sticker' }]],
  ['state', (target) => [{ ...edit(target.event_id, 'forged'), state_key: '' }]],
  [
    'no new content',
    (target) => {
      const { 'm.new_content': _, ...content } = edit(target.event_id, 'forged').content;
      return [{ ...edit(target.event_id, 'x'), content }];
    },
  ],
  [
    'no text',
    (target) => {
      const bad = edit(target.event_id, 'forged');
      return [{ ...bad, content: { ...bad.content, 'm.new_content': { body: 7 } } }];
    },
  ],
  [
    'an edit of an edit',
    (target) => {
      const first = edit(target.event_id, 'first');
      return [
        { ...first, content: { ...first.content, 'm.new_content': 'no' } },
        edit(first.event_id, 'forged'),
      ];
    },
  ],
  [
    'redacted',
    (target) => {
      const gone = edit(target.event_id, 'forged');
      return [gone, redaction(gone.event_id)];
    },
  ],
];

test.each(forged)('CHAT-3.9 an edit does not count: %s', (_, make) => {
  const target = message('true');
  bench.live([target, ...make(target)]);
  expect(words(bench.open().items())).toBe('[start] [day] true');
});

test('CHAT-3.9 a plain edit of an encrypted message does not count', () => {
  const target = encrypted('session');
  bench.live([target, edit(target.event_id, 'forged')]);
  const eventNo = getEvent(bench.temp.store.db, bench.roomNo, target.event_id)?.eventNo ?? 0;
  bench.temp.store.write((changes) =>
    setPlain(
      bench.temp.store.db,
      eventNo,
      { type: 'm.room.message', content: { msgtype: 'm.text', body: 'true' } },
      changes,
    ),
  );
  expect(words(bench.open().items())).toBe('[start] [day] true');
});

test('CHAT-3.9 a reaction counts once per sender and key, and not when it was taken back', () => {
  const target = message('hello');
  const mine = reaction(target.event_id, '👍', { sender: alice });
  const gone = reaction(target.event_id, '🎉');
  bench.live([
    target,
    reaction(target.event_id, '👍', { id: '$one' }),
    reaction(target.event_id, '👍', { id: '$two' }),
    mine,
    gone,
    redaction(gone.event_id),
    event('m.room.message', { body: 'x', 'm.relates_to': { rel_type: 'm.annotation' } }),
  ]);
  expect(byId(bench.open().items(), target.event_id).reactions).toEqual([
    { key: '👍', count: 2, mine: mine.event_id, senders: ['Alice', 'Bob'] },
  ]);
});

test('CHAT-3.9 the first reaction stands first, in whatever order they were loaded', () => {
  const target = message('hello');
  bench.live([
    target,
    reaction(target.event_id, '🎉', { id: '$later', ts: target.origin_server_ts + 9_000 }),
    reaction(target.event_id, '👍', { id: '$first', ts: target.origin_server_ts + 1_000 }),
  ]);
  const { reactions } = byId(bench.open().items(), target.event_id);
  expect(reactions.map(({ key }) => key)).toEqual(['👍', '🎉']);
});

test('CHAT-3.9 a quote comes from the event itself, not from the fallback in the body', () => {
  const target = message('the truth');
  const answer = reply('> <@bob:example.org> a lie\n\nindeed', target.event_id, { sender: alice });
  bench.live([target, edit(target.event_id, 'the whole truth'), answer]);
  expect(byId(bench.open().items(), answer.event_id)).toMatchObject({
    body: { text: 'indeed' },
    reply: {
      eventId: target.event_id,
      sender: person(bob, 'Bob'),
      preview: { kind: 'text', senderName: 'Bob', mine: false, text: 'the whole truth' },
    },
  });
});

test('a reply to what is not here asks for it once and shows it when it comes', () => {
  const asked: string[] = [];
  bench.temp.remove();
  bench = roomBench({ wantEvent: (_, eventId) => asked.push(eventId) });
  const target = message(`far away, ${bob}`, { id: '$far' });
  bench.live([reply('yes', '$far', { id: '$reply' })]);
  const view = bench.open();
  bench.live([message('more')]);
  expect(byId(view.items(), '$reply').reply).toEqual({
    eventId: '$far',
    inThread: false,
    sender: null,
    preview: null,
  });
  bench.write(() =>
    insertLoose(bench.temp.store.db, { roomNo: bench.roomNo, event: target, receivedMs: 1 }),
  );
  expect(byId(view.items(), '$reply').reply?.preview?.text).toBe('far away, @Bob');
  expect(asked).toEqual(['$far']);
});

test('CHAT-3.7 a redacted message says by whom and why, a redacted reaction or edit is no item', () => {
  const target = message('secret');
  const [like, change] = [reaction(target.event_id, '👍'), edit(target.event_id, 'new')];
  bench.live([
    target,
    like,
    change,
    redaction(like.event_id),
    redaction(change.event_id),
    redaction(target.event_id, { sender: alice }, 'rude'),
  ]);
  const view = bench.open();
  expect(words(view.items())).toBe('[start] [day] <redacted>');
  expect(byId(view.items(), target.event_id)).toMatchObject({
    body: { type: 'redacted', by: person(alice, 'Alice'), reason: 'rude' },
    reactions: [],
    actions: { react: false, reply: false, forward: false, edit: false, redact: false },
  });
});

test('CHAT-3.16 a message without a string body is shown as invalid', () => {
  bench.live([event('m.room.message', { msgtype: 'm.text', body: { evil: true } })]);
  expect(bench.open().messages()[0]?.body.type).toBe('invalid');
});

test('an undecryptable message says why in the words of the specification, and keeps its key', () => {
  const secret = encrypted('session');
  bench.live([secret]);
  const { db } = bench.temp.store;
  const eventNo = getEvent(db, bench.roomNo, secret.event_id)?.eventNo ?? 0;
  const view = bench.open();
  bench.temp.store.write((changes) =>
    setUndecryptable(db, eventNo, 'MEGOLM_KEY_WITHHELD', changes),
  );
  expect(byId(view.items(), secret.event_id).body).toEqual({
    type: 'undecryptable',
    reason: 'withheld',
    text: '** Unable to decrypt: The sender has withheld the key. **',
  });
  bench.temp.store.write((changes) =>
    setPlain(
      db,
      eventNo,
      {
        type: 'm.room.message',
        content: { msgtype: 'm.text', body: 'hi' },
        trust: 'device_not_signed',
      },
      changes,
    ),
  );
  expect(byId(view.items(), secret.event_id)).toMatchObject({
    key: secret.event_id,
    body: { text: 'hi' },
    trust: 'device_not_signed',
  });
});

test('in an encrypted room a plain message is marked, unless it is older than the encryption', () => {
  const before = message('before');
  const on = state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' });
  const after = message('after');
  bench.setState([on]);
  bench.live([before, on, after]);
  const { items } = bench.open();
  expect([byId(items(), before.event_id).trust, byId(items(), after.event_id).trust]).toEqual([
    'ok',
    'not_encrypted',
  ]);
});

test('a second switch to encryption makes nothing clean that came in clear after the first', () => {
  const on = (): RawEvent => state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' });
  const [before, first, forged, second] = [message('before'), on(), message('forged'), on()];
  bench.setState([first]);
  bench.live([before, first]);
  bench.live([forged, second]);
  bench.setState([second]);
  const { items } = bench.open();
  expect([byId(items(), before.event_id).trust, byId(items(), forged.event_id).trust]).toEqual([
    'ok',
    'not_encrypted',
  ]);
});

test('an older page that has an earlier switch to encryption marks what came in clear after it', () => {
  const on = (): RawEvent => state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' });
  const [before, first, clear, second] = [message('before'), on(), message('clear'), on()];
  bench.setState([second]);
  bench.live([second, message('last')], { prevBatch: 'older' });
  const chunkNo = oldestChunkGap(bench.temp.store.db, bench.roomNo)?.chunkNo ?? -1;
  bench.older(chunkNo, [clear, first, before], null);
  const { items } = bench.open();
  expect([byId(items(), before.event_id).trust, byId(items(), clear.event_id).trust]).toEqual([
    'ok',
    'not_encrypted',
  ]);
});

test('a quote carries the doubt about what it quotes', () => {
  const secret = encrypted('session');
  bench.live([secret]);
  const { db } = bench.temp.store;
  const eventNo = getEvent(db, bench.roomNo, secret.event_id)?.eventNo ?? 0;
  const content = { msgtype: 'm.text', body: 'pay' };
  bench.temp.store.write((changes) =>
    setPlain(db, eventNo, { type: 'm.room.message', content, trust: 'device_unknown' }, changes),
  );
  const answer = event('m.room.message', {
    msgtype: 'm.text',
    body: 'done',
    'm.relates_to': { 'm.in_reply_to': { event_id: secret.event_id } },
  });
  bench.live([answer]);
  const { items } = bench.open();
  expect(byId(items(), answer.event_id).reply?.preview).toMatchObject({
    text: 'pay',
    trust: 'device_unknown',
  });
});

test('CHAT-3.25 the unread line stands before the first message of others after the read marker', () => {
  const [a, b] = [message('a'), message('b')];
  const own = message('mine', { sender: alice });
  bench.live([a, own, b, message('c')]);
  bench.write(() =>
    updateRoom(bench.temp.store.db, bench.roomNo, { fullyReadEventId: a.event_id }),
  );
  const view = bench.open();
  expect(words(view.items())).toBe('[start] [day] a mine [unread] b c');
  // It stays where it was while the view is open, also when everything is read.
  bench.write(() =>
    updateRoom(bench.temp.store.db, bench.roomNo, { fullyReadEventId: b.event_id }),
  );
  expect(words(view.items())).toBe('[start] [day] a mine [unread] b c');
  expect(words(bench.open().items())).toBe('[start] [day] a mine b [unread] c');
});

test('CHAT-3.25 private receipts of this account count, those in threads do not', () => {
  const [a, b] = [message('a'), message('b')];
  bench.live([a, b, message('c')]);
  const receipt = { userId: alice, threadId: '', ts: 1 };
  bench.write(() => {
    const { db } = bench.temp.store;
    putReceipt(db, bench.roomNo, { ...receipt, type: 'm.read', eventId: a.event_id });
    putReceipt(db, bench.roomNo, { ...receipt, type: 'm.read.private', eventId: b.event_id });
    putReceipt(db, bench.roomNo, {
      ...receipt,
      type: 'm.read',
      threadId: '$thread',
      eventId: '$x',
    });
  });
  expect(words(bench.open().items())).toBe('[start] [day] a b [unread] c');
});

test('what arrives while the end of the room is in view gets no line', () => {
  const focus = {
    conversation: { roomId: '!room:example.org', threadId: null },
    atBottom: true,
    focused: true,
  };
  bench.temp.remove();
  bench = roomBench({ focus: () => focus });
  const a = message('a');
  bench.live([a]);
  bench.write(() =>
    updateRoom(bench.temp.store.db, bench.roomNo, { fullyReadEventId: a.event_id }),
  );
  const view = bench.open();
  bench.live([message('b')]);
  expect(words(view.items())).toBe('[start] [day] a b');
  focus.focused = false;
  bench.live([message('c')]);
  expect(words(view.items())).toBe('[start] [day] a b [unread] c');
});

test('readers stand at the newest message they read, not where they wrote later', () => {
  const [a, b] = [message('a', { sender: alice }), message('b', { sender: alice })];
  bench.setState([member(carol, 'join', 'Carol')]);
  bench.live([a, b, reaction(b.event_id, '👍', { id: '$like', sender: alice })]);
  const { db } = bench.temp.store;
  const read = (userId: string, eventId: string, threadId = ''): void =>
    bench.write(() =>
      putReceipt(db, bench.roomNo, { userId, type: 'm.read', threadId, eventId, ts: 1 }),
    );
  read(bob, a.event_id);
  read(bob, '$like', 'main');
  read(carol, a.event_id);
  read(alice, b.event_id);
  const view = bench.open();
  expect(view.messages().map((item) => item.readBy.map((reader) => reader.name))).toEqual([
    ['Carol'],
    ['Bob'],
  ]);
  bench.live([message('c', { sender: carol })]);
  expect(view.messages().map((item) => item.readBy.length)).toEqual([0, 1, 0]);
});

test('a local echo stands at the end until its event takes over with the same key', () => {
  bench.live([message('a')]);
  const view = bench.open();
  const row = bench.send({ content: { msgtype: 'm.text', body: 'mine' } });
  expect(view.messages()[1]).toMatchObject({
    key: row.localKey,
    eventId: null,
    status: 'sending',
    mine: true,
    sender: person(alice, 'Alice'),
    body: { text: 'mine' },
    actions: { cancel: false, retry: false, react: false },
  });
  bench.write(() =>
    setOutbox(bench.temp.store.db, row.localKey, { status: 'sent', eventId: '$mine' }),
  );
  expect(view.messages()[1]).toMatchObject({ key: row.localKey, status: 'sent', eventId: '$mine' });
  bench.live([
    message('mine', { id: '$mine', sender: alice, unsigned: { transaction_id: row.txnId } }),
  ]);
  expect(view.messages()[1]).toMatchObject({ key: row.localKey, status: null, eventId: '$mine' });
  expect(view.messages()).toHaveLength(2);
});

test('a failed message shows its error and can be retried or given up', () => {
  const error = {
    code: 'forbidden',
    message: 'No',
    retryable: false,
    retryAfterMs: null,
    data: null,
  };
  bench.send({ content: { msgtype: 'm.text', body: 'x' }, status: 'not_sent', error });
  bench.send({ content: { msgtype: 'm.text', body: 'y' }, status: 'cancelled' });
  const [item, ...others] = bench.open().messages();
  expect(item).toMatchObject({ status: 'not_sent', error, actions: { retry: true, cancel: true } });
  expect(others).toEqual([]);
});

test('edits, reactions and redactions on their way are folded into their targets', () => {
  const own = message('old', { sender: alice });
  const [theirs, gone] = [message('theirs'), message('gone', { sender: alice })];
  const mine = reaction(theirs.event_id, '🎉', { sender: alice });
  bench.live([own, theirs, gone, mine]);
  bench.send({ content: edit(own.event_id, 'new').content });
  const row = bench.send({ type: 'm.reaction', content: reaction(theirs.event_id, '👍').content });
  bench.send({ type: 'm.room.redaction', content: { redacts: gone.event_id } });
  bench.send({ type: 'm.room.redaction', content: { redacts: mine.event_id } });
  const { items, messages } = bench.open();
  expect(words(items())).toBe('[start] [day] new theirs <redacted>');
  expect(messages()[0]).toMatchObject({ edited: true, editText: 'new' });
  expect(messages()[1]?.reactions).toEqual([
    { key: '👍', count: 1, mine: row.localKey, senders: ['Alice'] },
  ]);
});

test('a failed edit leaves the message as it was and stands at the end to be retried', () => {
  const own = message('old', { sender: alice });
  bench.live([own]);
  bench.send({ content: edit(own.event_id, 'new').content, status: 'not_sent' });
  const { items, messages } = bench.open();
  expect(words(items())).toBe('[start] [day] old [day] new');
  expect(messages()[1]?.actions).toMatchObject({ retry: true, cancel: true });
});
