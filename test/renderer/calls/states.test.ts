// The states of a call between two, its ends and its limits: the SDK's class as it ships (with our repairs), on our stand-in for its client.
import { createNewMatrixCall } from '../../../renderer/features/calls/webrtc/call/create';
import {
  CallDirection,
  CallErrorCode,
  CallState,
  type CallError,
} from '../../../renderer/features/calls/webrtc/callStates';
import { calls } from '#contract/locales/calls.en.json';
import { endProblem } from '../../../renderer/features/calls/media/problems';
import { volumeIn } from '../../../renderer/features/calls/pictures/volumes';
import {
  FakePeerConnection,
  flowOf,
  media,
  resetMedia,
  withFakeMedia,
  type FakeStream,
} from './fakeMedia';
import { alice, bob, connected, createPair, placed, roomId, pass, settle, type Pair } from './pair';

let pair: Pair;
withFakeMedia(
  () => (pair = createPair()),
  () => pair.stop(),
);

test('CALL-4.9 CALL-4.10 an outgoing and an incoming call go through their states in order', async () => {
  await connected(pair);
  expect(pair.a.states).toEqual([
    'fledgling',
    'wait_local_media',
    'create_offer',
    'invite_sent',
    'connecting',
    'connected',
  ]);
  expect(pair.b.states).toEqual([
    'ringing',
    'wait_local_media',
    'create_answer',
    'connecting',
    'connected',
  ]);
});

test('CALL-4.8 the two sides of a call go through these states, all of them and no others', async () => {
  const { a } = await connected(pair);
  a.hangUp();
  await settle();
  const seen = new Set([...pair.a.states, ...pair.b.states]);
  expect([...seen].toSorted()).toEqual(
    'connected connecting create_answer create_offer ended fledgling invite_sent ringing wait_local_media'.split(
      ' ',
    ),
  );
  expect([...seen].toSorted()).toEqual(Object.values(CallState).toSorted());
});

test('CALL-4.18 whatever reason the other side gives, the call is over for it', async () => {
  for (const reason of Object.values(CallErrorCode)) {
    const other = createPair();
    const session = await placed(other);
    const content = { ...other.of('m.call.invite'), party_id: 'BOBDEVICE', reason };
    other.deliver(other.a, { type: 'm.call.reject', content: content as never });
    await settle();
    expect(session.snapshot()).toMatchObject({ state: 'ended', endReason: reason });
    other.stop();
  }
});

test('CALL-4.18 a call ends for one of these reasons, each with plain words or without need of any', () => {
  expect(Object.values(CallErrorCode).toSorted()).toEqual(
    (
      'answered_elsewhere create_answer create_offer ice_failed invite_timeout local_offer_failed new_session no_user_media replaced ' +
      'send_answer send_invite set_local_description set_remote_description signalling_timeout transferred unknown_devices user_busy ' +
      'user_hangup'
    ).split(' '),
  );
  const end = { wasConnected: false, outgoing: true, hasTurn: true, askedToLeave: true };
  const wordless = Object.values(CallErrorCode).filter(
    (reason) => endProblem({ ...end, reason, byOther: true }) === null,
  );
  expect(wordless.toSorted()).toEqual(['answered_elsewhere', 'new_session', 'replaced']);
  for (const reason of Object.values(CallErrorCode))
    for (const byOther of [true, false]) {
      const problem = endProblem({ ...end, reason, byOther });
      expect(problem === null || problem in calls.problem).toBe(true);
    }
});

test('CALL-3.4 CALL-3.5 a call and its feeds tell who, which way, and what is muted', async () => {
  const { a, b } = await connected(pair, true);
  expect(a.call).toMatchObject({
    roomId,
    invitee: bob,
    direction: 'outbound',
    groupCallId: undefined,
  });
  expect(b.call).toMatchObject({ roomId, direction: 'inbound', ourPartyId: 'BOBDEVICE' });
  expect(b.call.callId).toBe(a.call.callId);
  expect(b.call.opponent.member?.userId).toBe(alice);
  expect(a.call.opponent.capabilities).toEqual({ 'm.call.transferee': true, 'm.call.dtmf': false });
  expect(a.call).toMatchObject({ opponent: { version: '1', partyId: 'BOBDEVICE' } });
  expect(b.call).toMatchObject({ opponent: { version: '1', partyId: 'ALICEDEVICE' } });
  expect(a.call.opponent.deviceId).toBeUndefined();
  expect(a.call.opponent.sessionId).toBeUndefined();
  await b.setMicrophone(false);
  await settle();
  const feed = a.call.remoteUsermediaFeed;
  expect(feed).toMatchObject({ userId: bob, purpose: 'm.usermedia' });
  expect([
    feed?.isAudioMuted(),
    feed?.isVideoMuted(),
    volumeIn({}, feed?.userId ?? ''),
    feed?.isSpeaking(),
  ]).toEqual([true, false, 1, false]);
  expect(a.call.feeds.all).toHaveLength(2);
});

test('CALL-4.11 ICE connected or completed means connected, and the length is told every second', async () => {
  const { a, connA } = await connected(pair);
  connA.ice('disconnected');
  expect(a.call.state).toBe('connecting');
  connA.ice('completed');
  expect(a.call.state).toBe('connected');
  const lengths: number[] = [];
  a.call.on('length_changed' as never, ((length: number) => void lengths.push(length)) as never);
  await pass(3_050);
  expect([a.call.state, lengths]).toEqual(['connected', [1, 2, 3]]);
});

test('CALL-4.12 after a lost connection ICE restarts at 2 s, and the call ends at 30 s', async () => {
  const { a, connA } = await connected(pair);
  connA.ice('disconnected');
  expect([a.call.state, a.snapshot().reconnecting]).toEqual(['connecting', true]);
  await pass(1_900);
  expect(connA.restarts).toBe(0);
  await pass(200);
  expect(connA.restarts).toBe(1);
  await pass(27_800);
  expect(a.call.state).toBe('connecting');
  await pass(200);
  expect([a.call.state, a.call.hangupReason]).toEqual(['ended', 'ice_failed']);
  expect(pair.of('m.call.hangup')['reason']).toBe('ice_failed');
});

test('a line that is cut is said to be lost after 2 s, before ICE knows, and no more as soon as something arrives', async () => {
  const { a, b, connA } = await connected(pair);
  const line = flowOf(connA);
  const isLost = (): unknown => [a.snapshot().reconnecting, a.call.state];
  await line.speak(6);
  await pass(1_600);
  expect(isLost()).toEqual([false, 'connected']);
  await pass(900);
  expect(isLost()).toEqual([true, 'connected']);
  await line.speak(6);
  expect(isLost()).toEqual([false, 'connected']);
  // The sound is not played here, but it arrives.
  for (let turn = 0; turn < 20; turn += 1) {
    line.packets += 1;
    await pass(500);
  }
  expect(isLost()).toEqual([false, 'connected']);
  // A muted side without video does not count as lost.
  await line.speak(6);
  await b.setMicrophone(false);
  await settle();
  await pass(10_000);
  expect(isLost()).toEqual([false, 'connected']);
});

test.each([
  ['reports of what we send (RTCP)', 'bytes', 1_000],
  ['checks of the connection, each 5 s', 'responses', 5_000],
] as const)(
  'who sends neither sound nor picture without saying so is not lost while there come %s',
  async (_, what, everyMs) => {
    const { a, connA } = await connected(pair);
    const line = flowOf(connA);
    const lost: boolean[] = [];
    const arrive = async (): Promise<void> => {
      line[what] += 1;
      for (let ms = 0; ms < everyMs; ms += 250) {
        await pass(250);
        lost.push(a.snapshot().reconnecting);
      }
    };
    await line.speak(6);
    // The microphone is pulled out.
    for (let ms = 0; ms < 3_000; ms += 1_000) {
      line[what] += 1;
      await pass(1_000);
    }
    for (let ms = 0; ms < 20_000; ms += everyMs) await arrive();
    expect(lost).not.toContain(true);
    await pass(6_500);
    expect(a.snapshot().reconnecting).toBe(true);
  },
);

test('a connection that comes back twice is not ended by the timer of the first loss', async () => {
  const { a, connA } = await connected(pair);
  connA.ice('disconnected');
  await pass(1_000);
  connA.ice('disconnected');
  await pass(1_000);
  connA.ice('connected');
  await pass(60_000);
  expect(a.call.state).toBe('connected');
});

test('CALL-4.13 a failed connection restarts ICE; without a way to restart the call ends', async () => {
  const { a, connA } = await connected(pair);
  connA.ice('failed');
  expect([connA.restarts, a.call.callHasEnded()]).toEqual([1, false]);
  Object.assign(connA, { restartIce: undefined });
  connA.ice('failed');
  await settle();
  expect([a.call.state, a.call.hangupReason]).toEqual(['ended', 'ice_failed']);
});

test('a call that never gets a connection ends after 30 s and says that there is no relay', async () => {
  const a = await placed(pair);
  void pair.b.session().answer(false);
  await settle();
  FakePeerConnection.all[1]?.gather(null);
  await settle();
  await pass(31_000);
  expect(a.snapshot()).toMatchObject({ state: 'ended', problem: 'no_connection_no_turn' });
});

test('CALL-4.14 rejecting is for a ringing call only', async () => {
  const { b } = await connected(pair);
  expect(() => b.call.reject()).toThrow("Call must be in 'ringing' state to reject!");
});

test('CALL-4.15 a peer that knows no rejection gets a hang-up', async () => {
  pair.wire = false;
  await placed(pair);
  const invite = { ...pair.of('m.call.invite'), version: 0 };
  pair.deliver(pair.b, { type: 'm.call.invite', content: invite as never });
  await settle();
  pair.b.session().hangUp();
  await settle();
  expect(pair.types().filter((type) => type.startsWith('b'))).toEqual(['b hangup']);
  // CALL-7.9: and no reason that it would not know.
  expect(pair.of('m.call.hangup')).not.toHaveProperty('reason');
});

test('CALL-4.16 a rejection ends a call that was sent or rings, and no other', async () => {
  const a = await placed(pair);
  pair.b.session().hangUp();
  await settle();
  expect([a.call.state, a.snapshot().problem]).toEqual(['ended', 'declined']);
  const ringing = createPair();
  resetMedia();
  const rung = await placed(ringing);
  const reject = { call_id: rung.callId, party_id: 'ALICEDEVICE', version: '1' };
  const { call: rings } = ringing.b.session();
  expect(rings.state).toBe('ringing');
  ringing.deliver(ringing.b, { type: 'm.call.reject', content: reject });
  await settle();
  expect(rings.state).toBe('ended');
  // Before it rings only one that comes in is ended by it.
  for (const direction of [CallDirection.Inbound, CallDirection.Outbound]) {
    const fresh = createNewMatrixCall(rung.call['client'], roomId);
    if (fresh === null) throw new Error('no call');
    fresh.direction = direction;
    fresh.incoming.reject({ ...reject, call_id: fresh.callId });
    expect(fresh.state).toBe(direction === 'inbound' ? 'ended' : 'fledgling');
  }
  ringing.stop();
  const second = createPair();
  resetMedia();
  const { b } = await connected(second);
  second.deliver(second.b, {
    type: 'm.call.reject',
    content: { call_id: b.callId, party_id: 'ALICEDEVICE', version: '1' },
  });
  await settle();
  expect(b.call.state).toBe('connected');
  second.stop();
});

test('CALL-4.17 an incoming call rings for its lifetime less its age', async () => {
  pair.wire = false;
  await placed(pair);
  pair.deliver(pair.b, {
    type: 'm.call.invite',
    content: pair.of('m.call.invite') as never,
    bornMs: Date.now() - 20_000,
  });
  await settle();
  const b = pair.b.session();
  await pass(39_900);
  expect(b.call.state).toBe('ringing');
  await pass(200);
  expect(b.call.state).toBe('ended');
});

test('CALL-9.1 an invitation lives 60 s, and so long an outgoing call waits', async () => {
  pair.wire = false;
  const a = await placed(pair);
  expect(pair.of('m.call.invite')['lifetime']).toBe(60_000);
  await pass(59_900);
  expect(a.call.state).toBe('invite_sent');
  await pass(200);
  expect(pair.of('m.call.hangup')).toMatchObject({ call_id: a.callId, reason: 'invite_timeout' });
  expect([a.call.hangupReason, a.snapshot().problem]).toEqual(['invite_timeout', 'no_answer']);
});

test('who calls somebody who rings already answers', async () => {
  const a = await placed(pair);
  const answered = pair.b.machine.place(roomId, alice, true);
  expect(answered?.callId).toBe(a.callId);
  await settle();
  FakePeerConnection.all.at(-1)?.gather('candidate:2 1 udp 1 10.0.0.2 1 typ host');
  await settle();
  expect(pair.types().filter((type) => !type.endsWith('candidates'))).toEqual([
    'a invite',
    'b answer',
    'a select_answer',
  ]);
  expect(pair.b.machine.sessions.size).toBe(1);
});

test('CALL-4.20 CALL-4.21 when both call, the lower call id stays, with the media that are open', async () => {
  pair.wire = false;
  const a = await placed(pair);
  const b = pair.b.machine.place(roomId, alice, false);
  await settle();
  FakePeerConnection.all.at(-1)?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
  await settle();
  const invites = pair.sent.filter(({ type }) => type === 'm.call.invite');
  const [low = '', high = ''] = invites.map(({ callId }) => callId).toSorted();
  const opened = media.asked.length;
  pair.wire = true;
  for (const { from, type, content } of invites)
    pair.deliver(from === alice ? pair.b : pair.a, {
      type,
      content: content as never,
      sender: from,
    });
  await settle();
  const ends = [a, b].map((one) => one?.call.callId === high && one.call.hangupReason);
  expect(ends).toContain('replaced');
  for (const end of [pair.a, pair.b]) {
    const live = [...end.machine.sessions.values()].filter(({ call }) => !call.callHasEnded());
    expect(live.map(({ callId }) => callId)).toEqual([low]);
  }
  // No device is opened again: the successor has the local feed.
  expect(media.asked).toHaveLength(opened);
});

test.each([
  ['the other stays, and is answered with it', 'z', ['b invite', 'a hangup', 'a answer']],
  ['ours stays, and the other is hung up', '0', ['b invite', 'a hangup', 'a invite']],
] as const)(
  'CALL-4.20 an invitation that crosses while our microphone opens: %s',
  async (_, callId, types) => {
    pair.b.machine.place(roomId, alice, false, '5');
    await settle();
    const connB = FakePeerConnection.all.at(-1);
    const opening = Promise.withResolvers<void>();
    media.opening = opening.promise;
    const a = pair.a.machine.place(roomId, bob, false, callId);
    connB?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
    await settle();
    expect(a?.call.state).toBe(callId === 'z' ? 'ended' : 'wait_local_media');
    // To press "Answer" as well asks for nothing more.
    const other = pair.a.machine.sessions.get('5');
    if (callId === 'z') void other?.answer(false);
    opening.resolve();
    await settle();
    if (callId === 'z') expect(other?.call.localUsermediaStream).toBe(media.streams.at(-1));
    FakePeerConnection.all.forEach((one) => one.gather('candidate:2 1 udp 1 10.0.0.2 1 typ host'));
    await settle();
    expect(pair.types().slice(0, types.length)).toEqual(types);
    const live = [...pair.a.machine.sessions.values()].filter(({ call }) => !call.callHasEnded());
    expect(live.map((one) => one.callId)).toEqual([callId === 'z' ? '5' : '0']);
    const [stream] = live.map(({ call }) => call.localUsermediaStream as unknown as FakeStream);
    expect(stream?.tracks.map(({ readyState }) => readyState)).toEqual(['live']);
  },
);

test('CALL-4.20 a microphone that is open, but in no feed yet, is handed to the call that stays', async () => {
  pair.b.machine.place(roomId, alice, false, '5');
  await settle();
  const connB = FakePeerConnection.all.at(-1);
  const turn = Promise.withResolvers<void>();
  pair.a.turnAnswer = turn.promise;
  pair.a.machine.place(roomId, bob, false, 'z');
  await settle();
  const [microphone] = media.streams.at(-1)?.tracks ?? [];
  // The invitation asks for servers of its own, which are there at once.
  pair.a.turnAnswer = Promise.resolve();
  connB?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
  await settle();
  expect(pair.a.machine.sessions.get('z')?.call.state).toBe('ended');
  // The screens forget a call that ended without a message.
  pair.a.machine.forget('z');
  turn.resolve();
  await settle();
  FakePeerConnection.all.forEach((one) => one.gather('candidate:2 1 udp 1 10.0.0.2 1 typ host'));
  await settle();
  expect(pair.types()).toContain('a answer');
  const { call } = pair.a.machine.sessions.get('5') ?? {};
  const sent = call?.localUsermediaStream?.getAudioTracks()[0] as unknown;
  expect([sent === microphone, microphone?.readyState]).toEqual([true, 'live']);
});

test('CALL-4.24 hold sends all transceivers sendonly, and its end sendrecv', async () => {
  const { a, b, connA } = await connected(pair);
  const directions = (): string[] => connA.transceivers.map(({ direction }) => direction);
  a.setHold(true);
  expect(directions()).toEqual(['sendonly']);
  await settle();
  await pass(300);
  expect(b.snapshot().heldByOther).toBe(true);
  a.setHold(false);
  expect(directions()).toEqual(['sendrecv']);
  await settle();
  await pass(300);
  expect(b.snapshot().heldByOther).toBe(false);
});

test('CALL-4.19 of two offers at once the polite side, which was called, gives way', async () => {
  const { a, b, connA, connB } = await connected(pair);
  pair.wire = false;
  const offer = { call_id: a.callId, version: '1', lifetime: 60_000 };
  connA.signalingState = 'have-local-offer';
  connB.signalingState = 'have-local-offer';
  const before = [connA.remoteDescription, connB.remoteDescription];
  const description = { type: 'offer', sdp: connA.remoteDescription?.sdp ?? '' };
  pair.deliver(pair.a, {
    type: 'm.call.negotiate',
    content: { ...offer, party_id: 'BOBDEVICE', description } as never,
  });
  pair.deliver(pair.b, {
    type: 'm.call.negotiate',
    content: { ...offer, party_id: 'ALICEDEVICE', description } as never,
  });
  await settle();
  expect(connA.remoteDescription).toBe(before[0]);
  expect(connB.remoteDescription).toEqual(description);
  expect(b.call.callHasEnded()).toBe(false);
});

test.each([
  ['before ours was made', 'createOffer', 'before'],
  ['before ours was set', 'createOffer', 'after'],
  ['before ours was sent', 'setLocalDescription', 'after'],
] as const)(
  'CALL-4.19 an offer that arrives %s is answered, and ours is made anew after it',
  async (_when, step, at) => {
    const { a, b, connB } = await connected(pair);
    pair.wire = false;
    const content = {
      ...{ call_id: a.callId, version: '1', lifetime: 60_000, party_id: 'ALICEDEVICE' },
      description: { type: 'offer', sdp: connB.remoteDescription?.sdp ?? '' },
    };
    const [createAnswer, original] = [connB.createAnswer, connB[step]] as const;
    let answers = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answers = resolve));
    connB.createAnswer = async () => {
      await mayAnswer;
      return createAnswer.call(connB);
    };
    const crossing = async (): Promise<void> => {
      connB[step] = original as never;
      pair.deliver(pair.b, { type: 'm.call.negotiate', content: content as never });
      while (connB.signalingState !== 'have-remote-offer') await Promise.resolve();
    };
    connB[step] = (async (given: never) => {
      if (at === 'before') await crossing();
      const made: unknown = await (original as (given: never) => unknown).call(connB, given);
      if (at === 'after') await crossing();
      return made;
    }) as never;
    const before = pair.sent.length;
    const described = (): unknown[] =>
      pair.sent
        .slice(before)
        .filter(({ from, type }) => from === bob && type === 'm.call.negotiate')
        .map((one) => (one.content['description'] as { type: string }).type);
    connB.restartIce();
    await pass(500);
    expect([b.call.callHasEnded(), described()]).toEqual([false, []]);
    answers();
    await pass(500);
    expect([b.call.callHasEnded(), described()]).toEqual([false, ['answer', 'offer']]);
  },
);

test('CALL-8.4 CALL-8.7 what fails while placing ends the call with its code and words', async () => {
  const errors: CallError[] = [];
  const a = pair.a.machine.place(roomId, bob, false);
  a?.call.on('error' as never, ((error: CallError) => void errors.push(error)) as never);
  FakePeerConnection.failing = 'constructor';
  await settle();
  const c = createPair();
  FakePeerConnection.failing = null;
  const other = c.a.machine.place(roomId, bob, false);
  other?.call.on('error' as never, ((error: CallError) => void errors.push(error)) as never);
  Object.assign(other?.call['negotiation'] ?? {}, {
    gotLocalOffer: async () => {
      throw new Error('no offer');
    },
  });
  await settle();
  expect(errors.map(({ code, message }) => [code, message.split(/[!.:]/)[0]])).toEqual([
    ['ice_failed', "Couldn't start call"],
    ['local_offer_failed', 'Failed to get local offer'],
  ]);
  expect(errors[0]?.message).toContain("Couldn't start call! Invalid ICE server configuration.");
  expect(errors[1]?.message).toContain('Failed to get local offer!');
  expect([a?.call.state, other?.call.state]).toEqual(['ended', 'ended']);
  c.stop();
});

test('of two devices that answer the first is talked to, and the other is told', async () => {
  const { a, connA } = await connected(pair);
  const before = connA.remoteDescription;
  const content = { ...pair.of('m.call.answer'), party_id: 'BOBPHONE' };
  pair.deliver(pair.a, { type: 'm.call.answer', content: content as never });
  await settle();
  const chosen = pair.sent.filter(({ type }) => type === 'm.call.select_answer');
  expect(chosen.map((one) => one.content['selected_party_id'])).toEqual(['BOBDEVICE']);
  expect(a.call).toMatchObject({ opponent: { partyId: 'BOBDEVICE' }, state: 'connected' });
  expect(connA.remoteDescription).toBe(before);
});

test('who hangs up in the same moment as the other side has an ordinary end', async () => {
  const { a, b } = await connected(pair);
  pair.wire = false;
  a.hangUp();
  b.hangUp();
  await settle();
  const [fromA, fromB] = pair.sent.filter(({ type }) => type === 'm.call.hangup');
  pair.deliver(pair.b, { type: 'm.call.hangup', content: (fromA?.content ?? {}) as never });
  pair.deliver(pair.a, { type: 'm.call.hangup', content: (fromB?.content ?? {}) as never });
  await settle();
  for (const end of [a, b])
    expect(end.snapshot()).toMatchObject({
      state: 'ended',
      endReason: 'user_hangup',
      problem: null,
    });
});

test('the end of another call leaves a changed microphone open', async () => {
  const { b } = await connected(pair);
  await pair.b.machine.setDevice('audioinput', 'other');
  await settle();
  const [microphone] = media.streams.at(-1)?.tracks ?? [];
  const other = pair.b.machine.place(roomId, alice, false);
  await settle();
  other?.hangUp();
  await settle();
  expect(microphone?.readyState).toBe('live');
  b.hangUp();
  await settle();
  expect(microphone?.readyState).toBe('ended');
});

test('an answer of another own device ends a call that this device is about to answer', async () => {
  const a = await placed(pair);
  const b = pair.b.session();
  void b.answer(false);
  await Promise.resolve();
  expect(['wait_local_media', 'create_answer']).toContain(b.call.state);
  const phone = { ...pair.of('m.call.invite'), party_id: 'BOBPHONE', answer: { type: 'answer' } };
  pair.deliver(pair.b, { type: 'm.call.answer', sender: bob, content: phone as never });
  await settle();
  expect(b.snapshot()).toMatchObject({ state: 'ended', endReason: 'answered_elsewhere' });
  expect(pair.types()).not.toContain('b answer');
  expect(a.call.state).toBe('invite_sent');
});
