// Signals that a one-to-one call sends and ignores, and its reports of failures: the SDK's class as it ships, on a fake peer connection.
import { type AppFailure, appFailure } from '#contract/wire/errors';
import { createNewMatrixCall } from '../../../renderer/features/calls/webrtc/call/create';
import type { MatrixCall } from '../../../renderer/features/calls/webrtc/call/matrixCall';
import type { CallError } from '../../../renderer/features/calls/webrtc/callStates';
import { createCallClient } from '../../../renderer/features/calls/direct/directHost';
import {
  FakePeerConnection,
  FakeStream,
  FakeTrack,
  media,
  resetMedia,
  withFakeMedia,
} from './fakeMedia';
import { alice, bob, connected, createPair, placed, roomId, pass, settle, type Pair } from './pair';

let pair: Pair;
withFakeMedia(
  () => (pair = createPair()),
  () => pair.stop(),
);

const errorsOf = (call: MatrixCall | undefined): CallError[] => {
  const errors: CallError[] = [];
  call?.on('error' as never, ((error: CallError) => void errors.push(error)) as never);
  return errors;
};
const wordsOf = (errors: readonly CallError[]): string[] =>
  errors.map(({ code, message }) => `${code}: ${message}`);
const stream = 'sdp_stream_metadata';
const metadataOf = (content: Record<string, unknown>): Record<string, unknown> =>
  (content[stream] ?? content['org.matrix.msc3077.sdp_stream_metadata']) as Record<string, unknown>;
const offline = (): AppFailure => appFailure('offline', 'away', { retryable: true });

test('CALL-7.5 CALL-7.13 every signal has version, call and party, and goes to the room', async () => {
  const { a } = await connected(pair);
  a.hangUp();
  await settle();
  expect(pair.sent.length).toBeGreaterThan(3);
  for (const { from, roomId: to, content } of pair.sent)
    expect([to, content]).toEqual([
      roomId,
      expect.objectContaining({
        version: '1',
        call_id: a.callId,
        party_id: from === alice ? 'ALICEDEVICE' : 'BOBDEVICE',
      }),
    ]);
});

test('CALL-7.6 CALL-7.7 invitation, answer and negotiation carry what they must', async () => {
  const { a } = await connected(pair);
  const invite = pair.of('m.call.invite');
  expect(invite).toMatchObject({
    lifetime: 60_000,
    invitee: bob,
    offer: { type: 'offer', sdp: expect.stringMatching(/^v=0/) },
    capabilities: { 'm.call.transferee': true, 'm.call.dtmf': false },
  });
  const answer = pair.of('m.call.answer');
  expect(answer).toMatchObject({
    answer: { type: 'answer', sdp: expect.stringMatching(/^v=0/) },
    capabilities: { 'm.call.transferee': true },
  });
  a.setHold(true);
  await settle();
  await pass(300);
  const negotiate = pair.sent.find(({ type }) => type === 'm.call.negotiate')?.content ?? {};
  expect(negotiate).toMatchObject({ lifetime: 60_000, description: { type: 'offer' } });
  for (const content of [invite, answer, negotiate])
    expect(Object.values(metadataOf(content))).toEqual([
      expect.objectContaining({ purpose: 'm.usermedia' }),
    ]);
});

test('CALL-7.8 CALL-9.2 candidates leave as a list within the time allowed, the last with an empty one', async () => {
  await placed(pair);
  const [connA] = FakePeerConnection.all;
  connA?.gather('candidate:2 1 udp 1 10.0.0.9 1 typ host');
  connA?.gather('candidate:3 1 udp 1 10.0.0.8 1 typ relay');
  await pass(25);
  const candidates = (): string[][] =>
    pair.sent
      .filter(({ type }) => type === 'm.call.candidates')
      .map(({ content }) =>
        (content['candidates'] as { candidate: string }[]).map((one) => one.candidate),
      );
  expect(candidates()).toEqual([
    ['candidate:2 1 udp 1 10.0.0.9 1 typ host', 'candidate:3 1 udp 1 10.0.0.8 1 typ relay'],
  ]);
  connA?.gather('candidate:4 1 udp 1 10.0.0.7 1 typ relay');
  connA?.gather(null);
  await pass(25);
  expect(candidates()[1]).toEqual(['candidate:4 1 udp 1 10.0.0.7 1 typ relay', '']);
  // The answering side sends later candidates together as well.
  const before = candidates().length;
  void pair.b.session().answer(false);
  await settle();
  const connB = FakePeerConnection.all[1];
  connB?.gather('candidate:5 1 udp 1 10.0.0.2 1 typ host');
  await pass(1);
  connB?.gather('candidate:6 1 udp 1 10.0.0.3 1 typ srflx');
  connB?.gather('candidate:7 1 udp 1 10.0.0.4 1 typ relay');
  await pass(499);
  expect(candidates().slice(before)).toEqual([
    ['candidate:6 1 udp 1 10.0.0.3 1 typ srflx', 'candidate:7 1 udp 1 10.0.0.4 1 typ relay'],
  ]);
});

test('CALL-7.9 hang-up has its reason, a rejection is its own event, a chosen answer is named', async () => {
  const { a } = await connected(pair);
  expect(pair.of('m.call.select_answer')['selected_party_id']).toBe('BOBDEVICE');
  a.hangUp();
  await settle();
  expect(pair.of('m.call.hangup')['reason']).toBe('user_hangup');
  const second = createPair();
  resetMedia();
  await placed(second);
  second.b.session().hangUp();
  await settle();
  expect(second.types().filter((type) => type.startsWith('b'))).toEqual(['b reject']);
  second.stop();
});

test('CALL-7.10 a change of what is muted is told', async () => {
  const { a } = await connected(pair);
  await a.setMicrophone(false);
  await settle();
  const told = pair.sent.findLast(({ type }) => type.endsWith('sdp_stream_metadata_changed'));
  expect(Object.values(metadataOf(told?.content ?? {}))).toEqual([
    { purpose: 'm.usermedia', audio_muted: true, video_muted: true },
  ]);
});

test('CALL-7.11 a transfer names both ends, and an asserted identity names the other side', async () => {
  const { a, b } = await connected(pair);
  await a.transfer({ userId: '@carol:example.org', name: 'Carol' });
  expect(pair.of('m.call.replaces')).toMatchObject({
    replacement_id: expect.any(String),
    target_user: { id: '@carol:example.org', display_name: 'Carol' },
    create_call: expect.any(String),
  });
  expect(a.snapshot().askedFor).toBe('Carol');
  pair.deliver(pair.b, {
    type: 'm.call.asserted_identity',
    content: {
      call_id: b.callId,
      party_id: 'ALICEDEVICE',
      asserted_identity: { id: '@dora:example.org', display_name: 'Dora' },
    },
  });
  await settle();
  expect([b.call.incoming.assertedIdentity?.displayName, b.snapshot().name]).toEqual([
    'Dora',
    `Dora (${alice})`,
  ]);
});

test('CALL-7.16 TURN servers are asked for before a call, and a public STUN server stands in where that is allowed', async () => {
  pair.a.turn = {
    servers: [{ urls: ['turn:turn.example.org'], username: 'u', credential: 'c' }],
    expiresAtMs: Date.now() + 3_600_000,
    problem: null,
  };
  await placed(pair);
  expect(pair.a.turnAsked).toBe(1);
  expect(FakePeerConnection.all[0]?.config.iceServers).toEqual(pair.a.turn.servers);
  // Bob's server has none.
  expect(FakePeerConnection.all[1]?.config.iceServers).toBeUndefined();
  pair.a.session().hangUp();
  await settle();
  pair.b.options.publicStun = true;
  pair.b.machine.place(roomId, alice, false);
  await settle();
  expect(FakePeerConnection.all.at(-1)?.config.iceServers).toEqual([
    { urls: [expect.stringMatching(/^stun:/)] },
  ]);
});

test('CALL-9.6 CALL-9.7 opus is sent with DTX over one bundled transport; push-to-talk lowers the bitrate', async () => {
  pair.wire = false;
  await placed(pair);
  const sdp = (pair.of('m.call.invite')['offer'] as { sdp: string }).sdp;
  expect(sdp).toMatch(/a=fmtp:111 .*;usedtx=1\r/);
  expect(FakePeerConnection.all[0]?.config.bundlePolicy).toBe('max-bundle');
  const ptt = pair.b.machine.place(roomId, alice, false);
  Object.assign(ptt?.call ?? {}, { isPtt: true });
  await settle();
  FakePeerConnection.all.at(-1)?.gather(null);
  await settle();
  const offer = pair.of('m.call.invite')['offer'] as { sdp: string };
  expect(offer.sdp).toContain('usedtx=1;maxaveragebitrate=12000');
});

test('CALL-9.4 offer and answer wait for a candidate, 200 ms at most', async () => {
  const first = pair.a.machine.place(roomId, bob, false);
  await settle();
  await pass(190);
  expect(pair.types()).toEqual([]);
  await pass(20);
  expect(pair.types()).toEqual(['a invite']);
  void pair.b.session().answer(false);
  await settle();
  await pass(190);
  expect(pair.types()).not.toContain('b answer');
  await pass(20);
  expect(pair.types()).toContain('b answer');
  expect(first?.call.callHasEnded()).toBe(false);
});

test('CALL-9.3 candidates are sent again five times, after 1, 2, 4, 8 and 16 s, then the call ends', async () => {
  const a = await placed(pair);
  const errors = errorsOf(a.call);
  pair.a.broken.set('m.call.candidates', offline());
  let tries = 0;
  const get = pair.a.broken.get.bind(pair.a.broken);
  pair.a.broken.get = (type) => {
    if (type === 'm.call.candidates') tries += 1;
    return get(type);
  };
  FakePeerConnection.all[0]?.gather('candidate:2 1 udp 1 10.0.0.9 1 typ host');
  await pass(25);
  const seen = [tries];
  for (const wait of [1_000, 2_000, 4_000, 8_000]) {
    await pass(wait);
    seen.push(tries);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(a.call.callHasEnded()).toBe(false);
  await pass(16_000);
  expect(tries).toBe(6);
  // CALL-8.9
  expect(wordsOf(errors)).toEqual([
    expect.stringContaining('signalling_timeout: Signalling failed'),
  ]);
  expect(a.snapshot()).toMatchObject({ state: 'ended', problem: 'signalling_lost' });
});

test('CALL-8.9 the call ends when candidates cannot be sent', async () => {
  const a = await placed(pair);
  const errors = errorsOf(a.call);
  pair.a.broken.set('m.call.candidates', offline());
  FakePeerConnection.all[0]?.gather('candidate:2 1 udp 1 10.0.0.9 1 typ host');
  await pass(40_000);
  expect([errors[0]?.code, a.call.hangupReason]).toEqual([
    'signalling_timeout',
    'signalling_timeout',
  ]);
});

test('CALL-8.8 an invitation or an answer that cannot be sent is told; after the answer it rings again', async () => {
  pair.a.broken.set('m.call.invite', offline());
  const a = pair.a.machine.place(roomId, bob, false);
  const errors = errorsOf(a?.call);
  await settle();
  FakePeerConnection.all[0]?.gather(null);
  await settle();
  expect(wordsOf(errors)).toEqual([expect.stringContaining('send_invite: Failed to send invite')]);
  expect(a?.snapshot()).toMatchObject({ state: 'ended', problem: 'send_failed' });

  const second = createPair();
  resetMedia();
  await placed(second);
  const unknown = Object.assign(new Error('devices'), { name: 'UnknownDeviceError' });
  second.b.broken.set('m.call.answer', unknown);
  const b = second.b.session();
  const answerErrors = errorsOf(b.call);
  void b.answer(false);
  await settle();
  FakePeerConnection.all[1]?.gather(null);
  await settle();
  expect(wordsOf(answerErrors)).toEqual([
    expect.stringContaining('unknown_devices: Unknown devices present in the room'),
  ]);
  expect(b.call.state).toBe('ringing');
  second.b.broken.set('m.call.answer', offline());
  void b.answer(false);
  await settle();
  expect(wordsOf(answerErrors)[1]).toContain('send_answer: Failed to send answer');
  expect(b.call.state).toBe('ringing');
  // And the third press gets through.
  second.b.broken.clear();
  void b.answer(false);
  await settle();
  expect(second.types()).toContain('b answer');
  second.stop();
});

test('CALL-8.5 without a microphone a call ends with the words for it, and nothing stays open', async () => {
  media.error = 'NotAllowedError';
  const a = pair.a.machine.place(roomId, bob, false);
  const errors = errorsOf(a?.call);
  await settle();
  expect(wordsOf(errors)).toEqual([
    expect.stringContaining(
      "no_user_media: Couldn't start capturing media! Is your microphone set up and does this app have permission?",
    ),
  ]);
  expect(a?.snapshot()).toMatchObject({ state: 'ended', problem: 'microphone_refused' });
});

test('CALL-8.6 a camera that cannot be opened for an upgrade is told, and the call goes on', async () => {
  const { a } = await connected(pair);
  const errors = errorsOf(a.call);
  media.error = 'NotReadableError';
  await a.setCamera(true);
  await settle();
  expect(wordsOf(errors)).toEqual([
    expect.stringContaining('no_user_media: Failed to get camera access: '),
  ]);
  expect(a.snapshot()).toMatchObject({
    state: 'connected',
    notice: 'camera_busy',
    cameraOff: true,
  });
});

test('CALL-8.12 a tone needs an audio sender', async () => {
  const { a, connA } = await connected(pair);
  a.tone('5');
  expect(connA.tones).toEqual(['5']);
  for (const { sender } of connA.transceivers) sender.dtmf = null;
  expect(() => a.tone('5')).toThrow('Unable to find a track to send DTMF on');
});

test('CALL-8.13 where the browser cannot call no call is made, and that is logged', () => {
  const told: unknown[] = [];
  const error = jest
    .spyOn(console, 'error')
    .mockImplementation((...words) => void told.push(words));
  const before = { ...globalThis } as Record<string, unknown>;
  const { navigator } = globalThis;
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  for (const name of ['RTCPeerConnection', 'RTCSessionDescription', 'RTCIceCandidate'])
    Object.assign(globalThis, { [name]: undefined });
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  const session = pair.a.machine.place(roomId, bob, false);
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  for (const name of ['RTCPeerConnection', 'RTCSessionDescription', 'RTCIceCandidate'])
    Object.assign(globalThis, { [name]: before[name] });
  process.env['NODE_ENV'] = environment;
  expect(session).toBeNull();
  expect(JSON.stringify(told)).toContain('WebRTC is not supported');
  error.mockRestore();
});

test('CALL-5.1 CALL-5.2 a call needs sound, and an answer some media', async () => {
  const a = await placed(pair);
  await expect(a.call.placeCall(false, true)).rejects.toThrow(
    'You CANNOT start a call without audio',
  );
  await expect(pair.b.session().call.answer(false, false)).rejects.toThrow(
    'You CANNOT answer a call without media',
  );
});

test('CALL-5.3 CALL-5.4 a call needs a device id, and somebody who hears of its errors', async () => {
  const line = {
    userId: alice,
    deviceId: '',
    sessionId: 's',
    turn: () => pair.a.turn,
    options: () => pair.a.options,
    refreshTurn: async () => pair.a.turn,
    send: async () => null,
    openDevices: async () => undefined,
    deviceNews: () => undefined,
    mayOpenMicrophone: async () => true,
    closeDevices: () => undefined,
    profile: async () => ({ displayName: null, avatarMxc: null }),
  };
  const { client } = createCallClient(line);
  expect(() => createNewMatrixCall(client, roomId)).toThrow(
    'Client must have a device ID to start calls',
  );
  const call = createNewMatrixCall(createCallClient({ ...line, deviceId: 'D' }).client, roomId);
  await expect(call?.placeCallWithCallFeeds([])).rejects.toThrow(
    "You MUST attach an error listener using call.on('error', function() {})",
  );
});

test('CALL-5.5 an own, stale or misaddressed invitation, and one of an ended call, does not ring', async () => {
  pair.wire = false;
  const a = await placed(pair);
  const content = pair.of('m.call.invite') as never;
  const type = 'm.call.invite';
  const rings = (): number => pair.b.machine.sessions.size;
  pair.deliver(pair.b, { type, content, sender: bob });
  await settle();
  pair.deliver(pair.b, { type, content, bornMs: Date.now() - 57_100 });
  await settle();
  pair.deliver(pair.b, {
    type,
    content: { ...(content as object), invitee: '@carol:example.org' } as never,
  });
  await settle();
  expect(rings()).toBe(0);
  pair.deliver(pair.b, { type, content, bornMs: Date.now() - 56_000 });
  await settle();
  expect(rings()).toBe(1);
  expect(a.call.state).toBe('invite_sent');
  // The end came with it: nobody is there any more.
  const other = createPair();
  resetMedia();
  const at = { roomId, sender: alice, senderDevice: null, groupCallId: null, eventId: null };
  const base = { call_id: a.callId, party_id: 'ALICEDEVICE', version: '1' };
  const one = (seq: number, name: string, body: object) => ({
    ...at,
    key: `signal:late:${seq}`,
    seq,
    type: name,
    callId: a.callId,
    bornMs: Date.now(),
    content: body as never,
  });
  other.b.machine.deliver([one(1, type, content), one(2, 'm.call.hangup', base)]);
  await settle();
  const ringing = [...other.b.machine.sessions.values()].filter(({ call }) => !call.callHasEnded());
  expect(ringing).toEqual([]);
  other.stop();
});

test('CALL-5.6 CALL-5.7 half a negotiation, a choice of nobody and a stream that is known change nothing', async () => {
  const { a, b, connB } = await connected(pair);
  const base = { call_id: a.callId, version: '1', party_id: 'ALICEDEVICE' };
  const before = connB.remoteDescription;
  for (const description of [undefined, {}, { type: 'offer' }, { sdp: 'v=0' }])
    pair.deliver(pair.b, { type: 'm.call.negotiate', content: { ...base, description } as never });
  pair.deliver(pair.b, { type: 'm.call.select_answer', content: { ...base } as never });
  await settle();
  expect([connB.remoteDescription, b.call.state]).toEqual([before, 'connected']);
  const feeds = b.call.feeds.all.length;
  const known = b.call.remoteUsermediaFeed?.stream;
  const arrives = (one: unknown): boolean =>
    connB.dispatchEvent(Object.assign(new Event('track'), { track: {}, streams: [one] }));
  arrives(known);
  expect(b.call.feeds.all).toHaveLength(feeds);
  // One that is new and announced is taken, once.
  const screen = new FakeStream([new FakeTrack('video')], 'screen-stream');
  pair.deliver(pair.b, {
    type: 'm.call.sdp_stream_metadata_changed',
    content: { ...base, [stream]: { 'screen-stream': { purpose: 'm.screenshare' } } } as never,
  });
  await settle();
  arrives(screen);
  arrives(screen);
  expect(b.call.feeds.all).toHaveLength(feeds + 1);
});

test('CALL-5.8 a stream that nobody vouches for, or without a purpose, is ignored', async () => {
  const { a, b, connB } = await connected(pair);
  const stranger = new FakeStream([new FakeTrack('video')], 'unknown-stream');
  const event = Object.assign(new Event('track'), {
    track: stranger.tracks[0],
    streams: [stranger],
  });
  expect(() => connB.dispatchEvent(event)).not.toThrow();
  const ids = (): string[] => b.call.feeds.remote.map((feed) => feed.stream.id);
  expect(ids()).not.toContain('unknown-stream');
  const base = { call_id: a.callId, version: '1', party_id: 'ALICEDEVICE' };
  const say = async (entry: object): Promise<void> => {
    const content = { ...base, [stream]: { 'unknown-stream': entry } } as never;
    pair.deliver(pair.b, { type: 'm.call.sdp_stream_metadata_changed', content });
    await settle();
    connB.dispatchEvent(event);
  };
  await say({ audio_muted: false, video_muted: false });
  expect(ids()).not.toContain('unknown-stream');
  await say({ purpose: 'm.screenshare' });
  expect(ids()).toContain('unknown-stream');
});

test('CALL-5.9 an answer without sound and picture ends the call', async () => {
  pair.wire = false;
  const a = await placed(pair);
  pair.deliver(pair.a, {
    type: 'm.call.answer',
    content: {
      call_id: a.callId,
      version: '1',
      party_id: 'BOBDEVICE',
      answer: { type: 'answer', sdp: 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n' },
      [stream]: {},
    },
  });
  await settle();
  expect([a.call.state, a.call.hangupReason]).toEqual(['ended', 'set_remote_description']);
  expect(pair.of('m.call.hangup')['reason']).toBe('set_remote_description');
});

test('CALL-9.5 a camera that is switched off is released after 120 ms', async () => {
  const { a } = await connected(pair, true);
  const track = a.call.localUsermediaStream?.getVideoTracks()[0];
  await a.setCamera(false);
  await pass(100);
  expect([track?.readyState, track?.enabled]).toEqual(['live', false]);
  await pass(30);
  expect(track?.readyState).toBe('ended');
});

test('CALL-9.9 640 × 360 is what a camera is asked for, not what it must have', async () => {
  Object.assign(navigator, { webkitGetUserMedia: () => undefined });
  await placed(pair, true);
  expect(media.asked.at(-1)?.video).toMatchObject({
    width: { ideal: 640 },
    height: { ideal: 360 },
  });
});

test('CALL-9.22 the volume is taken every 200 ms; one of eight samples above -60 dB means speaking', async () => {
  const { a } = await connected(pair);
  const feed = a.call.remoteUsermediaFeed;
  await pass(1_700);
  expect([feed?.speakingVolumeSamples.length, feed?.isSpeaking()]).toEqual([8, false]);
  media.level = -59;
  await pass(200);
  media.level = -100;
  expect(feed?.isSpeaking()).toBe(true);
  await pass(1_300);
  expect(feed?.isSpeaking()).toBe(true);
  await pass(400);
  expect(feed?.isSpeaking()).toBe(false);
});

test('nothing is opened while it rings, and nothing stays open after a cancelled start', async () => {
  await placed(pair);
  expect(media.asked).toHaveLength(1);
  expect(pair.b.session().call.state).toBe('ringing');
  const b = pair.b.machine.place(roomId, alice, false);
  b?.hangUp();
  await pass(1_000);
  expect(media.asked).toHaveLength(1);
});

test('a caller who negotiates before the answer learns nothing: no address, no word, and the call can still be answered', async () => {
  const a = await placed(pair);
  const { offer } = pair.of('m.call.invite');
  const b = pair.b.session();
  pair.deliver(pair.b, {
    type: 'm.call.negotiate',
    content: {
      call_id: b.callId,
      party_id: 'ALICEDEVICE',
      version: '1',
      description: offer as never,
    },
  });
  await settle();
  const [connA, connB] = FakePeerConnection.all;
  expect([connB?.localDescription, b.call.state]).toEqual([null, 'ringing']);
  expect(pair.types()).toEqual(['a invite']);
  void b.answer(false);
  await settle();
  connB?.gather('candidate:2 1 udp 1 10.0.0.2 1 typ host');
  await settle();
  connA?.ice('connected');
  await settle();
  expect([connB?.localDescription?.type, a.call.state]).toEqual(['answer', 'connected']);
});
