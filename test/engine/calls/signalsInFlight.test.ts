// Invites and offers on a bad connection: the peer got them, or may have, although the server's answer was lost.
import { createCalls, type Calls } from '#engine/calls/calls';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { appendLive } from '#stores/ingest/timeline';
import { nothingFound } from '#engine/sync/roomContext';
import type { CallSignal } from '#contract/areas/calls/callsModels';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import { alice, bob, create, event, member } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock, type TestClock } from '../http/testClock';
import { silentLog } from '../../support/silentLog';

const roomId = '!direct:example.org';
const sdp = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
let temp: TempStore;
let clock: TestClock;
let calls: Calls;
/** Signals that the window was given, and results of its own signals, in order. */
let heard: string[];
/** Kinds that were sent, in order; which of them fail with what, or get no answer. */
let sent: string[];
let fate: Record<string, ErrorCode | 'silence'>;
let requests = 0;

const settle = () => new Promise(setImmediate);

/** The server's answer, unless it cannot be reached. */
async function request<T>(asked: {
  path: string;
  body?: unknown;
  signal?: AbortSignal;
}): Promise<T> {
  const [, , , , type = ''] = decodeURIComponent(asked.path).split('/');
  const kind = type.slice(7);
  if (!type.startsWith('m.call.')) return {} as T;
  const { reason, call_id: callId } = asked.body as Record<string, unknown>;
  sent.push(['hangup', 'reject'].includes(kind) ? `${kind} ${callId} ${reason}` : kind);
  const answer = fate[kind];
  if (answer === 'silence')
    await new Promise((_resolve, reject) =>
      asked.signal?.addEventListener('abort', () => reject(appFailure('cancelled', 'enough'))),
    );
  if (answer !== undefined && answer !== 'silence') throw appFailure(answer, 'no');
  return { event_id: '$sent' } as T;
}

beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
  [heard, sent, fate] = [[], [], {}];
  temp.store.write(() => {
    const roomNo = ensureRoom(temp.store.db, roomId);
    putState(temp.store.db, roomNo, [create(), member(alice, 'join'), member(bob, 'join')], 1);
    updateRoom(temp.store.db, roomNo, { membership: 'join', joinedCount: 2 });
  });
  calls = createCalls({
    store: temp.store,
    http: { request },
    crypto: null,
    ownUserId: alice,
    ownDeviceId: 'ALICEDEVICE',
    clock,
    log: silentLog,
    missed: () => undefined,
  });
  let last = 0;
  calls.claim('window', {
    set(items: readonly CallSignal[]) {
      const fresh = items.filter(({ seq }) => seq > last);
      last = items.at(-1)?.seq ?? last;
      heard.push(...fresh.map(({ type }) => `they: ${type.slice(7)}`));
    },
  });
});
afterEach(async () => {
  const stopped = calls.stop();
  clock.advance(5_000);
  await stopped;
  temp.remove();
});

const base = (callId: string) => ({ version: '1', call_id: callId });

/** Sends a signal of the window; its result goes to `heard`. */
function say(callId: string, kind: string, more: object = {}): Promise<void> {
  requests += 1;
  const content = { ...base(callId), party_id: 'ALICEDEVICE', ...more };
  const to = { roomId, device: null };
  return calls
    .send({ requestId: `r${requests}`, to, type: `m.call.${kind}` as never, callId, content })
    .then(
      ({ eventId }) => void heard.push(`${kind}: ${eventId === null ? 'there' : 'sent'}`),
      () => void heard.push(`${kind}: failed`),
    );
}

/** Delivers a signal of Bob like sync does. */
function arrive(callId: string, kind: string, more: object = {}): void {
  const { db } = temp.store;
  const content = { ...base(callId), party_id: 'BOBDEVICE', ...more };
  const raw = event(`m.call.${kind}`, content, {
    sender: bob,
    ts: clock.now(),
    unsigned: { age: 5 },
  });
  const found = nothingFound();
  temp.store.write(() => {
    const roomNo = ensureRoom(db, roomId);
    const more = { limited: false, prevBatch: null, receivedMs: clock.now(), ownUserId: alice };
    found.live.set(roomNo, [...appendLive(db, { roomNo, events: [raw], ...more }).inserted]);
  });
  calls.found(found);
}

function report(
  callId: string,
  direction: 'in' | 'out',
  state: 'create_offer' | 'connected',
): void {
  const more = { sessionId: 'window', roomId, userId: bob, media: 'voice', reason: null } as const;
  calls.report({ ...more, callId, direction, state });
}

const answer = { answer: { type: 'answer', sdp } };
const offer = { description: { type: 'offer', sdp } };

test.each([
  ['an answer', 'answer', answer],
  ['a refusal', 'reject', {}],
])(
  '%s proves that the invitation arrived: the window hears that first, and nothing waits',
  async (_what, kind, more) => {
    fate = { invite: 'silence' };
    report('one', 'out', 'create_offer');
    const invited = say('one', 'invite', { offer: { type: 'offer', sdp } });
    await settle();
    arrive('one', kind, more);
    arrive('one', 'candidates', { candidates: [{ candidate: 'x', sdpMid: '0' }] });
    await invited;
    await clock.pass(0);
    expect(heard).toEqual(['invite: there', `they: ${kind}`, 'they: candidates']);
    await say('one', 'candidates', { candidates: [] });
    expect(sent).toEqual(['invite', 'candidates']);
  },
);

test('an invitation that may have arrived is taken back once it is given up, so that nobody is rung by a call that is over', async () => {
  fate = { invite: 'timeout', hangup: 'offline' };
  report('one', 'out', 'create_offer');
  const invited = say('one', 'invite', { offer: { type: 'offer', sdp } });
  for (const pauseMs of [500, 1_000, 2_000, 4_000]) await clock.pass(pauseMs);
  await invited;
  await settle();
  expect([heard, sent.at(-1)]).toEqual([['invite: failed'], 'hangup one send_invite']);
  // Also when the line is back half a minute later.
  for (let tries = 1; tries < 8; tries += 1) await clock.pass((ms) => ms > 0 && ms <= 5_000);
  await settle();
  fate = {};
  await clock.pass(5_000);
  await settle();
  const before = sent.length;
  clock.advance(60_000);
  await settle();
  expect([sent.length, sent.at(-1)]).toEqual([before, 'hangup one send_invite']);
});

test('an invitation that was refused, or whose call was hung up meanwhile, needs nothing more', async () => {
  fate = { invite: 'forbidden' };
  report('one', 'out', 'create_offer');
  await say('one', 'invite', { offer: { type: 'offer', sdp } });
  fate = { invite: 'offline' };
  report('two', 'out', 'create_offer');
  const invited = say('two', 'invite', { offer: { type: 'offer', sdp } });
  for (const pauseMs of [500, 1_000, 2_000]) await clock.pass(pauseMs);
  const over = { sessionId: 'window', roomId, userId: bob, media: 'voice' } as const;
  calls.report({ ...over, callId: 'two', direction: 'out', state: 'ended', reason: 'user_hangup' });
  const ended = say('two', 'hangup', { reason: 'user_hangup' });
  await clock.pass(4_000);
  await Promise.all([invited, ended]);
  expect(sent.filter((one) => one.startsWith('hangup'))).toEqual(['hangup two user_hangup']);
});

test('an offer that waits for the server gives way to that of who called, and is not sent any more', async () => {
  fate = { negotiate: 'offline' };
  const colliding = async (callId: string, direction: 'in' | 'out'): Promise<void> => {
    report(callId, direction, 'connected');
    void say(callId, 'negotiate', offer);
    await settle();
    arrive(callId, 'negotiate', offer);
    arrive(callId, 'sdp_stream_metadata_changed');
    await settle();
  };
  await colliding('theirs', 'in');
  await clock.pass(0);
  expect(heard).toEqual([
    'negotiate: there',
    'they: negotiate',
    'they: sdp_stream_metadata_changed',
  ]);
  await colliding('ours', 'out');
  expect(heard.slice(3)).toEqual(['they: negotiate', 'they: sdp_stream_metadata_changed']);
  fate = {};
  sent = [];
  clock.advance(5_000);
  await settle();
  expect([sent, heard.at(-1)]).toEqual([['negotiate'], 'negotiate: sent']);
});
