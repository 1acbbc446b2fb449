import { appendLive } from '#stores/ingest/timeline';
import type { RawEvent } from '#stores/events/types';
import { insertOutbox, setOutbox } from '#stores/outbox/outbox';
import { ensureRoom, getRoom, roomNoOf, updateRoom, type RoomFields } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { putAccountData } from '#stores/settings/accountData';
import { putDraft } from '#stores/settings/drafts';
import { recomputeRoom } from '#engine/rooms/derive';
import { createRoomsView } from '#engine/views/rooms';
import type { PagedView } from '#engine/views/view';
import { RoomListItem } from '#contract/areas/rooms/roomsModels';
import {
  alice,
  bob,
  carol,
  create,
  edit,
  event,
  member,
  message,
  noon,
  reaction,
  redaction,
  state,
} from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { testClock, type TestClock } from './support';

let temp: TempStore;
let clock: TestClock;
let typing: Map<string, string[]>;
let typingChanged: (roomId: string) => void;
beforeEach(() => {
  temp = tempStore();
  clock = testClock();
  typing = new Map();
});
afterEach(() => temp.remove());

interface Made {
  readonly name?: string;
  readonly state?: RawEvent[];
  readonly events?: RawEvent[];
  readonly fields?: RoomFields;
  readonly tags?: string[];
  /** The server has more before the events. */
  readonly prevBatch?: string;
}

const idOf = (name: string): string => `!${name}:example.org`;

function room(id: string, made: Made = {}): number {
  const { store } = temp;
  const { db } = store;
  return store.write((changes) => {
    const roomNo = ensureRoom(db, idOf(id));
    updateRoom(db, roomNo, { membership: 'join', ...made.fields });
    const name = state('m.room.name', '', { name: made.name ?? id });
    const people = [member(alice, 'join', 'Alice'), member(bob, 'join', 'Bob')];
    putState(db, roomNo, [create(), ...people, name, ...(made.state ?? [])], 1);
    if (made.tags !== undefined)
      putAccountData(db, roomNo, 'm.tag', {
        tags: Object.fromEntries(made.tags.map((tag) => [tag, {}])),
      });
    appendLive(db, {
      roomNo,
      events: made.events ?? [],
      limited: false,
      prevBatch: made.prevBatch ?? null,
      receivedMs: clock.now(),
      ownUserId: alice,
    });
    changes.timeline(roomNo);
    changes.room(roomNo);
    recomputeRoom(db, roomNo, alice, changes);
    return roomNo;
  });
}

interface Query {
  readonly text?: string;
  readonly collapsed?: string[];
  readonly limit?: number;
  readonly unreadOnly?: boolean;
}

/** The room that is in view. */
let inView: string | null = null;
let focusChanged = (): void => undefined;
beforeEach(() => (inView = null));

function open(query: Query = {}): {
  view: PagedView;
  items(): readonly RoomListItem[];
  words(): string;
} {
  let items: readonly RoomListItem[] = [];
  const deps = {
    store: temp.store,
    ownUserId: () => alice,
    clock,
    focus: () => ({
      conversation: inView === null ? null : { roomId: idOf(inView), threadId: null },
      atBottom: true,
      focused: true,
    }),
    onFocus: (listener: () => void) => {
      focusChanged = listener;
      return () => undefined;
    },
    typing: {
      of: (roomId: string) => typing.get(roomId) ?? [],
      onChange: (listener: (roomId: string) => void) => {
        typingChanged = listener;
        return () => undefined;
      },
    },
  };
  const view = createRoomsView(
    deps,
    {
      text: query.text ?? '',
      collapsed: (query.collapsed ?? []) as 'people'[],
      limit: query.limit ?? 100,
      ...(query.unreadOnly === true && { unreadOnly: true }),
    },
    {
      set: (value) => {
        items = value;
      },
      fail: (error) => {
        throw new Error(error.message);
      },
    },
  );
  temp.store.onCommit((changes) => {
    clock.pass(1_000);
    view.refresh(changes);
    // The list lets the conversation that a message was sent from go first.
    clock.pass(1_000);
  }, 'inside');
  return {
    view,
    items: () => items,
    words: () =>
      items
        .map((item) => (item.kind === 'section' ? `[${item.section} ${item.total}]` : item.name))
        .join(' '),
  };
}

const rowOf = (
  items: readonly RoomListItem[],
  id: string,
): Extract<RoomListItem, { kind: 'room' }> => {
  const found = items.find((item) => item.kind === 'room' && item.roomId === idOf(id));
  if (found?.kind !== 'room') throw new Error(`no room ${id}`);
  return found;
};

test('sections stand in order, rooms by the time of their last message', () => {
  room('old', { events: [message('x', { ts: noon })] });
  room('new', { events: [message('x', { ts: noon + 9_000 })] });
  room('loved', { tags: ['m.favourite'] });
  room('quiet', { tags: ['m.lowpriority'] });
  room('space', { state: [create('10', { type: 'm.space' })] });
  temp.store.write(() => putAccountData(temp.store.db, 0, 'm.direct', { [bob]: [idOf('dm')] }));
  room('dm');
  room('gone', { fields: { membership: 'leave' } });
  const { items, words } = open();
  for (const item of items()) RoomListItem.parse(item);
  expect(words()).toBe(
    '[favourites 1] loved [spaces 1] space [people 1] dm [rooms 2] new old [low_priority 1] quiet',
  );
});

test('CHAT-3.3 a space is known by its create event', () => {
  room('space', { state: [create('10', { type: 'm.space' })] });
  expect(getRoom(temp.store.db, roomNoOf(temp.store.db, idOf('space')) ?? 0)).toMatchObject({
    roomType: 'm.space',
    section: 'spaces',
  });
});

test('an invitation shows who sent it and its time', () => {
  const { store } = temp;
  store.write((changes) => {
    const roomNo = ensureRoom(store.db, idOf('party'));
    updateRoom(store.db, roomNo, { membership: 'invite', inviter: bob });
    const invite = member(alice, 'invite', 'Alice', { sender: bob, ts: noon });
    putState(
      store.db,
      roomNo,
      [{ ...invite, content: { ...invite.content, is_direct: true } }, member(bob, 'join', 'Bob')],
      clock.now(),
    );
    recomputeRoom(store.db, roomNo, alice, changes);
  });
  const { items } = open();
  expect(items()).toMatchObject([
    { kind: 'section', section: 'invites', total: 1 },
    {
      name: 'Bob',
      membership: 'invite',
      directUserId: bob,
      activityMs: noon,
      unread: 1,
      preview: { kind: 'none', senderName: 'Bob' },
    },
  ]);
});

test('a message behind 400 joins is the preview; without one and without the beginning of the room nothing is claimed', () => {
  const joins = (): RawEvent[] =>
    Array.from({ length: 400 }, (_, index) =>
      member(`@g${index}:example.org`, 'join', `G${index}`),
    );
  room('behind', { events: [message('Welcome'), ...joins()] });
  room('empty', { events: joins() });
  room('partly', { events: joins(), prevBatch: 'older' });
  const { items } = open();
  expect(
    ['behind', 'empty', 'partly'].map((id) => {
      const { kind, text } = rowOf(items(), id).preview;
      return [kind, text];
    }),
  ).toEqual([
    ['text', 'Welcome'],
    ['none', ''],
    ['unknown', ''],
  ]);
});

test('the preview is the last message with its edit; reactions and edits are no messages', () => {
  const last = message('first words', { ts: noon });
  room('a', {
    events: [
      last,
      reaction(last.event_id, '👍', { ts: noon + 5_000 }),
      edit(last.event_id, 'better words', { ts: noon + 6_000 }),
      member(carol, 'join', 'Carol', { ts: noon + 7_000 }),
    ],
  });
  expect(rowOf(open().items(), 'a')).toMatchObject({
    activityMs: noon,
    preview: { kind: 'text', senderName: 'Bob', mine: false, text: 'better words' },
  });
});

test('a new name of a member does not move a room without messages', () => {
  const joined = member(carol, 'join', 'Carol', { ts: noon });
  const renamed = {
    ...member(carol, 'join', 'Caroline', { ts: noon + 60_000 }),
    unsigned: { prev_content: joined.content },
  };
  room('a', { events: [joined, renamed] });
  expect(rowOf(open().items(), 'a')).toMatchObject({ activityMs: noon });
});

test('a request to verify somebody is the word of a room that has no other', () => {
  const content = { msgtype: 'm.key.verification.request', body: 'words', to: alice, methods: [] };
  room('a', { events: [event('m.room.message', content, { ts: clock.now() })] });
  expect(rowOf(open().items(), 'a')).toMatchObject({
    activityMs: clock.now(),
    preview: { kind: 'verification', text: '', mine: false },
  });
});

test('the last word of a room that moved on is that it did', () => {
  const moved = state('m.room.tombstone', '', { body: 'moved', replacement_room: idOf('new') });
  room('a', { events: [message('Good bye'), moved] });
  const { items } = open();
  const row = items().find((item) => item.kind === 'room');
  expect(row?.kind === 'room' && row.preview).toMatchObject({ kind: 'moved', text: '' });
});

test('the preview of a redacted message holds nothing of it', () => {
  const last = message('secret');
  room('a', { events: [last] });
  const view = open();
  room('a', { events: [redaction(last.event_id)] });
  expect(rowOf(view.items(), 'a').preview).toMatchObject({ kind: 'redacted', text: '' });
});

test('a deleted message gives the word to the one before it, and its room stays where it was', () => {
  const [before, last] = [message('stays', { ts: noon }), message('secret', { ts: noon + 1_000 })];
  room('a', { events: [before, last] });
  const view = open();
  room('a', { events: [redaction(last.event_id, { ts: noon + 95_000 })] });
  expect(rowOf(view.items(), 'a')).toMatchObject({
    activityMs: noon + 1_000,
    preview: { kind: 'text', text: 'stays' },
  });
  room('a', { events: [redaction(before.event_id, { ts: noon + 96_000 })] });
  expect(rowOf(view.items(), 'a')).toMatchObject({
    activityMs: noon + 1_000,
    preview: { kind: 'redacted', text: '' },
  });
});

test('the edit of a redacted message does not become the last message', () => {
  const [before, last] = [message('stays', { ts: noon }), message('secret', { ts: noon + 1_000 })];
  const edited = edit(last.event_id, 'still secret', { ts: noon + 90_000 });
  room('a', { events: [before, last, edited, redaction(last.event_id, { ts: noon + 95_000 })] });
  expect(rowOf(open().items(), 'a')).toMatchObject({
    activityMs: noon + 1_000,
    preview: { kind: 'text', text: 'stays' },
  });
});

test('previews are one line of at most 200 characters without tricks', () => {
  room('a', { events: [message(`a\n\n\tb\u202e\u0007 ${'😀'.repeat(150)}`)] });
  const { text } = rowOf(open().items(), 'a').preview;
  expect([text.startsWith('a b 😀'), text.length <= 200, text.isWellFormed()]).toEqual([
    true,
    true,
    true,
  ]);
});

test('the preview of a formatted message is its words, without what it hides', () => {
  const content = {
    msgtype: 'm.text',
    body: '> quote\n\n**words** with `code`, ||hidden||',
    format: 'org.matrix.custom.html',
    formatted_body:
      '<strong>words</strong> with <code>code</code>, <span data-mx-spoiler>hidden</span>',
  };
  room('a', { events: [event('m.room.message', content)] });
  expect(rowOf(open().items(), 'a').preview).toMatchObject({
    kind: 'text',
    text: 'words with code, ▒▒▒',
  });
});

test('the preview of a file is its caption, without what that hides, or else its name', () => {
  const file = {
    msgtype: 'm.file',
    filename: 'end.txt',
    format: 'org.matrix.custom.html',
    formatted_body: '<em>how</em> <span data-mx-spoiler>it ends</span>',
  };
  room('a', { events: [event('m.room.message', { ...file, body: '*how* ||it ends||' })] });
  room('b', { events: [event('m.room.message', { ...file, body: 'end.txt' })] });
  const items = open().items();
  expect(['a', 'b'].map((name) => rowOf(items, name).preview)).toMatchObject([
    { kind: 'file', text: 'how ▒▒▒' },
    { kind: 'file', text: 'end.txt' },
  ]);
});

test('pictures that were sent together are told as one, with what was said of them', () => {
  const picture = (name: string, more: Record<string, unknown> = {}) =>
    event('m.room.message', { msgtype: 'm.image', filename: name, body: name, ...more });
  const first = picture('1.png', { body: 'From all sides' });
  room('a', { events: [message('before'), first, picture('2.png'), picture('3.png')] });
  room('b', { events: [first, picture('2.png', { body: 'and this' })] });
  room('c', { events: [picture('1.png'), message('in between'), picture('2.png')] });
  room('d', { events: [picture('1.png'), picture('2.png')] });
  const items = open().items();
  expect(rowOf(items, 'a').preview).toMatchObject({ pictures: 3, text: 'From all sides' });
  expect(rowOf(items, 'b').preview).toMatchObject({ text: 'and this' });
  expect(rowOf(items, 'c').preview).toMatchObject({ text: '2.png' });
  for (const name of ['b', 'c']) expect(rowOf(items, name).preview).not.toHaveProperty('pictures');
  expect(rowOf(items, 'd').preview).toMatchObject({ pictures: 2, text: '' });
});

test('a preview names the people that its message names', () => {
  room('a', {
    state: [member(carol, 'join', 'Carol')],
    events: [message(`${carol}, ask @nobody:example.org or mail a${carol}`)],
  });
  expect(rowOf(open().items(), 'a').preview.text).toBe(
    `@Carol, ask @nobody:example.org or mail a${carol}`,
  );
});

test('the chat in which one writes keeps its last message in the list until one leaves it', () => {
  const roomNo = room('a', { events: [message('the last word')] });
  room('b', { events: [message('y')] });
  const { store } = temp;
  const view = open();
  const go = (name: string): void => {
    inView = name;
    focusChanged();
    clock.pass(1_000);
  };
  const shown = () => rowOf(view.items(), 'a').preview;
  go('a');
  store.write((changes) => {
    putDraft(store.db, roomNo, { text: 'half a thought', replyTo: null, editing: null }, 1);
    changes.topic('drafts');
  });
  expect(shown().text).toBe('the last word');
  go('b');
  expect(shown()).toMatchObject({ kind: 'draft', text: 'half a thought' });
  go('a');
  expect(shown().text).toBe('the last word');
});

test('drafts, unsent messages and typing appear at once', () => {
  const roomNo = room('a', { events: [message('x')] });
  const view = open();
  const { store } = temp;
  store.write((changes) => {
    putDraft(store.db, roomNo, { text: 'half a\nthought', replyTo: null, editing: null }, 1);
    changes.topic('drafts');
  });
  expect(rowOf(view.items(), 'a').preview).toEqual({
    kind: 'draft',
    senderName: null,
    mine: true,
    text: 'half a thought',
  });
  store.write((changes) => {
    insertOutbox(store.db, {
      localKey: '~1',
      requestId: 'r1',
      roomNo,
      seq: 1,
      txnId: 't1',
      status: 'not_sent',
      type: 'm.room.message',
      content: {},
      attachment: null,
      waitsFor: null,
      tries: 1,
      error: null,
      eventId: null,
      createdMs: 1,
    });
    changes.topic('outbox');
  });
  typing.set(idOf('a'), [bob]);
  clock.pass(1_000);
  typingChanged(idOf('a'));
  expect(rowOf(view.items(), 'a')).toMatchObject({ unsent: true, typing: ['Bob'] });
});

test('a row shows the newest own message that is on its way, until the server has it, or that was not sent', () => {
  const roomNo = room('a', { events: [message('from the server', { ts: noon })] });
  const { items } = open();
  const { store } = temp;
  const seen = () => rowOf(items(), 'a').preview;
  const send = (seq: number, content: Record<string, unknown>, createdMs = 1): void =>
    store.write((changes) => {
      insertOutbox(store.db, {
        localKey: `~${seq}`,
        requestId: `r${seq}`,
        roomNo,
        seq,
        txnId: `t${seq}`,
        status: 'queued',
        type: 'm.room.message',
        content,
        attachment: null,
        waitsFor: null,
        tries: 0,
        error: null,
        eventId: null,
        createdMs,
      });
      changes.topic('outbox');
    });
  const status = (localKey: string, to: 'sent' | 'not_sent'): void =>
    store.write((changes) => {
      setOutbox(store.db, localKey, { status: to });
      changes.topic('outbox');
    });
  expect(seen()).toMatchObject({ text: 'from the server' });
  send(1, { msgtype: 'm.text', body: 'from the train' });
  expect(seen()).toMatchObject({ text: 'from the train', mine: true, waiting: true });
  const edited = { msgtype: 'm.text', body: 'from the bus' };
  const edit = (id: string) => {
    const relation = { rel_type: 'm.replace', event_id: id };
    return { ...edited, 'm.new_content': edited, 'm.relates_to': relation };
  };
  send(2, edit('$elsewhere'));
  expect(seen()).toMatchObject({ text: 'from the train', waiting: true });
  status('~1', 'sent');
  expect(seen()).toMatchObject({ text: 'from the train', waiting: false });
  status('~1', 'not_sent');
  // Long before what came since; the next one fails as the newest.
  expect(seen()).toMatchObject({ text: 'from the server' });
  send(3, { msgtype: 'm.text', body: 'from nowhere' }, noon + 60_000);
  status('~3', 'not_sent');
  expect(seen()).toMatchObject({ text: 'from nowhere', mine: true });
  expect(seen()).not.toHaveProperty('waiting');
  send(4, { msgtype: 'm.text', body: `ask ${bob}` });
  expect(seen()).toMatchObject({ text: 'ask @Bob', waiting: true });
  send(5, edit('~4'));
  expect(seen()).toMatchObject({ text: 'from the bus', waiting: true });
});

test('unread counts come from the server, a muted room shows a dot', () => {
  room('a', { fields: { serverUnread: 3, serverHighlights: 1 } });
  room('b', { fields: { serverUnread: 3, muted: true } });
  room('c', { fields: { markedUnread: true } });
  const { items } = open();
  expect(['a', 'b', 'c'].map((id) => rowOf(items(), id))).toMatchObject([
    { unread: 3, highlights: 1, dot: false },
    { unread: 0, highlights: 0, dot: true },
    { unread: 0, dot: true },
  ]);
});

test('what is new alone: invitations, counts and marks, no muted room without a mention, and the room in view until another is', () => {
  room('read');
  const counted = room('counted', { fields: { serverUnread: 3 } });
  room('marked', { fields: { markedUnread: true } });
  room('muted', { fields: { serverUnread: 3, muted: true } });
  room('named', { fields: { serverUnread: 3, serverHighlights: 1, muted: true } });
  room('asked', { fields: { membership: 'invite' } });
  const { words, items } = open({ unreadOnly: true });
  const listed = (): string[] =>
    items().flatMap((item) => (item.kind === 'room' ? [item.name] : [`${item.total}`]));
  expect(listed().toSorted()).toEqual(['1', '3', 'asked', 'counted', 'marked', 'named']);
  const isRead = (roomNo: number): void =>
    temp.store.write((changes) => {
      updateRoom(temp.store.db, roomNo, { serverUnread: 0, serverHighlights: 0 });
      recomputeRoom(temp.store.db, roomNo, alice, changes);
      changes.room(roomNo);
    });
  inView = 'counted';
  isRead(counted);
  expect(words()).toContain('counted');
  inView = 'named';
  isRead(roomNoOf(temp.store.db, idOf('named')) ?? 0);
  expect(words()).not.toContain('counted');
  expect(words()).toContain('named');
  expect(open({ unreadOnly: true, text: 'mark' }).words()).toBe('[rooms 1] marked');
});

test('the filter knows neither case nor accents, and totals follow it', () => {
  for (const name of ['Café Zoë', 'cafeteria', 'Garden']) room(name, { name });
  expect(open({ text: 'CAFÉ' }).words()).toBe('[rooms 2] cafeteria Café Zoë');
  expect(open({ text: 'zoe' }).words()).toBe('[rooms 1] Café Zoë');
  expect(open({ text: '%' }).words()).toBe('');
});

test('the filter finds the address of the other person, and of the room', () => {
  room('Lindqvist', { state: [member(carol, 'join', 'Lindqvist')] });
  const { db } = temp.store;
  const direct = { [carol]: [idOf('Lindqvist')] };
  temp.store.write(() => putAccountData(db, 0, 'm.direct', direct));
  temp.store.write((changes) => recomputeRoom(db, 1, alice, changes));
  room('Beds', { state: [state('m.room.canonical_alias', '', { alias: '#Garden:example.org' })] });
  room('Other');
  for (const text of ['@carol:ex', 'carol:', 'CAROL'])
    expect(open({ text }).words()).toBe('[people 1] Lindqvist');
  for (const text of ['#garden:', 'garden']) expect(open({ text }).words()).toBe('[rooms 1] Beds');
  expect(open({ text: 'example' }).words()).toBe('');
});

test('a collapsed section keeps its total, the window ends at its limit and grows', async () => {
  for (const n of [1, 2, 3]) room(`r${n}`, { events: [message('x', { ts: noon + n })] });
  room('loved', { tags: ['m.favourite'] });
  expect(open({ collapsed: ['favourites'] }).words()).toBe('[favourites 1] [rooms 3] r3 r2 r1');
  const { view, words } = open({ limit: 2 });
  expect(words()).toBe('[favourites 1] loved [rooms 3] r3');
  expect(await view.paginate('forward', 5)).toEqual({ reachedStart: true, reachedEnd: true });
  expect(words()).toBe('[favourites 1] loved [rooms 3] r3 r2 r1');
});

test('a new message moves its room to the top, other rows stay the same objects', () => {
  room('a', { events: [message('x', { ts: noon })] });
  room('b', { events: [message('x', { ts: noon + 1 })] });
  const view = open();
  const before = rowOf(view.items(), 'b');
  room('a', { events: [message('y', { ts: noon + 2 })] });
  expect(view.words()).toBe('[rooms 2] a b');
  expect(rowOf(view.items(), 'b')).toBe(before);
});

test('a burst of commits costs one recomputation per pause', () => {
  room('a');
  let sets = 0;
  const view = createRoomsView(
    { store: temp.store, ownUserId: () => alice, clock },
    { text: '', collapsed: [], limit: 10 },
    { set: () => (sets += 1), fail: () => undefined },
  );
  temp.store.onCommit(view.refresh, 'inside');
  clock.pass(100);
  for (let n = 0; n < 20; n += 1) temp.store.write((changes) => changes.room(1));
  expect(sets).toBe(2);
  clock.pass(100);
  expect(sets).toBe(3);
  view.close();
  temp.store.write((changes) => changes.room(1));
  clock.pass(100);
  expect(sets).toBe(3);
});

test('a sender whose clock runs ahead does not pin its room to the top', () => {
  room('ahead', { events: [message('x', { ts: 9_999_999_999_999 })] });
  clock.pass(60_000);
  room('honest', { events: [message('x', { ts: clock.now() })] });
  expect(open().words()).toBe('[rooms 2] honest ahead');
});
