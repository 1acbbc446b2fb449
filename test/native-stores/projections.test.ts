// The conformance suite of projections: every one is run through random orders of state, messages, plaintexts, redactions and replays.
// Its rows must be the same whatever the order, and the same as a rebuild from `state` and `events` alone makes them.
import fc from 'fast-check';
import { eventNoOf, roomContext } from '#stores/ingest/insert';
import { setPlain } from '#stores/ingest/decryption';
import { clearState, putState } from '#stores/ingest/state';
import { appendLive } from '#stores/ingest/timeline';
import type { PlainEvent, RawEvent } from '#stores/events/types';
import { projections } from '#stores/projections/all';
import { rememberMember } from '#stores/projections/members';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { all } from '#stores/sqlite/statements';
import {
  alice,
  bob,
  carol,
  create,
  edit,
  encrypted,
  member,
  message,
  noon,
  redaction,
  state,
  visibility,
} from '../fixtures/events';
import {
  childLink,
  encryption,
  entry,
  fileContent,
  fileMessage,
  fileVersion,
  gallery,
  galleryContent,
  galleryEdit,
  parentLink,
  purpose,
} from '../fixtures/files';
import { tempStore, type TempStore } from './support/tempStore';

const dave = '@dave:example.org';

let temp: TempStore;
beforeAll(() => {
  temp = tempStore();
});
afterAll(() => temp.remove());

/** Rows of each projection for one room, by event ids: event numbers depend on the order of arrival. */
const rowsOf: Readonly<Record<string, readonly string[]>> = {
  members: [
    'SELECT user_id, membership, display_name, name_key, avatar_mxc FROM members WHERE room_no = ? ORDER BY 1',
  ],
  rooms: [
    `SELECT version, room_type, created_ms, topic, avatar_mxc, is_public, encryption FROM rooms WHERE room_no = ?`,
  ],
  files: [
    'SELECT is_tree FROM rooms WHERE room_no = ?',
    `SELECT l.child_id, l.ord, l.has_via, e.event_id FROM space_links l LEFT JOIN events e ON e.event_no = l.event_no
     WHERE l.room_no = ? ORDER BY 1`,
    'SELECT parent_id, has_via FROM space_parents WHERE room_no = ? ORDER BY 1',
    `SELECT event_id, sender, ts, msgtype, name, odd_name, name_folded, extension, kind, mime_type, size_bytes, mxc,
       replaces, problem FROM files WHERE room_no = ? ORDER BY 1`,
    // `locked_by` is left out: the current state does not say who locked an entry first.
    `SELECT f.event_id, f.active, f.name, f.odd_name, f.name_folded, f.sort_key, f.locked, f.version, f.changed_ms,
       f.changed_by, s.event_id AS state_event, m.event_id AS message, f.kind, f.size_bytes, f.superseded, f.gone
     FROM file_entries f LEFT JOIN events s ON s.event_no = f.state_event_no LEFT JOIN events m ON m.event_no = f.file_no
     WHERE f.room_no = ? ORDER BY 1`,
  ],
  galleries: [
    `SELECT event_id, part, sender, ts, encrypted, name, odd_name, name_folded, extension, kind, mime_type, size_bytes, mxc, replaces,
       problem, superseded FROM gallery_files WHERE room_no = ? ORDER BY 1, 2`,
  ],
  // The last digits of a place tell apart what came in the same millisecond.
  search: [
    `SELECT e.event_id, s.doc / 1000 AS ms, s.has, s.body FROM search_messages s JOIN events e ON e.event_no = s.event_no
     WHERE s.room_no = ? ORDER BY 1`,
    'SELECT word FROM search_vocabulary WHERE ? > 0 ORDER BY 1',
    `SELECT e.event_id FROM search_words w JOIN search_messages s ON s.doc = w.rowid JOIN events e ON e.event_no = s.event_no
     WHERE search_words MATCH '"\u{e000}' || CAST(? AS INTEGER) || '"' ORDER BY 1`,
    'SELECT count(*) AS parts FROM search_parts WHERE ? > 0',
  ],
  visibility: [
    `SELECT e.event_id, v.target_hash, v.sender, v.ts, v.visible, v.reason FROM visibility_changes v
     JOIN events e ON e.event_no = v.event_no WHERE v.room_no = ? ORDER BY 1`,
  ],
};

type Rows = Readonly<Record<string, unknown>>;

function rows(roomNo: number): Rows {
  return Object.fromEntries(
    projections.map(({ name }) => [
      name,
      (rowsOf[name] ?? []).map((sql) => all(temp.store.db, sql, roomNo)),
    ]),
  );
}

interface Fact {
  /** An event that arrives, or the plaintext of one. */
  readonly event: RawEvent;
  readonly plain?: PlainEvent;
}

const isState = ({ event }: Fact): boolean => event.state_key !== undefined;

const plainOf = (id: string, content: Record<string, unknown>): Fact => ({
  event: encrypted('s', { id, ts: noon }),
  plain: { type: 'm.room.message', content },
});

/** Everything that projections have an opinion about, with what contradicts it. */
function facts(kind: 'directory' | 'room'): Fact[] {
  const version = { 'm.relates_to': { rel_type: 'm.replace', event_id: '$dark' } };
  const ofHidden = { rel_type: 'm.replace', event_id: '$hidden' };
  const dark = fileContent('dark.pdf');
  const newer = { ...fileContent('darker.pdf'), 'm.new_content': fileContent('darker.pdf') };
  const clock = { ts: noon * 2 };
  const stateFacts: RawEvent[] = [
    create('10', kind === 'directory' ? { type: 'm.space' } : {}),
    ...(kind === 'directory' ? [purpose()] : []),
    member(alice, 'join', 'Alice', { id: '$alice' }),
    member(bob, 'invite', 'Bob', { id: '$bob' }),
    member(bob, 'join', 'Bobby', { id: '$bobby' }),
    member(carol, 'join', 'Carol', { id: '$carol' }),
    state('m.room.member', carol, { membership: 7 }, { id: '$nonsense' }),
    member(dave, 'join', 'Dave', { id: '$dave' }),
    state('m.room.member', dave, { membership: 'leave' }, { id: '$gone' }),
    encryption(),
    state('m.room.encryption', '', {}, { id: '$clear' }),
    state('m.room.topic', '', { topic: 'roses' }, { id: '$topic' }),
    state('m.room.join_rules', '', { join_rule: 'public' }, { id: '$rule' }),
    childLink('!child:example.org', { via: ['example.org'], order: 'b' }, { id: '$link' }),
    childLink('!child:example.org', { via: ['example.org'], order: 'a' }, { id: '$link2' }),
    parentLink('!parent:example.org'),
    entry('$v1', { active: false, name: 'plan.txt' }, { id: '$entry1' }),
    entry('$v2', { active: true, name: 'plan 2.txt', version: 2 }, { id: '$entry2', ...clock }),
    entry('$dark', { active: true, name: 'dark.pdf', locked: true }, { id: '$entry3' }),
    entry('$newer', { active: true, name: 'darker.pdf' }, { id: '$entry4' }),
    entry('$lost', { active: true, name: 'lost.txt' }, { id: '$entry5' }),
    entry('$lost', {}, { id: '$entry6' }),
  ];
  const messages: Fact[] = [
    fileMessage('plan.txt', { id: '$v1', ...clock }),
    fileVersion('plan 2.txt', '$v1', { id: '$v2' }),
    encrypted('s', { id: '$dark', ts: noon }),
    encrypted('s', { id: '$newer', ts: noon }, version['m.relates_to']),
    fileMessage('lost.txt', { id: '$lost' }),
    message('hello', { id: '$text' }),
    edit('$text', 'hello you', { id: '$edit' }),
    visibility('$text', { visible: false, reason: 'rude' }, { id: '$hide' }),
    visibility('$text', { visible: true }, { id: '$show', ...clock }),
    visibility('$hidden', {}, { id: '$hideDark' }),
    visibility('$text', { reason: 7 }, { id: '$noReason' }),
    gallery(['one.png', 'two.pdf'], { id: '$several' }),
    gallery(['three.png'], { id: '$seen', ...clock }),
    galleryEdit(['one.png'], '$several', { id: '$fewer' }),
    galleryEdit(['one.png', 'six.png'], '$several', { id: '$taken', ...clock }),
    galleryEdit(['two.pdf'], '$several', { id: '$forged', sender: bob, ...clock }),
    galleryEdit(['seven.png'], '$hidden', { id: '$open', ...clock }),
    galleryEdit(['eight.png'], '$seen', { id: '$orphan' }),
    encrypted('s', { id: '$secret', ts: noon }, { 'm.relates_to': ofHidden }),
    encrypted('s', { id: '$hidden', ts: noon }),
    redaction('$seen', { id: '$r7' }),
    redaction('$show', { id: '$r9' }),
    redaction('$taken', { id: '$r8' }),
    redaction('$v1', { id: '$r1' }),
    redaction('$newer', { id: '$r2' }),
    redaction('$topic', { id: '$r3' }),
    redaction('$bobby', { id: '$r4' }),
    redaction('$link2', { id: '$r5' }),
    redaction('$text', { id: '$r6' }),
  ].map((event) => ({ event }));
  return [
    ...stateFacts.map((event) => ({ event })),
    ...messages,
    plainOf('$hidden', galleryContent(['four.png', 'five.zip'])),
    plainOf('$secret', {
      ...galleryContent(['four.png']),
      'm.new_content': galleryContent(['four.png']),
    }),
    plainOf('$dark', dark),
    plainOf('$newer', { ...newer, ...version }),
  ];
}

class Undo extends Error {}

/** Works in a transaction that is taken back, so that every run begins with an empty store. */
function tryOut<T>(work: (roomNo: number) => T): T {
  let result: { value: T } | null = null;
  try {
    temp.store.write(() => {
      const roomNo = ensureRoom(temp.store.db, '!room:example.org');
      updateRoom(temp.store.db, roomNo, { membership: 'join' });
      result = { value: work(roomNo) };
      throw new Undo();
    });
  } catch (thrown) {
    if (!(thrown instanceof Undo)) throw thrown;
  }
  if (result === null) throw new Error('nothing was tried');
  return (result as { value: T }).value;
}

function arrive(roomNo: number, event: RawEvent, current: boolean): void {
  const { db } = temp.store;
  if (current && event.state_key !== undefined) putState(db, roomNo, [event], noon + 1000);
  appendLive(db, {
    roomNo,
    events: [event],
    limited: false,
    prevBatch: null,
    receivedMs: noon + 1000,
    ownUserId: null,
  });
}

const unheard = {
  room: () => undefined,
  timeline: () => undefined,
  members: () => undefined,
  topic: () => undefined,
};

/** Tells each fact; a plaintext whose event is not here yet comes at the end. `again` is replayed by the timeline alone. */
function play(roomNo: number, order: readonly Fact[], again: ReadonlySet<Fact>): void {
  const { db } = temp.store;
  const late: Fact[] = [];
  const decrypt = ({ event, plain }: Fact): boolean => {
    const eventNo = eventNoOf(db, roomContext(db, roomNo), event.event_id);
    if (eventNo !== null && plain !== undefined) setPlain(db, eventNo, plain, unheard);
    return eventNo !== null;
  };
  for (const fact of order) {
    if (fact.plain === undefined) arrive(roomNo, fact.event, true);
    else if (!decrypt(fact)) late.push(fact);
    if (again.has(fact)) arrive(roomNo, fact.event, false);
  }
  for (const fact of late) decrypt(fact);
}

/** State events keep their order among themselves, because the newest one counts. */
function inOrderOfState(order: readonly Fact[], told: readonly Fact[]): Fact[] {
  const states = told.filter((fact) => isState(fact) && order.includes(fact));
  return order.map((fact) => (isState(fact) ? (states.shift() ?? fact) : fact));
}

function rebuilt(roomNo: number): Rows {
  for (const projection of projections) projection.rebuild(temp.store.db);
  return rows(roomNo);
}

test('the suite knows the rows of every projection', () => {
  expect(Object.keys(rowsOf)).toEqual(projections.map(({ name }) => name));
});

describe.each(['directory', 'room'] as const)('in a %s', (kind) => {
  const told = facts(kind);
  // The room's type decides how redactions and edits are read; a server sends the create event and the purpose first.
  const firstOnes = kind === 'directory' ? 2 : 1;
  const first = told.slice(0, firstOnes);
  const rest = told.slice(firstOnes);
  const orders = fc.shuffledSubarray(rest, { minLength: rest.length });
  const replays = fc.subarray(told);

  test('CHAT-3.7 any order gives the rows that the natural order gives', () => {
    const natural = tryOut((roomNo) => {
      play(roomNo, told, new Set());
      return rows(roomNo);
    });
    fc.assert(
      fc.property(orders, replays, (order, again) => {
        const found = tryOut((roomNo) => {
          play(roomNo, [...first, ...inOrderOfState(order, told)], new Set(again));
          return rows(roomNo);
        });
        expect(found).toEqual(natural);
      }),
      { numRuns: 150 },
    );
  });

  test('any part of the facts in any order gives the rows that a rebuild makes, also after state was forgotten', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(rest), replays, fc.nat(3), (order, again, forget) => {
        const [kept, made] = tryOut((roomNo) => {
          play(roomNo, [...first, ...order], new Set(again.filter((fact) => order.includes(fact))));
          if (forget === 0) {
            clearState(temp.store.db, roomNo);
            putState(temp.store.db, roomNo, [...statesOf(first), ...statesOf(order)], noon + 1000);
          }
          return [rows(roomNo), rebuilt(roomNo)];
        });
        expect(kept).toEqual(made);
      }),
      { numRuns: 150 },
    );
  });

  test('CHAT-3.7 nothing of what was redacted is left in any row', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const text = tryOut((roomNo) => {
          play(roomNo, [...first, ...inOrderOfState(order, told)], new Set());
          return JSON.stringify([rows(roomNo)['files'], rows(roomNo)['galleries']]);
        });
        const taken =
          kind === 'directory' ? ['mxc://example.org/plantxt'] : ['plantxt', 'plan2txt'];
        for (const word of [...taken, 'darkerpdf', 'threepng', 'sixpng'])
          expect(text).not.toContain(word);
      }),
      { numRuns: 50 },
    );
  });
});

test('a rebuild keeps the names of those who are gone, and of those whom older history named', () => {
  const found = tryOut((roomNo) => {
    const { db } = temp.store;
    const leave = state('m.room.member', bob, { membership: 'leave' }, { id: '$left' });
    putState(db, roomNo, [member(bob, 'join', 'Bob'), leave], noon);
    expect(rememberMember(db, roomNo, carol, { displayname: 'Carol' })).toBe(true);
    expect(rememberMember(db, roomNo, carol, { displayname: 'Caroline' })).toBe(false);
    return rebuilt(roomNo)['members'];
  });
  expect(found).toEqual([
    [
      expect.objectContaining({ user_id: bob, membership: 'leave', display_name: 'Bob' }),
      expect.objectContaining({ user_id: carol, membership: 'leave', display_name: 'Carol' }),
    ],
  ]);
});

const statesOf = (order: readonly Fact[]): RawEvent[] =>
  order.filter(isState).map(({ event }) => event);
