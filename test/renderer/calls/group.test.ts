// Group calls in the window: the class of the calls, on the line of a group.
import { createGroup, flowing, type Device, type Group } from './groupPair';
import { FakePeerConnection, flowOf, media, withFakeMedia } from './fakeMedia';
import { roomId, pass, settle } from './pair';
import { loudest } from '../../../renderer/features/calls/webrtc/group/feeds';
import {
  columnsFor,
  uprightColumnsFor,
  rowStart,
  spotlightOf,
  tilesOf,
} from '../../../renderer/features/calls/pictures/tiles';

let group: Group;
withFakeMedia(
  () => (group = createGroup()),
  () => group.stop(),
);

const invites = () => group.sent.filter(({ type }) => type === 'm.call.invite');
const route = ({ from, to }: { from: string; to: string }) => `${from} > ${to}`;
const enter = async (device: Device): Promise<void> => {
  await device.session.enter(true);
  await settle();
};
/** Code and message of every error of the call from now on. */
function errorsOf({ session }: Device): [string, string][] {
  const found: [string, string][] = [];
  session.groupCall.on(
    'group_call_error' as never,
    (({ code, message }: { code: string; message: string }) =>
      found.push([code, message])) as never,
  );
  return found;
}
/** Two who are in the call and have heard of each other. */
async function twoIn(how: (device: Device) => Promise<unknown> = enter) {
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await how(a);
  await how(b);
  await flowing(group);
  return { a, b };
}
const silently = ({ session }: Device) => session.enter(false);
const ptt = (): Group => (group = createGroup({ isPtt: true, type: 'm.voice' }));

test('CALL-4.1 CALL-4.2 CALL-4.3 a call goes through its states, is entered once, and left', async () => {
  const { session } = group.device('@a:x', 'A');
  const { groupCall } = session;
  const states = [groupCall.state];
  groupCall.on(
    'group_call_state_changed' as never,
    ((state: never) => states.push(state)) as never,
  );
  await session.enter(true);
  expect(states).toEqual([
    'local_call_feed_uninitialized',
    'initializing_local_call_feed',
    'local_call_feed_initialized',
    'entered',
  ]);
  await expect(groupCall.enter()).rejects.toThrow('Cannot enter call in the "entered" state');
  groupCall.leave();
  expect(groupCall.state).toBe('local_call_feed_uninitialized');
  expect(groupCall.localCallFeed).toBeUndefined();
  // Media are acquired first.
  await groupCall.enter();
  expect(groupCall.state).toBe('entered');
  expect(groupCall.localCallFeed?.stream.getAudioTracks()).toHaveLength(1);
  groupCall.terminate();
  expect(groupCall.state).toBe('ended');
});

test('CALL-8.10 CALL-8.11 media are opened once, and not kept when the call is left meanwhile', async () => {
  const { groupCall } = group.device('@a:x', 'A').session;
  const opening = groupCall.initLocalCallFeed();
  await expect(groupCall.initLocalCallFeed()).rejects.toThrow(
    'Cannot initialize local call feed in the "initializing_local_call_feed" state.',
  );
  groupCall.leave();
  await expect(opening).rejects.toThrow('Group call disposed while gathering media stream');
  expect(media.streams.flatMap((stream) => stream.getTracks())).not.toContainEqual(
    expect.objectContaining({ readyState: 'live' }),
  );
});

test('CALL-4.23 of two devices the one with the lesser id places the leg', async () => {
  const b = group.device('@b:x', 'B');
  const a = group.device('@a:x', 'A2');
  const own = group.device('@a:x', 'A1');
  for (const one of [b, a, own]) await enter(one);
  await flowing(group);
  expect([...new Set(invites().map(route))].sort()).toEqual([
    '@a:x A1 > @a:x A2',
    '@a:x A1 > @b:x B',
    '@a:x A2 > @b:x B',
  ]);
});

test('six have a leg with each other; who leaves takes theirs along', async () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    group.device(`@${name}:x`, name.toUpperCase()),
  );
  for (const one of six) await enter(one);
  await flowing(group);
  const connected = () =>
    six.map(
      ({ session }) =>
        session.snapshot().participants.filter(({ connection }) => connection !== null).length,
    );
  expect(connected()).toEqual([5, 5, 5, 5, 5, 5]);
  // One leg for each pair, of which there are fifteen.
  expect(new Set(invites().map(route)).size).toBe(15);
  const [, second] = six;
  await second?.session.leave();
  await flowing(group);
  expect(connected().filter((_count, index) => index !== 1)).toEqual([4, 4, 4, 4, 4]);
});

test('CALL-3.3 CALL-7.5 CALL-7.12 what is sent names call, device, sessions and order, and our entry has its feeds', async () => {
  const { a } = await twoIn();
  expect(a.participations[0]).toEqual([{ purpose: 'm.usermedia' }]);
  const mine = group.sent.filter(({ from }) => from === a.key);
  expect(mine.map(({ content }) => content['seq'])).toEqual(mine.map((_one, index) => index));
  expect(mine.length).toBeGreaterThan(0);
  for (const { content } of mine)
    expect(content).toMatchObject({
      version: '1',
      call_id: expect.any(String),
      party_id: 'A',
      conf_id: 'conf',
      device_id: 'A',
      sender_session_id: 'session-of-A',
      dest_session_id: 'session-of-B',
    });
});

test('CALL-9.23 a group call measures nothing by itself', async () => {
  await twoIn();
  let looks = 0;
  for (const connection of FakePeerConnection.all) {
    const real = connection.getStats;
    connection.getStats = () => {
      looks += 1;
      return real();
    };
  }
  expect(FakePeerConnection.all.length).toBeGreaterThan(1);
  await pass(30_500);
  expect(looks).toBe(0);
});

test('CALL-4.22 a new session of the other device takes the place of the old leg', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  group.list('@b:x', 'B', 'first-session');
  await settle();
  await flowing(group);
  group.list('@b:x', 'B', 'second-session');
  await settle();
  await flowing(group);
  const ends = group.sent.filter(({ type }) => type === 'm.call.hangup');
  expect(ends.map(({ content }) => content['reason'])).toContain('new_session');
  expect(invites().map(({ content }) => content['dest_session_id'])).toEqual([
    'first-session',
    'second-session',
  ]);
});

test('CALL-8.3 CALL-9.13 a leg that cannot be placed is tried again every 5 s, three times', async () => {
  group.broken.add('m.call.invite');
  const a = group.device('@a:x', 'A');
  const errors = errorsOf(a);
  await enter(a);
  group.list('@b:x', 'B', 'session-of-B');
  const placed = jest.spyOn(a.session.groupCall.legs, 'placeMissing');
  await pass(60_000);
  expect(placed.mock.calls.length).toBe(3);
  const words = ['place_call_failed', 'Failed to place call to @b:x'];
  expect(errors).toEqual(Array<unknown>(4).fill(words));
  await pass(30_000);
  expect(placed.mock.calls.length).toBe(3);
  const shown = a.session.snapshot();
  expect(shown.participants.find(({ own }) => !own)?.leg).toBe('failed');
  expect(shown.notice).toBe('leg_failed');
  group.list('@b:x', 'B', 'session-of-B', Date.now() + 2_000);
  await pass(2_001);
  expect(a.session.snapshot().notice).toBeNull();
});

test('CALL-9.11 our entry is sent again every 45 minutes, and who has expired is gone', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  const before = a.participations.length;
  await pass(45 * 60_000);
  expect(a.participations.length).toBe(before + 1);
  group.list('@b:x', 'B', 'session-of-B', Date.now() + 2_000);
  await settle();
  expect(a.session.snapshot().participants).toHaveLength(2);
  await pass(2_001);
  expect(a.session.snapshot().participants).toHaveLength(1);
});

test('CALL-5.14 whoever is listed takes part only as a member who is in the room, until the entry expires', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  const users = () => a.session.snapshot().participants.map(({ userId }) => userId);
  group.away.add('@c:x');
  group.list('@b:x', 'B', 'session-of-B');
  group.list('@c:x', 'C', 'session-of-C');
  group.list('@d:x', 'D', 'session-of-D', Date.now());
  await settle();
  expect(users()).toEqual(['@a:x', '@b:x']);
  group.away.clear();
  group.tell();
  expect(users()).toEqual(['@a:x', '@b:x', '@c:x']);
});

test('CALL-9.12 the loudest on average is the speaker, looked for every second; one silent moment hides nobody', async () => {
  const quiet = { speakingVolumeSamples: [-100, -100] };
  const loud = { speakingVolumeSamples: [Number.NEGATIVE_INFINITY, -20] };
  const middle = { speakingVolumeSamples: [-40, -50] };
  expect(loudest([quiet, loud, middle])).toBe(loud);
  expect(loudest([quiet])).toBeNull();
  const { groupCall } = group.device('@a:x', 'A').session;
  const loop = jest.fn();
  Object.assign(groupCall['speaker'], { look: loop });
  await groupCall.enter();
  loop.mockClear();
  await pass(3_000);
  expect(loop).toHaveBeenCalledTimes(3);
});

test('CALL-4.6 whoever talks is muted again after 20 s', async () => {
  ptt();
  const { session } = group.device('@a:x', 'A');
  await session.enter(false);
  expect(session.snapshot().micMuted).toBe(true);
  await session.setMicrophone(true);
  await pass(19_900);
  expect(session.snapshot().micMuted).toBe(false);
  await pass(200);
  const over = { micMuted: true, floorUntilMs: null, notice: 'floor_over' };
  expect(session.snapshot()).toMatchObject(over);
  await session.setMicrophone(false);
  await session.setMicrophone(true);
  expect(session.snapshot()).toMatchObject({ micMuted: false, notice: null });
});

test('CALL-4.7 push to talk: who cannot be reached any more is muted here and loses the floor', async () => {
  ptt();
  const { a, b } = await twoIn(silently);
  const speaks = () => b.session.snapshot().floor;
  for (const state of ['disconnected', 'failed']) {
    await a.session.setMicrophone(true);
    await flowing(group);
    expect(speaks()).toBe(a.key);
    for (const connection of FakePeerConnection.all) connection.ice(state);
    expect(b.session.groupCall.userMedia.of('@a:x', 'A')?.isAudioMuted()).toBe(true);
    expect(speaks()).toBeNull();
    for (const connection of FakePeerConnection.all) connection.ice('connected');
    await a.session.setMicrophone(false);
    await flowing(group);
  }
});

test('without push to talk a broken line mutes nobody', async () => {
  const { b } = await twoIn();
  for (const connection of FakePeerConnection.all) connection.ice('disconnected');
  expect(b.session.groupCall.userMedia.of('@a:x', 'A')?.isAudioMuted()).toBe(false);
});

/** A leg that came in, as the call classes hand it to every group call. */
function comesIn(to: Device, change: object) {
  const leg = {
    callId: 'leg',
    roomId,
    state: 'ringing',
    groupCallId: 'conf',
    opponent: { member: { userId: '@b:x' }, deviceId: 'B' },
    reject: jest.fn(),
    answerWithCallFeeds: jest.fn(),
    on: jest.fn(),
    hangup: jest.fn(),
    ...change,
  };
  const { groupCall } = to.session;
  groupCall['client'].callEventHandler.emit('Call.incoming', leg as never);
  const calls = groupCall.legs['legs'];
  const { reject, answerWithCallFeeds } = leg;
  const kept = calls.size > 0;
  calls.clear();
  return {
    kept,
    answered: answerWithCallFeeds.mock.calls.length > 0,
    rejected: reject.mock.calls.length > 0,
  };
}
const ignored = { kept: false, answered: false, rejected: false };

test('CALL-5.12 CALL-5.13 a leg for another room, rung out or of nobody is ignored; one for another call is rejected', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  expect(comesIn(a, { roomId: '!other:x' })).toEqual(ignored);
  expect(comesIn(a, { state: 'ended' })).toEqual(ignored);
  expect(comesIn(a, { opponent: { member: undefined, deviceId: 'B' } })).toEqual(ignored);
  for (const groupCallId of [undefined, '', 'another'])
    expect(comesIn(a, { groupCallId })).toEqual({ ...ignored, rejected: true });
  expect(comesIn(a, {})).toEqual({ kept: true, answered: true, rejected: false });
});

test('CALL-8.1 a screen that cannot be had is no_user_media, and said in words', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  const errors = errorsOf(a);
  media.error = 'NotAllowedError';
  const choice = { name: 'Screen', preset: 'text', audio: false } as const;
  expect(await a.session.share(choice)).toBe(false);
  expect(errors).toEqual([
    ['no_user_media', expect.stringMatching(/^Failed to get screen-sharing stream: /)],
  ]);
  expect(a.session.snapshot()).toMatchObject({ notice: 'share_refused', sharing: null });
  media.error = 'NotReadableError';
  expect(await a.session.share(choice)).toBe(false);
  expect(a.session.snapshot().notice).toBe('share_failed');
  media.error = null;
  expect(await a.session.share(choice)).toBe(true);
  expect(a.session.snapshot()).toMatchObject({ notice: null, sharing: choice });
});

test('a screen that one leg cannot take goes to all others, and to who comes later', async () => {
  const { a, b } = await twoIn();
  const c = group.device('@c:x', 'C');
  await enter(c);
  await flowing(group);
  const toB = a.session.groupCall.legOf('@b:x', 'B');
  if (toB === undefined) throw new Error('no leg');
  jest.spyOn(toB, 'pushLocalFeed').mockImplementationOnce(() => {
    throw new Error('no more tracks');
  });
  const choice = { name: 'Screen', preset: 'text', audio: false } as const;
  expect(await a.session.share(choice)).toBe(true);
  const d = group.device('@d:x', 'D');
  await enter(d);
  await flowing(group);
  const seenBy = ({ session }: Device) =>
    session.snapshot().participants.find(({ userId }) => userId === '@a:x')?.screen != null;
  expect([b, c, d].map(seenBy)).toEqual([false, true, true]);
  await a.session.stopShare();
  expect(a.session.groupCall.legs.all.map((leg) => leg.isScreensharing())).toEqual([
    false,
    false,
    false,
  ]);
});

test('all are told of a paused screen, also who comes while it is; it is seen again by all', async () => {
  const { a, b } = await twoIn();
  await flowing(group);
  await a.session.share({ name: 'Screen', preset: 'text', audio: false });
  await flowing(group);
  a.session.pauseShare(true);
  const c = group.device('@c:x', 'C');
  await enter(c);
  await flowing(group);
  const mutedFor = ({ session }: Device) =>
    session.snapshot().participants.find(({ userId }) => userId === '@a:x')?.screen?.muted;
  expect([a, b, c].map(mutedFor)).toEqual([true, true, true]);
  a.session.pauseShare(false);
  await flowing(group);
  expect([a, b, c].map(mutedFor)).toEqual([false, false, false]);
  const sent = a.session.groupCall.legs.all.flatMap(
    (leg) => leg.localScreensharingStream?.getVideoTracks() ?? [],
  );
  expect(sent.map(({ enabled }) => enabled)).toEqual([true, true]);
});

test('CALL-8.2 a device that nobody knows is unknown_device, for what comes and for what goes', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  const errors = errorsOf(a);
  group.unknown.add('@b:x B');
  group.list('@b:x', 'B', 'session-of-B');
  await settle();
  await flowing(group);
  expect(errors).toEqual([['unknown_device', 'No device found for @b:x']]);
  a.session.deliver([
    {
      key: 'signal:nameless',
      seq: 1_000_000,
      type: 'm.call.invite',
      callId: 'leg',
      roomId,
      sender: '@c:x',
      senderDevice: null,
      groupCallId: 'conf',
      eventId: null,
      bornMs: Date.now(),
      content: { call_id: 'leg', conf_id: 'conf', version: '1', lifetime: 60_000 },
    },
  ]);
  await settle();
  expect(errors[1]).toEqual(['unknown_device', 'No device found for @c:x']);
});

test('CALL-9.8 the data channel of a leg is called datachannel, with the options of the call', async () => {
  const options = { ordered: false };
  group = createGroup({ dataChannelsEnabled: true, dataChannelOptions: options });
  await twoIn();
  const opened = FakePeerConnection.all.flatMap(({ channels }) => channels);
  expect(opened).toEqual([['datachannel', options]]);
});

test('nobody takes the floor from somebody else', async () => {
  ptt();
  const { a, b } = await twoIn(silently);
  await a.session.setMicrophone(true);
  await flowing(group);
  expect(b.session.snapshot().floor).toBe(a.key);
  await b.session.setMicrophone(true);
  expect(b.session.snapshot()).toMatchObject({ micMuted: true, notice: 'floor_taken' });
  await a.session.setMicrophone(false);
  await flowing(group);
  await b.session.setMicrophone(true);
  expect(b.session.snapshot().micMuted).toBe(false);
});

test('who keeps the button held while somebody talks has the next turn, and who lets go has not', async () => {
  ptt();
  const { a, b } = await twoIn(silently);
  const takes = async (): Promise<void> => {
    await a.session.setMicrophone(true);
    await flowing(group);
    await b.session.setMicrophone(true);
    expect(b.session.snapshot()).toMatchObject({ micMuted: true, notice: 'floor_taken' });
  };
  const ends = async (): Promise<void> => {
    await a.session.setMicrophone(false);
    await flowing(group);
  };
  await takes();
  await ends();
  expect(b.session.snapshot()).toMatchObject({ micMuted: false, floor: b.key, notice: null });
  expect(b.session.snapshot().floorUntilMs).not.toBeNull();
  await b.session.setMicrophone(false);
  await flowing(group);
  await takes();
  await b.session.setMicrophone(false);
  await ends();
  expect(b.session.snapshot()).toMatchObject({ micMuted: true, floor: null, notice: null });
});

test('a button that is let go before the others were told leaves the microphone closed', async () => {
  ptt();
  const { a, b } = await twoIn(silently);
  const pressed = a.session.setMicrophone(true);
  const released = a.session.setMicrophone(false);
  await Promise.all([pressed, released]);
  await flowing(group);
  expect(a.session.snapshot()).toMatchObject({ micMuted: true, floor: null, floorUntilMs: null });
  expect(b.session.snapshot().floor).toBeNull();
  await pass(21_000);
  expect(a.session.snapshot()).toMatchObject({ micMuted: true, notice: null });
});

test('of two who press in the same moment one talks, and the other is told', async () => {
  ptt();
  const { a, b } = await twoIn(silently);
  await Promise.all([a.session.setMicrophone(true), b.session.setMicrophone(true)]);
  await flowing(group);
  expect(a.session.snapshot()).toMatchObject({ micMuted: false, floor: a.key, notice: null });
  expect(b.session.snapshot()).toMatchObject({ micMuted: true, notice: 'floor_lost' });
});

test('CALL-4.5 a call that is ended or taken back by somebody is over here', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  expect(a.over).toBe(false);
  group.call = null;
  group.tell();
  expect(a.over).toBe(true);
});

test('a leg from which nothing at all comes is on its way again after 2 s; one that only sends no sound is not', async () => {
  const { a } = await twoIn();
  FakePeerConnection.all.forEach((one) => one.ice('connected'));
  await settle();
  const [first] = [...a.session.groupCall.legs.all];
  const line = flowOf(first?.peerConn as unknown as FakePeerConnection);
  const leg = (): unknown => a.session.snapshot().participants.find(({ own }) => !own)?.leg;
  await line.speak(6);
  for (let turn = 0; turn < 20; turn += 1) {
    line.bytes += 1;
    await pass(500);
  }
  expect(leg()).toBe('connected');
  await line.speak(6);
  await pass(1_500);
  expect(leg()).toBe('connected');
  await pass(1_500);
  expect(leg()).toBe('reconnecting');
});

test('whose device is listed no more loses the leg at once', async () => {
  const { a } = await twoIn();
  expect(a.session.groupCall.userMedia.all).toHaveLength(2);
  group.list('@b:x', 'B', null);
  await settle();
  expect(a.session.groupCall.userMedia.all).toHaveLength(1);
});

test('tiles: screens first, ourselves last; pinned before shared before speaking', async () => {
  const person = (key: string, own = false, screen = false) => ({
    key,
    own,
    screen: screen ? { stream: {} as MediaStream, muted: false } : null,
  });
  const call = (...participants: object[]) => ({ participants }) as never;
  const tiles = tilesOf(call(person('me', true), person('b', false, true), person('c')));
  expect(tiles.map(({ key }) => key)).toEqual(['b screen', 'b', 'c', 'me']);
  expect(spotlightOf(tiles, 'c', null)?.key).toBe('c');
  expect(spotlightOf(tiles, null, 'c')?.key).toBe('b screen');
  const plain = tilesOf(call(person('me', true), person('b'), person('c')));
  expect(spotlightOf(plain, null, 'c')?.key).toBe('c');
  expect([1, 2, 4, 5, 9, 10].map(columnsFor)).toEqual([1, 2, 2, 3, 3, 4]);
  expect([1, 2, 3, 6, 7, 12].map(uprightColumnsFor)).toEqual([1, 1, 2, 2, 3, 3]);
  // With five tiles the last two begin half a tile from the edge; four fill their rows.
  expect([0, 1, 2, 3, 4].map((index) => rowStart(index, 5, 3))).toEqual([
    undefined,
    undefined,
    undefined,
    2,
    undefined,
  ]);
  expect([0, 1, 2, 3].map((index) => rowStart(index, 4, 2))).toEqual(Array(4).fill(undefined));
});

test('who only listens hears the others, opens nothing, and is muted until the microphone is open', async () => {
  const opened = jest.spyOn(navigator.mediaDevices, 'getUserMedia');
  const a = group.device('@a:x', 'A');
  await a.session.enter(false, true);
  await settle();
  expect(opened).not.toHaveBeenCalled();
  const b = group.device('@b:x', 'B');
  await enter(b);
  await flowing(group);
  expect(a.session.snapshot()).toMatchObject({ state: 'connected', micMuted: true });
  const seenBy = ({ session }: Device) => session.snapshot().participants.find(({ own }) => !own);
  expect(seenBy(b)).toMatchObject({ micMuted: true, listens: true });
  expect(seenBy(a)).toMatchObject({ listens: false });
  expect(a.session.groupCall.legOf('@b:x', 'B')).toBeDefined();
  // Without one that can be opened it stays so, however often it is tried.
  media.error = 'NotReadableError';
  for (let press = 0; press < 2; press += 1) {
    await a.session.setMicrophone(true);
    expect(a.session.snapshot()).toMatchObject({ micMuted: true, notice: 'no_microphone' });
  }
  media.error = null;
  opened.mockClear();
  await a.session.setMicrophone(true);
  await settle();
  expect(opened).toHaveBeenCalled();
  expect(a.session.snapshot()).toMatchObject({ micMuted: false, notice: null });
  await flowing(group);
  expect(seenBy(b)).toMatchObject({ micMuted: false, listens: false });
});

test('who is alone hears whether the others have left or have not come yet', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  expect(a.session.snapshot()).toMatchObject({ othersLeft: false });
  group.list('@b:x', 'B', 'session-of-B');
  await settle();
  expect(a.session.snapshot()).toMatchObject({ othersLeft: false });
  group.list('@b:x', 'B', null);
  await settle();
  expect(a.session.snapshot()).toMatchObject({ othersLeft: true });
});

test('a call that we started to ring rings for a minute, and no longer', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  await jest.advanceTimersByTimeAsync(55_000);
  expect(a.session.snapshot()).toMatchObject({ rings: true });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(a.session.snapshot()).toMatchObject({ rings: false });
});
