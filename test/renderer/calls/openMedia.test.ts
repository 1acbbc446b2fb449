// Camera and microphone that cannot be opened, are taken by somebody else, or are pulled out in a call.
import { otherOf } from '../../../renderer/features/calls/callTypes';
import type { Session } from '../../../renderer/features/calls/direct/session';
import {
  FakePeerConnection,
  media,
  plug,
  unplug,
  withFakeMedia,
  type FakeStream,
} from './fakeMedia';
import { createGroup, flowing } from './groupPair';
import { bob, connected, createPair, pass, placed, roomId, settle, type Pair } from './pair';

let pair: Pair;
withFakeMedia(
  () => (pair = createPair()),
  () => pair.stop(),
);

const gather = async (): Promise<void> => {
  FakePeerConnection.all.at(-1)?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
  await settle();
};

test('that another window was in front is not told as a setting of the system', async () => {
  media.error = 'NotInFrontError';
  const first = pair.a.machine.place(roomId, bob, false);
  await settle();
  expect(first?.snapshot()).toMatchObject({ state: 'ended', problem: 'not_in_front' });
  media.error = null;
});

test('a microphone that was refused once is asked for again, and the next call goes out', async () => {
  media.error = 'NotAllowedError';
  const first = pair.a.machine.place(roomId, bob, false);
  await settle();
  expect(first?.snapshot()).toMatchObject({ state: 'ended', problem: 'microphone_refused' });
  media.error = null;
  const next = await placed(pair);
  expect(next.snapshot()).toMatchObject({ state: 'invite_sent', problem: null });
});

test.each([
  ['NotReadableError', 'camera_busy'],
  ['NotAllowedError', 'camera_refused'],
] as const)(
  'a video call whose camera meets %s goes out with sound, and says so',
  async (error, notice) => {
    Object.assign(media, { error, broken: 'video' });
    const a = await placed(pair, true);
    expect(a.snapshot()).toMatchObject({
      state: 'invite_sent',
      media: 'voice',
      cameraOff: true,
      notice,
    });
    expect(pair.b.session().snapshot().media).toBe('voice');
  },
);

test('without any camera a video call goes out with sound, and says so', async () => {
  media.devices = ['audioinput'];
  const a = await placed(pair, true);
  expect(a.snapshot()).toMatchObject({
    state: 'invite_sent',
    cameraOff: true,
    notice: 'no_camera',
  });
});

test('a video call is answered with sound where the camera cannot be opened, and says so', async () => {
  await placed(pair, true);
  Object.assign(media, { error: 'NotReadableError', broken: 'video' });
  const b = pair.b.session();
  void b.answer(true);
  await settle();
  await gather();
  expect(pair.types()).toContain('b answer');
  expect(b.snapshot()).toMatchObject({ cameraOff: true, notice: 'camera_busy' });
});

test('where the microphone cannot be opened either, the call ends with the words for it', async () => {
  media.error = 'NotReadableError';
  const a = pair.a.machine.place(roomId, bob, true);
  await settle();
  expect(a?.snapshot()).toMatchObject({ state: 'ended', problem: 'microphone_busy' });
});

test('a camera that another program took while it was off is told when it is turned on, and can be had later', async () => {
  const { a } = await connected(pair, true);
  await a.setCamera(false);
  await jest.advanceTimersByTimeAsync(200);
  Object.assign(media, { error: 'NotReadableError', broken: 'video' });
  await a.setCamera(true);
  expect(a.snapshot()).toMatchObject({
    state: 'connected',
    cameraOff: true,
    notice: 'camera_busy',
  });
  media.error = null;
  await a.setCamera(true);
  await settle();
  expect(a.snapshot()).toMatchObject({ cameraOff: false, notice: null });
});

const told = 'm.call.sdp_stream_metadata_changed';

test('a camera that is on again before the other side was told that it is off stays on', async () => {
  const { a } = await connected(pair, true);
  const telling = Promise.withResolvers<void>();
  pair.a.slow.set(told, telling.promise);
  const off = a.setCamera(false);
  await settle();
  pair.a.slow.clear();
  await a.setCamera(true);
  telling.resolve();
  await off;
  await pass(500);
  expect(a.snapshot()).toMatchObject({ cameraOff: false, notice: null });
  const tracks = a.call.localUsermediaStream?.getVideoTracks() ?? [];
  expect(tracks.map(({ readyState, enabled }) => [readyState, enabled])).toEqual([['live', true]]);
});

test('the same in a group, on every leg', async () => {
  const group = createGroup();
  const [a, b] = [group.device('@a:x', 'A'), group.device('@b:x', 'B')];
  await a.session.enter(true);
  await b.session.enter(true);
  await flowing(group);
  const telling = Promise.withResolvers<void>();
  group.slow.set(told, telling.promise);
  const off = a.session.setCamera(false);
  await settle();
  group.slow.clear();
  await a.session.setCamera(true);
  telling.resolve();
  await off;
  await pass(500);
  expect(a.session.snapshot()).toMatchObject({ cameraOff: false, notice: null });
  const [leg] = a.session.groupCall.legs.all;
  const tracks = leg?.localUsermediaStream?.getVideoTracks() ?? [];
  expect(tracks.map(({ readyState, enabled }) => [readyState, enabled])).toEqual([['live', true]]);
  await group.stop();
});

test('of two presses the last one counts, however soon it comes', async () => {
  const { a } = await connected(pair, true);
  const group = createGroup();
  const [c, d] = [group.device('@a:x', 'A'), group.device('@b:x', 'B')];
  await c.session.enter(true);
  await d.session.enter(true);
  await flowing(group);
  for (const session of [a, c.session]) {
    await session.setMicrophone(false);
    await session.setCamera(false);
    await pass(500);
    void session.setMicrophone(true);
    void session.setCamera(true);
    void session.setMicrophone(false);
    void session.setCamera(false);
    await pass(500);
    expect(session.snapshot()).toMatchObject({ cameraOff: true, micMuted: true });
  }
  const own = [a.call, ...c.session.groupCall.legs.all].map((leg) => leg.localUsermediaStream);
  const open = own.flatMap((stream) => stream?.getTracks().filter(({ enabled }) => enabled) ?? []);
  expect(open).toEqual([]);
  await group.stop();
});

test('while an outgoing call rings its camera can be hidden, which the other side knows before it answers, and shown again', async () => {
  const a = await placed(pair, true);
  expect(a.snapshot().can).toMatchObject({ camera: true, media: false });
  await a.setCamera(false);
  await jest.advanceTimersByTimeAsync(200);
  expect(a.snapshot()).toMatchObject({ state: 'invite_sent', cameraOff: true });
  expect(a.call.localUsermediaStream?.getVideoTracks()).toEqual([]);
  expect(pair.b.session().call.remoteUsermediaFeed?.isVideoMuted()).toBe(true);
  await a.setCamera(true);
  await settle();
  expect(a.snapshot()).toMatchObject({ state: 'invite_sent', cameraOff: false });
  expect(pair.b.session().call.remoteUsermediaFeed?.isVideoMuted()).toBe(false);
  await a.setCamera(false);
  void pair.b.session().answer(true);
  await settle();
  expect(pair.b.session().call.remoteUsermediaFeed?.isVideoMuted()).toBe(true);
});

test('a call with sound alone has no camera to hide while it rings', async () => {
  const a = await placed(pair);
  expect(a.snapshot().can).toMatchObject({ camera: false, media: false });
});

test('another microphone is taken while somebody else rings', async () => {
  const { a } = await connected(pair);
  const { offer } = pair.of('m.call.invite');
  const content = { version: '1', call_id: 'second', party_id: 'X', lifetime: 60_000, offer };
  pair.deliver(pair.a, { type: 'm.call.invite', content: content as never });
  await settle();
  const asked = media.asked.length;
  await pair.a.machine.setDevice('audioinput', 'another');
  expect(media.asked).toHaveLength(asked + 1);
  expect(a.call.localUsermediaStream?.getAudioTracks().map(({ readyState }) => readyState)).toEqual(
    ['live'],
  );
});

const tracksOf = (session: Session, kind: 'audio' | 'video'): string[] =>
  (session.call.localUsermediaStream?.getTracks() ?? [])
    .filter((track) => track.kind === kind)
    .map(({ readyState }) => readyState);

test('a microphone that is pulled out gives way to another one, which is told', async () => {
  const { a, connA } = await connected(pair);
  await a.setMicrophone(false);
  unplug('audio', false);
  await pass(200);
  expect(pair.a.news).toEqual(['microphone_replaced']);
  expect(tracksOf(a, 'audio')).toEqual(['live']);
  const [sender] = connA.getSenders();
  expect([sender?.track?.readyState, sender?.track?.enabled]).toEqual(['live', false]);
  expect(a.snapshot()).toMatchObject({ state: 'connected', micMuted: true });
});

test('a microphone that is chosen and does not open leaves the one before, with a word', async () => {
  const { a, connA } = await connected(pair);
  media.busy = 'taken';
  await pair.a.machine.setDevice('audioinput', 'taken');
  expect(pair.a.news).toEqual(['microphone_kept']);
  expect(tracksOf(a, 'audio')).toEqual(['live']);
  const { track } = connA.transceivers[0]?.sender ?? {};
  expect(track).toBe(media.streams.at(-1)?.tracks[0]);
  expect(media.asked.at(-1)?.audio).toMatchObject({ deviceId: { exact: 'audio-device' } });
  // The next call does not ask for the one that is taken either.
  a.hangUp();
  await settle();
  await placed(pair);
  expect(media.asked.at(-1)?.audio).toMatchObject({ deviceId: { exact: 'audio-device' } });
});

test('the only microphone, pulled out, is missed until there is one again; what is pressed meanwhile counts', async () => {
  const { a } = await connected(pair);
  unplug('audio', true);
  await pass(200);
  expect(pair.a.news).toEqual(['microphone_gone']);
  expect(a.snapshot().state).toBe('connected');
  await a.setMicrophone(false);
  expect(a.snapshot().micMuted).toBe(true);
  await a.setMicrophone(true);
  media.error = 'NotReadableError';
  plug('audio');
  await pass(200);
  // Not ready yet.
  expect(pair.a.news).toEqual(['microphone_gone']);
  media.error = null;
  navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  await pass(200);
  expect(pair.a.news).toEqual(['microphone_gone', 'microphone_back']);
  expect(tracksOf(a, 'audio')).toEqual(['live']);
});

test('a camera with a microphone that is pulled out: the camera goes off, another one is opened only when it is turned on', async () => {
  const { a, b } = await connected(pair, true);
  const asked = media.asked.length;
  unplug('audio', false);
  unplug('video', false);
  await pass(200);
  expect([...pair.a.news].sort()).toEqual(['camera_gone', 'microphone_replaced']);
  // Both sides open a microphone again, because they share the unplugged devices here.
  expect(media.asked.slice(asked).map(({ video }) => video)).toEqual([false, false]);
  expect(a.snapshot()).toMatchObject({ cameraOff: true, micMuted: false });
  expect(otherOf(b.snapshot())?.camera?.muted).toBe(true);
  await a.setCamera(true);
  await settle();
  expect(tracksOf(a, 'video')).toEqual(['live']);
  expect(otherOf(b.snapshot())?.camera?.muted).toBe(false);
});

test("what ends after the call, or is not used any more, is nobody's news", async () => {
  const { a } = await connected(pair);
  const old = media.streams[0]?.tracks[0];
  await pair.a.machine.setDevice('audioinput', 'another');
  old?.dispatchEvent(new Event('ended'));
  await pass(200);
  const live = media.streams.at(-1)?.tracks[0];
  a.hangUp();
  live?.dispatchEvent(new Event('ended'));
  await pass(200);
  expect(pair.a.news).toEqual([]);
});

test('in a group the microphone gives way on every leg, and the camera goes off for all', async () => {
  const group = createGroup();
  const [a, b] = [group.device('@a:x', 'A'), group.device('@b:x', 'B')];
  await a.session.enter(true);
  await b.session.enter(true);
  await flowing(group);
  const own = a.session.groupCall.localCallFeed?.stream as unknown as FakeStream;
  const asked = media.asked.length;
  for (const track of own.getTracks()) {
    track.stop();
    track.dispatchEvent(new Event('ended'));
  }
  await pass(200);
  expect([...a.news].sort()).toEqual(['camera_gone', 'microphone_replaced']);
  expect(media.asked.slice(asked).every(({ video }) => video === false)).toBe(true);
  expect(a.session.snapshot()).toMatchObject({ cameraOff: true, micMuted: false });
  const legs: string[] = [];
  a.session.groupCall.legs.all.forEach((leg) =>
    legs.push(
      ...(leg.localUsermediaStream?.getTracks() ?? []).map(
        (one) => `${one.kind} ${one.readyState}`,
      ),
    ),
  );
  expect(legs).toEqual(['audio live']);
  await a.session.setCamera(true);
  expect(a.session.snapshot()).toMatchObject({ cameraOff: false, notice: null });
  await group.stop();
});

test('a group is joined with sound where the camera cannot be opened, and the next press opens it', async () => {
  const group = createGroup();
  const a = group.device('@a:x', 'A');
  Object.assign(media, { error: 'NotReadableError', broken: 'video' });
  await a.session.enter(true);
  expect(a.session.snapshot()).toMatchObject({
    state: 'connected',
    cameraOff: true,
    notice: 'camera_busy',
  });
  media.error = null;
  await a.session.setCamera(true);
  expect(a.session.snapshot()).toMatchObject({ cameraOff: false, notice: null });
  await group.stop();
});
