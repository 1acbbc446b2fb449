// Calls where only verified people are spoken to: who is not hears and sees nothing more, and is told why.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import type { BackendDeps } from '../../../renderer/features/calls/backend';
import { createDirectBackend } from '../../../renderer/features/calls/direct/directBackend';
import { createObservers } from '../../../renderer/features/calls/latency';
import { createGroup, flowing, type Device, type Group } from './groupPair';
import { FakePeerConnection, withFakeMedia } from './fakeMedia';
import { connected, createPair, placed, roomId, settle, type Pair } from './pair';

const closeDevices = (): void => undefined;

let group: Group;
let pair: Pair;
withFakeMedia(
  () => {
    group = createGroup();
    pair = createPair();
  },
  async () => {
    await group.stop();
    pair.stop();
  },
);

const enter = async (device: Device): Promise<void> => {
  await device.session.enter(false);
  await settle();
};
const legTo = ({ session }: Device, userId: string) =>
  session.snapshot().participants.find((one) => one.userId === userId)?.leg;
const sessionOf = ({ session }: Device, userId: string): string | null =>
  session.groupCall.participants.find(({ member }) => member.userId === userId)?.sessionId ?? null;
const has = ({ session }: Device, userId: string): boolean =>
  session.groupCall.participants.some(
    ({ member, deviceId }) =>
      member.userId === userId && session.groupCall.legOf(userId, deviceId) !== undefined,
  );
/** The fake connections say that they stand. */
function stand(): void {
  for (const one of FakePeerConnection.all)
    if (one.connectionState !== 'closed') one.ice('connected');
}
async function allIn(...devices: Device[]): Promise<void> {
  for (const one of devices) await enter(one);
  await flowing(group);
  stand();
  await flowing(group);
}
const openConnections = (): number =>
  FakePeerConnection.all.filter(({ signalingState }) => signalingState !== 'closed').length;

test('who is left out in a running call loses the leg both ways at once, hears why, and comes back when everybody is let in', async () => {
  // Both orders of ids: the one who leaves out places the leg, or the other one does.
  for (const [mine, theirs] of [
    ['@a:x', '@b:x'],
    ['@d:x', '@c:x'],
  ] as const) {
    group = createGroup();
    const strict = group.device(mine, 'MINE');
    const other = group.device(theirs, 'THEIRS');
    const verified = group.device('@f:x', 'FRIEND');
    await allIn(strict, other, verified);
    expect([has(strict, theirs), has(other, mine)]).toEqual([true, true]);
    const before = openConnections();

    strict.session.setLeftOut([theirs]);
    await settle();
    // Our end and theirs.
    expect(openConnections()).toBe(before - 2);
    expect([has(strict, theirs), has(other, mine)]).toEqual([false, false]);
    expect([legTo(strict, theirs), legTo(other, mine)]).toEqual(['left_out', 'refused']);
    expect(other.session.snapshot().notice).toBe('leg_refused');
    expect(has(strict, '@f:x')).toBe(true);
    // Neither tries again.
    await flowing(group);
    const sent = group.sent.filter(({ type }) => type !== 'm.call.candidates').length;
    await jest.advanceTimersByTimeAsync(20_000);
    await settle();
    expect(group.sent.filter(({ type }) => type !== 'm.call.candidates')).toHaveLength(sent);
    expect(legTo(other, mine)).toBe('refused');

    strict.session.setLeftOut([]);
    await flowing(group);
    expect([has(strict, theirs), has(other, mine)]).toEqual([true, true]);
    expect([legTo(strict, theirs), legTo(other, mine)]).not.toContain('refused');
    expect(other.session.snapshot().notice).toBeNull();
    await group.stop();
  }
});

test('who is left out and comes later gets no leg from either side, and is told why at once', async () => {
  for (const [mine, theirs] of [
    ['@a:x', '@b:x'],
    ['@d:x', '@c:x'],
  ] as const) {
    group = createGroup();
    const strict = group.device(mine, 'MINE');
    strict.session.setLeftOut([theirs]);
    const other = group.device(theirs, 'THEIRS');
    await allIn(strict, other);
    expect([legTo(strict, theirs), legTo(other, mine)]).toEqual(['left_out', 'refused']);
    expect([has(strict, theirs), has(other, mine)]).toEqual([false, false]);
    // No signal from us to them describes media.
    const told = group.sent.filter(({ from }) => from === strict.key);
    for (const { type, content } of told) {
      expect(['m.call.hangup', 'm.call.reject']).toContain(type);
      expect(JSON.stringify(content)).not.toContain('sdp');
    }
    expect(told.map(({ content }) => content['reason'])).toContain('m.unverified');
    // A window that is loaded again is another session: it may have been verified meanwhile.
    group.list(mine, 'MINE', 'another-session');
    await settle();
    expect(legTo(other, mine)).not.toBe('refused');
    await group.stop();
  }
});

test('two who leave each other out meet again once both let each other in, at once or one after the other, listed or not meanwhile', async () => {
  for (const [mine, theirs] of [
    ['@a:x', '@b:x'],
    ['@d:x', '@c:x'],
  ] as const)
    for (const how of ['at once', 'one after the other', 'unlisted'] as const) {
      group = createGroup();
      const one = group.device(mine, 'MINE');
      const two = group.device(theirs, 'THEIRS');
      await allIn(one, two);
      one.session.setLeftOut([theirs]);
      two.session.setLeftOut([mine]);
      await flowing(group);
      expect([legTo(one, theirs), legTo(two, mine)]).toEqual(['left_out', 'left_out']);
      const session = sessionOf(one, theirs);
      if (how === 'unlisted') group.list(theirs, 'THEIRS', null);
      await settle();
      one.session.setLeftOut([]);
      if (how === 'one after the other') await flowing(group);
      two.session.setLeftOut([]);
      await settle();
      if (how === 'unlisted') group.list(theirs, 'THEIRS', session);
      await flowing(group);
      stand();
      await flowing(group);
      expect([how, has(one, theirs), has(two, mine)]).toEqual([how, true, true]);
      expect([legTo(one, theirs), legTo(two, mine)]).toEqual(['connected', 'connected']);
      await group.stop();
    }
});

test('a call between two ends for both when the other side is left out, each with words', async () => {
  const { a, b } = await connected(pair);
  pair.a.machine.setLeftOut(roomId, [pair.b.userId]);
  await settle();
  expect([a.snapshot().state, b.snapshot().state]).toEqual(['ended', 'ended']);
  expect([a.snapshot().problem, b.snapshot().problem]).toEqual(['only_verified', 'not_verified']);
  expect(pair.of('m.call.hangup')).toMatchObject({ reason: 'm.unverified' });
});

test('a call that rings is not answered but refused with the reason where the caller is left out', async () => {
  const a = await placed(pair);
  const b = pair.b.session();
  pair.b.machine.setLeftOut(roomId, [pair.a.userId]);
  // It rings on: to answer says why it cannot be.
  expect(b.snapshot().state).toBe('ringing');
  expect(pair.b.machine.leavesOut(roomId, pair.a.userId)).toBe(true);
  b.leaveOut();
  await settle();
  expect(pair.of('m.call.reject')).toMatchObject({ reason: 'm.unverified' });
  expect([a.snapshot().state, a.snapshot().problem]).toEqual(['ended', 'not_verified']);
});

const refusalOf = (sessionId: string): CallSignal =>
  ({
    ...{ key: 'signal:0', seq: 0, type: 'm.call.hangup', callId: 'leg', roomId, bornMs: 1 },
    ...{ sender: '@b:x', senderDevice: 'B', groupCallId: 'conf', eventId: null },
    content: {
      ...{ call_id: 'leg', conf_id: 'conf', sender_session_id: sessionId, reason: 'm.unverified' },
    },
  }) as CallSignal;

test('a refusal of an earlier session cuts nothing of the one that is in it now', async () => {
  const a = group.device('@a:x', 'A');
  const b = group.device('@b:x', 'B');
  await allIn(a, b);
  expect(legTo(a, '@b:x')).toBe('connected');
  a.session.deliver([refusalOf('an-earlier-one')]);
  await flowing(group);
  expect([legTo(a, '@b:x'), has(a, '@b:x')]).toEqual(['connected', true]);
  a.session.deliver([refusalOf(sessionOf(a, '@b:x') ?? '')]);
  await settle();
  expect([legTo(a, '@b:x'), has(a, '@b:x')]).toEqual(['refused', false]);
});

test('whoever refuses with ever new sessions is remembered for the last of them alone', async () => {
  const a = group.device('@a:x', 'A');
  await enter(a);
  for (let session = 0; session < 200; session += 1)
    a.session.deliver([refusalOf(`session-${session}`)]);
  group.list('@b:x', 'B', 'session-0');
  await settle();
  expect(legTo(a, '@b:x')).toBe('connecting');
  group.list('@b:x', 'B', 'session-199');
  await settle();
  expect(legTo(a, '@b:x')).toBe('refused');
});

/** A back end whose engine answers what the test says. */
function openBackend() {
  const values = new Map<string, (value: unknown) => void>();
  const failed: unknown[] = [];
  const told: string[] = [];
  const joining: unknown[] = [];
  const room = {
    ...{ roomId, roomName: 'Room', directUserId: '@bob:example.org', canCall: true },
    members: [],
  };
  const direct = createDirectBackend({
    engine: { call: async (name: string) => (told.push(name), { ok: true, output: {} }) },
    store: { getState: () => ({ server: { values: {}, lists: {} } }), dispatch: () => undefined },
    holdAll: () => undefined,
    leaveGroup: () => told.push('leaveGroup'),
    makeRoom: () => undefined,
    follow: (_kind: string, name: string, _query: object, set: (value: unknown) => void) => {
      values.set(name, set);
      return () => undefined;
    },
    transport: {
      ...{ userId: '@alice:example.org', deviceId: 'A', sessionId: 'session', closeDevices },
      ...{ refreshTurn: async () => ({ servers: [] }), turn: () => ({ servers: [] }) },
      openDevices: async () => void told.push('openDevices'),
      ...{ options: () => ({}), deviceNews: () => undefined, mayOpenMicrophone: async () => true },
    },
    observers: createObservers(),
    changed: () => undefined,
    setJoining: (at: unknown) => joining.push(at),
    setFailed: (problem: unknown, way: unknown) => failed.push([problem, way]),
  } as unknown as BackendDeps);
  return { values, failed, told, joining, room, direct };
}

test('the first call of a room is placed once it is known who is left out, and then not where that is the other side', async () => {
  const { values, failed, told, room, direct } = openBackend();
  const placing = direct.place(roomId, false);
  await settle();
  values.get('callRoom')?.(room);
  await settle();
  expect([told, direct.calls()]).toEqual([[], []]);
  values.get('callLeftOut')?.(['@bob:example.org']);
  await placing;
  expect(failed.at(-1)).toEqual([
    'only_verified',
    { verify: { userId: '@bob:example.org', roomId } },
  ]);
  expect([told, direct.calls()]).toEqual([[], []]);
  values.get('callLeftOut')?.([]);
  await direct.place(roomId, false);
  await settle();
  expect(told).toContain('openDevices');
  direct.close();
});

test('a call that is being placed is one already, and opens nothing once its account has gone', async () => {
  const { values, told, joining, room, direct } = openBackend();
  const placing = direct.place(roomId, false);
  expect(joining).toEqual([roomId]);
  await settle();
  direct.close();
  values.get('callRoom')?.(room);
  values.get('callLeftOut')?.([]);
  await placing;
  await settle();
  expect(joining).toEqual([roomId, null]);
  expect([told, direct.calls()]).toEqual([[], []]);
});

test('a call of many is left for an answer, and not for one that is refused', async () => {
  await placed(pair);
  const { values, failed, told, room, direct } = openBackend();
  const { callId } = pair.a.session();
  const sender = '@bob:example.org';
  const content = { ...pair.of('m.call.invite'), invitee: '@alice:example.org' };
  const invite = { key: 'signal', seq: 1, callId, roomId, sender, type: 'm.call.invite', content };
  const rest = { senderDevice: null, groupCallId: null, eventId: null, bornMs: Date.now() };
  const taken = direct.take([{ ...invite, ...rest } as CallSignal]);
  await settle();
  const member = { userId: sender, name: 'Bob', avatar: null, joined: true };
  values.get('callRoom')?.({ ...room, members: [member] });
  values.get('callLeftOut')?.([sender]);
  await taken;
  await settle();
  await direct.answer(roomId, callId, false, 'hold');
  expect(failed.at(-1)).toEqual(['only_verified', { verify: { userId: sender, roomId } }]);
  expect(told).not.toContain('leaveGroup');
  values.get('callLeftOut')?.([]);
  await settle();
  void direct.answer(roomId, callId, false, 'hold');
  await settle();
  expect(told).toContain('leaveGroup');
  direct.close();
});
