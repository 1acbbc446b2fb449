// A hostile server tries to make Bob's computer ring and to enter his calls: with signals in clear, of made-up
// devices, relabelled or repeated, and with users in a group call who are not in the room.
import { memberType } from '#contract/areas/calls/callNames';
import type { CallSignal, OutgoingCallSignal } from '#contract/areas/calls/callsModels';
import type { RawEvent } from '#stores/events/types';
import { roomNoOf } from '#stores/rooms/rooms';
import type { TestEngine } from '../crypto/harness';
import { requestId } from '../support';
import { setStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
}, 120_000);
afterAll(() => stage?.close());

type Content = OutgoingCallSignal['content'];

const offer = { type: 'offer', sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n' };
const invitation = (callId: string, deviceId: string): Content => ({
  ...{ version: '1', call_id: callId, party_id: deviceId, lifetime: 60_000, offer },
  invitee: stage.bobId,
});

/** Sends a signal as calls do: encrypted for the room. */
async function signal(from: TestEngine, type: string, content: Content): Promise<void> {
  const { roomId } = stage;
  const roomNo = roomNoOf(from.store.db, roomId);
  if (roomNo === null) throw new Error('no room');
  const encrypted = await from.crypto.encrypt(roomNo, type, content);
  const path = `/rooms/${encodeURIComponent(roomId)}/send/m.room.encrypted/${requestId()}`;
  await from.request('PUT', path, encrypted.content);
}

/** In clear, under the name of Alice, and just now. */
const inClear = (type: string, content: Content): Promise<void> =>
  stage.deliver([
    { ...stage.forge(type, stage.alice.userId, content), unsigned: { age: 10 } } as RawEvent,
  ]);

const of = ({ account }: TestEngine): string => account.deviceId;

/** The calls that ring, after all earlier events have arrived. */
async function ringing(mark: string): Promise<string[]> {
  await stage.alice.send(stage.roomId, mark);
  await stage.said(mark);
  const rings = await stage.bob.value('callRings', {}, () => true);
  return rings.map(({ callId }) => callId);
}

test.each([
  ['in clear', ({ alice }: Stage) => inClear('m.call.invite', invitation('clear', of(alice)))],
  [
    'of a made-up device',
    async ({ ghostOf }: Stage) => {
      const ghost = await ghostOf('alice');
      await signal(ghost, 'm.call.invite', invitation('ghost', of(ghost)));
    },
  ],
  [
    'of somebody else, relabelled',
    async ({ alice, mallory, rewriteEvents }: Stage) => {
      const end = rewriteEvents((event) =>
        event.type === 'm.room.encrypted' && event.sender === mallory.userId
          ? [{ ...event, sender: alice.userId }]
          : [event],
      );
      await signal(mallory, 'm.call.invite', invitation('relabelled', of(alice)));
      expect(await ringing('after the relabelled one')).toEqual([]);
      end();
    },
  ],
  [
    'that was encrypted, and comes downgraded to clear',
    async ({ alice, mallory, forge, rewriteEvents }: Stage) => {
      const content = invitation('downgraded', of(alice));
      const end = rewriteEvents((event) =>
        event.type === 'm.room.encrypted' && event.sender === alice.userId
          ? [
              {
                ...forge('m.call.invite', alice.userId, content),
                unsigned: { age: 10 },
              } as RawEvent,
            ]
          : [event],
      );
      await signal(alice, 'm.call.invite', content);
      // An unchanged message of another sender shows that the invite before it was handled.
      await mallory.send(stage.roomId, 'after the downgraded one');
      await stage.said('after the downgraded one');
      end();
    },
  ],
])(
  'refused: an invitation %s does not ring',
  async (name, attack) => {
    await attack(stage);
    expect(await ringing(`after the one ${name}`)).toEqual([]);
  },
  60_000,
);

test('refused: a hang-up in clear does not end what rings, and an invitation that is repeated after the end does not ring', async () => {
  const { alice, roomId, bob } = stage;
  let real: RawEvent | null = null;
  const keep = stage.rewriteEvents((event) => {
    if (event.type === 'm.room.encrypted' && event.sender === alice.userId) real ??= event;
    return [event];
  });
  const end = { version: '1', call_id: 'real', party_id: of(alice) };
  await signal(alice, 'm.call.invite', invitation('real', of(alice)));
  await bob.value('callRings', {}, (rings) => rings.some(({ callId }) => callId === 'real'));
  keep();
  await inClear('m.call.hangup', end);
  expect(await ringing('after a hang-up in clear')).toEqual(['real']);

  await signal(alice, 'm.call.hangup', end);
  await bob.value('callRings', {}, (rings) => rings.length === 0);
  if (real === null) throw new Error('no invitation');
  const twin = { ...(real as RawEvent), event_id: `$again${'a'.repeat(37)}` };
  await stage.deliver([{ ...twin, unsigned: { age: 10 } } as RawEvent], roomId);
  expect(await ringing('after the repeated one')).toEqual([]);
}, 120_000);

test('refused: nobody who is hidden in a group call gets a word through to us, or one of ours', async () => {
  const { bob, bobId, alice, mallory } = stage;
  const ghost = await stage.ghostOf('alice');
  const { roomId } = await bob.call('createRoom', {
    requestId: requestId(),
    ...{ name: 'Harbour', topic: null, direct: false, encrypted: true, public: false },
    invite: [alice.userId],
  });
  await alice.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await alice.untilJoined(roomId, [bobId, alice.userId]);
  const { groupCallId } = await bob.call('startGroupCall', {
    ...{ requestId: requestId(), roomId, media: 'video', intent: 'm.prompt', ptt: false },
  });
  const sessionId = 'session-of-bob-000';
  const signals: CallSignal[] = [];
  const watching = bob.list('callSignals', { sessionId }, (all) => {
    signals.push(...all);
    return all.some(({ callId }) => callId === 'true');
  });
  await bob.call('setCallParticipation', {
    ...{ sessionId, roomId, groupCallId, feeds: [{ purpose: 'm.usermedia' }] },
  });
  const { deviceId: bobsDevice } = await bob.value(
    'session',
    {},
    ({ deviceId }) => deviceId !== null,
  );

  const device = (deviceId: string): Content => ({
    ...{ device_id: deviceId, session_id: `session-of-${deviceId}` },
    ...{ expires_ts: Date.now() + 3_600_000, feeds: [{ purpose: 'm.usermedia' }] },
  });
  const entry = (...deviceIds: string[]): Content => ({
    'm.calls': [{ 'm.call_id': groupCallId, 'm.devices': deviceIds.map(device) }],
  });
  const deviceIds = [alice.account.deviceId, ghost.account.deviceId];
  // The server adds a device to Alice's entry, and an entry of Mallory, who is not in the room.
  const end = stage.rewriteEvents((event, into) => {
    if (event.type !== memberType || event.sender !== alice.userId || into !== roomId)
      return [event];
    const of = (userId: string, content: Content): RawEvent => ({
      ...stage.forge(memberType, userId, content),
      state_key: userId,
    });
    return [
      { ...event, content: entry(...deviceIds) },
      of(mallory.userId, entry(mallory.account.deviceId)),
    ];
  });
  const key = encodeURIComponent(alice.userId);
  const path = `/rooms/${encodeURIComponent(roomId)}/state/${memberType}/${key}`;
  await alice.request('PUT', path, entry(alice.account.deviceId));
  await bob.value('groupCallRoom', { roomId }, ({ call }) =>
    JSON.stringify(call).includes(alice.account.deviceId),
  );
  end();

  const invite = (callId: string, deviceId: string): Content => ({
    ...invitation(callId, deviceId),
    ...{ conf_id: groupCallId, device_id: deviceId, seq: 0 },
    ...{ sender_session_id: `session-of-${deviceId}`, dest_session_id: sessionId },
  });
  const toBob = (from: TestEngine, type: string, payload: unknown): Promise<unknown> =>
    from.request('PUT', `/sendToDevice/${type}/${requestId()}`, {
      messages: { [bobId]: { [bobsDevice ?? '']: payload } },
    });
  const throughOlm = async (from: TestEngine, content: Content): Promise<void> => {
    const to = { userId: bobId, deviceId: bobsDevice ?? '' };
    const payload = await from.crypto.encryptToDevice(roomId, to, 'm.call.invite', content);
    expect(payload).not.toBeNull();
    await toBob(from, 'm.room.encrypted', payload);
  };
  const { deviceId } = alice.account;
  await throughOlm(ghost, invite('ghost', ghost.account.deviceId));
  await throughOlm(mallory, invite('outsider', mallory.account.deviceId));
  await throughOlm(mallory, invite('borrowed', deviceId));
  await toBob(mallory, 'm.call.invite', invite('clear', deviceId));
  await throughOlm(alice, invite('true', deviceId));
  await watching;
  expect(new Set(signals.map(({ callId }) => callId))).toEqual(new Set(['true']));
  for (const [userId, hidden] of [
    [alice.userId, ghost.account.deviceId],
    [mallory.userId, mallory.account.deviceId],
  ] as const) {
    const to = { userId, deviceId: hidden, sessionId: `session-of-${hidden}`, groupCallId };
    const sent = bob.call('sendCallSignal', {
      ...{ requestId: requestId(), to: { roomId, device: to } },
      ...{ type: 'm.call.invite', callId: `to-${hidden}`, content: invite(`to-${hidden}`, hidden) },
    });
    await expect(sent).rejects.toMatchObject({ error: { code: expect.any(String) } });
  }
  await bob.call('endGroupCall', { roomId, groupCallId });
}, 120_000);
