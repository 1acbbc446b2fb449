// A forgotten password at a real Synapse whose mails are read here.
import { on } from '../../faults/faultProxy';
import { openLink, startMailSink, type MailSink } from '../../support/mailSink';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';
import { register, signedIn, startPlace, type Place } from './registerKit';

let sink: MailSink;
let place: Place;
let window: Window;

beforeAll(async () => {
  sink = await startMailSink();
  place = await startPlace({
    ...sink.config,
    registrations_require_3pid: ['email'],
    password_config: { policy: { enabled: true, minimum_length: 10 } },
  });
}, 120_000);
beforeEach(() => {
  window = openWindow();
});
afterEach(async () => {
  await window.stop();
  place.clear();
});
afterAll(async () => {
  await place.close();
  await sink.close();
});

const code = async (promise: Promise<unknown>) => (await failureOf(promise))['code'];
const newPassword = 'a duck sat on the printer';
const states = (state: string) => window.value('passwordReset', {}, (one) => one.state === state);

/** Somebody with an address and a device of their own, elsewhere. */
async function person(userName: string): Promise<{ address: string; other: Window }> {
  const address = `${userName}@mail.example`;
  const other = openWindow();
  await register(other, place, userName, address);
  await openLink(await sink.link(address));
  await signedIn(other);
  return { address, other };
}

const begin = (address: string) =>
  window.call('beginPasswordReset', { server: place.proxy.url, email: address });
const set = (signOutOthers = false, password = newPassword) =>
  window.call('setForgottenPassword', { password, signOutOthers });

const logIn = (username: string, password: string) =>
  place.homeserver.login({ username, password });

test('the new password is set when the link was opened, and other devices stay', async () => {
  const { address, other } = await person('alma');
  await begin(address);
  expect(await states('sent')).toMatchObject({ address, waits: false });
  expect(await code(set(false, 'short'))).toBe('weak_password');
  await openLink(await sink.link(address, 2));
  await set();
  expect(await states('done')).toEqual({ state: 'done', server: place.proxy.url });
  await logIn('alma', newPassword);
  const { deviceId } = await other.value('session', {}, () => true);
  const rows = place.homeserver.databaseQuery(
    'SELECT 1 FROM devices WHERE device_id = ?',
    deviceId,
  );
  expect(rows).toHaveLength(1);
  await other.stop();
});

test('whoever chooses the password first waits for the link; other devices are signed out when that is wished', async () => {
  const { address, other } = await person('bela');
  await begin(address);
  await set(true);
  expect(await states('sent')).toMatchObject({ waits: true });
  await window.call('sendResetMailAgain', {});
  await openLink(await sink.link(address, 3));
  await states('done');
  await logIn('bela', newPassword);
  await other.value('session', {}, ({ state }) => state === 'expired');
  await other.stop();
});

test('a proof whose answer is lost still counts', async () => {
  const { address, other } = await person('cleo');
  await other.stop();
  await begin(address);
  await openLink(await sink.link(address, 2));
  const match = on('POST', /\/account\/password$/);
  place.proxy.rules.add({ match, cut: 'before-headers', skip: 1, times: 1 });
  expect(await code(set())).toBe('offline');
  await states('sent');
  await set();
  await states('done');
  await logIn('cleo', newPassword);
});

test('what goes wrong has a code; giving up leaves the password as it was', async () => {
  const { address, other } = await person('dino');
  await other.stop();
  expect(await code(begin('nobody@mail.example'))).toBe('email_unknown');
  expect(await code(begin('nobody'))).toBe('email_invalid');
  const match = on('POST', '/account/password/email/requestToken');
  const none = { errcode: 'M_UNKNOWN', error: 'Email-based password resets have been disabled' };
  place.proxy.rules.add({ match, status: 400, body: none, times: 1 });
  expect(await code(begin(address))).toBe('email_unsupported');
  const limit = { errcode: 'M_LIMIT_EXCEEDED', error: 'Slowly', retry_after_ms: 9000 };
  place.proxy.rules.add({ match, status: 429, body: limit, times: 1 });
  expect(await code(begin(address))).toBe('rate_limited');
  place.proxy.rules.add({ match, status: 200, body: { sid: 4 }, times: 1 });
  expect(await code(begin(address))).toBe('not_matrix');
  expect(await code(set())).toBe('cancelled');

  await begin(address);
  await set();
  await window.call('cancelPasswordReset', {});
  await states('idle');
  await openLink(await sink.link(address, 2));
  await expect(logIn('dino', newPassword)).rejects.toMatchObject({ status: 403 });
});

test('an account that is gone when the link is opened ends the wait in words', async () => {
  const { address, other } = await person('edda');
  await begin(address);
  await set();
  const body = { errcode: 'M_NOT_FOUND', error: 'Email address not found' };
  place.proxy.rules.add({ match: on('POST', /\/account\/password$/), status: 404, body });
  expect(await states('failed')).toMatchObject({ error: { code: 'email_unknown' } });
  await other.stop();
});
