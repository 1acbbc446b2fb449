// A screen in a call between two: shown to the other side beside the camera, changed without a gap, ended by us or by the system.
import { otherOf, ownOf } from '../../../renderer/features/calls/callTypes';
import type { Session } from '../../../renderer/features/calls/direct/session';
import { FakeStream, FakeTrack, withFakeMedia } from './fakeMedia';
import { connected, createPair, settle, type Pair } from './pair';

let pair: Pair;
let a: Session;
let b: Session;
/** Name of the error that the next screen meets. */
let refusal: string | null = null;
let opened: FakeStream[] = [];
let constraints: DisplayMediaStreamOptions[] = [];

withFakeMedia(
  async () => {
    refusal = null;
    opened = [];
    constraints = [];
    Object.assign(navigator.mediaDevices, {
      getDisplayMedia: async (asked: DisplayMediaStreamOptions) => {
        constraints.push(asked);
        if (refusal !== null) throw new DOMException('refused', refusal);
        const sound = asked.audio === false ? [] : [new FakeTrack('audio')];
        const stream = new FakeStream([new FakeTrack('video'), ...sound]);
        opened.push(stream);
        return stream;
      },
    });
    pair = createPair();
    ({ a, b } = await connected(pair, true));
  },
  () => pair.stop(),
);

const settled = async (): Promise<void> => {
  await settle();
  await jest.advanceTimersByTimeAsync(300);
  await settle();
};
const share = async (choice: Partial<Parameters<Session['share']>[0]> = {}): Promise<boolean> => {
  const done = await a.share({ name: 'Screen 1', preset: 'text', audio: false, ...choice });
  await settled();
  return done;
};
const purposes = (session: Session): string[] =>
  session.call.feeds.remote.map(({ purpose }) => purpose).sort();

test('a screen goes beside the camera; its end leaves the call and the camera as they were', async () => {
  expect(await share()).toBe(true);
  expect(a.snapshot()).toMatchObject({
    sharing: { name: 'Screen 1', preset: 'text', audio: false, paused: false },
    state: 'connected',
  });
  expect(ownOf(a.snapshot())?.screen?.stream).toBe(opened[0]);
  expect(purposes(b)).toEqual(['m.screenshare', 'm.usermedia']);
  expect([otherOf(b.snapshot())?.screen, otherOf(b.snapshot())?.camera]).not.toContain(null);
  expect(constraints[0]).toMatchObject({ audio: false, video: { frameRate: { max: 15 } } });
  expect(opened[0]?.getVideoTracks()[0]).toHaveProperty('contentHint', 'text');
  await a.stopShare();
  await settled();
  expect(opened[0]?.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
  expect(a.snapshot()).toMatchObject({ sharing: null, state: 'connected' });
  expect(ownOf(a.snapshot())?.screen).toBeNull();
  expect(ownOf(a.snapshot())?.camera).toBeTruthy();
});

test('another screen takes the place of the first without a new negotiation', async () => {
  await share();
  const [old] = opened[0]?.getTracks() ?? [];
  const before = pair.types().filter((type) => type.endsWith('negotiate')).length;
  expect(await share({ name: 'Window', preset: 'motion' })).toBe(true);
  expect(pair.types().filter((type) => type.endsWith('negotiate'))).toHaveLength(before);
  expect(old?.readyState).toBe('ended');
  expect(a.snapshot()).toMatchObject({ sharing: { name: 'Window', preset: 'motion' } });
  expect(constraints[1]).toMatchObject({ video: { frameRate: { max: 30 } } });
  expect(opened[1]?.getVideoTracks()[0]).toHaveProperty('contentHint', 'motion');
  expect(a.call.localScreensharingStream?.getVideoTracks()).toEqual(opened[1]?.getVideoTracks());
});

test('a screen with sound is offered with it, also in the place of one without', async () => {
  await share();
  expect(otherOf(b.snapshot())?.screenSound).toBeNull();
  await share({ audio: true });
  expect(a.snapshot()).toMatchObject({ sharing: { audio: true }, state: 'connected' });
  const offers = pair.sent.filter(({ content }) => JSON.stringify(content).includes('"offer"'));
  expect(JSON.stringify(offers.at(-1))).toContain(opened[1]?.id);
  await b.share({ name: 'Film', preset: 'motion', audio: true });
  await settled();
  expect(otherOf(a.snapshot())?.screenSound).toBeTruthy();
});

test('what is refused is told, and touches nothing that is shared', async () => {
  await share();
  refusal = 'NotAllowedError';
  expect(await share({ name: 'Other' })).toBe(false);
  expect(a.snapshot()).toMatchObject({ notice: 'share_refused', sharing: { name: 'Screen 1' } });
  refusal = 'NotReadableError';
  expect(await share()).toBe(false);
  expect(a.snapshot().notice).toBe('share_failed');
  expect(opened[0]?.getTracks().map(({ readyState }) => readyState)).toEqual(['live']);
});

test('the window that was shared is closed: the share ends, the call does not', async () => {
  await share();
  opened[0]?.getVideoTracks()[0]?.dispatchEvent(new Event('ended'));
  await settled();
  expect(a.snapshot()).toMatchObject({ sharing: null, state: 'connected' });
  expect(ownOf(a.snapshot())?.screen).toBeNull();
});

test('pausing stops the picture, tells the other side and keeps the screen; an ended call lets go of it', async () => {
  await share({ audio: true });
  expect(otherOf(b.snapshot())?.screen).toMatchObject({ muted: false });
  a.pauseShare(true);
  expect([a.snapshot().sharing?.paused, opened[0]?.getTracks()[0]?.enabled]).toEqual([true, false]);
  await settled();
  expect(otherOf(b.snapshot())).toMatchObject({
    screen: { muted: true },
    camera: { muted: false },
  });
  expect(b.snapshot()).toMatchObject({ reconnecting: false });
  a.pauseShare(false);
  expect([a.snapshot().sharing?.paused, opened[0]?.getTracks()[0]?.enabled]).toEqual([false, true]);
  await settled();
  expect(otherOf(b.snapshot())?.screen).toMatchObject({ muted: false });
  // Another screen in the place of a paused one is seen.
  a.pauseShare(true);
  await share({ name: 'Window', audio: true });
  expect(otherOf(b.snapshot())?.screen).toMatchObject({ muted: false });
  expect(ownOf(a.snapshot())?.screen).toMatchObject({ muted: false });
  a.hangUp();
  await settled();
  expect(opened.flatMap((one) => one.getTracks().map(({ readyState }) => readyState))).toEqual(
    Array.from({ length: 4 }, () => 'ended'),
  );
});

test('to a side that knows no screens one is shown in place of the camera only', async () => {
  Object.assign(a.call, { opponentSupportsSDPStreamMetadata: () => false });
  expect(await share()).toBe(true);
  await a.stopShare();
  const voice = createPair();
  const { a: other } = await connected(voice);
  Object.assign(other.call, { opponentSupportsSDPStreamMetadata: () => false });
  expect(await other.share({ name: 'S', preset: 'text', audio: false })).toBe(false);
  expect(other.snapshot().notice).toBe('share_other_side');
  voice.stop();
});
