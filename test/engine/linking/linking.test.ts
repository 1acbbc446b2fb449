// Signing in with another device by a code, through the contract: two devices of ours at a real Synapse that has a place for them (MSC4108) and
// leaves signing in to a real service.
import { startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';
import { openWindow, type Window } from '../support';
import { hurriedClock, linkFailed, linkState, person, signedIn } from './kit';

let servers: SignInServers;
let own: Window;
let fresh: Window;

beforeAll(async () => {
  servers = await startDelegated({ rendezvous: true });
  own = await signedIn(servers, 'wanda');
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
const verified = (window: Window) =>
  window.value(
    'encryption',
    {},
    ({ state, deviceVerified }) => state === 'ready' && deviceVerified,
  );

test('a server says that two devices can meet there, and who is signed in can let others in', async () => {
  const found = await fresh.call('discoverServer', { server: server() });
  expect(found).toMatchObject({ device: true, link: true });
  expect(await own.call('linkSupport', {})).toEqual({ can: 'yes' });
}, 60_000);

test('a new device shows a code, a signed-in one reads it: it is signed in, verified, and has the backup', async () => {
  const away = person(own, { user: 'wanda' });
  await fresh.call('showLinkCode', { server: server() });
  const { bytes, expiresAtMs } = await linkState(fresh, 'code');
  expect(expiresAtMs).toBeGreaterThan(Date.now());
  expect(await own.call('readLinkCode', { bytes })).toEqual({ outcome: 'read' });
  const { checkCode } = await linkState(own, 'digits');
  await linkState(fresh, 'check');
  await fresh.call('checkLink', { digits: checkCode });
  const { userId } = await fresh.value('session', {}, ({ state }) => state === 'signed_in');
  expect(userId).toBe('@wanda:localhost');
  await linkState(own, 'done');
  await verified(fresh);
  await fresh.value('encryption', {}, ({ backupEnabled }) => backupEnabled);
  await linkState(fresh, 'idle');
  away();
}, 90_000);

test('a signed-in device shows a code, a new one reads it: the digits are typed on the first, and the keys follow', async () => {
  const away = person(own, { user: 'wanda' });
  await own.call('showLinkCode', { server: null });
  const { bytes } = await linkState(own, 'code');
  expect(await fresh.call('readLinkCode', { bytes })).toEqual({ outcome: 'read' });
  const { checkCode } = await linkState(fresh, 'digits');
  await linkState(own, 'check');
  await own.call('checkLink', { digits: checkCode });
  await fresh.value('session', {}, ({ state }) => state === 'signed_in');
  await linkState(own, 'done');
  await verified(fresh);
  away();
}, 90_000);

test('wrong digits end it on both sides, and nobody is signed in', async () => {
  await fresh.call('showLinkCode', { server: server() });
  await own.call('readLinkCode', { bytes: (await linkState(fresh, 'code')).bytes });
  const { checkCode } = await linkState(own, 'digits');
  await linkState(fresh, 'check');
  await fresh.call('checkLink', { digits: checkCode === '11' ? '12' : '11' });
  expect(await linkFailed(fresh)).toBe('wrong_digits');
  expect(await linkFailed(own)).toBe('cancelled_there');
  await fresh.value('session', {}, ({ state }) => state === 'signed_out');
}, 60_000);

test('wrong digits of the device that showed the code reach the new one, which has said more meanwhile', async () => {
  await own.call('showLinkCode', { server: null });
  await fresh.call('readLinkCode', { bytes: (await linkState(own, 'code')).bytes });
  const { checkCode } = await linkState(fresh, 'digits');
  await linkState(own, 'check');
  // The text that wrong digits have to replace is there.
  await fresh.value('linking', {}, (one) => one.state === 'digits' && one.userCode !== null);
  await own.call('checkLink', { digits: checkCode === '11' ? '12' : '11' });
  expect(await linkFailed(own)).toBe('wrong_digits');
  expect(await linkFailed(fresh)).toBe('cancelled_there');
}, 60_000);
