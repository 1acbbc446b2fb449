// Verifying by emoji with an app that shares no code with ours: matrix-nio on libolm. It knows the exchange of emoji alone, so what stands around
// it (request, ready, done) is written here as the specification has it.
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { CancelCode, type Verification } from '#contract/areas/encryption/verificationModels';
import { openWindow, type Window } from '../support';
import { startOtherClient, type OtherClient, type SasState } from './otherClient';

const password = 'pw';
const patience = 240_000;
let homeserver: Homeserver;
let ours: Window;
let userId: string;
let ourDevice: string;
let theirs: OtherClient;
let people = 0;

beforeAll(async () => {
  homeserver = await startHomeserver();
}, 120_000);
beforeEach(async () => {
  const username = `alice${String((people += 1))}`;
  await homeserver.registerUser({ username, password });
  ours = openWindow();
  await ours.call('signIn', { server: homeserver.baseUrl, user: username, password });
  const session = await ours.value('session', {}, ({ deviceId }) => deviceId !== null);
  userId = session.userId ?? '';
  ourDevice = session.deviceId ?? '';
  await ours.value('devices', {}, ({ devices }) => devices?.[0]?.trust === 'verified');
  theirs = await startOtherClient(
    homeserver.baseUrl,
    await homeserver.login({ username, password }),
  );
}, patience);
afterEach(async () => {
  await theirs?.stop();
  await ours?.stop();
});
afterAll(async () => {
  await homeserver?.stop();
});

/** The only one there is, as soon as it fits. */
async function shown(fits: (state: Verification) => boolean): Promise<Verification> {
  const { all } = await ours.value('verifications', {}, ({ all: some }) => some.some(fits));
  const found = all.find(fits);
  if (found === undefined) throw new Error('it went away');
  return found;
}

/** It is told of no change of its exchange: it is asked again. */
async function exchange(
  transactionId: string,
  fits: (state: SasState | null) => boolean,
): Promise<SasState | null> {
  for (;;) {
    const state = await theirs.sasState(transactionId);
    if (fits(state)) return state;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const tell = (type: string, transactionId: string, more: object = {}) =>
  theirs.toDevice(`m.key.verification.${type}`, userId, ourDevice, {
    transaction_id: transactionId,
    ...more,
  });
const isOf = (transactionId: string, type: string) => (event: { type: string; content: object }) =>
  event.type === `m.key.verification.${type}` &&
  (event.content as Record<string, unknown>)['transaction_id'] === transactionId;

const offers = () => ({ from_device: theirs.deviceId, methods: ['m.sas.v1'] });

/** They ask, we accept. */
async function askedByThem(transactionId: string): Promise<string> {
  await theirs.know(userId, ourDevice);
  await tell('request', transactionId, { ...offers(), timestamp: Date.now() });
  const asked = await shown(({ phase }) => phase === 'requested');
  expect(asked).toMatchObject({ byMe: false, deviceId: theirs.deviceId, roomId: null });
  await ours.call('acceptVerification', { id: asked.id });
  await theirs.toDeviceEvent(isOf(transactionId, 'ready'));
  return asked.id;
}

/** We ask, they accept. Answers their name of it and ours. */
async function askedByUs(): Promise<{ id: string; transactionId: string }> {
  const { deviceId } = theirs;
  const { id } = await ours.call('startVerification', { own: true, deviceId });
  const request = await theirs.toDeviceEvent(({ type }) => type === 'm.key.verification.request');
  const transactionId = String(request.content['transaction_id']);
  await theirs.know(userId, ourDevice);
  await tell('ready', transactionId, offers());
  return { id, transactionId };
}

/** Without the sign that asks for colour. */
const bare = (symbol: string): string => symbol.replace(/\uFE0F/g, '');

/** Both see the same seven. */
async function compared(transactionId: string): Promise<void> {
  const state = await shown(({ emoji }) => (emoji?.length ?? 0) > 0);
  const seen = await exchange(transactionId, (now) => now?.emoji != null);
  // Their names of some are older than the specification's.
  expect(state.emoji?.map(({ symbol }) => bare(symbol))).toEqual(
    seen?.emoji?.map(([symbol]) => bare(symbol)),
  );
  expect(state.emoji).toHaveLength(7);
}

async function bothAgree(id: string, transactionId: string, first: 'ours' | 'theirs') {
  await compared(transactionId);
  if (first === 'theirs') await theirs.sasConfirm(transactionId);
  await ours.call('confirmVerification', { id, matches: true });
  if (first === 'ours') {
    await exchange(transactionId, (now) => now?.state === 'mac_received');
    await theirs.sasConfirm(transactionId);
  }
  await exchange(transactionId, (now) => now?.verified === true && now.trusted);
  await theirs.toDeviceEvent(isOf(transactionId, 'done'));
  await tell('done', transactionId);
  expect(await shown(({ phase }) => phase === 'done')).toMatchObject({ id, cancelled: null });
  // Signed by the identity: so say all our devices, and the server.
  await ours.value('devices', {}, ({ devices }) =>
    (devices ?? []).some((one) => one.deviceId === theirs.deviceId && one.trust === 'verified'),
  );
}

test(
  'CHAT-4.30 they ask and begin the emoji; both agree, and the device is signed',
  async () => {
    const id = await askedByThem('theirs-1');
    await theirs.sasStart(userId, ourDevice, 'theirs-1');
    await bothAgree(id, 'theirs-1', 'theirs');
  },
  patience,
);

test(
  'CHAT-4.30 we ask and begin the emoji; both agree, and the device is signed',
  async () => {
    const { id, transactionId } = await askedByUs();
    // Emoji are the only method, so the requester starts.
    await theirs.toDeviceEvent(isOf(transactionId, 'start'));
    await exchange(transactionId, (now) => now?.state === 'started');
    await theirs.sasAccept(transactionId);
    await bothAgree(id, transactionId, 'ours');
  },
  patience,
);

test(
  'emoji that do not match end it: said by them, and said by us',
  async () => {
    const first = await askedByThem('theirs-2');
    await theirs.sasStart(userId, ourDevice, 'theirs-2');
    await compared('theirs-2');
    await theirs.sasCancel('theirs-2', true);
    const ended = await shown(({ phase }) => phase === 'cancelled');
    expect(ended.cancelled).toEqual({ code: 'mismatched_sas', byMe: false });
    await ours.call('endVerification', { id: first });

    const { id, transactionId } = await askedByUs();
    await exchange(transactionId, (now) => now?.state === 'started');
    await theirs.sasAccept(transactionId);
    await compared(transactionId);
    await ours.call('confirmVerification', { id, matches: false });
    const told = await theirs.toDeviceEvent(isOf(transactionId, 'cancel'));
    expect(told.content['code']).toBe('m.mismatched_sas');
    // It lets go of what was cancelled, and trusts nobody.
    expect((await exchange(transactionId, (now) => now?.trusted !== true))?.verified).not.toBe(
      true,
    );
    const { devices } = await ours.value('devices', {}, () => true);
    expect(devices?.find((one) => one.deviceId === theirs.deviceId)?.trust).toBe('unverified');
  },
  patience,
);

test(
  'CHAT-4.30 each of their reasons to end it is told as what it is, from device to device',
  async () => {
    for (const code of CancelCode.options) {
      const id = await askedByThem(`theirs-${code}`);
      // One that nobody has heard of is told as such.
      const said = code === 'other' ? 'org.example.tired' : `m.${code}`;
      await tell('cancel', `theirs-${code}`, { code: said, reason: 'because' });
      const ended = await shown((state) => state.id === id && state.phase === 'cancelled');
      expect(ended.cancelled).toEqual({ code, byMe: false });
      await ours.call('endVerification', { id });
    }
  },
  patience,
);
