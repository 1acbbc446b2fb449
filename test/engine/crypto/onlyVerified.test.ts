// Keys to verified people alone, as somebody wants it for a room or for all: the others get nothing, and can be verified all the same.
import { password, setStage, type Stage } from '../attacks/stage';
import { openWindow, requestId } from '../support';
import type { TestEngine } from './harness';

let stage: Stage;
let requests = 0;
beforeAll(async () => {
  stage = await setStage();
}, 120_000);
afterAll(() => stage?.close());

const say = (text: string, roomId = stage.roomId) =>
  stage.bob.call('sendMessage', {
    ...{ requestId: `request-onlyVerified-${(requests += 1)}`, roomId, threadId: null },
    ...{ text, kind: 'text', replyTo: null },
  });
const withheld = async (fits: (names: string[], waits: boolean) => boolean, room = stage.roomId) =>
  stage.bob.value('withheldKeys', { roomId: room }, ({ people, waits }) =>
    fits(
      people.map(({ person, reason }) => `${person.userId} ${reason}`),
      waits,
    ),
  );

/** The code of a message whose sender said that the key is kept from unverified people. */
const ofUnverified = 'MEGOLM_KEY_WITHHELD_FOR_UNVERIFIED_DEVICE';

/** Bob asks, Alice accepts, both see the same emoji. */
async function verifyAlice(): Promise<void> {
  const { bob, alice, roomId } = stage;
  const { verifications } = alice.crypto;
  const theirs = () => verifications.all().at(-1);
  const { id } = await bob.call('startVerification', { own: false, userId: alice.userId, roomId });
  await alice.until('Alice is asked', () => theirs()?.phase === 'requested');
  await verifications.accept(theirs()?.id ?? '');
  const mine = (fits: (state: { phase: string; emoji: readonly unknown[] | null }) => boolean) =>
    bob.value('verifications', {}, ({ all }) => all.some((one) => one.id === id && fits(one)));
  await bob.value('verifications', {}, ({ all }) =>
    all.some((one) => one.id === id && one.phase === 'ready' && one.ways.emoji),
  );
  await bob.call('compareEmoji', { id });
  await mine(({ emoji }) => emoji !== null);
  await alice.until('Alice sees emoji', () => theirs()?.emoji != null);
  await verifications.confirm(theirs()?.id ?? '', true);
  await bob.call('confirmVerification', { id, matches: true });
  await mine(({ phase }) => phase === 'done');
}

test('a room for verified people alone: what is written waits, then goes to them and nobody else', async () => {
  const { bob, alice, mallory, roomId } = stage;
  await bob.call('setOnlyVerified', { roomId, on: true });
  expect(await bob.value('onlyVerified', { roomId }, ({ room }) => room)).toEqual({
    ...{ room: true, all: false },
  });
  await withheld((names, waits) => names.length === 2 && waits);
  await say('for those we know');
  await stage.said('for those we know', ({ status }) => status === 'queued');
  expect(alice.bodies(roomId)).not.toContain('for those we know');

  // The events of this go to Alice although nobody has verified her yet.
  await verifyAlice();
  await alice.until('Alice reads', () => alice.bodies(roomId).includes('for those we know'));
  await withheld((names, waits) => names.join() === `${mallory.userId} unverified` && !waits);
  await say('and more');
  await alice.until('Alice reads on', () => alice.bodies(roomId).includes('and more'));
  // Mallory had the keys of the verification, and of nothing after it.
  await mallory.until('Mallory has them', () => {
    const last = mallory.events(roomId).filter(({ type }) => type === 'm.room.encrypted');
    return last.length > 0 && last.slice(-2).every(({ utdCode }) => utdCode === ofUnverified);
  });
  for (const text of ['for those we know', 'and more'])
    expect(mallory.bodies(roomId)).not.toContain(text);
}, 240_000);

test('another room is not meant, until all are; taken back, everybody reads again', async () => {
  const { bob, mallory, alice } = stage;
  const other = await stage.room();
  expect((await withheld(() => true, other)).people).toEqual([]);
  await say('for all', other);
  await mallory.until('Mallory reads', () => mallory.bodies(other).includes('for all'));

  await bob.call('setOnlyVerified', { roomId: null, on: true });
  await withheld((names) => names.join() === `${mallory.userId} unverified`, other);
  await say('not for Mallory', other);
  await alice.until('Alice reads', () => alice.bodies(other).includes('not for Mallory'));

  await bob.call('setOnlyVerified', { roomId: null, on: false });
  await withheld((names) => names.length === 0, other);
  await say('for all again', other);
  await mallory.until('Mallory reads', () => mallory.bodies(other).includes('for all again'));
  expect(mallory.bodies(other)).not.toContain('not for Mallory');
  // The room that was chosen by itself stays as it was chosen.
  expect((await bob.value('onlyVerified', { roomId: stage.roomId }, () => true)).room).toBe(true);
}, 240_000);

test('in such a room a call reaches the verified alone: of us nobody else gets a signal', async () => {
  const { bob, alice, mallory } = stage;
  const { roomId } = await bob.call('createRoom', {
    requestId: requestId(),
    ...{ name: 'Harbour', topic: null, direct: false, encrypted: true, public: false },
    invite: [alice.userId, mallory.userId],
  });
  for (const one of [alice, mallory])
    await one.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await alice.untilJoined(roomId, [stage.bobId, alice.userId, mallory.userId]);
  // Bob has seen it as well: nobody who has not joined is spoken to.
  await bob.value('room', { roomId }, ({ joinedCount }) => joinedCount === 3);
  await bob.call('setOnlyVerified', { roomId, on: true });
  await withheld((names) => names.join() === `${mallory.userId} unverified`, roomId);
  const { groupCallId } = await bob.call('startGroupCall', {
    ...{ requestId: requestId(), roomId, media: 'voice', intent: 'm.prompt', ptt: false },
  });
  const sessionId = 'session-of-bob-000';
  await bob.call('setCallParticipation', {
    ...{ sessionId, roomId, groupCallId, feeds: [{ purpose: 'm.usermedia' }] },
  });
  const signalTo = ({ userId, account: { deviceId } }: TestEngine) => {
    const device = { userId, deviceId, sessionId: `session-of-${deviceId}`, groupCallId };
    const callId = `to-${deviceId}`;
    const offer = { type: 'offer', sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n' };
    return bob.call('sendCallSignal', {
      ...{ requestId: requestId(), to: { roomId, device }, type: 'm.call.invite', callId },
      content: {
        ...{ version: '1', call_id: callId, party_id: 'bob', lifetime: 60_000, offer, seq: 0 },
        ...{ conf_id: groupCallId, device_id: 'bob', sender_session_id: sessionId },
        dest_session_id: device.sessionId,
      },
    });
  };
  await signalTo(alice);
  await expect(signalTo(mallory)).rejects.toMatchObject({ error: { code: 'nobody_verified' } });
  // Mallory is in it, which the window is told as soon as the rule holds; her device hears why, past the rule.
  const leftOut = (wanted: string[]) =>
    bob.value('callLeftOut', { roomId }, (userIds) => userIds.join() === wanted.join());
  const device = { device_id: mallory.account.deviceId, session_id: 'session-of-mallory' };
  const entry = { ...device, expires_ts: Date.now() + 3_600_000, feeds: [] };
  const memberType = 'org.matrix.msc3401.call.member';
  await mallory.request(
    'PUT',
    `/rooms/${encodeURIComponent(roomId)}/state/${memberType}/${encodeURIComponent(mallory.userId)}`,
    { 'm.calls': [{ 'm.call_id': groupCallId, 'm.devices': [entry] }] },
  );
  await leftOut([mallory.userId]);
  await bob.call('sendCallSignal', {
    ...{ requestId: requestId(), type: 'm.call.hangup', callId: 'no-leg' },
    to: {
      roomId,
      device: {
        ...{ userId: mallory.userId, deviceId: mallory.account.deviceId, groupCallId },
        sessionId: 'session-of-mallory',
      },
    },
    content: { version: '1', call_id: 'no-leg', conf_id: groupCallId, reason: 'm.unverified' },
  });
  // In a room for everybody the same device is spoken to.
  await bob.call('setOnlyVerified', { roomId, on: false });
  await leftOut([]);
  await signalTo(mallory);
  await bob.call('endGroupCall', { roomId, groupCallId });
}, 120_000);

test('of a call between two the unverified hears why it ends, and nothing else', async () => {
  const { bob, mallory } = stage;
  const { roomId } = await bob.call('createRoom', {
    requestId: requestId(),
    ...{ name: null, topic: null, direct: true, encrypted: true, public: false },
    invite: [mallory.userId],
  });
  await mallory.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await mallory.untilJoined(roomId, [stage.bobId, mallory.userId]);
  await bob.value('room', { roomId }, ({ joinedCount }) => joinedCount === 2);
  await bob.call('setOnlyVerified', { roomId, on: true });
  await bob.value('callLeftOut', { roomId }, (userIds) => userIds.join() === mallory.userId);
  const signal = (type: string, content: Record<string, string | object>) =>
    bob.call('sendCallSignal', {
      ...{ requestId: requestId(), to: { roomId, device: null }, type, callId: 'two' },
      content: { version: '1', call_id: 'two', party_id: 'bob', ...content } as never,
    });
  const offer = { type: 'offer', sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n' };
  const refused = { error: { code: 'nobody_verified' } };
  const invite = () => signal('m.call.invite', { lifetime: 60_000 as never, offer });
  await expect(invite()).rejects.toMatchObject(refused);
  await signal('m.call.hangup', { reason: 'm.unverified', offer });
  const ends = () =>
    mallory.events(roomId).flatMap(({ plain }) => (plain?.type === 'm.call.hangup' ? [plain] : []));
  await mallory.until('Mallory hears why', () => ends().length === 1);
  expect(JSON.stringify(ends())).toContain('m.unverified');
  expect(JSON.stringify(ends())).not.toContain('sdp');
  // The key of that end is used for nothing more.
  await expect(invite()).rejects.toMatchObject(refused);
  await say('not for Mallory alone', roomId);
  await bob.list('timeline', { roomId, threadId: null, around: null, limit: 30 }, (items) =>
    items.some(
      (item) =>
        item.kind === 'message' &&
        JSON.stringify(item.body).includes('not for Mallory alone') &&
        item.status === 'queued',
    ),
  );
  expect(mallory.bodies(roomId)).not.toContain('not for Mallory alone');
}, 120_000);

/** Makes a room without encryption, joined by the others, with keys for verified people only. Returns its id. */
const inClear = async (...others: TestEngine[]): Promise<string> => {
  const { bob } = stage;
  const { roomId } = await bob.call('createRoom', {
    requestId: requestId(),
    ...{ name: null, topic: null, direct: false, encrypted: false, public: false },
    invite: others.map(({ userId }) => userId),
  });
  for (const one of others) await one.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await bob.value('room', { roomId }, ({ joinedCount }) => joinedCount === others.length + 1);
  await bob.call('setOnlyVerified', { roomId, on: true });
  return roomId;
};
const put = (from: TestEngine, roomId: string, type: string, content: object) =>
  from.request('PUT', `/rooms/${encodeURIComponent(roomId)}/send/${type}/${requestId()}`, {
    ...{ version: '1', party_id: from.account.deviceId },
    ...content,
  });
const sdp = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';

test('a call of somebody who is not verified rings as one that cannot be answered, until everybody is let in', async () => {
  const { bob, mallory } = stage;
  const roomId = await inClear(mallory);
  const offer = { type: 'offer', sdp };
  await put(mallory, roomId, 'm.call.invite', { call_id: 'ring', lifetime: 60_000, offer });
  const rings = (leftOut: boolean) =>
    bob.value('callRings', {}, (all) =>
      all.some((one) => one.callId === 'ring' && one.leftOut === leftOut),
    );
  await rings(true);
  await bob.call('setOnlyVerified', { roomId, on: false });
  await rings(false);
  await bob.call('declineCall', { roomId, callId: 'ring', busy: false });
}, 120_000);

test('an answer of somebody who is not verified reaches no window and chooses nobody: whoever is verified answers after it', async () => {
  const { bob, alice, mallory } = stage;
  const roomId = await inClear(alice, mallory);
  const sessionId = 'session-of-bob-answers';
  const callId = 'answers';
  const report = { sessionId, callId, roomId, userId: null, direction: 'out', media: 'voice' };
  await bob.call('reportCall', { ...report, state: 'create_offer', reason: null } as never);
  await bob.call('sendCallSignal', {
    ...{ requestId: requestId(), to: { roomId, device: null }, type: 'm.call.invite', callId },
    content: {
      ...{ version: '1', call_id: callId, party_id: 'bob', lifetime: 60_000 },
      offer: { type: 'offer', sdp },
    },
  });
  const answer = { call_id: callId, answer: { type: 'answer', sdp } };
  await put(mallory, roomId, 'm.call.answer', answer);
  await put(alice, roomId, 'm.call.answer', answer);
  const signals = await bob.list('callSignals', { sessionId }, (items) =>
    items.some(({ sender }) => sender === alice.userId),
  );
  expect(signals.map(({ sender }) => sender)).toEqual([alice.userId]);
  // From here on what is said in the call is for her alone: to nobody else anything is sent.
  await bob.value('callLeftOut', { roomId }, (userIds) => userIds.length === 0);
  await bob.call('reportCall', { ...report, state: 'ended', reason: 'user_hangup' } as never);
}, 120_000);

test('a new identity of the own account has verified nobody: what is written waits again', async () => {
  const { alice, roomId } = stage;
  await withheld((names) => !names.some((name) => name.startsWith(alice.userId)));
  const other = openWindow();
  await other.call('signIn', { server: stage.homeserver.baseUrl, user: 'bob', password });
  await other.value('encryption', {}, ({ state }) => state === 'locked' || state === 'unset');
  await other.call('resetEncryption', { password });
  await other.stop();
  await withheld((names, waits) => waits && names.some((name) => name.startsWith(alice.userId)));
  await say('for nobody yet');
  await stage.said('for nobody yet', ({ status }) => status === 'queued');
  expect(alice.bodies(roomId)).not.toContain('for nobody yet');
}, 120_000);
