// Verification against matrix-js-sdk's own client on a real homeserver, begun by either side. Each test has people of its own, so that
// nothing that one leaves open stands in the way of another. Waits look at states.
import { VerificationPhase } from 'matrix-js-sdk/lib/crypto-api';
import type { VerificationState } from '#engine/crypto/verification/verification';
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { keysPublished } from '../../../support/keysPublished';
import { createEngine, type TestEngine } from '../harness';
import { makePeer, type Asked, type Peer } from './peer';

const password = 'pw';
const patience = 300_000;
let homeserver: Homeserver;
let opened: { destroy(): unknown }[] = [];
let number = 0;

beforeAll(async () => {
  homeserver = await startHomeserver();
}, 120_000);
afterEach(async () => {
  for (const one of opened) await one.destroy();
  opened = [];
});
afterAll(async () => {
  await homeserver?.stop();
});

const register = (name: string) =>
  homeserver.registerUser({ username: `${name}${String((number += 1))}`, password });

async function engineOf(account: Awaited<ReturnType<typeof register>>): Promise<TestEngine> {
  const engine = await createEngine({ baseUrl: homeserver.baseUrl, account });
  opened.push(engine);
  return engine;
}

async function peerOf(
  account: Awaited<ReturnType<typeof register>>,
  identity: boolean,
): Promise<Peer> {
  const peer = await makePeer(homeserver, account, password, identity);
  opened.push({ destroy: () => peer.stop() });
  return peer;
}

/** Asks again until it is so. */
async function eventually(test: () => Promise<boolean>): Promise<void> {
  while (!(await test())) await new Promise((resolve) => setTimeout(resolve, 50));
}

type Signed = Record<string, { signatures: Record<string, Record<string, string>> }>;
const devicesOf = async (ours: TestEngine, userId: string): Promise<Signed> => {
  const body = { device_keys: { [userId]: [] } };
  const answer = await ours.request<{ device_keys: Record<string, Signed> }>(
    'POST',
    '/keys/query',
    body,
  );
  return answer.device_keys[userId] ?? {};
};

/** The server has a signature of the own identity on the peer's device, beside the device's own. */
const signed = async (ours: TestEngine, { userId, deviceId }: Peer): Promise<boolean> =>
  Object.keys((await devicesOf(ours, userId))[deviceId]?.signatures[userId] ?? {}).length === 2;

/** Alice on our engine, and a second device of hers on the SDK's client. */
async function twoDevices(): Promise<{ ours: TestEngine; peer: Peer }> {
  const account = await register('alice');
  const ours = await engineOf(account);
  // At sign-in the password was there: her identity stands.
  await ours.crypto.bootstrap(password);
  const { userId } = account;
  const second = await homeserver.login({
    username: userId.slice(1, userId.indexOf(':')),
    password,
  });
  const peer = await peerOf(second, false);
  await keysPublished(homeserver, [userId]);
  // A device is known when it has told the server its keys.
  await eventually(async () => Object.keys(await devicesOf(ours, peer.userId)).length === 2);
  return { ours, peer };
}

/** Alice on our engine, Bob on the SDK's client, and a room of the two. */
async function twoPeople(
  encrypted = true,
): Promise<{ ours: TestEngine; peer: Peer; roomId: string }> {
  const ours = await engineOf(await register('alice'));
  await ours.crypto.bootstrap(password);
  const peer = await peerOf(await register('bob'), true);
  await keysPublished(homeserver, [ours.userId, peer.userId]);
  const roomId = await ours.createRoom({ invite: [peer.userId], encrypted });
  await peer.client.joinRoom(roomId);
  await ours.untilJoined(roomId, [peer.userId]);
  return { ours, peer, roomId };
}

const only = (ours: TestEngine): VerificationState | undefined =>
  ours.crypto.verifications.all().at(-1);

async function until(
  ours: TestEngine,
  what: string,
  test: (state: VerificationState | undefined) => boolean,
): Promise<VerificationState> {
  await ours.until(what, () => test(only(ours)), patience);
  return only(ours) as VerificationState;
}

const inPhase = (ours: TestEngine, phase: VerificationState['phase']) =>
  until(ours, phase, (state) => state?.phase === phase);

/** Both see the same seven. */
async function compared(ours: TestEngine, theirs: Asked): Promise<VerificationState> {
  const { sas } = await theirs.sas();
  const state = await until(ours, 'emoji', (now) => (now?.emoji?.length ?? 0) > 0);
  expect(state.emoji?.map(({ symbol, name }) => [symbol, name])).toEqual(sas.emoji);
  expect(state.emoji).toHaveLength(7);
  expect(state.phase).toBe('started');
  return state;
}

async function bothConfirm(ours: TestEngine, theirs: Asked, first: 'ours' | 'theirs') {
  const { id } = await compared(ours, theirs);
  const callbacks = await theirs.sas();
  if (first === 'theirs') await callbacks.confirm();
  await ours.crypto.verifications.confirm(id, true);
  if (first === 'ours') {
    await until(ours, 'we wait for them', (now) => now?.confirmed === true);
    await callbacks.confirm();
  }
  await theirs.phase(VerificationPhase.Done);
  await inPhase(ours, 'done');
}

const trusted = (ours: TestEngine, userId: string, trust: string): Promise<void> =>
  eventually(async () => (await ours.crypto.identityTrust(userId)) === trust);

test(
  'CHAT-4.30 an own device that asks is compared, signed and trusted',
  async () => {
    const { ours, peer } = await twoDevices();
    const theirs = peer.follow(await peer.crypto.requestOwnUserVerification());
    const asked = await inPhase(ours, 'requested');
    expect(asked).toMatchObject({ byMe: false, deviceId: peer.deviceId, roomId: null });
    await ours.crypto.verifications.accept(asked.id);
    await theirs.begin();
    await bothConfirm(ours, theirs, 'theirs');
    await eventually(() => signed(ours, peer));
    // And the other device got the private keys from us.
    const holds = async (): Promise<boolean> => {
      const { privateKeysCachedLocally: keys } = await peer.crypto.getCrossSigningStatus();
      return keys.masterKey && keys.selfSigningKey && keys.userSigningKey;
    };
    await eventually(holds);
  },
  patience,
);

test(
  'CHAT-4.30 an own device is asked by us',
  async () => {
    const { ours, peer } = await twoDevices();
    const id = await ours.crypto.verifications.start({ own: true, deviceId: null });
    const theirs = await peer.asked();
    expect(only(ours)).toMatchObject({ id, byMe: true, phase: 'requested' });
    await theirs.request.accept();
    await bothConfirm(ours, theirs, 'ours');
    await eventually(() => signed(ours, peer));
    await ours.crypto.verifications.end(id);
    expect(ours.crypto.verifications.all()).toEqual([]);
  },
  patience,
);

test.each([true, false])(
  'CHAT-4.30 somebody else is asked by us in a room (encrypted: %s)',
  async (encrypted) => {
    const { ours, peer, roomId } = await twoPeople(encrypted);
    await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const theirs = await peer.asked();
    expect(theirs.request.roomId).toBe(roomId);
    await theirs.request.accept();
    // Ours first: our last two events would come to the SDK in one answer else, and it takes those of a room side by side.
    await bothConfirm(ours, theirs, 'ours');
    await trusted(ours, peer.userId, 'verified');
    const types = new Set(ours.events(roomId).map(({ type }) => type));
    if (encrypted) expect(types.has('m.room.encrypted')).toBe(true);
  },
  patience,
);

test(
  'CHAT-4.30 somebody else asks us in a room',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    await peer.crypto.getUserDeviceInfo([ours.userId], true);
    const theirs = peer.follow(await peer.crypto.requestVerificationDM(ours.userId, roomId));
    const asked = await inPhase(ours, 'requested');
    expect(asked).toMatchObject({ byMe: false, userId: peer.userId, roomId });
    await ours.crypto.verifications.accept(asked.id);
    await theirs.begin();
    await bothConfirm(ours, theirs, 'ours');
    await trusted(ours, peer.userId, 'verified');
  },
  patience,
);

test(
  'emoji that do not match end it on both sides and nobody is trusted',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const theirs = await peer.asked();
    await theirs.request.accept();
    const { id } = await compared(ours, theirs);
    await ours.crypto.verifications.confirm(id, false);
    expect(only(ours)?.cancelled).toEqual({ code: 'mismatched_sas', byMe: true });
    await theirs.phase(VerificationPhase.Cancelled);
    expect(theirs.request.cancellationCode).toBe('m.mismatched_sas');
    await trusted(ours, peer.userId, 'unverified');

    // The next one is not in the way of what is over.
    await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const again = await peer.asked();
    await again.request.accept();
    await compared(ours, again);
    (await again.sas()).mismatch();
    const state = await inPhase(ours, 'cancelled');
    expect(state.cancelled).toEqual({ code: 'mismatched_sas', byMe: false });
  },
  patience,
);

test(
  'what is declined or taken back ends on the other side, and a newer request takes the place of an old one',
  async () => {
    const { ours, peer } = await twoDevices();
    // Declined by them.
    const first = await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
    const declined = await peer.asked();
    await declined.request.cancel();
    const state = await inPhase(ours, 'cancelled');
    expect(state).toMatchObject({ id: first, cancelled: { code: 'user', byMe: false } });

    // Nobody answers this one, and the next is asked all the same.
    const old = await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
    const unanswered = await peer.asked();
    const second = await ours.crypto.verifications.start({ own: true, deviceId: peer.deviceId });
    expect(second).not.toBe(old);
    await unanswered.phase(VerificationPhase.Cancelled);
    const newer = await peer.asked();
    await ours.crypto.verifications.end(second);
    await newer.phase(VerificationPhase.Cancelled);
    expect(newer.request.cancellationCode).toBe('m.user');

    // Theirs: an old one that nobody saw gives way to the next, and what they take back leaves nothing.
    const before = peer.follow(await peer.crypto.requestOwnUserVerification());
    const shown = await inPhase(ours, 'requested');
    await before.request.cancel();
    await until(ours, 'nothing', (now) => now === undefined);
    const after = peer.follow(await peer.crypto.requestOwnUserVerification());
    const last = await inPhase(ours, 'requested');
    expect(last.id).not.toBe(shown.id);
    await ours.crypto.verifications.end(last.id);
    await after.phase(VerificationPhase.Cancelled);
    expect(ours.crypto.verifications.all()).toEqual([]);
  },
  patience,
);

test(
  'what somebody asks whom we ignore is not shown',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    const user = encodeURIComponent(ours.userId);
    await ours.request('PUT', `/user/${user}/account_data/m.ignored_user_list`, {
      ignored_users: { [peer.userId]: {} },
    });
    const { isIgnored } = await import('#stores/settings/accountData');
    await ours.until('ignored', () => isIgnored(ours.store.db, peer.userId), patience);
    await peer.crypto.getUserDeviceInfo([ours.userId], true);
    await peer.crypto.requestVerificationDM(ours.userId, roomId);
    // A server leaves out what ignored people write; the same from device to device is ours to drop.
    await ours.send(roomId, 'after it');
    await ours.until('sent', () => ours.bodies(roomId).includes('after it'), patience);
    expect(ours.crypto.verifications.all()).toEqual([]);
  },
  patience,
);
