// Group calls in the window: the SDK's class as it ships, repaired, on our stand-in for its client.
import { createGroup, flowing, type Device, type Group } from './groupPair';
import { media, resetMedia } from './fakeMedia';
import { settle } from './pair';
import { loudest } from '../../../renderer/features/calls/group/sdk/groupRepairs';
import { columnsFor, spotlightOf, tilesOf } from '../../../renderer/features/calls/group/tiles';

let group: Group;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  resetMedia();
  group = createGroup();
});
afterEach(async () => {
  await group.stop();
  jest.useRealTimers();
});

const pass = async (ms: number): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms);
  await settle();
};
const invites = () => group.sent.filter(({ type }) => type === 'm.call.invite');
const route = ({ from, to }: { from: string; to: string }) => `${from} > ${to}`;
const enter = async (device: Device): Promise<void> => {
  await device.session.enter(true);
  await settle();
};
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
  await groupCall.terminate(false);
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

test('CALL-3.3 CALL-7.12 what is sent names device, sessions and order, and our entry has its feeds', async () => {
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await enter(a);
  await enter(b);
  await flowing(group);
  expect(a.participations[0]).toEqual([{ purpose: 'm.usermedia' }]);
  const mine = group.sent.filter(({ from }) => from === a.key);
  expect(mine.map(({ content }) => content['seq'])).toEqual(mine.map((_one, index) => index));
  expect(mine[0]?.content).toMatchObject({
    conf_id: 'conf',
    device_id: 'A',
    sender_session_id: 'session-of-A',
    dest_session_id: 'session-of-B',
  });
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
  const errors: string[] = [];
  a.session.groupCall.on(
    'group_call_error' as never,
    ((error: Error) => errors.push(error.message)) as never,
  );
  await enter(a);
  group.list('@b:x', 'B', 'session-of-B');
  const placed = jest.spyOn(a.session.groupCall as never, 'placeOutgoingCalls' as never);
  await pass(60_000);
  expect(placed.mock.calls.length).toBe(3);
  expect(errors).toEqual(Array<string>(4).fill('Failed to place call to @b:x'));
  await pass(30_000);
  expect(placed.mock.calls.length).toBe(3);
  expect(a.session.snapshot().participants.find(({ own }) => !own)?.leg).toBe('failed');
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

test('CALL-9.12 the loudest on average is the speaker, looked for every second; one silent moment hides nobody', async () => {
  const quiet = { speakingVolumeSamples: [-100, -100] };
  const loud = { speakingVolumeSamples: [Number.NEGATIVE_INFINITY, -20] };
  const middle = { speakingVolumeSamples: [-40, -50] };
  expect(loudest([quiet, loud, middle])).toBe(loud);
  expect(loudest([quiet])).toBeNull();
  const { groupCall } = group.device('@a:x', 'A').session;
  const loop = jest.fn();
  (groupCall as unknown as { onActiveSpeakerLoop: () => void }).onActiveSpeakerLoop = loop;
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
  expect(session.snapshot()).toMatchObject({ micMuted: true, floorUntilMs: null });
});

test('nobody takes the floor from somebody else', async () => {
  ptt();
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await a.session.enter(false);
  await b.session.enter(false);
  await flowing(group);
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

test('CALL-4.5 a call that is ended or taken back by somebody is over here', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  expect(a.over).toBe(false);
  group.call = null;
  group.tell();
  expect(a.over).toBe(true);
});

test('whose device is listed no more loses the leg at once', async () => {
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await enter(a);
  await enter(b);
  await flowing(group);
  expect(a.session.groupCall.userMediaFeeds).toHaveLength(2);
  group.list('@b:x', 'B', null);
  await settle();
  expect(a.session.groupCall.userMediaFeeds).toHaveLength(1);
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
});
