// Only valid signals make a computer ring or reach a call's window.
import { createCalls, type Calls } from '#engine/calls/calls';
import { ringsOf } from '#engine/calls/views';
import { vetSignal } from '#engine/calls/signalSchema';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, roomIdOf, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { account, putAccountData } from '#stores/settings/accountData';
import type { CallSignal } from '#contract/areas/calls/callsModels';
import { alice, bob, carol, create, event, member } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { nothingFound } from '#engine/sync/roomContext';
import { createTestClock, type TestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';

const session = 'session-of-the-window';
const sdp = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
let temp: TempStore;
let clock: TestClock;
let calls: Calls;
let got: readonly CallSignal[];
let missed: number;
let sentOut: { path: string; body: unknown }[];
const direct = '!direct:example.org';
const crowd = '!crowd:example.org';

function makeRoom(roomId: string, people: readonly string[]): void {
  temp.store.write(() => {
    const roomNo = ensureRoom(temp.store.db, roomId);
    const state = [create(), ...people.map((userId) => member(userId, 'join'))];
    putState(temp.store.db, roomNo, state, clock.now());
    updateRoom(temp.store.db, roomNo, { membership: 'join', joinedCount: people.length });
  });
}

/** Delivers an event like sync does. */
function arrive(
  roomId: string,
  sender: string,
  type: string,
  content: Record<string, unknown>,
  ageMs = 50,
): void {
  const { db } = temp.store;
  const raw = event(type, content, { sender, ts: clock.now() - ageMs, unsigned: { age: ageMs } });
  const found = nothingFound();
  temp.store.write(() => {
    const roomNo = ensureRoom(db, roomId);
    const { inserted } = appendLive(db, {
      roomNo,
      events: [raw],
      limited: false,
      prevBatch: null,
      receivedMs: clock.now(),
      ownUserId: alice,
    });
    found.live.set(roomNo, [...inserted]);
  });
  calls.found(found);
}

const invite = (callId: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  call_id: callId,
  party_id: 'BOBDEVICE',
  version: '1',
  lifetime: 60_000,
  offer: { type: 'offer', sdp },
  ...more,
});
const ring = (callId = 'one', more: Record<string, unknown> = {}): void =>
  arrive(direct, bob, 'm.call.invite', invite(callId, more));
const rings = (): string[] =>
  ringsOf(temp.store.db, clock, calls.registry.all()).map(({ callId }) => callId);
const types = (): string[] => got.map(({ type }) => type.slice(7));

beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
  got = [];
  missed = 0;
  sentOut = [];
  makeRoom(direct, [alice, bob]);
  makeRoom(crowd, [alice, bob, carol]);
  calls = open();
  calls.claim(session, { set: (items) => (got = items) });
});
afterEach(async () => {
  const stopped = calls.stop();
  clock.advance(5_000);
  await stopped;
  temp.remove();
});

const phoneAnswers = (callId: string): void =>
  arrive(direct, alice, 'm.call.answer', {
    ...{ call_id: callId, party_id: 'PHONE', version: '1', answer: { type: 'answer', sdp } },
  });
const choose = (callId: string, party: string, sender = bob): void =>
  arrive(direct, sender, 'm.call.select_answer', {
    ...{ call_id: callId, party_id: 'BOBDEVICE', version: '1', selected_party_id: party },
  });

function open(): Calls {
  return createCalls({
    store: temp.store,
    http: {
      async request<T>({ path, body }: { path: string; body?: unknown }): Promise<T> {
        if (path.startsWith('/rooms/')) sentOut.push({ path: decodeURIComponent(path), body });
        return { event_id: '$sent' } as T;
      },
    },
    crypto: null,
    ownUserId: alice,
    ownDeviceId: 'ALICEDEVICE',
    clock,
    log: silentLog,
    missed: () => (missed += 1),
  });
}

test('an invitation between two rings and reaches the window', () => {
  ring();
  expect([rings(), types()]).toEqual([['one'], ['invite']]);
});

test.each([
  ['for somebody else', () => ring('x', { invitee: carol })],
  ['too old', () => arrive(direct, bob, 'm.call.invite', invite('x'), 57_500)],
  ['without an offer', () => ring('x', { offer: { type: 'offer' } })],
  ['with a description that is none', () => ring('x', { offer: { type: 'offer', sdp: 'hello' } })],
  ['from a crowd that nobody addressed', () => arrive(crowd, bob, 'm.call.invite', invite('x'))],
  ['from our other device', () => arrive(direct, alice, 'm.call.invite', invite('x'))],
  ['from who is not in the room', () => arrive(direct, carol, 'm.call.invite', invite('x'))],
  ['of a leg of a group call', () => ring('x', { conf_id: 'group' })],
  ['with an id that is no text', () => ring('x', { call_id: { toString: 'x' } })],
])('an invitation %s does not ring', (_what, act) => {
  act();
  expect([rings(), types()]).toEqual([[], []]);
});

test('an invitation in a crowd that names us rings', () => {
  arrive(crowd, bob, 'm.call.invite', invite('x', { invitee: alice }));
  expect(rings()).toEqual(['x']);
});

test('an invitation among more than thirty does not ring, whomever it names', () => {
  const people = Array.from({ length: 29 }, (_, n) => `@guest${n}:example.org`);
  makeRoom('!thirty-one:example.org', [alice, bob, ...people]);
  arrive('!thirty-one:example.org', bob, 'm.call.invite', invite('x', { invitee: alice }));
  expect(rings()).toEqual([]);
  makeRoom('!thirty:example.org', [alice, bob, ...people.slice(1)]);
  arrive('!thirty:example.org', bob, 'm.call.invite', invite('y', { invitee: alice }));
  expect(rings()).toEqual(['y']);
});

test('what the server can have written itself says nothing in an encrypted room', () => {
  temp.store.write(() => {
    const roomNo = ensureRoom(temp.store.db, direct);
    updateRoom(temp.store.db, roomNo, { encryption: { algorithm: 'm.megolm.v1.aes-sha2' } });
  });
  ring();
  expect([rings(), types(), missed]).toEqual([[], [], 0]);
});

test('nobody on the list of ignored people rings', () => {
  temp.store.write(() =>
    putAccountData(temp.store.db, account, 'm.ignored_user_list', { ignored_users: { [bob]: {} } }),
  );
  ring();
  expect(rings()).toEqual([]);
});

test('age is what the server says: a clock that is five minutes wrong changes nothing', () => {
  const { db } = temp.store;
  for (const [callId, skew] of [
    ['behind', -300_000],
    ['ahead', 300_000],
  ] as const) {
    const raw = event('m.call.invite', invite(callId), {
      sender: bob,
      ts: clock.now() + skew,
      unsigned: { age: 100 },
    });
    const found = nothingFound();
    temp.store.write(() => {
      const roomNo = ensureRoom(db, direct);
      const more = { limited: false, prevBatch: null, receivedMs: clock.now(), ownUserId: alice };
      found.live.set(roomNo, [...appendLive(db, { roomNo, events: [raw], ...more }).inserted]);
    });
    calls.found(found);
  }
  expect(rings()).toEqual(['behind', 'ahead']);
});

test('a call of one room cannot be spoken of in another', () => {
  makeRoom('!other:example.org', [alice, bob]);
  ring();
  arrive('!other:example.org', bob, 'm.call.hangup', { call_id: 'one', party_id: 'BOBDEVICE' });
  expect([rings(), types()]).toEqual([['one'], ['invite']]);
});

test('only the two of a call speak in it', () => {
  arrive(crowd, bob, 'm.call.invite', invite('x', { invitee: alice }));
  for (const type of ['m.call.hangup', 'm.call.reject', 'm.call.select_answer', 'm.call.negotiate'])
    arrive(crowd, carol, type, {
      call_id: 'x',
      party_id: 'CAROLDEVICE',
      selected_party_id: 'CAROLDEVICE',
      description: { type: 'offer', sdp },
    });
  expect([rings(), types()]).toEqual([['x'], ['invite']]);
});

test('of a thousand candidates two hundred are taken, and of odd ones none', () => {
  ring();
  const candidates = Array.from({ length: 1_000 }, (_, index) => ({
    candidate: `candidate:${index} 1 udp 1 10.0.0.1 1 typ host`,
    sdpMid: '0',
    sdpMLineIndex: 0,
  }));
  const base = { call_id: 'one', party_id: 'BOBDEVICE', version: '1' };
  const named = { candidate: 'candidate:1 1 udp 1 beacon.example.org 1 typ host' };
  const odd = [null, 7, { candidate: 5 }, { candidate: 'x'.repeat(2_000) }, named];
  arrive(direct, bob, 'm.call.candidates', { ...base, candidates: odd });
  for (const from of [0, 150, 300, 450])
    arrive(direct, bob, 'm.call.candidates', {
      ...base,
      candidates: candidates.slice(from, from + 150),
    });
  const taken = (): number[] =>
    got
      .filter(({ type }) => type === 'm.call.candidates')
      .map(({ content }) => (content['candidates'] as unknown[]).length);
  expect(taken()).toEqual([0, 150, 50]);
  // A connection that is made anew has candidates of its own.
  arrive(direct, bob, 'm.call.negotiate', { ...base, description: { type: 'offer', sdp } });
  arrive(direct, bob, 'm.call.candidates', { ...base, candidates: candidates.slice(0, 20) });
  expect(taken().slice(3)).toEqual([20]);
});

test('no name is looked up and no crowd of streams is made for an invitation that only rings', () => {
  const line = (address: string): string => `a=candidate:1 1 udp 1 ${address} 9 typ host\r\n`;
  const addresses = ['10.0.0.1', 'fe80::1', '0f6a-5f.local'];
  const offered = [...addresses, 'beacon.example.org', 'a.local.example.org'].map(line).join('');
  ring('one', { offer: { type: 'offer', sdp: sdp + offered } });
  const [{ content } = { content: {} }] = got;
  expect(content).toMatchObject({
    offer: { type: 'offer', sdp: sdp + addresses.map(line).join('') },
  });
  ring('two', { offer: { type: 'offer', sdp: sdp + 'm=video 9 RTP 96\r\n'.repeat(40) } });
  expect(rings()).toEqual(['one']);
});

test('the name that the other side gives somebody comes without what turns or hides the text', () => {
  const person = { id: '@d:x', display_name: '\u202eeciffo \u0007IT' };
  const base = { call_id: 'one', party_id: 'BOBDEVICE' };
  const clean = { id: '@d:x', display_name: 'eciffo IT' };
  expect([
    vetSignal('m.call.asserted_identity', { ...base, asserted_identity: person }),
    vetSignal('m.call.replaces', { ...base, target_user: person, create_call: 'new' }),
  ]).toMatchObject([
    { content: { asserted_identity: clean } },
    { content: { target_user: clean, create_call: 'new' } },
  ]);
});

test('candidates that come before their invitation wait for it', () => {
  const base = { call_id: 'one', party_id: 'BOBDEVICE', version: '1' };
  arrive(direct, bob, 'm.call.candidates', {
    ...base,
    candidates: [{ candidate: '', sdpMid: '0' }],
  });
  expect(types()).toEqual([]);
  ring();
  expect(types()).toEqual(['invite', 'candidates']);
});

test('an invitation whose end came first does not ring', () => {
  arrive(direct, bob, 'm.call.hangup', { call_id: 'one', party_id: 'BOBDEVICE' });
  ring();
  expect(rings()).toEqual([]);
});

test('stream metadata that lies is left out', () => {
  const lies = {
    good: { purpose: 'm.usermedia', audio_muted: 'yes', extra: 1 },
    listens: { purpose: 'm.usermedia', audio_muted: true, 'org.trellis.listening': true },
    pretends: { purpose: 'm.usermedia', 'org.trellis.listening': 'yes' },
    bad: { purpose: 'm.everything' },
    worse: 'text',
    ['x'.repeat(300)]: { purpose: 'm.usermedia' },
    constructor: { purpose: 'm.usermedia' },
  };
  const vetted = vetSignal('m.call.invite', invite('x', { sdp_stream_metadata: lies }));
  expect(vetted).toMatchObject({
    content: {
      sdp_stream_metadata: {
        good: { purpose: 'm.usermedia', audio_muted: false, video_muted: false },
        listens: { audio_muted: true, 'org.trellis.listening': true },
        pretends: { purpose: 'm.usermedia', audio_muted: false, video_muted: false },
      },
    },
  });
  const kept = 'content' in (vetted ?? {}) ? JSON.stringify(vetted) : '';
  expect(kept).not.toMatch(/bad|worse|extra|xxx|constructor|yes/);
});

test('another device of ours that answers or declines ends the ringing, and the window hears of it', () => {
  ring();
  arrive(direct, alice, 'm.call.answer', {
    call_id: 'one',
    party_id: 'OTHERDEVICE',
    answer: { type: 'answer', sdp },
  });
  expect([rings(), types()]).toEqual([[], ['invite', 'answer']]);
  ring('two');
  arrive(direct, alice, 'm.call.reject', { call_id: 'two', party_id: 'OTHERDEVICE' });
  expect([rings(), missed]).toEqual([[], 0]);
});

test('a ring that nobody answers ends with its lifetime and is missed', () => {
  ring();
  clock.advance(59_000);
  expect(rings()).toEqual(['one']);
  clock.advance(1_000);
  expect([rings(), missed]).toEqual([[], 1]);
});

test('a window that is loaded anew gets what still rings, and its running calls are hung up', async () => {
  ring();
  calls.taken(session, got.at(-1)?.seq ?? 0);
  expect(got).toEqual([]);
  const report = {
    sessionId: session,
    callId: 'mine',
    roomId: crowd,
    userId: bob,
    direction: 'out',
    media: 'voice',
    state: 'connected',
    reason: null,
  } as const;
  calls.report(report);
  calls.claim('another-session-of-it', { set: (items) => (got = items) });
  expect(types()).toEqual(['invite']);
  await new Promise(setImmediate);
  expect(
    sentOut.map(({ path, body }) => [path.split('/')[4], (body as { call_id: string }).call_id]),
  ).toEqual([['m.call.hangup', 'mine']]);
});

test('a window that dies is given five seconds; a restarted engine ends what a dead one left', async () => {
  const report = {
    sessionId: session,
    callId: 'mine',
    roomId: direct,
    userId: bob,
    direction: 'out',
    media: 'voice',
    state: 'connected',
    reason: null,
  } as const;
  calls.report(report);
  calls = open();
  expect(calls.registry.all().map(({ callId }) => callId)).toEqual(['mine']);
  clock.advance(4_900);
  expect(sentOut).toEqual([]);
  clock.advance(200);
  await new Promise(setImmediate);
  expect(sentOut.map(({ path }) => path.split('/')[4])).toEqual(['m.call.hangup']);
  expect(roomIdOf(temp.store.db, ensureRoom(temp.store.db, direct))).toBe(direct);
});

test('a line that is busy says so to the caller; a caller of version 0 gets a hang-up', async () => {
  ring();
  await calls.decline(direct, 'one', true);
  ring('two', { version: 0 });
  await calls.decline(direct, 'two', false);
  const said = sentOut.map(({ path, body }) => [
    path.split('/')[4],
    (body as Record<string, unknown>)['reason'],
  ]);
  expect(said).toEqual([
    ['m.call.reject', 'user_busy'],
    ['m.call.hangup', undefined],
  ]);
  // The window's own machinery hears that it is over.
  expect(types()).toEqual(['invite', 'reject', 'invite', 'hangup']);
  expect(rings()).toEqual([]);
});

test('of two own devices that answer, the window hears whom the caller takes', async () => {
  ring('sent');
  const answer = { call_id: 'sent', party_id: 'ALICEDEVICE', version: '1' };
  await calls.send({
    ...{ to: { roomId: direct, userId: null, device: null }, type: 'm.call.answer' },
    ...{ callId: 'sent', content: answer, requestId: 'request-of-the-answer' },
  } as never);
  phoneAnswers('sent');
  // This one may be taken: it goes on until the caller says so.
  expect(calls.registry.get(direct, 'sent')).not.toBeNull();
  choose('sent', 'PHONE');
  expect(types().slice(-2)).toEqual(['answer', 'select_answer']);
  expect(calls.registry.get(direct, 'sent')).toBeNull();
  // Its answer was not sent yet when the other one came.
  ring('late');
  phoneAnswers('late');
  expect(calls.registry.get(direct, 'late')).toBeNull();
  choose('late', 'PHONE', carol);
  expect(types().at(-1)).toBe('answer');
  choose('late', 'PHONE');
  expect(types().at(-1)).toBe('select_answer');
});
