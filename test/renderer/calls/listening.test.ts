// A call between two where one side has no usable microphone: it rings on until that person chooses, and may be listened to.
import { MatrixCall as SdkCall } from 'matrix-js-sdk/lib/webrtc/call';
import { listeningKey } from '#contract/areas/calls/callNames';
import { otherOf } from '../../../renderer/features/calls/callTypes';
import type { Session } from '../../../renderer/features/calls/direct/session';
import { SignalEvent } from '../../../renderer/features/calls/media/plain';
import {
  FakePeerConnection,
  FakeStream,
  FakeTrack,
  media,
  resetMedia,
  withFakeMedia,
} from './fakeMedia';
import { alice, bob, createPair, pass, placed, roomId, settle, type Pair } from './pair';

let pair: Pair;
withFakeMedia(
  () => {
    pair = createPair();
  },
  () => pair.stop(),
);

const listens = (session: Session): boolean | undefined => otherOf(session.snapshot())?.listens;
const types = (from: 'a' | 'b'): string[] =>
  pair.types().filter((type) => type.startsWith(`${from} `) && !type.endsWith('candidates'));
const metadataOf = (type: string): unknown[] =>
  Object.values(pair.of(type)['sdp_stream_metadata'] as object);

/** Alice's call is answered by Bob, who has no microphone. */
async function answeredWithout(video = false): Promise<{ a: Session; b: Session }> {
  const a = pair.a.machine.place(roomId, bob, video);
  if (a === null) throw new Error('not placed');
  await settle();
  // Before it rings: whether there is a microphone is looked up then.
  Object.assign(media, { devices: ['videoinput'], error: 'NotFoundError', broken: 'audio' });
  FakePeerConnection.all.at(-1)?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
  await settle();
  const b = pair.b.session();
  void b.answer(false);
  await settle();
  return { a, b };
}

async function stand(): Promise<void> {
  const [one, two] = FakePeerConnection.all as [FakePeerConnection, FakePeerConnection];
  two.gather('candidate:2 1 udp 1 10.0.0.2 1 typ host');
  await pass(1);
  one.ice('connected');
  two.ice('connected');
  await settle();
}

async function listening(): Promise<{ a: Session; b: Session }> {
  const both = await answeredWithout();
  void both.b.answerAgain?.(true);
  await settle();
  await stand();
  return both;
}

test('an answer without a microphone ends nothing: it rings on there until the person chooses, and says why', async () => {
  const { a, b } = await answeredWithout();
  expect(b.snapshot()).toMatchObject({
    state: 'wait_local_media',
    unanswered: 'no_microphone',
    problem: null,
  });
  expect([a.snapshot().state, types('b')]).toEqual(['invite_sent', []]);
  // With one that was plugged in it is answered as ever.
  Object.assign(media, { devices: ['audioinput'], error: null, broken: null });
  void b.answerAgain?.(false);
  await settle();
  await stand();
  expect([a.snapshot().state, b.snapshot().state]).toEqual(['connected', 'connected']);
  expect([listens(a), listens(b)]).toEqual([false, false]);
});

test('who only listens hears the caller, opens nothing, is muted, and the caller sees it; both hang up as ever', async () => {
  for (const ends of ['a', 'b'] as const) {
    resetMedia();
    pair = createPair();
    const { a, b } = await listening();
    expect([a.snapshot().state, b.snapshot().state]).toEqual(['connected', 'connected']);
    expect(metadataOf('m.call.answer')).toEqual([
      { purpose: 'm.usermedia', audio_muted: true, video_muted: true, [listeningKey]: true },
    ]);
    // One track, of silence: whoever takes no part in this has a call with somebody who is muted.
    expect(pair.of('m.call.answer')['answer']).toMatchObject({
      sdp: expect.stringContaining('a=sendrecv'),
    });
    expect([listens(a), listens(b)]).toEqual([true, false]);
    expect(b.snapshot()).toMatchObject({ micMuted: true, heldByOther: false, unanswered: null });
    expect(otherOf(b.snapshot())?.sound).not.toBeNull();
    // The caller's, and Bob's that failed: nothing was opened to listen.
    expect(media.streams.flatMap(({ tracks }) => tracks)).toHaveLength(1);
    (ends === 'a' ? a : b).hangUp();
    await settle();
    expect([a.snapshot().state, b.snapshot().state]).toEqual(['ended', 'ended']);
    expect([a.snapshot().problem, b.snapshot().problem]).toEqual([null, null]);
    pair.stop();
  }
});

test('a call that was answered without a microphone and is refused says so to the caller, and is declined by nobody', async () => {
  const { a, b } = await answeredWithout();
  b.hangUp();
  await settle();
  expect(pair.of('m.call.reject')).toMatchObject({ reason: 'no_user_media' });
  expect(a.snapshot()).toMatchObject({ state: 'ended', problem: 'other_no_microphone' });
  expect(b.snapshot()).toMatchObject({ problem: null, endReason: 'no_user_media' });
});

test('it rings no longer than its invitation, and not after another device of ours has taken it', async () => {
  const first = await answeredWithout();
  await pass(60_000);
  expect(first.b.snapshot()).toMatchObject({ state: 'ended', problem: null });
  pair.stop();
  resetMedia();
  pair = createPair();
  const { b } = await answeredWithout();
  const { version, call_id } = pair.of('m.call.invite');
  const answer = { type: 'answer', sdp: 'v=0' };
  const content = { version, call_id, party_id: 'OTHER', answer } as never;
  pair.deliver(pair.b, { type: 'm.call.answer', sender: bob, content });
  await settle();
  expect(b.snapshot()).toMatchObject({ state: 'ended', endReason: 'answered_elsewhere' });
});

test('the microphone takes the place of silence once it is there; without one the press says so, each time', async () => {
  const { a, b } = await listening();
  for (let press = 0; press < 2; press += 1) {
    await b.setMicrophone(true);
    await settle();
    expect(b.snapshot()).toMatchObject({ micMuted: true, notice: 'no_microphone' });
    expect(listens(a)).toBe(true);
  }
  Object.assign(media, { devices: ['audioinput', 'videoinput'], error: null, broken: null });
  await b.setMicrophone(true);
  await settle();
  expect(b.snapshot()).toMatchObject({ micMuted: false, notice: null });
  const sent = FakePeerConnection.all[1]?.transceivers[0]?.sender.track;
  expect(media.streams.flatMap(({ tracks }) => tracks)).toContain(sent);
  expect([sent?.enabled, sent?.readyState]).toEqual([true, 'live']);
  expect([listens(a), otherOf(a.snapshot())?.micMuted]).toEqual([false, false]);
  b.hangUp();
  await settle();
  const live = media.streams.flatMap(({ tracks }) => tracks).filter((one) => one !== undefined);
  expect(live.every(({ readyState }) => readyState === 'ended')).toBe(true);
});

test('who has no microphone may call to listen, also with a camera that is turned on later', async () => {
  Object.assign(media, { devices: ['videoinput'], error: 'NotFoundError', broken: 'audio' });
  const failed = pair.a.machine.place(roomId, bob, false);
  await settle();
  expect(failed?.snapshot()).toMatchObject({ state: 'ended', problem: 'no_microphone' });
  const a = pair.a.machine.place(roomId, bob, false, undefined, true);
  await settle();
  FakePeerConnection.all.at(-1)?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
  await settle();
  expect(metadataOf('m.call.invite')).toEqual([expect.objectContaining({ [listeningKey]: true })]);
  Object.assign(media, { devices: ['audioinput', 'videoinput'], error: null, broken: null });
  const b = pair.b.session();
  void b.answer(false);
  await settle();
  await stand();
  expect(b.snapshot().state).toBe('connected');
  expect([listens(b), a === null ? null : listens(a)]).toEqual([true, false]);
  Object.assign(media, { devices: ['videoinput'], error: 'NotFoundError', broken: 'audio' });
  await a?.setCamera(true);
  await settle();
  expect(a?.snapshot()).toMatchObject({ cameraOff: false, micMuted: true, notice: null });
  expect(listens(b)).toBe(true);
});

test('whoever sends pictures and no sound at all is shown as one who only listens, whatever client it is', async () => {
  const a = await placed(pair);
  const { call_id } = pair.of('m.call.invite');
  const sdp = [
    'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\na=mid:0\r\na=recvonly\r\n',
    'm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 VP8/90000\r\na=mid:1\r\na=sendrecv\r\na=msid:theirs t\r\n',
  ].join('');
  const content = { version: '1', call_id, party_id: 'X', answer: { type: 'answer', sdp } };
  pair.deliver(pair.a, { type: 'm.call.answer', content: content as never });
  await settle();
  FakePeerConnection.all[0]?.ice('connected');
  await settle();
  expect([a.snapshot().state, listens(a)]).toEqual(['connected', true]);
});

/** The SDK's own class calls: what it asks of its client, and no more. */
function sdkCaller() {
  const sent: { type: string; content: Record<string, unknown> }[] = [];
  const client = {
    deviceId: 'SDKDEVICE',
    callEventHandler: { calls: new Map() },
    groupCallEventHandler: {},
    getUserId: () => alice,
    getDeviceId: () => 'SDKDEVICE',
    getSessionId: () => 'session',
    getTurnServers: () => [],
    checkTurnServers: async () => true,
    isFallbackICEServerAllowed: () => false,
    getMediaHandler: () => ({
      getUserMediaStream: async () => new FakeStream([new FakeTrack('audio')]),
      stopUserMediaStream: () => undefined,
      stopScreensharingStream: () => undefined,
      hasAudioDevice: async () => true,
    }),
    getRoom: () => ({ getMember: (userId: string) => ({ userId, roomId, name: userId }) }),
    sendEvent: async (_room: string, type: string, content: Record<string, unknown>) =>
      void sent.push({ type, content }),
  };
  const call = new SdkCall({ client, roomId, invitee: bob, turnServers: [] } as never);
  call.on('error' as never, (() => undefined) as never);
  return { call, sent, of: (type: string) => sent.findLast((one) => one.type === type)?.content };
}

test('the SDK takes an answer of somebody who only listens, and its end', async () => {
  const { call, of } = sdkCaller();
  void call.placeVoiceCall();
  await settle();
  FakePeerConnection.all.at(-1)?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
  await pass(250);
  Object.assign(media, { devices: [], error: 'NotFoundError' });
  pair.deliver(pair.b, { type: 'm.call.invite', content: of('m.call.invite') as never });
  await settle();
  const b = pair.b.session();
  void b.answer(false);
  await settle();
  expect(b.snapshot().unanswered).toBe('no_microphone');
  void b.answerAgain?.(true);
  await settle();
  FakePeerConnection.all[1]?.gather('candidate:2 1 udp 1 10.0.0.2 1 typ host');
  await pass(250);
  const toSdk = (type: string): SignalEvent =>
    new SignalEvent({
      type,
      sender: bob,
      roomId,
      bornMs: Date.now(),
      content: pair.of(type),
    } as never);
  await call.onAnswerReceived(toSdk('m.call.answer') as never);
  for (const one of FakePeerConnection.all) one.ice('connected');
  await settle();
  expect([call.state, b.snapshot().state]).toEqual(['connected', 'connected']);
  expect([call.remoteUsermediaFeed?.isAudioMuted(), call.isLocalOnHold()]).toEqual([true, false]);
  b.hangUp();
  await settle();
  call.onHangupReceived(pair.of('m.call.hangup') as never);
  expect(call.state).toBe('ended');
});
