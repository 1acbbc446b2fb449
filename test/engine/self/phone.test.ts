// Phone numbers of the account, through the contract: a real Synapse that has its text messages sent by a server on loopback.
import { freePort } from '../../homeserver/freePort.cjs';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { startIdentityServer, type IdentityServer } from '../../support/identityServer';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';
import { recordingFetch } from '../sync/kit';

const password = 'pw';
let sender: IdentityServer;
let homeserver: Homeserver;
const open: Window[] = [];

beforeAll(async () => {
  const port = await freePort();
  sender = await startIdentityServer(`http://127.0.0.1:${port}`);
  const config = { account_threepid_delegates: { msisdn: sender.url } };
  homeserver = await startHomeserver({ port, config });
}, 120_000);
afterAll(async () => {
  await Promise.all(open.map((window) => window.stop()));
  await homeserver?.stop();
  await sender?.close();
});

async function signedIn(username: string) {
  await homeserver.registerUser({ username, password });
  const recorded = recordingFetch();
  const window = openWindow({ deps: { fetch: recorded.fetch } });
  open.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user: username, password });
  await window.call('refreshAddresses', {});
  return { ...recorded, window };
}

const code = async (promise: Promise<unknown>) => (await failureOf(promise))['code'];
const british = { country: 'GB', number: '07700 900123' };
const address = '447700900123';

test('CHAT-7.50 a number is added by its code and the password, signs in, and is removed; no request names a page to go on to', async () => {
  const { window, bodies, fetch } = await signedIn('alma');
  expect(await code(window.call('addPhone', { ...british, number: 'call me' }))).toBe(
    'email_invalid',
  );
  await window.call('addPhone', british);
  const { pendingPhone } = await window.value('addresses', {}, (one) => one.pendingPhone != null);
  expect(pendingPhone).toBe(`+${address}`);
  // The first message may be lost: it is the same attempt, once more.
  await window.call('addPhone', british);
  const [first, second] = bodies('/account/3pid/msisdn/requestToken').slice(-2);
  const client_secret = expect.stringMatching(/^\S{16,}$/);
  const named = { client_secret, country: 'GB', phone_number: british.number };
  expect(first).toEqual({ ...named, send_attempt: 1 });
  expect(second).toEqual({ ...(first as object), send_attempt: 2 });

  // So it is with mails, which this server does not send.
  await code(window.call('addEmail', { address: 'alma@mail.example' }));
  const forgotten = openWindow({ deps: { fetch } });
  open.push(forgotten);
  const reset = { server: homeserver.baseUrl, email: 'alma@mail.example' };
  await code(forgotten.call('beginPasswordReset', reset));
  const mail = { client_secret, email: 'alma@mail.example', send_attempt: 1 };
  expect(bodies('/account/3pid/email/requestToken')).toEqual([mail]);
  expect(bodies('/account/password/email/requestToken')).toEqual([mail]);

  expect(await code(window.call('confirmPhone', { code: '000000', password }))).toBe('wrong_token');
  const right = sender.codes.get(address) ?? '';
  const mistyped = window.call('confirmPhone', { code: right, password: 'wrong' });
  expect(await code(mistyped)).toBe('wrong_password');
  // A code counts once; the password is typed again.
  await window.call('confirmPhone', { code: right, password });
  const { all } = await window.value('addresses', {}, (one) => one.all?.length === 1);
  expect(all?.[0]).toMatchObject({ medium: 'msisdn', address });
  expect(bodies('/submit_token').every((body) => !JSON.stringify(body).includes('"pw"'))).toBe(true);

  const other = openWindow();
  open.push(other);
  const server = homeserver.baseUrl;
  const { userId } = await other.call('signIn', { server, user: '+44 7700 900123', password });
  expect(userId).toBe('@alma:localhost');

  const berta = await signedIn('berta');
  expect(await code(berta.window.call('addPhone', british))).toBe('email_in_use');
  await window.call('removeAddress', { medium: 'msisdn', address });
  await window.value('addresses', {}, (one) => one.all?.length === 0);
}, 240_000);

test('a server that sends no text messages says so, and a code goes nowhere in the open', async () => {
  const without = await startHomeserver();
  try {
    await without.registerUser({ username: 'clara', password });
    const evil = 'http://evil.example/submit';
    let lies = false;
    let elsewhere: (() => Record<string, unknown>) | null = null;
    const fetch: typeof globalThis.fetch = (resource, init) =>
      elsewhere !== null && String(resource).includes('requestToken')
        ? Promise.resolve(Response.json(elsewhere()))
        : lies && String(resource).includes('requestToken')
          ? Promise.resolve(Response.json({ sid: 'x', submit_url: evil }))
          : globalThis.fetch(resource, init);
    const window = openWindow({ deps: { fetch } });
    open.push(window);
    await window.call('signIn', { server: without.baseUrl, user: 'clara', password });
    expect(await code(window.call('addPhone', british))).toBe('email_unsupported');
    // It may prove the number in a way of its own, and want no code.
    let answers: Record<string, unknown> = { sid: 'x' };
    elsewhere = () => answers;
    await window.call('addPhone', british);
    await window.value('addresses', {}, (now) => now.phoneCode === false);
    expect(await code(window.call('confirmPhone', { code: '', password }))).toBe(
      'email_unconfirmed',
    );
    await window.call('cancelAddPhone', {});
    answers = { sid: 'x', submit_url: 7 };
    expect(await code(window.call('addPhone', british))).toBe('not_matrix');
    elsewhere = null;
    lies = true;
    expect(await code(window.call('addPhone', british))).toBe('insecure_server');
    const { pendingPhone } = await window.value('addresses', {}, () => true);
    expect(pendingPhone).toBeUndefined();
  } finally {
    await without.stop();
  }
}, 240_000);
