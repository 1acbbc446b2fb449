import {
  nextUndecrypted,
  setPlain,
  setUndecryptable,
  undecryptedOfSessions,
} from '#stores/ingest/decryption';
import { insertContext } from '#stores/ingest/context';
import { appendLive, insertLoose, prependOlder } from '#stores/ingest/timeline';
import { firstSince } from '#stores/events/byTime';
import {
  gapOfChunk,
  getEvent,
  getEventByNo,
  oldestChunkGap,
  pageOfTimeline,
} from '#stores/events/timeline';
import { relationsOf } from '#stores/events/relations';
import { type AppendResult } from '#stores/ingest/placing';
import type { RawEvent } from '#stores/events/types';
import { findRequest, getOutbox, insertOutbox } from '#stores/outbox/outbox';
import { ensureRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { putState } from '#stores/ingest/state';
import {
  alice,
  create,
  edit,
  encrypted,
  message,
  reaction,
  redaction,
  state,
} from '../fixtures/events';
import { tempStore, type TempStore } from './support/tempStore';

let temp: TempStore;
let roomNo: number;

beforeEach(() => {
  temp = tempStore();
  roomNo = temp.store.write(() => {
    const no = ensureRoom(temp.store.db, '!room:example.org');
    putState(temp.store.db, no, [create('10')], 1);
    return no;
  });
});
afterEach(() => temp.remove());

const live = (
  events: RawEvent[],
  more: { limited?: boolean; prevBatch?: string | null; since?: string } = {},
): AppendResult =>
  temp.store.write(() =>
    appendLive(temp.store.db, {
      roomNo,
      events,
      limited: more.limited ?? false,
      prevBatch: more.prevBatch ?? null,
      since: more.since ?? null,
      receivedMs: 5,
      ownUserId: alice,
    }),
  );

describe('a time in a room', () => {
  const at = (ts: number) => message(`at ${ts}`, { id: `$at${ts}`, ts });
  const found = (atMs: number) => {
    const no = firstSince(temp.store.db, roomNo, atMs);
    return typeof no === 'number' ? (getEventByNo(temp.store.db, no)?.eventId ?? null) : no;
  };

  test('the first event since then, in a piece of any length', () => {
    live(Array.from({ length: 300 }, (_, index) => at(1000 + index * 10)));
    for (const ts of [1000, 1010, 1500, 3980, 3990]) expect(found(ts)).toBe(`$at${ts}`);
    expect(found(1501)).toBe('$at1510');
    expect(found(3991)).toBeNull();
    expect(found(0)).toBe('$at1000');
  });

  test('nothing is said of a time before a gap; across pieces that join it goes on', () => {
    live([at(1000), at(1010)]);
    live([at(5000), at(5010)], { limited: true, prevBatch: 'gap' });
    expect(found(1000)).toBeUndefined();
    expect(found(5000)).toBeUndefined();
    expect(found(5001)).toBe('$at5010');
    const [gap] = pageOfTimeline(temp.store.db, { roomNo, limit: 10 }).gaps;
    older(gap?.chunkNo ?? 0, [at(4000), at(3000)], null);
    expect(found(3500)).toBe('$at4000');
    expect(found(1005)).toBe('$at1010');
  });

  test('times that do not rise end nowhere', () => {
    live([at(1000), at(9000), at(2000), at(100), at(3000)]);
    expect(found(2500)).toMatch(/^\$at(9000|3000)$/);
    expect(found(10_000)).toBeNull();
  });
});

const older = (chunkNo: number, events: RawEvent[], end: string | null): AppendResult =>
  temp.store.write(() =>
    prependOlder(temp.store.db, { roomNo, chunkNo, events, end, receivedMs: 6 }),
  );

const shown = (limit = 50): string =>
  pageOfTimeline(temp.store.db, { roomNo, limit })
    .events.map((event) => String(event.raw.content['body'] ?? event.type))
    .join(' ');

test('live events stand in the order in which they came, duplicates once', () => {
  const [a, b, c] = [message('a'), message('b'), message('c')];
  live([a, b]);
  const second = live([b, c]);
  expect(second.inserted.map((event) => event.eventId)).toEqual([c.event_id]);
  expect(shown()).toBe('a b c');
});

test('a limited answer leaves a gap, and paging back joins the pieces', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((body) => message(body));
  const [a, b, c, d, e, f] = all as [RawEvent, RawEvent, RawEvent, RawEvent, RawEvent, RawEvent];
  live([a, b], { prevBatch: 'before-a' });
  live([e, f], { limited: true, prevBatch: 'before-e' });
  const page = pageOfTimeline(temp.store.db, { roomNo, limit: 10 });
  const gapEvent = getEvent(temp.store.db, roomNo, e.event_id);
  expect(page.gaps.at(-1)).toEqual({
    beforeEventNo: gapEvent?.eventNo,
    chunkNo: 2,
    prevToken: 'before-e',
  });
  older(2, [d, c, b, a], 'before-a-again');
  const joined = pageOfTimeline(temp.store.db, { roomNo, limit: 10 });
  expect(shown()).toBe('a b c d e f');
  expect(joined.gaps.map((gap) => gap.chunkNo)).toEqual([1]);
  expect(oldestChunkGap(temp.store.db, roomNo)).toEqual({
    chunkNo: 1,
    prevToken: 'before-a',
  });
  older(1, [], null);
  expect(pageOfTimeline(temp.store.db, { roomNo, limit: 10 })).toMatchObject({
    reachedStart: true,
    hasOlder: false,
    hasNewer: false,
    gaps: [],
  });
});

test('a limited answer that overlaps with what is here leaves no gap', () => {
  const [a, b, c] = [message('a'), message('b'), message('c')];
  live([a, b]);
  live([b, c], { limited: true, prevBatch: 'before-b' });
  expect(shown()).toBe('a b c');
  expect(pageOfTimeline(temp.store.db, { roomNo, limit: 9 }).gaps).toEqual([]);
});

test('a late event that history brought before does not join an answer to what is here', () => {
  const [a, late, b, c] = ['a', 'late', 'b', 'c'].map((body) => message(body)) as [
    RawEvent,
    RawEvent,
    RawEvent,
    RawEvent,
  ];
  live([a], { prevBatch: 'before-a' });
  older(1, [late], 'before-late');
  live([late, c], { limited: true, prevBatch: 'before-late-one', since: 's1' });
  expect(gapOfChunk(temp.store.db, roomNo, 2)).toMatchObject({ prevToken: 'before-late-one' });
  older(2, [b], null);
  expect(shown()).toBe('late a b c');
});

test('a page of late events that history brought before does not end a gap; one that sync brought does', () => {
  const events = ['late', 'a', 'b', 'c'].map((body) => message(body));
  const [late, a, b, c] = events as [RawEvent, RawEvent, RawEvent, RawEvent];
  live([a], { prevBatch: 'before-a' });
  older(1, [late], 'before-late');
  live([c], { limited: true, prevBatch: 'before-c', since: 's1' });
  older(2, [late], 'on');
  expect(gapOfChunk(temp.store.db, roomNo, 2)).toMatchObject({ prevToken: 'on' });
  older(2, [b, a], 'past where the gap ends');
  expect(gapOfChunk(temp.store.db, roomNo, 2)).toBeNull();
  expect(shown()).toBe('late a b c');
});

test('paging over a whole older piece ends the gap, and what lies before that piece is its own gap', () => {
  const events = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((body) => message(body));
  const at = (index: number): RawEvent => events[index] ?? message('missing');
  live([at(1)], { prevBatch: 't1' });
  live([at(3), at(4)], { limited: true, prevBatch: 't3' });
  live([at(6)], { limited: true, prevBatch: 't6' });
  older(3, [at(5), at(4), at(3), at(2), at(1), at(0)], 't0');
  expect(shown()).toBe('b d e f g');
  older(2, [at(2), at(1), at(0)], 't0');
  older(1, [at(0)], null);
  expect(shown()).toBe('a b c d e f g');
  expect(pageOfTimeline(temp.store.db, { roomNo, limit: 50 })).toMatchObject({
    gaps: [],
    reachedStart: true,
  });
});

test('pages go both ways and around an event', () => {
  const events = Array.from({ length: 9 }, (_, index) => message(String(index)));
  live(events);
  const middle = getEvent(temp.store.db, roomNo, events[4]?.event_id ?? '')?.eventNo ?? 0;
  const bodies = (query: object): string =>
    pageOfTimeline(temp.store.db, { roomNo, limit: 3, ...query })
      .events.map((event) => String(event.raw.content['body']))
      .join('');
  expect([
    bodies({ before: middle }),
    bodies({ after: middle }),
    bodies({ around: middle }),
    bodies({}),
  ]).toEqual(['123', '567', '345', '678']);
});

test('history around a far event becomes its own piece and joins later', () => {
  const events = Array.from({ length: 8 }, (_, index) => message(String(index)));
  live(events.slice(6), { prevBatch: 'before-6' });
  temp.store.write(() =>
    insertContext(temp.store.db, {
      roomNo,
      events: events.slice(1, 3),
      start: 'before-1',
      receivedMs: 1,
    }),
  );
  expect(shown()).toBe('1 2 6 7');
  older(1, events.slice(2, 6).toReversed(), 'x');
  expect(shown()).toBe('1 2 3 4 5 6 7');
  expect(oldestChunkGap(temp.store.db, roomNo)?.prevToken).toBe('before-1');
});

test('history around a far event stands in the timeline, too, where sync has put what stood by time in order', () => {
  const events = Array.from({ length: 8 }, (_, index) => message(String(index)));
  const { db } = temp.store;
  const first = { roomNo, limited: true, receivedMs: 5, ownUserId: null };
  // A look ahead of sync, the answer of sync, and the page before it: the first piece is left without events.
  temp.store.write(() =>
    appendLive(db, { ...first, events: events.slice(5), prevBatch: 'before-5', byTime: true }),
  );
  temp.store.write(() =>
    appendLive(db, { ...first, events: events.slice(7), prevBatch: 'before-7' }),
  );
  older(2, events.slice(4, 7).toReversed(), 'before-4');
  expect(shown()).toBe('4 5 6 7');
  temp.store.write(() =>
    insertContext(db, { roomNo, events: events.slice(1, 3), start: 'before-1', receivedMs: 1 }),
  );
  expect(shown()).toBe('1 2 4 5 6 7');
  expect(oldestChunkGap(db, roomNo)?.prevToken).toBe('before-1');
});

test('an event that an answer names twice stands once', () => {
  const events = Array.from({ length: 4 }, (_, index) => message(String(index)));
  live(events.slice(3), { prevBatch: 'before-3' });
  const [first, second] = events as [RawEvent, RawEvent];
  temp.store.write(() =>
    insertContext(temp.store.db, {
      roomNo,
      events: [first, second, first, second],
      start: 'before-0',
      receivedMs: 1,
    }),
  );
  expect(shown()).toBe('0 1 3');
});

test('history that overlaps the beginning of a piece goes before it, elsewhere it changes nothing', () => {
  const events = Array.from({ length: 6 }, (_, index) => message(String(index)));
  live(events.slice(3), { prevBatch: 'before-3' });
  const around = (from: number, to: number): void => {
    temp.store.write(() =>
      insertContext(temp.store.db, {
        roomNo,
        events: events.slice(from, to),
        start: `before-${from}`,
        receivedMs: 1,
      }),
    );
  };
  around(1, 5);
  expect(shown()).toBe('1 2 3 4 5');
  expect(oldestChunkGap(temp.store.db, roomNo)?.prevToken).toBe('before-1');
  older(2, [message('0')], null);
  around(1, 4);
  expect(shown()).toBe('0 1 2 3 4 5');
});

test('CHAT-3.7 a redacted event keeps its allowed keys only, with redacted_because', () => {
  const target = message('secret');
  const because = redaction(target.event_id, {}, 'rude');
  live([target, because]);
  const stored = getEvent(temp.store.db, roomNo, target.event_id);
  expect(stored?.redactedBy).toBe(because.event_id);
  expect(stored?.raw).toEqual({
    event_id: target.event_id,
    type: 'm.room.message',
    sender: target.sender,
    origin_server_ts: target.origin_server_ts,
    content: {},
    unsigned: { redacted_because: because },
  });
});

test('CHAT-3.7 a redaction works in whatever order it and its target arrive', () => {
  const target = message('secret');
  const because = redaction(target.event_id);
  live([because]);
  const result = live([target]);
  expect(result.inserted[0]?.redactedBy).toBe(because.event_id);
  expect(JSON.stringify(getEvent(temp.store.db, roomNo, target.event_id)?.raw)).not.toContain(
    'secret',
  );
});

test('only redactions whose target is not here wait, and none after it came, stripped by the server or not', () => {
  const waiting = (): unknown =>
    temp.store.db.prepare('SELECT count(*) FROM waiting_redactions').pluck().get();
  const [here, later, stripped] = [message('a'), message('b'), message('c')];
  const becauses = [here, later, stripped].map((target) => redaction(target.event_id));
  live([here, ...becauses]);
  expect(waiting()).toBe(2);
  live([later, { ...stripped, content: {}, unsigned: { redacted_because: becauses[2] } }]);
  expect(waiting()).toBe(0);
});

test('what is here beside the timeline, or as state, and is told again as redacted loses its content', () => {
  const { db } = temp.store;
  const asRedacted = (event: RawEvent): RawEvent => ({
    ...event,
    content: {},
    unsigned: { redacted_because: redaction(event.event_id, { id: `${event.event_id}-because` }) },
  });
  // The quoted event was fetched alone; the page of history that holds it comes after its redaction.
  const [quoted, topic] = [message('secret'), state('m.room.topic', '', { topic: 'secret' })];
  temp.store.write(() => insertLoose(db, { roomNo, event: quoted, receivedMs: 1 }));
  live([message('answer')], { prevBatch: 'before' });
  older(1, [asRedacted(quoted)], null);
  temp.store.write(() => putState(db, roomNo, [topic], 1));
  temp.store.write(() => putState(db, roomNo, [asRedacted(topic)], 1));
  const redacted = [quoted, topic].map(({ event_id: id }) => getEvent(db, roomNo, id));
  expect(redacted.map((event) => [event?.redactedBy, event?.raw.content])).toEqual(
    [quoted, topic].map(({ event_id: id }) => [`${id}-because`, {}]),
  );
});

test('CHAT-3.7 power levels keep what the room version says', () => {
  const levels = state('m.room.power_levels', '', { users: { [alice]: 100 }, invite: 10, x: 1 });
  temp.store.write(() => putState(temp.store.db, roomNo, [levels], 1));
  live([redaction(levels.event_id)]);
  expect(getState(temp.store.db, roomNo, 'm.room.power_levels')?.raw.content).toEqual({
    users: { [alice]: 100 },
  });
});

test('a redaction in another room changes nothing', () => {
  const target = message('stays');
  live([target]);
  temp.store.write(() => {
    const other = ensureRoom(temp.store.db, '!other:example.org');
    appendLive(temp.store.db, {
      roomNo: other,
      events: [redaction(target.event_id)],
      limited: false,
      prevBatch: null,
      receivedMs: 1,
      ownUserId: alice,
    });
  });
  expect(getEvent(temp.store.db, roomNo, target.event_id)?.redactedBy).toBeNull();
});

test('before room version 11 the content cannot redact, from 11 on the outer field cannot', () => {
  const target = message('stays');
  live([target, { ...redaction(target.event_id), redacts: undefined }]);
  expect(getEvent(temp.store.db, roomNo, target.event_id)?.redactedBy).toBeNull();
  temp.store.write(() => putState(temp.store.db, roomNo, [create('11')], 1));
  const wrong = { ...redaction(target.event_id), content: { redacts: '$other' } };
  live([wrong]);
  expect(getEvent(temp.store.db, roomNo, target.event_id)?.redactedBy).toBeNull();
  live([redaction(target.event_id)]);
  expect(getEvent(temp.store.db, roomNo, target.event_id)?.redactedBy).not.toBeNull();
});

test('the edits of a redacted message lose their text too, also those that come later', () => {
  const target = message('secret one');
  const before = edit(target.event_id, 'secret two');
  const after = edit(target.event_id, 'secret three');
  live([target, before, redaction(target.event_id), after]);
  const rows = pageOfTimeline(temp.store.db, { roomNo, limit: 9 }).events;
  expect(JSON.stringify(rows.map((row) => row.raw))).not.toContain('secret');
  expect(relationsOf(temp.store.db, roomNo, target.event_id, 'm.replace')).toEqual([]);
});

test('relations are found by target, redacted ones are gone', () => {
  const target = message('hello');
  const [one, two] = [reaction(target.event_id, '👍'), reaction(target.event_id, '🎉')];
  live([one, target, two, redaction(two.event_id)]);
  expect(
    relationsOf(temp.store.db, roomNo, target.event_id, 'm.annotation').map((row) => row.eventId),
  ).toEqual([one.event_id]);
});

test('an encrypted event waits in the queue until its plaintext is written, once', () => {
  const event = encrypted('session');
  const { encrypted: waiting } = live([event]);
  const eventNo = waiting[0] ?? 0;
  expect(nextUndecrypted(temp.store.db, 5).map((row) => row.eventNo)).toEqual([eventNo]);
  temp.store.write((changes) => setUndecryptable(temp.store.db, eventNo, 'unknown', changes));
  expect(undecryptedOfSessions(temp.store.db, ['other', 'session'])).toHaveLength(1);
  expect(undecryptedOfSessions(temp.store.db, ['other'])).toEqual([]);
  const plain = { type: 'm.room.message', content: { msgtype: 'm.text', body: 'hi' } };
  const rooms: number[] = [];
  temp.store.onCommit((changes) => rooms.push(...changes.timelines.keys()), 'inside');
  temp.store.write((changes) => setPlain(temp.store.db, eventNo, plain, changes));
  temp.store.write((changes) =>
    setPlain(temp.store.db, eventNo, { ...plain, content: {} }, changes),
  );
  expect(getEvent(temp.store.db, roomNo, event.event_id)).toMatchObject({ plain, utdCode: null });
  expect({ queue: nextUndecrypted(temp.store.db, 5), rooms }).toEqual({
    queue: [],
    rooms: [roomNo],
  });
});

test('a redacted encrypted event is not decrypted any more', () => {
  const event = encrypted('session');
  const { encrypted: waiting } = live([event]);
  live([redaction(event.event_id)]);
  const written = temp.store.write((changes) =>
    setPlain(temp.store.db, waiting[0] ?? 0, { type: 'm.room.message', content: {} }, changes),
  );
  expect([written, nextUndecrypted(temp.store.db, 5)]).toEqual([false, []]);
});

test('our own event takes over its local echo by transaction id, another person cannot', () => {
  const row = {
    localKey: 'local-1',
    requestId: 'request-1',
    roomNo,
    seq: 1,
    txnId: 'm1.1',
    status: 'sending' as const,
    type: 'm.room.message',
    content: { msgtype: 'm.text', body: 'mine' },
    attachment: null,
    waitsFor: null,
    tries: 0,
    error: null,
    eventId: null,
    createdMs: 1,
  };
  temp.store.write(() => insertOutbox(temp.store.db, row));
  live([message('forged', { unsigned: { transaction_id: 'm1.1' } })]);
  expect(getOutbox(temp.store.db, 'local-1')).toEqual({ ...row, unanswered: false });
  const result = live([message('mine', { sender: alice, unsigned: { transaction_id: 'm1.1' } })]);
  expect([result.echoed, result.inserted[0]?.localKey]).toEqual([['local-1'], 'local-1']);
  expect(getOutbox(temp.store.db, 'local-1')).toBeNull();
  expect(findRequest(temp.store.db, 'request-1')).toEqual({ localKey: 'local-1' });
});

test('magic names are ordinary ids, types and keys', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const events = names.map((name) => message(name, { id: name, sender: name }));
  live([...events, ...names.map((name) => reaction(name, name))]);
  temp.store.write(() =>
    putState(
      temp.store.db,
      roomNo,
      names.map((name) => state(name, name, JSON.parse('{"__proto__":{"polluted":1}}'))),
      1,
    ),
  );
  expect(
    names.map((name) => relationsOf(temp.store.db, roomNo, name, 'm.annotation').length),
  ).toEqual([1, 1, 1, 1]);
  expect(names.map((name) => getState(temp.store.db, roomNo, name, name)?.type)).toEqual(names);
  live(names.map((name) => redaction(name)));
  expect(names.map((name) => getEvent(temp.store.db, roomNo, name)?.raw.content)).toEqual(
    names.map(() => ({})),
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('an event beside the timeline keeps its row when it enters the timeline', () => {
  const event = message('target');
  const loose = temp.store.write(() =>
    insertLoose(temp.store.db, { roomNo, event, receivedMs: 1 }),
  );
  expect(shown()).toBe('');
  live([event]);
  expect(getEvent(temp.store.db, roomNo, event.event_id)?.eventNo).toBe(loose.eventNo);
  expect(shown()).toBe('target');
});
