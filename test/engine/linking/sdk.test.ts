// Signing in with a device that is not ours, in both roles: the SDK's own implementation (MSC4108) in plain Node, at a real Synapse.
import { initAsync, QrCodeData } from '@matrix-org/matrix-sdk-crypto-wasm';
import type { MatrixClient } from 'matrix-js-sdk';
import { MatrixError } from 'matrix-js-sdk/lib/http-api/index';
import type { ValidatedAuthMetadata } from 'matrix-js-sdk/lib/oauth/index';
import {
  MSC4108RendezvousSession,
  MSC4108SecureChannel,
  MSC4108SignInWithQR,
} from 'matrix-js-sdk/lib/rendezvous/index';
import {
  atOtherDevice,
  startDelegated,
  type SignInServers,
} from '../../homeserver/signInServers.cjs';
import { openWindow, type Window } from '../support';
import { linkState, person, signedIn } from './kit';

let servers: SignInServers;
let own: Window;
/** Data that the SDK's device received at its sign-in. */
let token = '';
let given: Record<string, unknown> = {};

beforeAll(async () => {
  await initAsync();
  servers = await startDelegated({ rendezvous: true });
  own = await signedIn(servers, 'wanda');
}, 120_000);
afterAll(async () => {
  await own.stop();
  await servers.stop();
});

async function readMetadata(): Promise<ValidatedAuthMetadata> {
  const answer = await fetch(`${servers.homeserver.baseUrl}/_matrix/client/v1/auth_metadata`);
  return (await answer.json()) as ValidatedAuthMetadata;
}

test('the SDK reads our code, shows the same digits, and gets the keys', async () => {
  const away = person(own, { user: 'wanda' });
  await own.call('showLinkCode', { server: null });
  const code = QrCodeData.fromBytes((await linkState(own, 'code')).bytes);
  const url = code.rendezvousUrl ?? '';
  const session = new MSC4108RendezvousSession({ url });
  const channel = new MSC4108SecureChannel(session, code.publicKey);
  const theirs = new MSC4108SignInWithQR(channel, true);
  await theirs.negotiateProtocols();
  await linkState(own, 'check');
  await own.call('checkLink', { digits: theirs.checkCode ?? '' });
  const baseUrl = code.serverName ?? '';
  const metadata = await readMetadata();
  expect(baseUrl).toBe(servers.homeserver.baseUrl);
  const registered = await fetch(metadata.registration_endpoint ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ client_name: 'Other', application_type: 'native', token_endpoint_auth_method: 'none' },
      ...{ response_types: [], redirect_uris: [] },
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  await theirs.deviceAuthorizationGrant({ metadata, clientId, deviceId: 'SDKDEVICE' });
  token = (await theirs.completeLoginOnNewDevice({ clientId }))?.access_token ?? '';
  const { secrets } = await theirs.shareSecrets();
  given = { ...secrets };
  expect(secrets).toMatchObject({
    cross_signing: { master_key: expect.any(String), self_signing_key: expect.any(String) },
    backup: { algorithm: 'm.megolm_backup.v1.curve25519-aes-sha2' },
  });
  await linkState(own, 'done');
  await theirs.close();
  away();
}, 90_000);

test('the SDK lets our new device in, with the keys that it was given', async () => {
  const { baseUrl } = servers.homeserver;
  /** The part of a client that the SDK uses. */
  const client = {
    getDomain: () => baseUrl,
    getAuthMetadata: readMetadata,
    async getDevice(deviceId: string) {
      const answer = await fetch(`${baseUrl}/_matrix/client/v3/devices/${deviceId}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.ok) return answer.json();
      throw new MatrixError({ errcode: 'M_NOT_FOUND' }, answer.status);
    },
    getCrypto: () => ({ exportSecretsBundle: async () => given }),
  } as unknown as MatrixClient;
  const fresh = openWindow();
  await fresh.call('showLinkCode', { server: baseUrl });
  const code = QrCodeData.fromBytes((await linkState(fresh, 'code')).bytes);
  const session = new MSC4108RendezvousSession({ url: code.rendezvousUrl ?? '' });
  const channel = new MSC4108SecureChannel(session, code.publicKey);
  const theirs = new MSC4108SignInWithQR(channel, true, client);
  await theirs.negotiateProtocols();
  await linkState(fresh, 'check');
  await fresh.call('checkLink', { digits: theirs.checkCode ?? '' });
  const { verificationUri } = await theirs.deviceAuthorizationGrant();
  const sharing = theirs.shareSecrets();
  await atOtherDevice(verificationUri ?? '', { user: 'wanda' });
  await sharing;
  await fresh.value('session', {}, ({ userId }) => userId === '@wanda:localhost');
  await fresh.value(
    'encryption',
    {},
    ({ state, deviceVerified }) => state === 'ready' && deviceVerified,
  );
  await linkState(fresh, 'idle');
  await fresh.stop();
}, 90_000);
