// The call history: what became of each call, also of those that this computer slept through; what is new in it; how rooms show it.
import { createCalls, type Calls } from '#engine/calls/calls';
import { call } from '#engine/kinds/notices/call';
import { callType, memberType } from '#contract/areas/calls/callNames';
import { createGroupHistory } from '#engine/calls/groupHistory';
import { historyOf, markHistorySeen, missedOf } from '#engine/calls/views';
import { nothingFound } from '#engine/sync/roomContext';
import { recomputeRoom } from '#engine/rooms/derive';
import { roomRows } from '#engine/views/roomRows';
import { removeCall, putCall } from '#stores/calls/calls';
import { newestEvents } from '#stores/events/timeline';
import { appendLive } from '#stores/ingest/timeline';
import { roomsOfSection } from '#stores/rooms/roomList';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { CallRing, CallReport, RunningCall } from '#contract/areas/calls/callsModels';
import type { RawEvent } from '#stores/events/types';
import { alice, bob, create, event, member, message, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock, type TestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';

const direct = '!direct:example.org';
const session = 'session-of-the-window';
let temp: TempStore;
let clock: TestClock;
let calls: Calls;
let missed: string[];

const open = (): Calls =>
  createCalls({
    store: temp.store,
    http: { request: async <T>() => ({ event_id: '$sent' }) as T },
    crypto: null,
    ownUserId: alice,
    ownDeviceId: 'ALICEDEVICE',
    clock,
    log: silentLog,
    missed: ({ callId }) => void missed.push(callId),
  });

async function stop(): Promise<void> {
  const stopped = calls.stop();
  clock.advance(5_000);
  await stopped;
}

beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
  missed = [];
  temp.store.write(() => {
    const { db } = temp.store;
    const roomNo = ensureRoom(db, direct);
    putState(db, roomNo, [create(), member(alice, 'join'), member(bob, 'join')], clock.now());
    updateRoom(db, roomNo, { membership: 'join', joinedCount: 2, name: 'Bob', directUserId: bob });
  });
  calls = open();
  calls.claim(session, { set: () => undefined });
});
afterEach(async () => {
  await stop();
  temp.remove();
});

type Signal = readonly [sender: string, type: string, content: Record<string, unknown>];

/** All that one sync brings. */
function arrive(ageMs: number, ...signals: readonly Signal[]): void {
  bring(
    signals.map(([sender, type, content]) =>
      event(
        `m.call.${type}`,
        { version: '1', party_id: sender === alice ? 'PHONE' : 'BOBDEVICE', ...content },
        { sender, ts: clock.now() - ageMs, unsigned: { age: ageMs } },
      ),
    ),
  );
}

function bring(events: readonly RawEvent[]): void {
  const { db } = temp.store;
  const found = nothingFound();
  temp.store.write((changes) => {
    const roomNo = ensureRoom(db, direct);
    const { inserted } = appendLive(db, {
      roomNo,
      events: [...events],
      limited: false,
      prevBatch: null,
      receivedMs: clock.now(),
      ownUserId: alice,
    });
    const states = events.filter(({ state_key: key }) => key !== undefined);
    putState(db, roomNo, states, clock.now());
    found.live.set(roomNo, [...inserted]);
    recomputeRoom(db, roomNo, alice, changes);
    if (states.length > 0) changes.room(roomNo);
  });
  calls.found(found);
}

const offer = { type: 'offer', sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n' };
const invite = (callId: string): Signal => [
  bob,
  'invite',
  { call_id: callId, lifetime: 60_000, offer },
];
const history = (missedOnly = false) => historyOf(temp.store.db, { limit: 1_000, missedOnly });
const outcomes = (): string[] =>
  history().map(({ call }) => `${call.callId} ${call.direction} ${call.outcome}`);
const report = (change: Partial<CallReport>): void =>
  calls.report({
    sessionId: session,
    callId: 'out',
    roomId: direct,
    userId: bob,
    direction: 'out',
    media: 'video',
    state: 'invite_sent',
    reason: null,
    ...change,
  });
const preview = () => {
  const { db } = temp.store;
  const listed = (['people', 'rooms'] as const).flatMap((of) =>
    roomsOfSection(db, of, { text: '', unreadOr: null, among: null }, 5),
  );
  return roomRows(db, listed, alice, clock.now())[0]?.preview;
};

test('who gives up leaves a missed call: listed, new until it was looked at, and the last word of the room', () => {
  arrive(50, invite('one'));
  expect(outcomes()).toEqual(['one in ringing']);
  clock.advance(8_000);
  arrive(50, [bob, 'hangup', { call_id: 'one', reason: 'user_hangup' }]);
  expect([outcomes(), missed]).toEqual([['one in missed'], ['one']]);
  const [item] = history();
  expect(item).toMatchObject({ roomId: direct, person: { userId: bob }, unseen: true });
  expect(missedOf(temp.store.db)).toEqual({ unseen: 1 });
  expect(preview()).toMatchObject({ kind: 'call', mine: false, call: { outcome: 'missed' } });
  clock.advance(1_000);
  markHistorySeen(temp.store, clock);
  expect([missedOf(temp.store.db), history()[0]?.unseen]).toEqual([{ unseen: 0 }, false]);
});

test('a device that signed in after a call tells of it in the list as in the chat', () => {
  const video = { type: 'offer', sdp: `${offer.sdp}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n` };
  arrive(50, [alice, 'invite', { call_id: 'out', lifetime: 60_000, offer: video }]);
  arrive(50, [bob, 'reject', { call_id: 'out' }]);
  const { db } = temp.store;
  const roomNo = ensureRoom(db, direct);
  removeCall(db, roomNo, 'out');
  const events = newestEvents(db, roomNo, 10, null);
  const start = events.find(({ type }) => type === 'm.call.invite');
  const note = call.additions?.({ db, roomNo, events, ownUserId: alice, nowMs: clock.now() });
  const told = { callId: 'out', direction: 'out', media: 'video', outcome: 'declined' };
  expect(preview()).toMatchObject({ kind: 'call', mine: true, call: told });
  expect(start && note?.(start)?.call).toMatchObject(told);
});

test('a call that another device makes is named by its kind, while it rings and after the answer', () => {
  const video = { type: 'offer', sdp: `${offer.sdp}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n` };
  arrive(50, [alice, 'invite', { call_id: 'out', lifetime: 60_000, offer: video }]);
  const { db } = temp.store;
  removeCall(db, ensureRoom(db, direct), 'out');
  const named = { kind: 'call', mine: true, call: null, callMedia: 'video' };
  expect(preview()).toMatchObject(named);
  arrive(50, [bob, 'answer', { call_id: 'out', answer: { type: 'answer', sdp: offer.sdp } }]);
  expect(preview()).toMatchObject(named);
});

test('a call that this device makes rings until it is answered', () => {
  arrive(50, [alice, 'invite', { call_id: 'out', lifetime: 60_000, offer }]);
  const shown = (state: CallReport['state']) => {
    report({ state });
    return preview()?.call?.outcome;
  };
  expect([shown('create_offer'), shown('invite_sent')]).toEqual(['ringing', 'ringing']);
  expect([shown('connecting'), shown('connected')]).toEqual(['running', 'running']);
});

test('who gives up while the window still makes the call was not declined', () => {
  const rings = { callId: 'two', direction: 'in', media: 'voice' } as const;
  arrive(50, invite('two'));
  report({ ...rings, state: 'fledgling' });
  arrive(50, [bob, 'hangup', { call_id: 'two', reason: 'user_hangup' }]);
  report({ ...rings, state: 'ended', reason: 'user_hangup' });
  expect([outcomes(), missed]).toEqual([['two in missed'], ['two']]);
  // And where the window hears of all of it only afterwards.
  report({ ...rings, state: 'ringing' });
  report({ ...rings, state: 'ended', reason: 'user_hangup' });
  expect(outcomes()).toEqual(['two in missed']);
});

test('a call with its length, newest first; the missed ones alone', () => {
  arrive(50, invite('one'), [bob, 'hangup', { call_id: 'one' }]);
  clock.advance(60_000);
  report({});
  report({ state: 'connected' });
  clock.advance(65_000);
  report({ state: 'ended', reason: 'user_hangup' });
  expect(outcomes()).toEqual(['out out answered', 'one in missed']);
  expect(history()[0]?.call).toMatchObject({ media: 'video', durationMs: 65_000 });
  expect(history(true).map(({ call }) => call.callId)).toEqual(['one']);
  expect(missedOf(temp.store.db)).toEqual({ unseen: 1 });
});

/** The kind of the newest call, as the chat shows it. */
function mediaInChat(): string | undefined {
  const { db } = temp.store;
  const roomNo = ensureRoom(db, direct);
  const events = newestEvents(db, roomNo, 10, null);
  const start = events.find(({ type }) => type === 'm.call.invite');
  const note = call.additions?.({ db, roomNo, events, ownUserId: alice, nowMs: clock.now() });
  return start && note?.(start)?.call?.media;
}

test('a camera that came on during the call makes it a video call in the chat as in the list', () => {
  arrive(50, [alice, 'invite', { call_id: 'out', lifetime: 60_000, offer }]);
  report({ media: 'voice' });
  report({ media: 'voice', state: 'connected' });
  arrive(50, [bob, 'answer', { call_id: 'out', answer: { type: 'answer', sdp: offer.sdp } }]);
  report({ media: 'video', state: 'connected' });
  clock.advance(65_000);
  report({ media: 'video', state: 'ended', reason: 'user_hangup' });
  arrive(50, [alice, 'hangup', { call_id: 'out', reason: 'user_hangup' }]);
  const { db } = temp.store;
  const roomNo = ensureRoom(db, direct);
  const events = newestEvents(db, roomNo, 10, null);
  const start = events.find(({ type }) => type === 'm.call.invite');
  const note = call.additions?.({ db, roomNo, events, ownUserId: alice, nowMs: clock.now() });
  expect([preview()?.call?.media, start && note?.(start)?.call?.media]).toEqual(['video', 'video']);
});

test('a call has the length that its signals tell, in the chat and in the list, as on every device and at the other side', () => {
  arrive(50, [alice, 'invite', { call_id: 'out', lifetime: 60_000, offer }]);
  report({});
  report({ state: 'connected' });
  arrive(2_000, [bob, 'answer', { call_id: 'out', answer: { type: 'answer', sdp: offer.sdp } }]);
  clock.advance(65_000);
  report({ state: 'ended', reason: 'user_hangup' });
  arrive(50, [alice, 'hangup', { call_id: 'out', reason: 'user_hangup' }]);
  const { db } = temp.store;
  const roomNo = ensureRoom(db, direct);
  const events = newestEvents(db, roomNo, 10, null);
  const start = events.find(({ type }) => type === 'm.call.invite');
  const note = call.additions?.({ db, roomNo, events, ownUserId: alice, nowMs: clock.now() });
  const length = history()[0]?.call.durationMs;
  expect([length, start && note?.(start)?.call?.durationMs]).toEqual([66_950, 66_950]);
});

test('a call that the other side ended has the length of its signals too, also when the window says so later', () => {
  arrive(50, [alice, 'invite', { call_id: 'out', lifetime: 60_000, offer }]);
  report({});
  report({ state: 'connected' });
  arrive(2_000, [bob, 'answer', { call_id: 'out', answer: { type: 'answer', sdp: offer.sdp } }]);
  clock.advance(65_000);
  arrive(50, [bob, 'hangup', { call_id: 'out', reason: 'user_hangup' }]);
  clock.advance(6_000);
  report({ state: 'ended', reason: 'user_hangup' });
  expect(history()[0]?.call.durationMs).toBe(66_950);
});

test.each([
  ['whose hang-up has not come back yet', true, false, 65_000],
  ['that this device never heard', false, true, null],
])('a call %s has the length of the list in the chat', (_what, isHeard, hangsUp, length) => {
  arrive(50, [alice, 'invite', { call_id: 'out', lifetime: 60_000, offer }]);
  report({});
  if (isHeard) report({ state: 'connected' });
  arrive(50, [bob, 'answer', { call_id: 'out', answer: { type: 'answer', sdp: offer.sdp } }]);
  clock.advance(65_000);
  report({ state: 'ended', reason: 'user_hangup' });
  if (hangsUp) arrive(50, [alice, 'hangup', { call_id: 'out', reason: 'user_hangup' }]);
  const { db } = temp.store;
  const roomNo = ensureRoom(db, direct);
  const events = newestEvents(db, roomNo, 10, null);
  const start = events.find(({ type }) => type === 'm.call.invite');
  const note = call.additions?.({ db, roomNo, events, ownUserId: alice, nowMs: clock.now() });
  const listed = history()[0]?.call.durationMs;
  expect([listed, start && note?.(start)?.call?.durationMs]).toEqual([length, length]);
});

test('a camera that came on during a call of another device of ours makes it a video call in the chat here too', () => {
  const seen = { ...offer, sdp: `${offer.sdp}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n` };
  const description = { type: 'offer', sdp: seen.sdp };
  arrive(90_000, [alice, 'invite', { call_id: 'theirs', lifetime: 60_000, offer }]);
  arrive(80_000, [bob, 'answer', { call_id: 'theirs', answer: { ...offer, type: 'answer' } }]);
  expect(mediaInChat()).toBe('voice');
  arrive(70_000, [alice, 'negotiate', { call_id: 'theirs', lifetime: 60_000, description }]);
  arrive(10_000, [alice, 'hangup', { call_id: 'theirs', reason: 'user_hangup' }]);
  expect(mediaInChat()).toBe('video');
});

test('a voice call in which a screen was shared stays a voice call; a camera beside the screen makes it a video call', () => {
  const section = (more: string) => `m=video 9 UDP/TLS/RTP/SAVPF 96\r\n${more}\r\n`;
  const [screen, camera, received] = [
    section('a=msid:screen one\r\na=sendrecv'),
    section('a=msid:face two\r\na=sendrecv'),
    section('a=recvonly'),
  ];
  const negotiate = (type: 'offer' | 'answer', sdp: string) => ({
    ...{ call_id: 'theirs', lifetime: 60_000 },
    description: { type, sdp: `${offer.sdp}${sdp}` },
    sdp_stream_metadata: { screen: { purpose: 'm.screenshare' }, face: { purpose: 'm.usermedia' } },
  });
  arrive(90_000, [alice, 'invite', { call_id: 'theirs', lifetime: 60_000, offer }]);
  arrive(80_000, [bob, 'answer', { call_id: 'theirs', answer: { ...offer, type: 'answer' } }]);
  arrive(70_000, [alice, 'negotiate', negotiate('offer', screen)]);
  arrive(69_000, [bob, 'negotiate', negotiate('answer', received)]);
  expect(mediaInChat()).toBe('voice');
  arrive(60_000, [bob, 'negotiate', negotiate('offer', received + camera)]);
  expect(mediaInChat()).toBe('video');
});

test('a group call is the last word of its room: going on, over with its length, missed where it rang', () => {
  const at = (type: string, key: string, content: object, before: object = {}) =>
    state(type, key, { ...content }, { ts: clock.now(), unsigned: { prev_content: before } });
  const device = { device_id: 'BOBDEVICE', session_id: 'bobs', feeds: [] };
  const entry = (id: string) => ({
    'm.calls': [
      { 'm.call_id': id, 'm.devices': [{ ...device, expires_ts: clock.now() + 3_600_000 }] },
    ],
  });
  const call = { 'm.type': 'm.voice', 'm.intent': 'm.prompt' };
  bring([at(callType, 'one', call), at(memberType, bob, entry('one'))]);
  const running = { groupCallId: 'one', media: 'voice', outcome: 'running', people: 1 };
  expect(preview()).toMatchObject({ kind: 'call', mine: false, groupCall: running });
  const before = entry('one');
  clock.advance(303_000);
  bring([at(memberType, bob, { 'm.calls': [] }, before)]);
  expect(preview()?.groupCall).toMatchObject({ outcome: 'ended', durationMs: 303_000 });
  bring([at(callType, 'one', { ...call, 'm.terminated': 'call_ended' }, call)]);
  expect(preview()?.groupCall).toMatchObject({ groupCallId: 'one', outcome: 'ended' });
  clock.advance(60_000);
  bring([at(callType, 'two', { ...call, 'm.intent': 'm.ring' })]);
  expect(preview()?.groupCall).toMatchObject({ groupCallId: 'two', outcome: 'missed' });
  bring([message('Later')]);
  expect(preview()).toMatchObject({ kind: 'text', text: 'Later' });
});

test('a call that this computer was not there for is named in its room, without what became of it', () => {
  arrive(50, [alice, 'invite', { call_id: 'phone', lifetime: 60_000, offer }]);
  expect([outcomes(), preview()]).toEqual([
    [],
    { kind: 'call', call: null, callMedia: 'voice', mine: true, senderName: null, text: '' },
  ]);
});

test('both called at once: the call whose place was taken is none', () => {
  report({});
  report({ state: 'ended', reason: 'replaced' });
  expect(outcomes()).toEqual([]);
});

test.each([
  ['nobody took it', [], 'missed', ['late']],
  ['another device of ours took it', [[alice, 'answer', { answer: {} }]], 'answered_elsewhere', []],
  ['another device of ours refused it', [[alice, 'reject', {}]], 'declined', []],
] as const)(
  'a call of the time when this computer was off, and %s',
  (_what, then, outcome, announced) => {
    const answer = { type: 'answer', sdp: offer.sdp };
    const signals = [
      invite('late'),
      ...then.map(([sender, type, content]): Signal => {
        const filled = 'answer' in content ? { answer } : {};
        return [sender, type, { call_id: 'late', ...filled }];
      }),
      [bob, 'hangup', { call_id: 'late' }] as const,
    ];
    arrive(600_000, ...signals);
    // It is not told before what follows its invitation was read.
    expect(missed).toEqual([]);
    clock.advance(3_000);
    expect([outcomes(), missed]).toEqual([[`late in ${outcome}`], announced]);
    // Encrypted signals are read from the newest on.
    const read = signals.map(([sender, type, content]): Signal => [
      ...([sender, type] as const),
      { ...content, call_id: 'newest first' },
    ]);
    arrive(600_000, ...read.reverse());
    clock.advance(3_000);
    const again = announced.map(() => 'newest first');
    expect(outcomes()).toContain(`newest first in ${outcome}`);
    expect(missed).toEqual([...announced, ...again]);
  },
);

test('what is older than a day is listed and not announced', () => {
  arrive(3 * 86_400_000, invite('old'));
  clock.advance(10_000);
  expect([outcomes(), missed]).toEqual([['old in missed'], []]);
});

test('what a run that did not end well left open is closed at the next start', async () => {
  arrive(50, invite('rings'));
  await stop();
  temp.store.write(() => {
    const base = { roomNo: ensureRoom(temp.store.db, direct), userId: bob, endedMs: null };
    const media = { media: 'voice', direction: 'out', outcome: 'running' } as const;
    putCall(temp.store.db, { ...base, ...media, callId: 'a', startedMs: 1, connectedMs: null });
    putCall(temp.store.db, { ...base, ...media, callId: 'b', startedMs: 2, connectedMs: 3 });
  });
  calls = open();
  expect(outcomes()).toEqual(['rings in missed', 'b out answered', 'a out failed']);
});

/** The history of group calls over rings and calls that `set` gives. */
function groupHistory() {
  const world = { rings: [] as CallRing[], running: [] as RunningCall[] };
  let told = (): void => undefined;
  const groups = createGroupHistory({
    store: temp.store,
    clock,
    ownUserId: alice,
    missed: ({ callId }) => void missed.push(callId),
    group: {
      rings: () => world.rings,
      running: () => world.running,
      onChange: (listener) => {
        told = listener;
        return () => undefined;
      },
    },
  });
  const base = { roomId: direct, roomName: 'Bob', media: 'video' } as const;
  const set = (rings: readonly string[], running: readonly string[]): void => {
    world.rings = rings.map((callId) => ({ ...base, callId }) as unknown as CallRing);
    world.running = running.map(
      (callId) => ({ ...base, callId, connectedMs: clock.now() }) as unknown as RunningCall,
    );
    told();
    clock.advance(10_000);
  };
  const rows = () =>
    history().map(({ call, person }) => [
      call.callId.split(' ')[0],
      call.outcome,
      call.durationMs,
      person,
    ]);
  return { groups, set, rows };
}

test('a group call that rang and one that was joined; each time of a room that goes on is a row', () => {
  const { groups, set, rows } = groupHistory();
  set(['rang'], []);
  set([], []);
  set(['refused'], []);
  groups.declines(direct, 'refused');
  set([], []);
  set(['taken'], []);
  set([], ['taken']);
  set([], []);
  set([], ['taken']);
  set([], []);
  expect(rows()).toEqual([
    ['taken', 'answered', 10_000, null],
    ['taken', 'answered', 10_000, null],
    ['refused', 'declined', null, null],
    ['rang', 'missed', null, null],
  ]);
  expect(missed).toEqual(['rang']);
});

test('a group call that is joined after its ring stands once, and was not missed', () => {
  const { groups, set, rows } = groupHistory();
  set(['late'], []);
  set([], []);
  expect([rows(), missedOf(temp.store.db)]).toEqual([
    [['late', 'missed', null, null]],
    { unseen: 1 },
  ]);
  set([], ['late']);
  expect([rows(), missedOf(temp.store.db)]).toEqual([
    [['late', 'running', null, null]],
    { unseen: 0 },
  ]);
  set([], []);
  set(['after'], []);
  groups.declines(direct, 'after');
  set([], []);
  set([], ['after']);
  set([], []);
  expect(rows()).toEqual([
    ['after', 'answered', 10_000, null],
    ['late', 'answered', 10_000, null],
  ]);
});

test('a group call has one length in its chat for everybody, and the list says how long this device was in it', () => {
  const { set, rows } = groupHistory();
  const length = () => preview()?.groupCall?.durationMs;
  const call = { 'm.type': 'm.voice', 'm.intent': 'm.prompt' };
  const at = (type: string, key: string, content: object, before: object = {}) =>
    state(type, key, { ...content }, { ts: clock.now(), unsigned: { prev_content: before } });
  const device = { device_id: 'BOBDEVICE', session_id: 'bobs', feeds: [] };
  const entry = {
    'm.calls': [
      { 'm.call_id': 'long', 'm.devices': [{ ...device, expires_ts: clock.now() + 3_600_000 }] },
    ],
  };
  bring([at(callType, 'long', call), at(memberType, bob, entry)]);
  clock.advance(30_000);
  set([], ['long']);
  bring([at(memberType, bob, { 'm.calls': [] }, entry)]);
  // The call is over for all, the row of this device not yet.
  expect(length()).toBe(40_000);
  set([], []);
  expect([rows(), length()]).toEqual([[['long', 'answered', 10_000, null]], 40_000]);
});

describe('a call that goes down with its window', () => {
  const reload = (): void => void calls.claim('session-after-reload', { set: () => undefined });
  const offered = () => calls.dropped.now();

  test('with a person is offered again for ten minutes, unless it was never heard or is dismissed', () => {
    report({ callId: 'unheard' });
    reload();
    expect([outcomes(), offered()]).toEqual([['unheard out cancelled'], null]);
    const speak = (): void => report({ sessionId: 'session-after-reload', state: 'connected' });
    speak();
    let told = 0;
    const stopListening = calls.dropped.onChange(() => (told += 1));
    calls.claim('another-session-again', { set: () => undefined });
    expect([offered(), told]).toEqual([
      expect.objectContaining({ roomId: direct, person: expect.objectContaining({ userId: bob }) }),
      1,
    ]);
    clock.advance(10 * 60_000 - 1);
    expect(offered()).not.toBeNull();
    clock.advance(1);
    expect([offered(), told]).toEqual([null, 2]);
    stopListening();
  });

  test('is not offered while another call runs, nor after the word of the person', () => {
    report({ state: 'connected' });
    reload();
    expect(offered()).toMatchObject({ callId: 'out', media: 'video' });
    const next = { sessionId: 'session-after-reload', callId: 'next' } as const;
    report({ ...next, state: 'connected' });
    report({ ...next, state: 'ended', reason: 'user_hangup' });
    expect(offered()).toBeNull();
    report({ ...next, callId: 'third', state: 'connected' });
    calls.claim('another-session-again', { set: () => undefined });
    expect(offered()).toMatchObject({ callId: 'third' });
    calls.dropped.forget();
    expect(offered()).toBeNull();
  });

  test('with many is offered while somebody else is in it, also after a run that did not end well', async () => {
    const at = (type: string, key: string, content: Record<string, unknown>) =>
      state(type, key, content, { sender: key === alice ? alice : bob });
    const devices = (...ids: readonly string[]) => ({
      'm.calls': [
        {
          'm.call_id': 'many',
          'm.devices': ids.map((id) => ({
            device_id: id,
            session_id: 's',
            expires_ts: clock.now() + 3_600_000,
            feeds: [],
          })),
        },
      ],
    });
    bring([
      at(callType, 'many', { 'm.type': 'm.video', 'm.intent': 'm.prompt' }),
      at(memberType, bob, devices('BOBDEVICE')),
      at(memberType, alice, devices('ALICEDEVICE')),
    ]);
    const where = { roomId: direct, groupCallId: 'many' };
    await calls.group.setParticipation({ ...where, sessionId: session, feeds: [] });
    reload();
    const many = { callId: 'many', roomId: direct, roomName: bob, person: null, media: 'video' };
    expect(offered()).toEqual(many);
    let told = 0;
    calls.dropped.onChange(() => (told += 1));
    bring([at(memberType, bob, { 'm.calls': [] })]);
    // Listeners hear of a commit in the next turn.
    await new Promise(setImmediate);
    // Our own entry, which is on its way out, is nobody to come back to.
    expect([offered(), told > 0]).toEqual([null, true]);
    bring([at(memberType, bob, devices('BOBDEVICE'))]);
    await calls.group.setParticipation({ ...where, sessionId: 'session-after-reload', feeds: [] });
    expect(offered()).toBeNull();

    const crashed = calls;
    calls = open();
    expect(offered()).toEqual(many);
    const stopped = crashed.stop();
    clock.advance(5_000);
    await stopped;
  });
});
