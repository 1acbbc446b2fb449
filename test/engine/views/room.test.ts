import { ensureRoom, getRoom, updateRoom } from '#stores/rooms/rooms';
import { getMember, getState } from '#stores/rooms/state';
import { putState } from '#stores/ingest/state';
import { putAccountData } from '#stores/settings/accountData';
import { putPresence } from '#stores/settings/presence';
import { getDraft, putDraft } from '#stores/settings/drafts';
import { setSetting } from '#stores/settings/settings';
import type { RawEvent } from '#stores/events/types';
import { insertScheduled } from '#stores/outbox/scheduled';
import { writtenBeacon } from '#engine/events/beacons';
import { beaconInfoContent } from '#engine/events/locationContents';
import { recomputeRoom } from '#engine/rooms/derive';
import { ownPermissions, powerLevels } from '#engine/rooms/permissions';
import { callRoomOf } from '#engine/calls/views';
import { createMembersView } from '#engine/views/members';
import { createPersonView } from '#engine/views/person';
import { createRoomView } from '#engine/views/room';
import { systemClock } from '#engine/base/clock';
import { createDraftView, createSettingsView } from '#engine/views/values';
import {
  MemberRow as MemberSchema,
  PersonCard as CardSchema,
  type MemberRow,
  type PersonCard,
} from '#contract/areas/rooms/peopleModels';
import { RoomHeader as HeaderSchema, type RoomHeader } from '#contract/areas/rooms/roomsModels';
import { alice, bob, carol, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { testClock } from './support';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

function room(events: RawEvent[], id = '!room:example.org'): number {
  const { store } = temp;
  return store.write((changes) => {
    const roomNo = ensureRoom(store.db, id);
    updateRoom(store.db, roomNo, { membership: 'join' });
    putState(store.db, roomNo, events, 1);
    changes.room(roomNo);
    changes.members(roomNo);
    return roomNo;
  });
}

function last<T>(
  open: (sink: { set(value: T): void; fail(): void }) => { refresh(c: never): void },
): () => T {
  let value: T | null = null;
  const view = open({
    set: (next) => {
      value = next;
    },
    fail: () => {
      throw new Error('failed');
    },
  });
  temp.store.onCommit((changes) => view.refresh(changes as never), 'inside');
  return () => {
    if (value === null) throw new Error('nothing was set');
    return value;
  };
}

const levels = (content: Record<string, unknown>): RawEvent =>
  state('m.room.power_levels', '', content, { sender: alice });
const deps = (): {
  store: TempStore['store'];
  ownUserId: () => string;
  clock: ReturnType<typeof testClock>;
} => ({
  store: temp.store,
  ownUserId: () => alice,
  clock: testClock(),
});

test('an invitation comes with the words of who invites, cut and cleaned; a room that was joined without them', () => {
  const reason = `We need a \u202efourth\n\n\n\n${'x'.repeat(900)}`;
  const invite = state('m.room.member', alice, { membership: 'invite', reason }, { sender: bob });
  const roomNo = room([create('10'), member(bob, 'join', 'Bob'), invite]);
  const header = () =>
    last<RoomHeader>((sink) => createRoomView(deps(), { roomId: '!room:example.org' }, sink))();
  temp.store.write(() => updateRoom(temp.store.db, roomNo, { membership: 'invite' }));
  const shown = HeaderSchema.parse(header()).inviteReason;
  expect(shown).toMatch(/^We need a fourth\n\nx+$/);
  expect(shown).toHaveLength(500);
  temp.store.write(() => updateRoom(temp.store.db, roomNo, { membership: 'join' }));
  expect(header().inviteReason).toBeUndefined();
});

const reason = 'Room deleted';
test.each<[string, Record<string, unknown>, string | null, object]>([
  [
    bob,
    { membership: 'leave', reason: 'Use\u202e Compost' },
    'join',
    { how: 'removed', reason: 'Use Compost' },
  ],
  [
    bob,
    { membership: 'ban', reason: 'x'.repeat(900) },
    'join',
    { how: 'banned', reason: 'x'.repeat(500) },
  ],
  [bob, { membership: 'leave' }, null, { how: 'removed' }],
  [bob, { membership: 'leave', reason }, 'join', { how: 'removed', reason }],
  [bob, { membership: 'leave' }, 'constructor', { how: 'removed' }],
  [bob, { membership: 'leave' }, 'ban', { how: 'unbanned' }],
  [bob, { membership: 'leave' }, 'invite', { how: 'withdrawn' }],
  [bob, { membership: 'leave' }, 'knock', { how: 'refused' }],
  [alice, { membership: 'leave', reason: 'bye' }, 'join', { how: 'left' }],
  [alice, { membership: 'leave' }, 'invite', { how: 'declined' }],
  [alice, { membership: 'leave' }, 'knock', { how: 'unasked' }],
  [alice, { membership: 'join' }, null, { how: 'unknown' }],
])('by %s %j after %j: who came out of a room reads how', (sender, content, was, told) => {
  const unsigned = was === null ? {} : { unsigned: { prev_content: { membership: was } } };
  const own = state('m.room.member', alice, content, { sender, ...unsigned });
  const roomNo = room([create('10'), member(bob, 'join', 'Bob'), own]);
  const header = () =>
    last<RoomHeader>((sink) => createRoomView(deps(), { roomId: '!room:example.org' }, sink))();
  expect(header().departure).toBeUndefined();
  temp.store.write(() => updateRoom(temp.store.db, roomNo, { membership: 'leave' }));
  const by = sender === bob ? expect.objectContaining({ userId: bob, name: 'Bob' }) : null;
  expect(HeaderSchema.parse(header()).departure).toEqual({ by, listed: false, ...told });
  // A shared folder that is deleted for everybody takes everybody out with this reason.
  temp.store.write(() => temp.store.db.exec('UPDATE rooms SET is_tree = 1'));
  const isDeleted = content['reason'] === reason;
  expect(header().departure?.deleted).toBe(isDeleted || undefined);
  if (isDeleted) expect(header().departure).not.toHaveProperty('reason');
});

test('a header has name, tags, members and counts', () => {
  const roomNo = room([
    create('10'),
    member(alice, 'join', 'Alice'),
    member(bob, 'join', 'Bob'),
    member(carol, 'invite', 'Carol'),
    levels({ users: { [alice]: 100 } }),
    state('m.room.topic', '', { topic: 'Roses' }),
    state('m.room.join_rules', '', { join_rule: 'public' }),
  ]);
  temp.store.write(() => {
    putAccountData(temp.store.db, roomNo, 'm.tag', { tags: { 'm.favourite': {}, 'u.work': {} } });
    updateRoom(temp.store.db, roomNo, { name: 'Garden', unread: 4 });
  });
  const header = last<RoomHeader>((sink) =>
    createRoomView(deps(), { roomId: '!room:example.org' }, sink),
  )();
  expect(HeaderSchema.parse(header)).toEqual({
    roomId: '!room:example.org',
    membership: 'join',
    name: 'Garden',
    topic: 'Roses',
    avatar: null,
    directUserId: null,
    encrypted: false,
    public: true,
    version: '10',
    joinedCount: 2,
    invitedCount: 1,
    inviter: null,
    typing: [],
    permissions: {
      send: true,
      invite: true,
      rename: true,
      setTopic: true,
      redactOthers: true,
      pin: true,
      kick: true,
      ban: true,
      setRoles: true,
      shareLive: true,
      notifyRoom: true,
    },
    runsAlone: true,
    tags: ['m.favourite', 'u.work'],
    replacementRoomId: null,
    replacementVia: [],
    predecessorRoomId: null,
    isSpace: false,
    unread: 4,
    hasNew: true,
    notifications: 'default',
  });
});

test('a card of somebody: their place here, the rooms where both are, the chat of two', () => {
  const { db } = temp.store;
  const here = [create('10'), member(alice, 'join', 'Alice'), member(bob, 'join', 'Bob')];
  room([...here, levels({ users: { [alice]: 100 } })]);
  const shared = room(here, '!shared:example.org');
  room([create('10'), member(alice, 'join', 'Alice')], '!mine:example.org');
  room([create('10', { type: 'm.space' }), ...here.slice(1)], '!space:example.org');
  const two = room(here, '!two:example.org');
  temp.store.write((changes) => {
    updateRoom(db, shared, { name: 'Allotment' });
    updateRoom(db, two, { directUserId: bob });
    changes.room(two);
  });
  const card = last<PersonCard>((sink) =>
    createPersonView(deps(), { roomId: '!room:example.org', userId: bob }, sink),
  );
  expect(CardSchema.parse(card())).toMatchObject({
    person: { userId: bob, name: 'Bob' },
    member: { membership: 'join', role: 'member', actions: { kick: true, ban: true } },
    directRoomId: '!two:example.org',
    sharedRooms: [{ roomId: '!shared:example.org', name: 'Allotment' }],
  });
  const stranger = last<PersonCard>((sink) =>
    createPersonView(deps(), { roomId: '!room:example.org', userId: carol }, sink),
  );
  expect(stranger()).toMatchObject({ member: null, directRoomId: null, sharedRooms: [] });
});

test('a chat of two says that its person is ignored, and that nobody can be called there; a room of more does not', () => {
  const { db } = temp.store;
  const here = [create('10'), member(alice, 'join', 'Alice'), member(bob, 'join', 'Bob')];
  const two = room(here);
  const many = room([...here, member(carol, 'join', 'Carol')], '!many:example.org');
  const ignore = (content: Record<string, unknown>): void =>
    temp.store.write((changes) => {
      putAccountData(db, 0, 'm.ignored_user_list', { ignored_users: content });
      for (const roomNo of [two, many]) {
        updateRoom(db, roomNo, { membership: 'join', directUserId: bob });
        changes.room(roomNo);
      }
    });
  const blockedIn = (roomId: string) => {
    const header = last<RoomHeader>((sink) => createRoomView(deps(), { roomId }, sink));
    return header().blocked?.name ?? null;
  };
  const mayCall = () => callRoomOf(temp.store, '!room:example.org', alice).canCall;
  ignore({});
  expect([blockedIn('!room:example.org'), mayCall()]).toEqual([null, true]);
  ignore({ [bob]: {} });
  expect([blockedIn('!room:example.org'), mayCall()]).toEqual(['Bob', false]);
  expect(blockedIn('!many:example.org')).toBeNull();
});

test('a room that is not here is unknown until it comes', () => {
  const header = last<RoomHeader>((sink) =>
    createRoomView(deps(), { roomId: '!room:example.org' }, sink),
  );
  expect(header().membership).toBe('unknown');
  room([create()]);
  expect(header().membership).toBe('join');
});

test('CHAT-3.2 a room whose create event is unknown or has no version has version 1', () => {
  const { db } = temp.store;
  const bare = room([], '!bare:example.org');
  const old = room([state('m.room.create', '', {})], '!old:example.org');
  expect([getRoom(db, bare)?.version, getRoom(db, old)?.version]).toEqual(['1', '1']);
});

test('CHAT-3.3 the room type comes from the create event', () => {
  const types = ['m.space', 'org.matrix.msc3417.call', 'io.element.video', undefined];
  const found = types.map((type, index) => {
    const roomNo = room([create('10', { type })], `!t${index}:example.org`);
    return getRoom(temp.store.db, roomNo)?.roomType;
  });
  expect(found).toEqual(['m.space', 'org.matrix.msc3417.call', 'io.element.video', null]);
});

test('CHAT-3.4 state is found by type and key, members by user id', () => {
  const roomNo = room([create(), member(bob, 'join', 'Bob'), state('x.y', 'k', { a: 1 })]);
  const { db } = temp.store;
  expect(getMember(db, roomNo, bob)).toMatchObject({ membership: 'join', displayName: 'Bob' });
  expect(getState(db, roomNo, 'x.y', 'k')?.raw.content).toEqual({ a: 1 });
  expect(getState(db, roomNo, 'x.y', '')).toBeNull();
});

test('who is in the room that took over has it alone in the list, with the draft of the old one', () => {
  const { store } = temp;
  const [before, after] = ['!before:example.org', '!after:example.org'];
  const moved = state('m.room.tombstone', '', { replacement_room: after });
  const old = room([create('10'), moved], before);
  store.write(() =>
    putDraft(store.db, old, { text: 'half a word', replyTo: '$gone', editing: null }, 1),
  );
  const next = room([create('10', { predecessor: { room_id: before } })], after);
  store.write((changes) => {
    for (const roomNo of [old, next]) recomputeRoom(store.db, roomNo, alice, changes);
  });
  const carried = { text: 'half a word', replyTo: null, editing: null };
  expect([getDraft(store.db, old), getDraft(store.db, next)]).toEqual([null, carried]);
  const sections = [old, next].map((roomNo) => getRoom(store.db, roomNo)?.section);
  expect(sections).toEqual(['ignored', 'rooms']);
});

test('CHAT-4.24 upgrades are followed both ways where both ends agree, without loops', () => {
  const id = (n: number): string => `!v${n}:example.org`;
  const make = (n: number, before: number | null, after: number | null): number =>
    room(
      [
        create('10', before === null ? {} : { predecessor: { room_id: id(before) } }),
        ...(after === null ? [] : [state('m.room.tombstone', '', { replacement_room: id(after) })]),
      ],
      id(n),
    );
  /** The room before, the room after, and who knows that one: as the value `room` tells it. */
  const around = (n: number): unknown[] => {
    const header = last<RoomHeader>((sink) => createRoomView(deps(), { roomId: id(n) }, sink))();
    return [header.predecessorRoomId, header.replacementRoomId, header.replacementVia];
  };
  const via = ['example.org'];
  make(1, null, 2);
  make(2, 1, 3);
  make(3, 2, null);
  expect([1, 2, 3].map(around)).toEqual([
    [null, id(2), via],
    [id(1), id(3), via],
    [id(2), null, []],
  ]);
  // One names a room that does not name it.
  make(4, 1, null);
  make(5, null, 1);
  expect([4, 5].map(around)).toEqual([
    [null, null, []],
    [null, null, []],
  ]);
  // A room that names itself leads nowhere.
  make(6, 6, 6);
  expect(around(6)).toEqual([null, null, []]);
  // A room that is not here yet is believed; its servers are told.
  make(7, null, 8);
  expect(around(7)).toEqual([null, id(8), via]);
});

test('CHAT-3.14 CHAT-6.1 overrides for a type win over the defaults', () => {
  const roomNo = room([
    create(),
    levels({ events: { 'm.room.name': 30, 'm.room.message': 20 }, events_default: 5 }),
  ]);
  const power = powerLevels(temp.store.db, roomNo, '10');
  expect([
    power.forState('m.room.name'),
    power.forState('m.room.topic'),
    power.forMessage('m.room.message'),
    power.forMessage('m.reaction'),
  ]).toEqual([30, 50, 20, 5]);
});

test('CHAT-6.2 CHAT-6.3 levels that are left out have their defaults', () => {
  const { db } = temp.store;
  const some = powerLevels(db, room([create(), levels({})]), '10');
  const none = powerLevels(db, room([create()], '!none:example.org'), '10');
  const read = (power: typeof some): number[] => [
    power.forState('x'),
    power.forAct('ban'),
    power.forAct('kick'),
    power.forAct('redact'),
    power.forRoomNotification(),
    power.forAct('invite'),
    power.forMessage('x'),
    power.of(bob),
    power.of(alice),
  ];
  expect(read(some)).toEqual([50, 50, 50, 50, 50, 0, 0, 0, 0]);
  expect(read(none)).toEqual([0, 50, 50, 50, 50, 0, 0, 0, 100]);
});

test('CHAT-6.6 creators have infinite power from version 12 on and in unknown versions', () => {
  const { db } = temp.store;
  const content = { additional_creators: [bob] };
  const found = ['11', '12', '13', 'org.example.x'].map((version) => {
    const roomNo = room(
      [create(version, content), levels({ users: { [carol]: 100 } })],
      `!${version}`,
    );
    const power = powerLevels(db, roomNo, version);
    return [power.of(alice), power.of(bob), power.of(carol)];
  });
  const all = [Infinity, Infinity, 100];
  expect(found).toEqual([[0, 0, 100], all, all, all]);
});

test('CHAT-5.12 sending needs membership and the level of the type that is really sent', () => {
  const { db } = temp.store;
  const roomNo = room([
    create(),
    levels({ users: { [alice]: 10 }, events: { 'm.room.encrypted': 20, 'm.room.message': 0 } }),
  ]);
  expect(ownPermissions(db, roomNo, alice).send).toBe(true);
  temp.store.write(() =>
    putState(
      db,
      roomNo,
      [state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' })],
      1,
    ),
  );
  expect(ownPermissions(db, roomNo, alice).send).toBe(false);
  temp.store.write(() => updateRoom(db, roomNo, { membership: 'leave' }));
  expect(ownPermissions(db, roomNo, alice)).toMatchObject({ send: false, react: false });
});

test('hostile power levels count as absent', () => {
  const roomNo = room([
    create(),
    levels(
      JSON.parse(
        `{"users": {"__proto__": 100, "${bob}": "50", "${carol}": 1.5}, "events": [], "ban": {}, "kick": 1e300}`,
      ),
    ),
  ]);
  const power = powerLevels(temp.store.db, roomNo, '10');
  expect([
    power.of(bob),
    power.of(carol),
    power.of('constructor'),
    power.forAct('ban'),
    power.forAct('kick'),
    power.forState('toString'),
  ]).toEqual([50, 0, 0, 50, 50, 50]);
});

test('members come by power, then name, with names that look alike marked', () => {
  const zoe = '@zoe:example.org';
  const fake = '@fake:example.org';
  const roomNo = room([
    create('12'),
    member(alice, 'join', 'alice'),
    member(bob, 'join', 'Bob'),
    member(zoe, 'join', 'Zoë'),
    member(fake, 'join', 'zoe\u200b'),
    member(carol, 'invite', 'Carol'),
    member('@left:example.org', 'leave', 'Left'),
    levels({ users: { [bob]: 50, [zoe]: 100 } }),
  ]);
  temp.store.write(() => {
    putPresence(temp.store.db, {
      userId: bob,
      state: 'online',
      lastActiveMs: 1,
      statusMessage: null,
    });
    updateRoom(temp.store.db, roomNo, { membersLoaded: true });
  });
  const rows = last<readonly MemberRow[]>((sink) =>
    createMembersView(deps(), { roomId: '!room:example.org', text: '', limit: 50 }, sink),
  )();
  for (const row of rows) MemberSchema.parse(row);
  expect(
    rows.map((row) => [row.person.name, row.role, row.person.ambiguous, row.presence]),
  ).toEqual([
    ['alice', 'creator', false, 'unknown'],
    ['Zoë', 'admin', true, 'unknown'],
    ['Bob', 'moderator', false, 'online'],
    ['zoe', 'member', true, 'unknown'],
    ['Carol', 'member', false, 'unknown'],
  ]);
});

test('people who are looked for by a name come before those in whose name it only occurs; the server is no name', () => {
  const roomNo = room([
    create('12'),
    member(alice, 'join', 'alice'),
    member(bob, 'join', 'Bob'),
    member(carol, 'join', 'Carol'),
    member('@caspar:example.org', 'join', 'The baker'),
    member('@z:example.org', 'join', 'Zoë Carter'),
    member('@micah:example.org', 'join', 'Micah'),
    levels({ users: { '@micah:example.org': 50 } }),
  ]);
  temp.store.write(() => updateRoom(temp.store.db, roomNo, { membersLoaded: true }));
  const found = (text: string): string[] =>
    last<readonly MemberRow[]>((sink) =>
      createMembersView(deps(), { roomId: '!room:example.org', text, limit: 50 }, sink),
    )().map(({ person }) => person.name);
  expect(found('ca')).toEqual(['Carol', 'The baker', 'Zoë Carter', 'Micah']);
  expect(found('@ca')).toEqual(['Carol', 'The baker']);
  expect(found('example')).toEqual([]);
  expect(found('b:example.org')).toEqual(['Bob']);
});

test('numbers in names count by their size', () => {
  const numbered = ['100', '20', '3'].map((one) =>
    member(`@u${one}:example.org`, 'join', `Guest ${one}`),
  );
  const unnamed = ['12', '9'].map((one) => member(`@h${one}:example.org`, 'join'));
  const roomNo = room([create(), member(alice, 'join', 'alice'), ...numbered, ...unnamed]);
  temp.store.write(() => updateRoom(temp.store.db, roomNo, { membersLoaded: true }));
  const rows = last<readonly MemberRow[]>((sink) =>
    createMembersView(deps(), { roomId: '!room:example.org', text: '', limit: 50 }, sink),
  )();
  const ids = rows.map(({ person }) => person.userId.slice(1, person.userId.indexOf(':')));
  expect(ids.slice(1)).toEqual(['u3', 'u20', 'u100', 'h9', 'h12']);
});

test('CHAT-3.12 a member has name, picture, membership and level, and may be typing', () => {
  const picture = { membership: 'join', displayname: 'Bob', avatar_url: 'mxc://example.org/bob' };
  room([
    create(),
    state('m.room.member', bob, picture, { sender: bob }),
    levels({ users: { [bob]: 50 } }),
  ]);
  const query = { roomId: '!room:example.org', text: '', limit: 50 };
  const [row] = last<readonly MemberRow[]>((sink) => createMembersView(deps(), query, sink))();
  expect(row).toMatchObject({
    person: { userId: bob, name: 'Bob', avatar: expect.stringMatching(/^[\w-]{32}$/) as string },
    membership: 'join',
    powerLevel: 50,
  });
  const typing = { of: () => [bob], onChange: () => () => undefined };
  const header = last<RoomHeader>((sink) =>
    createRoomView({ ...deps(), typing }, { roomId: '!room:example.org' }, sink),
  )();
  expect(header.typing.map((person) => person.name)).toEqual(['Bob']);
});

test('members are found without case and accents, and asked for when they are not complete', () => {
  room([create(), member(alice, 'join', 'Zoë'), member(bob, 'join', 'Bob')]);
  const asked: number[] = [];
  const rows = last<readonly MemberRow[]>((sink) =>
    createMembersView(
      { ...deps(), wantMembers: (roomNo) => asked.push(roomNo) },
      { roomId: '!room:example.org', text: 'ZOE', limit: 50 },
      sink,
    ),
  )();
  expect([rows.map((row) => row.person.userId), asked]).toEqual([[alice], [1]]);
});

test('drafts and settings are delivered when they change', () => {
  const roomNo = room([create()]);
  const { store } = temp;
  const draft = last<unknown>((sink) =>
    createDraftView(
      { store, clock: systemClock() },
      { roomId: '!room:example.org', threadId: null },
      sink,
    ),
  );
  const settings = last<unknown>((sink) =>
    createSettingsView({ store, clock: systemClock() }, sink),
  );
  expect([draft(), settings()]).toEqual([{ text: '', replyTo: null, editing: null }, {}]);
  store.write((changes) => {
    putDraft(store.db, roomNo, { text: 'x', replyTo: '$a', editing: null }, 1);
    setSetting(store.db, 'ui.theme', 'dark');
    setSetting(store.db, 'session', { accessToken: 'secret' });
    changes.topic('drafts');
    changes.topic('settings');
  });
  expect([draft(), settings()]).toEqual([
    { text: 'x', replyTo: '$a', editing: null },
    { theme: 'dark' },
  ]);
});

test('a header says whether a place is shared now and whether something waits for its time, so that nobody asks', () => {
  const { db } = temp.store;
  const clock = testClock();
  const nowMs = clock.now();
  const here = [create('10'), member(alice, 'join', 'Alice'), member(bob, 'join', 'Bob')];
  const roomNo = room(here);
  room(here, '!other:example.org');
  const header = last<RoomHeader>((sink) =>
    createRoomView({ ...deps(), clock }, { roomId: '!room:example.org' }, sink),
  );
  expect(header()).not.toHaveProperty('live');
  expect(header()).not.toHaveProperty('scheduled');
  const info = { description: '', timeoutMs: 60_000, live: true, startMs: nowMs };
  temp.store.write((changes) => {
    const shared = state(writtenBeacon.info, bob, beaconInfoContent(info), { sender: bob });
    putState(db, roomNo, [shared], 2);
    changes.room(roomNo);
  });
  clock.pass(100);
  expect(header()).toMatchObject({ live: true });
  const row = {
    threadId: '$root',
    atMs: nowMs + 1,
    createdMs: nowMs,
    undo: true,
    error: null,
    server: null,
  };
  const waiting = { ...row, state: 'waiting' as const, message: { text: 'Later' } };
  temp.store.write((changes) => {
    insertScheduled(db, { ...waiting, requestId: 'one', roomId: '!other:example.org' });
    changes.topic('scheduled');
  });
  clock.pass(100);
  expect(header()).not.toHaveProperty('scheduled');
  temp.store.write((changes) => {
    insertScheduled(db, { ...waiting, requestId: 'two', roomId: '!room:example.org' });
    changes.topic('scheduled');
  });
  clock.pass(100);
  expect(header()).toMatchObject({ scheduled: true });
});
