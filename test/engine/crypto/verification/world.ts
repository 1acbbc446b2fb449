// People of a verification test: ours on our engine, the other side on the SDK's client, and what both are waited for.
import { VerificationPhase } from 'matrix-js-sdk/lib/crypto-api';
import type { VerificationState } from '#engine/crypto/verification/verification';
import { startFaultProxy, type FaultProxy } from '../../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { keysPublished } from '../../../support/keysPublished';
import { createEngine, type Account, type TestEngine } from '../harness';
import { makePeer, type Asked, type Peer } from './peer';

export const password = 'pw';
export const patience = 300_000;
let homeserver: Homeserver;
let opened: { destroy(): unknown }[] = [];
let number = 0;

/** To be called once by a test file. */
export function useWorld(): void {
  beforeAll(async () => {
    homeserver = await startHomeserver();
  }, 120_000);
  afterEach(async () => {
    for (const one of opened.reverse()) await one.destroy();
    opened = [];
  });
  afterAll(async () => {
    await homeserver?.stop();
  });
}

const register = (name: string) =>
  homeserver.registerUser({ username: `${name}${String((number += 1))}`, password });

async function engineOf(
  account: Awaited<ReturnType<typeof register>>,
  { baseUrl }: { readonly baseUrl: string } = homeserver,
): Promise<TestEngine> {
  const engine = await createEngine({ baseUrl, account });
  opened.push(engine);
  return engine;
}

async function peerOf(
  account: Awaited<ReturnType<typeof register>>,
  identity: boolean,
  server: { readonly baseUrl: string } = homeserver,
): Promise<Peer> {
  const peer = await makePeer(server, account, password, identity);
  opened.push({ destroy: () => peer.stop() });
  return peer;
}

/** Asks again until it is so. */
export async function eventually(test: () => Promise<boolean>): Promise<void> {
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
export const signed = async (ours: TestEngine, { userId, deviceId }: Peer): Promise<boolean> =>
  Object.keys((await devicesOf(ours, userId))[deviceId]?.signatures[userId] ?? {}).length === 2;

/** Alice on our engine; her identity stands, because the password was there at sign-in. */
async function firstDevice(): Promise<TestEngine> {
  const ours = await engineOf(await register('alice'));
  await ours.crypto.bootstrap(password);
  return ours;
}

/** One more device of hers on the SDK's client, which knows ours; the server has the keys of both. */
export async function secondDevice({
  userId,
  deviceId,
}: Pick<Account, 'userId' | 'deviceId'>): Promise<Peer> {
  const username = userId.slice(1, userId.indexOf(':'));
  const peer = await peerOf(await homeserver.login({ username, password }), false);
  await keysPublished(homeserver, [userId]);
  await eventually(async () => {
    const known = (await peer.crypto.getUserDeviceInfo([userId])).get(userId);
    return known?.has(deviceId) === true && known.has(peer.deviceId);
  });
  return peer;
}

/** Alice on our engine, and a second device of hers on the SDK's client. */
export async function twoDevices(): Promise<{ ours: TestEngine; peer: Peer }> {
  const ours = await firstDevice();
  return { ours, peer: await secondDevice(ours.account) };
}

/** Two devices of Alice on our engine, each behind its own proxy. */
export async function twoOfOurs(): Promise<
  readonly { readonly engine: TestEngine; readonly way: FaultProxy }[]
> {
  const account = await register('alice');
  const ways = [await wayOf(), await wayOf()];
  const made: { engine: TestEngine; way: FaultProxy }[] = [];
  for (const way of ways) {
    const username = account.userId.slice(1, account.userId.indexOf(':'));
    const device = made.length === 0 ? account : await homeserver.login({ username, password });
    const engine = await engineOf(device, { baseUrl: way.url });
    if (made.length === 0) await engine.crypto.bootstrap(password);
    made.push({ engine, way });
  }
  await keysPublished(homeserver, [account.userId]);
  return made;
}

/**
 * Like `twoDevices`, where our engine was stopped while the second device signed in and did `meanwhile`. The server names the keys of
 * devices only after all else that our engine hears at its start.
 */
export async function secondWhileStopped(
  meanwhile: (peer: Peer) => Promise<void>,
): Promise<{ ours: TestEngine; peer: Peer }> {
  const before = await firstDevice();
  await before.stop();
  const peer = await secondDevice(before.account);
  await meanwhile(peer);
  const { account, folder, key } = before;
  const way = await wayOf();
  way.rules.add({ match: (_method, path) => path.includes('/keys/query'), delayMs: 1500 });
  const ours = await createEngine({ baseUrl: way.url, account, folder, key });
  opened.push(ours);
  return { ours, peer };
}

/** Alice on our engine, Bob on the SDK's client, and a room of the two. */
export async function twoPeople(
  encrypted = true,
): Promise<{ ours: TestEngine; peer: Peer; roomId: string }> {
  const ours = await engineOf(await register('alice'));
  await ours.crypto.bootstrap(password);
  return inOneRoom(ours, await peerOf(await register('bob'), true), encrypted);
}

async function inOneRoom(ours: TestEngine, peer: Peer, encrypted: boolean) {
  await keysPublished(homeserver, [ours.userId, peer.userId]);
  const roomId = await ours.createRoom({ invite: [peer.userId], encrypted });
  await peer.client.joinRoom(roomId);
  await ours.untilJoined(roomId, [peer.userId]);
  return { ours, peer, roomId };
}

async function wayOf(): Promise<FaultProxy> {
  const way = await startFaultProxy(homeserver.baseUrl);
  opened.push({ destroy: () => way.close() });
  return way;
}

export interface Apart {
  readonly ours: TestEngine;
  readonly peer: Peer;
  readonly roomId: string;
  readonly ourWay: FaultProxy;
  readonly theirWay: FaultProxy;
}

/** Like `twoPeople`, each behind their own proxy; `smaller` has the smaller user id. */
export async function twoApart(smaller: 'ours' | 'theirs', encrypted = false): Promise<Apart> {
  const [ourName, theirName] = smaller === 'ours' ? ['alice', 'bob'] : ['bob', 'alice'];
  const ourWay = await wayOf();
  const theirWay = await wayOf();
  const ours = await engineOf(await register(ourName), { baseUrl: ourWay.url });
  await ours.crypto.bootstrap(password);
  const peer = await peerOf(await register(theirName), true, { baseUrl: theirWay.url });
  return { ...(await inOneRoom(ours, peer, encrypted)), ourWay, theirWay };
}

/** The types of what somebody sent to a room, as the server has them. */
export const sentTypes = (roomId: string, sender: string): ReadonlySet<string> =>
  new Set(
    homeserver
      .databaseQuery<{
        type: string;
      }>(
        'SELECT type FROM events WHERE room_id = ? AND sender = ? AND state_key IS NULL',
        roomId,
        sender,
      )
      .map(({ type }) => type),
  );

export const only = (ours: TestEngine): VerificationState | undefined =>
  ours.crypto.verifications.all().at(-1);

export async function until(
  ours: TestEngine,
  what: string,
  test: (state: VerificationState | undefined) => boolean,
): Promise<VerificationState> {
  await ours.until(what, () => test(only(ours)), patience);
  return only(ours) as VerificationState;
}

export const inPhase = (ours: TestEngine, phase: VerificationState['phase']) =>
  until(ours, phase, (state) => state?.phase === phase);

/** Accepted by both, and somebody here chooses emoji instead of the code that is shown. */
export async function chooseEmoji(ours: TestEngine): Promise<void> {
  const { id, code } = await shown(ours);
  expect(code).not.toBeNull();
  await ours.crypto.verifications.compare(id);
}

/** Both can read codes and show them, and ours is shown. */
export const shown = (ours: TestEngine): Promise<VerificationState> =>
  until(ours, 'a code', (now) => now?.code != null && now.ways.emoji && now.ways.read);

/** Both see the same seven. */
export async function compared(ours: TestEngine, theirs: Asked): Promise<VerificationState> {
  const { sas } = await theirs.sas();
  const state = await until(ours, 'emoji', (now) => (now?.emoji?.length ?? 0) > 0);
  expect(state.emoji?.map(({ symbol, name }) => [symbol, name])).toEqual(sas.emoji);
  expect(state.emoji).toHaveLength(7);
  expect(state.phase).toBe('started');
  return state;
}

export async function bothConfirm(ours: TestEngine, theirs: Asked, first: 'ours' | 'theirs') {
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

export const trusted = (ours: TestEngine, userId: string, trust: string): Promise<void> =>
  eventually(async () => (await ours.crypto.identityTrust(userId)) === trust);
