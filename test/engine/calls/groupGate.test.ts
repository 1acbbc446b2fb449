// The gate in front of the window: only what came through Olm from a listed device of this call, in order, within limits.
import { createGate, type DeviceMessage, type LegSignal } from '#engine/calls/group/gate';
import { createTestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';

const bob = '@bob:x';

function kit() {
  const clock = createTestClock();
  const passed: LegSignal[] = [];
  const listed = new Set(['@bob:x PHONE session-b']);
  let own: string | null = 'session-a';
  const gate = createGate({
    clock,
    log: silentLog,
    ownSession: (id) => (id === 'conf' ? own : null),
    isListed: ({ userId, deviceId }, sessionId) => listed.has(`${userId} ${deviceId} ${sessionId}`),
    pass: (signal) => passed.push(signal),
  });
  return {
    clock,
    gate,
    listed,
    passed,
    kinds: () => passed.map(({ type, content }) => `${type} ${String(content['n'] ?? '')}`.trim()),
    out: () => (own = null),
  };
}

const message = (
  type: string,
  content: object,
  over: Partial<DeviceMessage> = {},
): DeviceMessage => ({
  type,
  sender: bob,
  senderDevice: 'PHONE',
  content: {
    version: '1',
    call_id: 'leg',
    conf_id: 'conf',
    party_id: 'PHONE',
    device_id: 'PHONE',
    sender_session_id: 'session-b',
    dest_session_id: 'session-a',
    ...content,
  },
  ...over,
});
const invite = (content: object = {}, over: Partial<DeviceMessage> = {}) =>
  message(
    'm.call.invite',
    { lifetime: 60_000, offer: { type: 'offer', sdp: 'v=0' }, ...content },
    over,
  );
const hangup = (content: object = {}) => message('m.call.hangup', content);

test('an invitation of a listed device reaches the window, without its number', () => {
  const { gate, passed } = kit();
  gate.arrived(invite({ seq: 0 }));
  expect(passed).toHaveLength(1);
  expect(passed[0]).toMatchObject({ sender: bob, senderDevice: 'PHONE', groupCallId: 'conf' });
  expect(passed[0]?.content).not.toHaveProperty('seq');
});

test('what came in clear, or through another device than it names, is dropped', () => {
  const { gate, passed, clock } = kit();
  gate.arrived(invite({}, { senderDevice: null }));
  gate.arrived(invite({}, { senderDevice: 'OTHER' }));
  gate.arrived(invite({ device_id: 'OTHER' }));
  clock.advance(20_000);
  gate.again();
  expect(passed).toEqual([]);
});

test('CALL-5.11 without a device, or for another session, a signal is ignored', () => {
  const { gate, passed } = kit();
  gate.arrived(invite({ device_id: undefined }));
  gate.arrived(invite({ dest_session_id: 'an earlier one' }));
  gate.arrived(invite({ sender_session_id: undefined }));
  gate.arrived(invite({ conf_id: 'another call' }));
  expect(passed).toEqual([]);
});

test('who is not listed waits ten seconds for the room to say so, then is dropped', () => {
  const { gate, passed, listed, clock } = kit();
  listed.clear();
  gate.arrived(invite());
  expect(passed).toEqual([]);
  listed.add('@bob:x PHONE session-b');
  gate.again();
  expect(passed).toHaveLength(1);
  listed.clear();
  gate.arrived(invite({ call_id: 'second' }));
  clock.advance(10_002);
  listed.add('@bob:x PHONE session-b');
  gate.again();
  expect(passed).toHaveLength(1);
});

test('a running leg may say goodbye after its device is listed no more; nobody else may for it', () => {
  const { gate, kinds, listed } = kit();
  gate.arrived(invite());
  listed.clear();
  gate.arrived({ ...hangup(), sender: '@eve:x' });
  gate.arrived({ ...hangup({ device_id: 'LAPTOP' }), senderDevice: 'LAPTOP' });
  expect(kinds()).toEqual(['m.call.invite']);
  gate.arrived(hangup());
  expect(kinds()).toEqual(['m.call.invite', 'm.call.hangup']);
});

test('a leg that we placed is answered by the device that was called', () => {
  const { gate, passed, listed } = kit();
  listed.clear();
  gate.placed('mine', { groupCallId: 'conf', userId: bob, deviceId: 'PHONE' });
  const answer = { call_id: 'mine', answer: { type: 'answer', sdp: 'v=0' } };
  gate.arrived(message('m.call.answer', { ...answer, device_id: 'X' }, { senderDevice: 'X' }));
  expect(passed).toEqual([]);
  gate.arrived(message('m.call.answer', answer));
  expect(passed).toHaveLength(1);
});

test('signals come in the order of their numbers; one that is lost is left out after two seconds', () => {
  const { gate, kinds, clock } = kit();
  const candidates = (n: number) => message('m.call.candidates', { seq: n, n, candidates: [] });
  gate.arrived(invite({ seq: 0 }));
  for (const n of [2, 4, 1, 3, 6, 7]) gate.arrived(candidates(n));
  expect(kinds().slice(1)).toEqual([1, 2, 3, 4].map((n) => `m.call.candidates ${n}`));
  clock.advance(1_999);
  expect(kinds()).toHaveLength(5);
  clock.advance(1);
  expect(kinds().slice(5)).toEqual([6, 7].map((n) => `m.call.candidates ${n}`));
  // A known signal is not passed on twice.
  gate.arrived(candidates(5));
  gate.arrived(candidates(7));
  expect(kinds()).toHaveLength(7);
});

test('one sender cannot fill the gate, nor a leg the window with candidates', () => {
  const { gate, passed, listed } = kit();
  listed.clear();
  for (let n = 0; n < 500; n += 1) gate.arrived(invite({ call_id: `flood ${n}` }));
  listed.add('@bob:x PHONE session-b');
  gate.again();
  expect(passed).toHaveLength(40);
  const list = Array.from({ length: 150 }, () => ({ candidate: 'candidate:1', sdpMid: '0' }));
  passed.length = 0;
  for (let n = 0; n < 3; n += 1)
    gate.arrived(message('m.call.candidates', { call_id: 'flood 0', candidates: list }));
  const counts = passed.map(({ content }) => (content['candidates'] as unknown[]).length);
  expect(counts).toEqual([150, 50, 0]);
  // Another connection of the same leg has candidates of its own.
  const description = { type: 'offer', sdp: 'v=0' };
  gate.arrived(message('m.call.negotiate', { call_id: 'flood 0', description }));
  gate.arrived(message('m.call.candidates', { call_id: 'flood 0', candidates: list }));
  expect(passed.at(-1)?.content['candidates']).toHaveLength(150);
});

test('of raised hands and reactions only a flag and one emoji come through, from listed devices', () => {
  const { gate, passed, listed } = kit();
  const hand = (content: object, over: Partial<DeviceMessage> = {}) =>
    gate.arrived(message('org.trellis.call.raised_hand', content, over));
  const react = (emoji: unknown) =>
    gate.arrived(message('io.element.call.reaction', { emoji, name: 'thumbsup' }));
  hand({ raised: true, html: '<b>' });
  hand({ raised: true }, { senderDevice: null });
  hand({ raised: true, device_id: 'LAPTOP' }, { senderDevice: 'LAPTOP' });
  for (const emoji of ['👍🏽', '👩‍👩‍👧', '🇳🇴']) react(emoji);
  for (const emoji of ['Read this', '👍👍', '', '😀'.repeat(40), 7, undefined]) react(emoji);
  expect(passed.map(({ content }) => content['raised'] ?? content['emoji'])).toEqual([
    true,
    '👍🏽',
    '👩‍👩‍👧',
    '🇳🇴',
  ]);
  expect(Object.keys(passed[0]?.content ?? {}).sort()).toEqual([
    'call_id',
    'conf_id',
    'dest_session_id',
    'device_id',
    'raised',
    'sender_session_id',
  ]);
  listed.clear();
  gate.left('conf');
  react('👍');
  expect(passed).toHaveLength(4);
});

test('out of the call, nothing is for us any more', () => {
  const { gate, passed, out } = kit();
  gate.arrived(invite());
  out();
  gate.left('conf');
  gate.arrived(hangup());
  expect(passed).toHaveLength(1);
});
