// Group calls of whole engines at a real server: starting, entering, the entry that two devices share, signals from device to device, the
// leave that the server sends by itself.
import { callType, memberType } from '#contract/areas/calls/callNames';
import type { GroupCallRoom } from '#contract/areas/calls/groupCallsModels';
import type { CallSignal } from '#contract/areas/calls/callsModels';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { eventually } from '../../support/eventually';
import { openWindow, requestId, type Window } from '../support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let proxy: FaultProxy;
let alice: Window;
let bob: Window;
let phone: Window;
let roomId: string;
const people: Record<string, { userId: string; accessToken: string }> = {};
const session = (name: string): string => `session-of-${name}-000`;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  for (const username of ['alice', 'bob'])
    people[username] = await homeserver.registerUser({ username, password: 'pw' });
  [alice, bob, phone] = [openWindow(), openWindow(), openWindow()];
  const server = homeserver.baseUrl;
  await alice.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  await bob.call('signIn', { server, user: 'bob', password: 'pw' });
  await phone.call('signIn', { server, user: 'alice', password: 'pw' });
  const made = await alice.call('createRoom', {
    requestId: requestId(),
    name: 'Harbour',
    topic: null,
    direct: false,
    encrypted: true,
    public: false,
    invite: ['@bob:localhost'],
  });
  ({ roomId } = made);
  await bob.value('room', { roomId }, ({ membership }) => membership === 'invite');
  await bob.call('acceptInvite', { roomId });
  for (const window of [alice, bob, phone])
    await window.value('groupCallRoom', { roomId }, ({ roomName }) => roomName === 'Harbour');
}, 180_000);
afterAll(async () => {
  await Promise.all([alice.stop(), bob.stop(), phone.stop()]);
  await proxy.close();
  await homeserver.stop();
});

const room = (window: Window, fits: (room: GroupCallRoom) => boolean) =>
  window.value('groupCallRoom', { roomId }, fits);
const start = (window: Window, ptt = false, opens = false) =>
  window.call('startGroupCall', {
    requestId: requestId(),
    roomId,
    media: 'video',
    intent: 'm.prompt',
    ptt,
    opens,
  });
const enter = (window: Window, groupCallId: string, name: string) =>
  window.call('setCallParticipation', {
    sessionId: session(name),
    roomId,
    groupCallId,
    feeds: [{ purpose: 'm.usermedia' }],
  });
const leave = (window: Window, groupCallId: string, name: string) =>
  window.call('setCallParticipation', {
    sessionId: session(name),
    roomId,
    groupCallId,
    feeds: null,
  });
const deviceOf = async (window: Window): Promise<string> =>
  (await window.value('session', {}, ({ deviceId }) => deviceId !== null)).deviceId ?? '';
const state = (type: string, key: string) =>
  homeserver.request(
    'GET',
    `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/state/${type}/${encodeURIComponent(key)}`,
    { token: people['alice']?.accessToken ?? '' },
  ) as Promise<Record<string, unknown>>;

/** How many devices stand in the entry of alice since that event; null: nobody has written since. */
function entryAtServer(since: string): number | null {
  const [row] = homeserver.databaseQuery<{ id: string; json: string }>(
    `SELECT c.event_id AS id, j.json FROM current_state_events c JOIN event_json j USING (event_id)
     WHERE c.room_id = ? AND c.type = ? AND c.state_key = '@alice:localhost'`,
    roomId,
    memberType,
  );
  if (row === undefined || row.id === since) return null;
  const { content } = JSON.parse(row.json) as {
    content: { 'm.calls': { 'm.devices': unknown[] }[] };
  };
  return content['m.calls'][0]?.['m.devices'].length ?? 0;
}

async function endAll(groupCallId: string): Promise<void> {
  await alice.call('endGroupCall', { roomId, groupCallId });
  await room(bob, ({ call }) => call === null);
}

test('CALL-3.1 CALL-4.4 a call is started, members are let in, and it is ended for everybody', async () => {
  // Other clients make rooms with this level.
  await alice.call('setRoomRight', { roomId, right: 'startCalls', level: 50 });
  await alice.call('setRoomRight', { roomId, right: 'joinCalls', level: 50 });
  await room(bob, ({ canJoin }) => !canJoin);
  await room(alice, ({ opens }) => opens);
  // A call of those who may, also where that is more than one: the others stay out.
  const first = await start(alice);
  const kept = await room(bob, ({ call }) => call !== null);
  expect([kept.canJoin, kept.canStart]).toEqual([false, false]);
  await endAll(first.groupCallId);
  const { groupCallId } = await start(alice, true, true);
  const seen = await room(bob, ({ call, canJoin }) => call !== null && canJoin);
  expect(seen.call).toMatchObject({
    groupCallId,
    type: 'm.video',
    intent: 'm.prompt',
    isPtt: true,
    dataChannelsEnabled: false,
    dataChannelOptions: null,
    livekitServiceUrl: null,
    startedBy: { userId: '@alice:localhost' },
    canEnd: false,
    rings: false,
    devices: [],
  });
  await enter(alice, groupCallId, 'alice');
  const listed = await room(bob, ({ call }) => call?.devices.length === 1);
  expect(listed.call?.devices[0]).toMatchObject({
    userId: '@alice:localhost',
    deviceId: await deviceOf(alice),
    sessionId: session('alice'),
    screensharing: false,
  });
  await expect(bob.call('endGroupCall', { roomId, groupCallId })).rejects.toMatchObject({
    error: { code: 'forbidden' },
  });
  await endAll(groupCallId);
  expect(await state(callType, groupCallId)).toMatchObject({ 'm.terminated': 'call_ended' });
});

test('two devices of one person that enter at once are both listed in the end', async () => {
  const { groupCallId } = await start(alice);
  await room(phone, ({ call }) => call?.groupCallId === groupCallId);
  await Promise.all([enter(alice, groupCallId, 'alice'), enter(phone, groupCallId, 'phone')]);
  await room(bob, ({ call }) => call?.devices.length === 2);
  // Somebody's client writes as if it were alone.
  const lost = { 'm.calls': [] };
  const overwritten = (await homeserver.request(
    'PUT',
    `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/state/${memberType}/${encodeURIComponent('@alice:localhost')}`,
    { token: people['alice']?.accessToken ?? '', body: lost },
  )) as { event_id: string };
  // Bob may never see it empty: one answer can bring both.
  await eventually('both again', () => entryAtServer(overwritten.event_id) === 2);
  await room(bob, ({ call }) => call?.devices.length === 2);
  await leave(phone, groupCallId, 'phone');
  const left = await room(bob, ({ call }) => call?.devices.length === 1);
  expect(left.call?.devices[0]?.deviceId).toBe(await deviceOf(alice));
  await leave(alice, groupCallId, 'alice');
  await endAll(groupCallId);
}, 120_000);

test('CALL-7.4 who enters takes own devices that were signed out, or never came back, out of the entry', async () => {
  const { groupCallId } = await start(alice);
  await room(phone, ({ call }) => call?.groupCallId === groupCallId);
  await enter(phone, groupCallId, 'phone');
  await room(alice, ({ call }) => call?.devices.length === 1);
  const where = `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}/state/${memberType}/${encodeURIComponent('@alice:localhost')}`;
  const token = people['alice']?.accessToken ?? '';
  const now = await state(memberType, '@alice:localhost');
  const [entry] = now['m.calls'] as { 'm.devices': { device_id: string }[] }[];
  const [listed] = entry?.['m.devices'] ?? [];
  const gone = { ...listed, device_id: 'SIGNEDOUT' };
  const body = { 'm.calls': [{ ...entry, 'm.devices': [gone, listed] }] };
  await homeserver.request('PUT', where, { token, body });
  await room(alice, ({ call }) => call?.devices.length === 2);
  const from = proxy.log.length;
  await enter(alice, groupCallId, 'alice');
  const seen = await room(
    bob,
    ({ call }) =>
      call?.devices.length === 2 && call.devices.every(({ deviceId }) => deviceId !== 'SIGNEDOUT'),
  );
  expect(seen.call?.devices.map(({ deviceId }) => deviceId)).toEqual([
    await deviceOf(phone),
    await deviceOf(alice),
  ]);
  const asked = proxy.log.slice(from).filter(({ path }) => path.endsWith('/devices'));
  // The phone may have to write its entry again, and asks as well.
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
  await leave(phone, groupCallId, 'phone');
  await leave(alice, groupCallId, 'alice');
  await endAll(groupCallId);
}, 120_000);

test('CALL-7.12 a signal goes to one device, encrypted, and only from somebody who is in the call', async () => {
  const { groupCallId } = await start(alice);
  await room(bob, ({ call }) => call?.groupCallId === groupCallId);
  const signals = (fits: (items: readonly CallSignal[]) => boolean) =>
    bob.list('callSignals', { sessionId: session('bob') }, fits);
  const waiting = signals((items) => items.length > 0);
  await enter(bob, groupCallId, 'bob');
  const content = {
    version: '1',
    call_id: 'leg-1',
    conf_id: groupCallId,
    party_id: 'x',
    device_id: await deviceOf(alice),
    sender_session_id: session('alice'),
    dest_session_id: session('bob'),
    seq: 0,
    lifetime: 60_000,
    offer: { type: 'offer', sdp: 'v=0' },
  };
  const send = async () =>
    alice.call('sendCallSignal', {
      requestId: requestId(),
      to: {
        roomId,
        device: {
          groupCallId,
          userId: '@bob:localhost',
          deviceId: await deviceOf(bob),
          sessionId: session('bob'),
        },
      },
      type: 'm.call.invite',
      callId: 'leg-1',
      content,
    });
  await expect(send()).rejects.toMatchObject({ error: { code: 'not_joined' } });
  await enter(alice, groupCallId, 'alice');
  const from = proxy.log.length;
  await send();
  const [first] = await waiting;
  expect(first).toMatchObject({
    type: 'm.call.invite',
    sender: '@alice:localhost',
    senderDevice: await deviceOf(alice),
    groupCallId,
    roomId,
  });
  const paths = proxy.log.slice(from).map(({ path }) => path);
  expect(paths.some((path) => path.includes('/sendToDevice/m.room.encrypted/'))).toBe(true);
  expect(paths.filter((path) => path.includes('m.call'))).toEqual([]);
  await leave(bob, groupCallId, 'bob');
  await leave(alice, groupCallId, 'alice');
  await endAll(groupCallId);
}, 120_000);

test('a device that nobody knows is an error of the leg', async () => {
  const { groupCallId } = await start(alice);
  await enter(alice, groupCallId, 'alice');
  const device = {
    groupCallId,
    userId: '@bob:localhost',
    deviceId: 'NOBODY',
    sessionId: session('bob'),
  };
  await expect(
    alice.call('sendCallSignal', {
      requestId: requestId(),
      to: { roomId, device },
      type: 'm.call.hangup',
      callId: 'leg-2',
      content: { version: '1', call_id: 'leg-2' },
    }),
  ).rejects.toMatchObject({
    error: { code: 'not_found', message: 'No device found for @bob:localhost' },
  });
  await leave(alice, groupCallId, 'alice');
  await endAll(groupCallId);
}, 120_000);

test('a call stands in the timeline while it goes on and after, marks its room for other windows, and rings while somebody is in it', async () => {
  const note = async (window: Window, groupCallId: string, outcome: string) => {
    const fits = (item: TimelineItem): item is NoticeItem =>
      item.kind === 'notice' &&
      item.groupCall?.groupCallId === groupCallId &&
      item.groupCall.outcome === outcome;
    const query = { roomId, threadId: null, around: null, limit: 100 };
    const items = await window.list('timeline', query, (all) => all.some(fits));
    return items.filter(fits).map(({ groupCall }) => groupCall);
  };
  const begin = await alice.call('startGroupCall', {
    requestId: requestId(),
    roomId,
    media: 'voice',
    intent: 'm.ring',
    ptt: false,
  });
  const { groupCallId } = begin;
  await room(bob, ({ call }) => call?.groupCallId === groupCallId);
  await enter(alice, groupCallId, 'alice');
  const [ring] = await bob.value('callRings', {}, (rings) => rings.length === 1);
  expect(ring).toMatchObject({ callId: groupCallId, group: true });
  const same = { groupCallId, media: 'voice', isPtt: false };
  const live = await bob.value('liveGroupCalls', {}, (calls) => calls.length > 0);
  expect(live).toEqual([{ roomId, groupCallId, media: 'voice', people: 1, news: true }]);
  expect(await note(bob, groupCallId, 'running')).toEqual([
    { ...same, mine: false, outcome: 'running', people: 1, durationMs: null },
  ]);
  await leave(alice, groupCallId, 'alice');
  await bob.value('liveGroupCalls', {}, (calls) => calls.length === 0);
  // The callers have left, so the ringing stops before its minute is over.
  await bob.value('callRings', {}, (rings) => rings.length === 0);
  expect(Date.now()).toBeLessThan(ring?.ringsUntilMs ?? 0);
  // It rang at bob, who never came; alice knows how long it went on.
  expect(await note(bob, groupCallId, 'missed')).toEqual([
    { ...same, mine: false, outcome: 'missed', people: 0, durationMs: null },
  ]);
  expect(await note(alice, groupCallId, 'ended')).toEqual([
    { ...same, mine: true, outcome: 'ended', people: 0, durationMs: expect.any(Number) },
  ]);
  await endAll(groupCallId);
}, 120_000);

test('the server takes out whom it hears nothing of for half a minute', async () => {
  const taken = () =>
    proxy.log.filter(
      ({ method, path, outcome }) =>
        method === 'PUT' && path.includes(memberType) && outcome === 200,
    ).length;
  const before = taken();
  const { groupCallId } = await start(alice);
  await enter(alice, groupCallId, 'alice');
  await room(bob, ({ call }) => call?.devices.length === 1);
  await eventually('the entry and the later leave are at the server', () => taken() >= before + 2);
  await proxy.setDown(true);
  await room(bob, ({ call }) => call?.devices.length === 0);
  await proxy.setDown(false);
  // It is in it still: it writes itself back.
  await room(bob, ({ call }) => call?.devices.length === 1);
  await leave(alice, groupCallId, 'alice');
  await endAll(groupCallId);
}, 180_000);

test('who leaves while the server cannot be reached is out at once here, and at the server when it is back', async () => {
  const { groupCallId } = await start(alice);
  await enter(alice, groupCallId, 'alice');
  await room(alice, ({ call }) => call?.devices.length === 1);
  await proxy.setDown(true);
  const left = leave(alice, groupCallId, 'alice');
  await room(alice, ({ call }) => call === null || call.devices.length === 0);
  await proxy.setDown(false);
  await left;
  await room(bob, ({ call }) => call === null || call.devices.length === 0);
  await endAll(groupCallId);
}, 120_000);

test('CHAT-8.15 where the server knows no delays, entering and leaving a call are the plain entry', async () => {
  // The answer of a server without delayed events.
  const without = proxy.rules.add({
    match: on('GET', '/_matrix/client/versions'),
    edit: (json) => ({ ...(json as object), unstable_features: {} }),
  });
  const desk = openWindow();
  try {
    await desk.call('signIn', { server: proxy.url, user: 'bob', password: 'pw' });
    await room(desk, ({ roomName }) => roomName === 'Harbour');
    const { groupCallId } = await start(alice);
    await room(desk, ({ call }) => call?.groupCallId === groupCallId);
    const before = proxy.log.length;
    await enter(desk, groupCallId, 'desk');
    await room(alice, ({ call }) => call?.devices.length === 1);
    await leave(desk, groupCallId, 'desk');
    await room(alice, ({ call }) => call?.devices.length === 0);
    const asked = proxy.log.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(asked.filter((one) => one.includes('delayed_events'))).toEqual([]);
    // Only the entry and the leave were sent; a delayed event would be written at once.
    const entries = asked.filter((one) => one.startsWith('PUT') && one.includes(memberType));
    expect(entries).toHaveLength(2);
    await endAll(groupCallId);
  } finally {
    without();
    await desk.stop();
  }
}, 120_000);
