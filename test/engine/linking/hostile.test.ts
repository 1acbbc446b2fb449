// Attacks on the sign-in by another device: an attacker at the rendezvous, and another device that sends wrong
// messages. That device is the crypto library alone, and writes to a real Synapse.
import {
  DeviceId,
  Ecies,
  initAsync,
  OlmMachine,
  QrCodeData,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import { startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';
import { openWindow, type Window } from '../support';
import { hurriedClock, linkFailed, linkState, person, signedIn } from './kit';

let servers: SignInServers;
let own: Window;
let fresh: Window;

beforeAll(async () => {
  await initAsync();
  servers = await startDelegated({ rendezvous: true });
  own = await signedIn(servers, 'wanda', { deps: { clock: hurriedClock() } });
}, 120_000);
beforeEach(() => {
  fresh = openWindow({ deps: { clock: hurriedClock() } });
});
afterEach(async () => {
  await own.call('endLink', {});
  await fresh.stop();
});
afterAll(async () => {
  await own.stop();
  await servers.stop();
});

const server = () => servers.homeserver.baseUrl;
const placeOf = (bytes: Uint8Array) => QrCodeData.fromBytes(bytes).rendezvousUrl ?? '';

async function freshCode(): Promise<Uint8Array> {
  await fresh.call('showLinkCode', { server: server() });
  return (await linkState(fresh, 'code')).bytes;
}
async function ownCode(): Promise<Uint8Array> {
  await own.call('showLinkCode', { server: null });
  return (await linkState(own, 'code')).bytes;
}

/** Writes there as anybody can who knows the place. */
async function write(url: string, text: string): Promise<string> {
  const tag = (await fetch(url)).headers.get('etag') ?? '';
  const headers = { 'content-type': 'text/plain', 'if-match': tag };
  const answer = await fetch(url, { method: 'PUT', headers, body: text });
  expect(answer.status).toBe(202);
  return answer.headers.get('etag') ?? '';
}

/** The next text that is not this one. */
async function next(url: string, tag: string): Promise<string> {
  for (;;) {
    const answer = await fetch(url, { headers: { 'if-none-match': tag } });
    if (answer.status === 200) return answer.text();
    if (answer.status !== 304) throw new Error(`the place is gone: ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Reads a code, and answers it as a device would. */
async function meet(bytes: Uint8Array) {
  const { publicKey } = QrCodeData.fromBytes(bytes);
  const url = placeOf(bytes);
  const { channel, initial_message: first } = new Ecies().establish_outbound_channel(
    publicKey,
    'MATRIX_QR_CODE_LOGIN_INITIATE',
  );
  expect(channel.decrypt(await next(url, await write(url, first)))).toBe('MATRIX_QR_CODE_LOGIN_OK');
  const digits = [...channel.check_code().as_bytes()].map((byte) => byte % 10).join('');
  return {
    digits,
    say: (payload: object) => write(url, channel.encrypt(JSON.stringify(payload))),
    hear: async (tag: string) =>
      JSON.parse(channel.decrypt(await next(url, tag))) as Record<string, unknown>,
  };
}

test('a text that the server puts there itself is no device', async () => {
  await write(placeOf(await freshCode()), 'AAAA|AAAA');
  expect(await linkFailed(fresh)).toBe('insecure');
}, 60_000);

test('an answer that is changed on the way ends it', async () => {
  const bytes = await freshCode();
  const url = placeOf(bytes);
  const { say } = await meet(bytes);
  await say({ type: 'm.login.protocols', protocols: [], homeserver: server() });
  const text = await (await fetch(url)).text();
  await write(url, `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`);
  expect(await linkFailed(fresh)).toBe('insecure');
}, 60_000);

/** The code of a device that has gone, so that nobody but the test changes its place. */
async function abandonedCode(): Promise<Uint8Array> {
  const path = '/_matrix/client/unstable/org.matrix.msc4108/rendezvous';
  const headers = { 'content-type': 'text/plain' };
  const made = await fetch(`${server()}${path}`, { method: 'POST', headers, body: '' });
  const { url } = (await made.json()) as { readonly url: string };
  return new QrCodeData(new Ecies().public_key(), url).toBytes();
}

test('a code that another device has answered takes no second one', async () => {
  const bytes = await abandonedCode();
  await write(placeOf(bytes), 'somebody was faster');
  expect(await own.call('readLinkCode', { bytes })).toEqual({ outcome: 'read' });
  expect(await linkFailed(own)).toBe('answered');
}, 60_000);

test('a code that nobody read in time makes room for the next one, which signs in; the one before has run out', async () => {
  const bytes = await freshCode();
  await fetch(placeOf(bytes), { method: 'DELETE' });
  const next = await fresh.value(
    'linking',
    {},
    (now) => now.state === 'code' && placeOf(now.bytes) !== placeOf(bytes),
  );
  await own.call('readLinkCode', { bytes });
  expect(await linkFailed(own)).toBe('expired');
  if (next.state !== 'code') throw new Error('unreachable');
  await own.call('readLinkCode', { bytes: next.bytes });
  await linkState(own, 'digits');
  await linkState(fresh, 'check');
}, 60_000);

test('a server that keeps no place at all is not asked without end', async () => {
  let places = 0;
  const window = openWindow({
    deps: {
      clock: hurriedClock(),
      fetch: async (resource, init) => {
        const answer = await globalThis.fetch(resource, init);
        if (init?.method !== 'POST' || !String(resource).endsWith('/rendezvous')) return answer;
        places += 1;
        await globalThis.fetch(((await answer.clone().json()) as { url: string }).url, {
          method: 'DELETE',
        });
        return answer;
      },
    },
  });
  await window.call('showLinkCode', { server: server() });
  expect(await linkFailed(window)).toBe('expired');
  expect(places).toBe(20);
  await window.stop();
}, 60_000);

test('a server that gives the account another identity meanwhile: the device is in, locked, and its keys are missing', async () => {
  const userId = '@wanda:localhost';
  // Whole, and signed as it should be: anybody can make one for any name.
  const forger = await OlmMachine.initialize(new UserId(userId), new DeviceId('FORGER'));
  const { body } = (await forger.bootstrapCrossSigning(true)).uploadSigningKeysRequest;
  const forged = JSON.parse(body) as Record<string, unknown>;
  forger.close();
  const window = openWindow({
    deps: {
      clock: hurriedClock(),
      fetch: async (resource, init) => {
        const answer = await globalThis.fetch(resource, init);
        if (!String(resource).endsWith('/keys/query') || !answer.ok) return answer;
        const told = (await answer.json()) as Record<string, Record<string, unknown>>;
        for (const kind of ['master_key', 'self_signing_key', 'user_signing_key'])
          (told[`${kind}s`] ??= {})[userId] = forged[kind];
        return Response.json(told);
      },
    },
  });
  const away = person(own, { user: 'wanda' });
  await window.call('showLinkCode', { server: server() });
  await own.call('readLinkCode', { bytes: (await linkState(window, 'code')).bytes });
  const { checkCode } = await linkState(own, 'digits');
  await linkState(window, 'check');
  await window.call('checkLink', { digits: checkCode });
  expect(await linkFailed(window)).toBe('keys_missing');
  await window.value('session', {}, ({ state }) => state === 'signed_in');
  const { deviceVerified } = await window.value(
    'encryption',
    {},
    ({ state }) => state === 'locked',
  );
  expect(deviceVerified).toBe(false);
  away();
  await window.stop();
}, 90_000);

test('what is no code, and a code of the same side, begin nothing', async () => {
  const bytes = await freshCode();
  expect(await fresh.call('readLinkCode', { bytes })).toEqual({ outcome: 'same_side' });
  const other = new TextEncoder().encode('https://example.org');
  expect(await own.call('readLinkCode', { bytes: other })).toEqual({ outcome: 'not_a_code' });
  await linkState(own, 'idle');
  await linkState(fresh, 'code');
}, 60_000);

test('who gives up is heard on the other device', async () => {
  await own.call('readLinkCode', { bytes: await freshCode() });
  const { checkCode } = await linkState(own, 'digits');
  await linkState(fresh, 'check');
  await own.call('endLink', {});
  await linkState(own, 'idle');
  await fresh.call('checkLink', { digits: checkCode });
  expect(await linkFailed(fresh)).toBe('cancelled_there');
}, 60_000);

test('a device that knows no way of ours, or says what nobody expects, is told so', async () => {
  const first = await meet(await freshCode());
  await first.say({ type: 'm.login.protocols', protocols: ['telepathy'], homeserver: server() });
  await linkState(fresh, 'check');
  await fresh.call('checkLink', { digits: first.digits });
  expect(await linkFailed(fresh)).toBe('no_common_way');
  const second = await meet(await freshCode());
  await second.say({ type: 'm.login.success' });
  expect(await linkFailed(fresh)).toBe('unexpected');
}, 60_000);

/** A device that wants in and asks for this. */
async function asks(change: Record<string, unknown>) {
  const device = await meet(await ownCode());
  await linkState(own, 'check');
  await own.call('checkLink', { digits: device.digits });
  const grant = { verification_uri: `${servers.serviceUrl}device` };
  return device.hear(
    await device.say({
      ...{ type: 'm.login.protocol', protocol: 'device_authorization_grant' },
      ...{ device_authorization_grant: grant, device_id: 'NEWDEVICE', ...change },
    }),
  );
}

test('a page elsewhere is not opened, and a device that was there before gets no keys', async () => {
  const opened: unknown[] = [];
  const end = own.main.value('browser', {}, (wish) => wish !== null && opened.push(wish));
  const elsewhere = { verification_uri: 'https://account.example/' };
  await asks({ device_authorization_grant: elsewhere });
  expect(await linkFailed(own)).toBe('foreign_page');
  await own.call('endLink', {});
  const { deviceId } = await own.value('session', {}, ({ state }) => state === 'signed_in');
  expect(await asks({ device_id: deviceId })).toMatchObject({ reason: 'device_already_exists' });
  expect(await linkFailed(own)).toBe('device_exists');
  await own.call('endLink', {});
  expect(await asks({ protocol: 'telepathy' })).toMatchObject({ reason: 'unsupported_protocol' });
  expect(await linkFailed(own)).toBe('no_common_way');
  expect(opened).toEqual([]);
  end();
}, 90_000);

test('without a yes in the dialog of the system nothing is opened and nothing given', async () => {
  const away = person(own, { user: 'wanda', yes: false });
  expect(await asks({})).toMatchObject({ type: 'm.login.failure', reason: 'user_cancelled' });
  await linkState(own, 'idle');
  away();
}, 60_000);

test('a device that says it is in, and that the server does not know, gets no keys', async () => {
  const device = await meet(await ownCode());
  await linkState(own, 'check');
  await own.call('checkLink', { digits: device.digits });
  const away = person(own, { user: 'wanda' });
  const grant = { verification_uri: `${servers.serviceUrl}account` };
  const asked = await device.say({
    ...{ type: 'm.login.protocol', protocol: 'device_authorization_grant' },
    ...{ device_authorization_grant: grant, device_id: 'NOBODYHERE' },
  });
  expect(await device.hear(asked)).toEqual({ type: 'm.login.protocol_accepted' });
  const said = await device.say({ type: 'm.login.success' });
  expect(await device.hear(said)).toMatchObject({ reason: 'device_not_found' });
  expect(await linkFailed(own)).toBe('device_missing');
  away();
}, 90_000);

test('a no in the browser is a no on both', async () => {
  const away = person(own, { user: 'wanda', allow: false });
  await own.call('readLinkCode', { bytes: await freshCode() });
  const { checkCode } = await linkState(own, 'digits');
  await linkState(fresh, 'check');
  await fresh.call('checkLink', { digits: checkCode });
  expect(await linkFailed(fresh)).toBe('not_allowed');
  expect(await linkFailed(own)).toBe('cancelled_there');
  await fresh.value('session', {}, ({ state }) => state === 'signed_out');
  away();
}, 60_000);
