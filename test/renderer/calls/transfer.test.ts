// Handing a call over: asked for, shown, followed only as it was announced.
import { CallState } from '../../../renderer/features/calls/webrtc/callStates';
import type { Session } from '../../../renderer/features/calls/direct/session';
import { FakePeerConnection, withFakeMedia } from './fakeMedia';
import { alice, bob, carol, connected, createPair, pass, roomId, settle, type Pair } from './pair';

let pair: Pair;
let a: Session;
let b: Session;
withFakeMedia(
  async () => {
    pair = createPair();
    ({ a, b } = await connected(pair));
  },
  () => pair.stop(),
);

const replaces = (content: Record<string, unknown>): void =>
  pair.deliver(pair.b, {
    type: 'm.call.replaces',
    content: {
      call_id: b.callId,
      party_id: 'ALICEDEVICE',
      target_user: { id: carol, display_name: 'Carol Venn' },
      ...content,
    } as never,
  });

/** Somebody calls Bob. */
function invite(sender: string, callId: string): void {
  const offer = FakePeerConnection.all[0]?.localDescription;
  pair.deliver(pair.b, {
    type: 'm.call.invite',
    callId,
    sender,
    content: {
      version: '1',
      call_id: callId,
      party_id: 'THIRDDEVICE',
      lifetime: 60_000,
      offer: { type: 'offer', sdp: offer?.sdp ?? '' },
    } as never,
  });
}

test('CALL-7.11 who is asked to talk to somebody else sees whom, and the call stays until it has followed', async () => {
  expect([a.snapshot().can.transfer, b.snapshot().can.transfer]).toEqual([true, true]);
  await a.transfer({ userId: carol, name: 'Carol' });
  await settle();
  const sent = pair.of('m.call.replaces');
  expect(sent).toMatchObject({ target_user: { id: carol }, create_call: expect.any(String) });
  expect(a.snapshot()).toMatchObject({ askedFor: 'Carol', state: 'connected' });
  expect(b.snapshot().handover).toEqual({
    userId: carol,
    name: 'Carol',
    newCallId: sent['create_call'],
    calls: true,
    roomId: null,
    accepted: false,
  });
  expect(b.call.state).toBe(CallState.Connected);
  b.leaveForOther();
  await settle();
  expect(pair.of('m.call.hangup')['reason']).toBe('transferred');
  expect(a.snapshot()).toMatchObject({ endReason: 'transferred', problem: 'handed_over' });
  expect(b.snapshot().problem).toBeNull();
});

test('a request that is not followed says so after a minute, and is closed by whoever asked', async () => {
  await a.transfer({ userId: carol, name: 'Carol' });
  await settle();
  expect(a.snapshot()).toMatchObject({ askedFor: 'Carol', askedLapsed: false });
  b.declineHandover();
  await pass(60_000);
  expect(a.snapshot()).toMatchObject({ askedFor: 'Carol', askedLapsed: true });
  // A new request begins its own minute.
  await a.transfer({ userId: carol, name: 'Carol' });
  expect(a.snapshot()).toMatchObject({ askedFor: 'Carol', askedLapsed: false });
  a.closeAsked();
  expect(a.snapshot().askedFor).toBeNull();
  b.leaveForOther();
  await settle();
  expect(a.snapshot()).toMatchObject({ problem: 'handed_over', askedFor: 'Carol' });
});

test('what another device of the other side, or nobody of the call, asks is nothing', async () => {
  replaces({ party_id: 'OTHERDEVICE', create_call: 'new-call' });
  expect(b.snapshot().handover).toBeNull();
  replaces({ create_call: 'new-call' });
  expect(b.snapshot().handover?.name).toBe('Carol Venn');
  b.declineHandover();
  expect(b.snapshot().handover).toBeNull();
  const target = { id: carol, display_name: `\u202e${'x'.repeat(500)}` };
  replaces({ create_call: 'new-call', target_user: target });
  expect(b.snapshot().handover?.name).toBe('x'.repeat(100));
  replaces({ create_call: 'new-call', target_user: { id: carol, display_name: ['?'] } });
  expect(b.snapshot().handover?.name).toBe(carol);
  b.declineHandover();
  expect(b.call.state).toBe(CallState.Connected);
});

test('an announced call is answered only when it was accepted, under its id, from who was named', async () => {
  const { machine } = pair.b;
  replaces({ await_call: 'announced' });
  invite(carol, 'not-announced');
  invite(alice, 'announced-by-another');
  machine.expect(b.callId);
  await settle();
  expect([pair.b.handedOver, pair.b.madeRoom]).toEqual([[], 0]);
  expect(machine.sessions.get('not-announced')?.call.state).toBe(CallState.Ringing);
  invite(carol, 'announced');
  await settle();
  // The calls of other accounts are talked in no more.
  expect([pair.b.handedOver, pair.b.madeRoom]).toEqual([['announced'], 1]);
  expect(machine.sessions.get('announced')?.call.state).not.toBe(CallState.Ringing);
});

test('an announced call that rang before the yes is answered by the yes', async () => {
  replaces({ await_call: 'announced' });
  invite(carol, 'announced');
  await settle();
  expect(pair.b.handedOver).toEqual([]);
  pair.b.machine.expect(b.callId);
  await settle();
  expect(pair.b.handedOver).toEqual(['announced']);
});

test('a yes of more than a minute ago answers nothing', async () => {
  replaces({ await_call: 'announced' });
  pair.b.machine.expect(b.callId);
  expect(b.snapshot().handover?.accepted).toBe(true);
  await pass(60_000);
  expect(b.snapshot().handover).toBeNull();
  invite(carol, 'announced');
  await settle();
  expect(pair.b.handedOver).toEqual([]);
  expect(pair.b.machine.sessions.get('announced')?.call.state).toBe(CallState.Ringing);
});

test('the call that a transfer asks for carries the id that was announced', () => {
  const session = pair.b.machine.place(roomId, bob, false, 'announced');
  expect([session?.callId, pair.b.machine.sessions.has('announced')]).toEqual(['announced', true]);
  expect(pair.b.madeRoom).toBe(1);
});
