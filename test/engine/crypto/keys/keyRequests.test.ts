// Requests of encryption on the wire: keys of devices and identities, changed device lists, messages to many devices. A real
// Synapse; the devices of the other side are the crypto library alone.
import {
  DeviceId,
  initAsync,
  KeysUploadRequest,
  OlmMachine,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { recordingFetch } from '../../sync/kit';
import { openWindow, requestId, type Window } from '../../support';

const password = 'pw';
const patience = 300_000;
let homeserver: Homeserver;
const open: Window[] = [];

beforeAll(async () => {
  await initAsync();
  homeserver = await startHomeserver();
}, 120_000);
afterAll(async () => {
  await Promise.all(open.map((window) => window.stop()));
  await homeserver?.stop();
});

async function signedIn(username: string) {
  const account = await homeserver.registerUser({ username, password });
  const recorded = recordingFetch();
  let hides = false;
  let forgot = false;
  const fetch: typeof globalThis.fetch = async (resource, init) => {
    const answer = await recorded.fetch(resource, init);
    if (forgot && new URL(String(resource)).pathname.endsWith('/keys/changes'))
      return Response.json({ errcode: 'M_UNKNOWN', error: 'No such position' }, { status: 400 });
    if (!hides || !new URL(String(resource)).pathname.endsWith('/sync') || !answer.ok)
      return answer;
    const { device_lists: _hidden, ...rest } = (await answer.json()) as Record<string, unknown>;
    return Response.json(rest);
  };
  const window = openWindow({ deps: { fetch } });
  open.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user: username, password });
  const { deviceId } = await window.value('session', {}, (one) => one.deviceId !== null);
  const hideLists = (): void => void (hides = true);
  const forgetPositions = (): void => void (forgot = true);
  return {
    ...recorded,
    window,
    hideLists,
    forgetPositions,
    userId: account.userId,
    deviceId: deviceId ?? '',
  };
}

/** A device that has told the server its keys, and does nothing else. */
async function quietDevice(userId: string, deviceId: string, token: string): Promise<void> {
  const machine = await OlmMachine.initialize(new UserId(userId), new DeviceId(deviceId));
  for (const request of await machine.outgoingRequests())
    if (request instanceof KeysUploadRequest)
      await homeserver.request('POST', '/_matrix/client/v3/keys/upload', {
        token,
        body: JSON.parse(request.body),
      });
  machine.close();
}

async function roomWith(window: Window, userId: string): Promise<string> {
  const { roomId } = await window.call('createRoom', {
    ...{ requestId: requestId(), name: 'Many', topic: null, invite: [userId] },
    ...{ direct: false, encrypted: true, public: false },
  });
  return roomId;
}

const say = (window: Window, roomId: string, text: string) =>
  window.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text, kind: 'text', replyTo: null },
  });
const sent = (window: Window, roomId: string) =>
  window.list('timeline', { roomId, threadId: null, around: null, limit: 20 }, (items) =>
    items.some((one) => one.kind === 'message' && one.status === null),
  );

type Messages = Record<string, Record<string, unknown>>;
const addressesIn = (body: unknown): string[] =>
  Object.entries((body as { messages: Messages }).messages).flatMap(([userId, devices]) =>
    Object.keys(devices).map((deviceId) => `${userId} ${deviceId}`),
  );

test(
  'CHAT-7.56 CHAT-7.57 keys are uploaded, signed, asked for and claimed; a room key goes to many devices twenty at a time',
  async () => {
    const { window, bodies, userId, deviceId } = await signedIn('ada');
    await window.value('encryption', {}, ({ state }) => state === 'unset');
    expect(bodies('/keys/upload')[0]).toMatchObject({
      device_keys: { user_id: userId, device_id: deviceId, signatures: { [userId]: {} } },
      one_time_keys: expect.any(Object),
    });
    const key = { user_id: userId, keys: expect.any(Object) };
    expect(bodies('/keys/device_signing/upload').at(-1)).toMatchObject({
      master_key: { ...key, usage: ['master'] },
      self_signing_key: { ...key, usage: ['self_signing'] },
      user_signing_key: { ...key, usage: ['user_signing'] },
    });
    expect(bodies('/keys/signatures/upload')[0]).toMatchObject({
      [userId]: { [deviceId]: { device_id: deviceId, signatures: { [userId]: {} } } },
    });

    const bob = await homeserver.registerUser({ username: 'bob', password });
    const devices = [bob.deviceId];
    await quietDevice(bob.userId, bob.deviceId, bob.accessToken);
    while (devices.length < 23) {
      const next = await homeserver.login({ username: 'bob', password });
      await quietDevice(bob.userId, next.deviceId, next.accessToken);
      devices.push(next.deviceId);
    }
    const roomId = await roomWith(window, bob.userId);
    await window.call('sendKeysAnyway', { userId: bob.userId });
    await say(window, roomId, 'to all of them');
    await sent(window, roomId);
    expect(bodies('/keys/query').some((body) => JSON.stringify(body).includes(bob.userId))).toBe(
      true,
    );
    const claimed = bodies('/keys/claim') as { one_time_keys: Messages }[];
    expect(Object.keys(claimed[0]?.one_time_keys[bob.userId] ?? {}).sort()).toEqual(
      [...devices].sort(),
    );
    const batches = bodies('/sendToDevice/m.room.encrypted/').map(addressesIn);
    expect(batches.map(({ length }) => length).sort()).toEqual([20, 3]);
    expect(batches.flat().sort()).toEqual(devices.map((one) => `${bob.userId} ${one}`).sort());
  },
  patience,
);

test(
  'CHAT-7.56 whoever checks encryption hears which lists of devices changed since the last look, and asks for these',
  async () => {
    const { window, bodies, queries, hideLists, forgetPositions } = await signedIn('cleo');
    await window.value('encryption', {}, ({ state }) => state === 'unset');
    const dan = await homeserver.registerUser({ username: 'dan', password });
    await quietDevice(dan.userId, dan.deviceId, dan.accessToken);
    const roomId = await roomWith(window, dan.userId);
    await homeserver.request('POST', `/_matrix/client/v3/join/${encodeURIComponent(roomId)}`, {
      token: dan.accessToken,
    });
    await window.list('members', { roomId, text: '', limit: 10 }, (all) =>
      all.some(({ person, membership }) => person.userId === dan.userId && membership === 'join'),
    );
    const asked = (): number =>
      bodies('/keys/query').filter((body) => JSON.stringify(body).includes(dan.userId)).length;
    // A writer follows the devices of everybody in the room from then on, at the latest.
    await window.call('sendKeysAnyway', { userId: dan.userId });
    await say(window, roomId, 'hello');
    await sent(window, roomId);
    expect(asked()).toBeGreaterThan(0);
    // The first look of all asks for every list anew, whoever has it: this one, or the one after the first answer of sync.
    await window.call('repairEncryption', { fix: 'check' });

    // Sync says nothing of the second device of Dan, as when its news were lost.
    hideLists();
    const next = await homeserver.login({ username: 'dan', password });
    await quietDevice(dan.userId, next.deviceId, next.accessToken);
    const before = asked();
    // Until sync stands behind that.
    while (asked() === before) await window.call('repairEncryption', { fix: 'check' });
    const looks = queries('/keys/changes');
    expect(looks).not.toEqual([]);
    for (const { from, to } of looks)
      expect([from, to]).toEqual([expect.stringMatching(/^s\d+/), expect.stringMatching(/^s\d+/)]);
    // Each begins where the one before ended.
    expect(looks.slice(1).map(({ from }) => from)).toEqual(looks.slice(0, -1).map(({ to }) => to));

    // A server that was restored from a copy does not know where that was: everybody is asked about.
    forgetPositions();
    const known = asked();
    await window.call('repairEncryption', { fix: 'check' });
    expect(asked()).toBeGreaterThan(known);
  },
  patience,
);
