// Own addresses at an identity server, through the contract: proved there, found by others, taken back. A real Synapse that passes on what it is
// asked, mails that are read here, and an identity server on loopback.
import { freePort } from '../../homeserver/freePort.cjs';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { startIdentityServer, type IdentityServer } from '../../support/identityServer';
import { openLink, startMailSink, type MailSink } from '../../support/mailSink';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';
import { recordingFetch } from '../sync/kit';

const password = 'pw';
let sink: MailSink;
let homeserver: Homeserver;
let identity: IdentityServer;
const open: Window[] = [];

beforeAll(async () => {
  const port = await freePort();
  sink = await startMailSink();
  identity = await startIdentityServer(`http://127.0.0.1:${port}`);
  const names = ['client', 'media', 'health', 'openid'];
  homeserver = await startHomeserver({
    port,
    config: {
      ...sink.config,
      listeners: [
        {
          ...{ port, bind_addresses: ['127.0.0.1'], type: 'http', tls: false },
          ...{ x_forwarded: false, resources: [{ names, compress: false }] },
        },
      ],
      account_threepid_delegates: { msisdn: identity.url },
      use_insecure_ssl_client_just_for_testing_do_not_use: true,
      ip_range_whitelist: ['127.0.0.1'],
    },
  });
}, 120_000);
afterAll(async () => {
  await Promise.all(open.map((window) => window.stop()));
  await homeserver?.stop();
  await identity?.close();
  await sink?.close();
});

const code = async (work: Promise<unknown>) => (await failureOf(work))['code'];
const paths = (): string[] => identity.asked.map(({ method, path }) => `${method} ${path}`);

async function signedIn(username: string) {
  const { userId } = await homeserver.registerUser({ username, password });
  const recorded = recordingFetch();
  /** The next answer of this path waits for what it is told of. */
  let held: { readonly end: string; readonly until: () => Promise<unknown> } | null = null;
  const fetch: typeof globalThis.fetch = async (resource, init) => {
    const answer = await recorded.fetch(resource, init);
    if (held === null || !String(resource).endsWith(held.end)) return answer;
    const { until } = held;
    held = null;
    await until();
    return answer;
  };
  const holding = (end: string, until: () => Promise<unknown>): void =>
    void (held = { end, until });
  const window = openWindow({ deps: { fetch } });
  open.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user: username, password });
  await window.call('refreshAddresses', {});
  return { ...recorded, window, userId, holding };
}

async function agreed(window: Window): Promise<void> {
  await window.call('chooseIdentityServer', { server: identity.url });
  await window.call('agreeToIdentityServer', {});
}

const sharedAre = (window: Window, ...wanted: string[]) =>
  window.value('sharedAddresses', {}, ({ shared, pending }) => {
    const all = shared?.map(({ address }) => address) ?? ['?'];
    return pending === null && all.join() === wanted.join();
  });

test('CHAT-7.48 CHAT-7.60 addresses of an account are listed, added, shared at its identity server, taken back there, and removed', async () => {
  const { window, userId, bodies } = await signedIn('alma');
  const mail = { medium: 'email', address: 'alma@mail.example' } as const;
  await window.call('addEmail', { address: mail.address });
  await openLink(await sink.link(mail.address));
  await window.call('confirmEmail', { password });
  const phone = { medium: 'msisdn', address: '447700900123' } as const;
  await window.call('addPhone', { country: 'GB', number: '07700 900123' });
  await window.call('confirmPhone', { code: identity.codes.get(phone.address) ?? '', password });
  const { all } = await window.value('addresses', {}, (now) => now.all?.length === 2);
  expect(all).toMatchObject([mail, phone]);
  expect(bodies('/account/3pid/add').at(-1)).toMatchObject({
    ...{ sid: expect.any(String), client_secret: expect.any(String) },
    auth: { type: 'm.login.password' },
  });

  // Without a server there is nobody to share it with.
  expect(await code(window.call('shareAddress', mail))).toBe('no_identity_server');
  await agreed(window);
  await window.call('refreshSharedAddresses', {});
  await sharedAre(window);
  identity.asked.length = 0;
  await window.call('shareAddress', mail);
  await window.value('sharedAddresses', {}, ({ pending }) => pending?.address === mail.address);
  // The first mail may be lost: it is the same attempt, once more.
  await window.call('shareAddress', mail);
  const [first, second] = identity.asked.map(({ body }) => body);
  expect(first).toEqual({
    ...{ client_secret: expect.stringMatching(/^\S{16,}$/), send_attempt: 1 },
    email: mail.address,
  });
  expect(second).toEqual({ ...first, send_attempt: 2 });
  // The link was not opened and no code was typed.
  expect(await code(window.call('confirmShare', { code: '' }))).toBe('email_unconfirmed');
  expect(await code(window.call('confirmShare', { code: '000000' }))).toBe('wrong_token');
  const right = identity.codes.get(mail.address) ?? '';
  await window.call('confirmShare', { code: right });
  await sharedAre(window, mail.address);
  expect(bodies('/account/3pid/bind').at(-1)).toEqual({
    ...{ sid: expect.any(String), client_secret: first?.['client_secret'] },
    ...{ id_server: identity.host, id_access_token: expect.any(String) },
  });

  await window.call('shareAddress', phone);
  await window.call('confirmShare', { code: identity.codes.get(phone.address) ?? '' });
  await sharedAre(window, mail.address, phone.address);
  expect([...identity.people]).toEqual([
    [mail.address, userId],
    [phone.address, userId],
  ]);

  // Somebody else finds them by it.
  const other = await signedIn('berta');
  await agreed(other.window);
  const found = await other.window.call('findByEmail', { address: mail.address });
  expect(found.person?.userId).toBe(userId);
  expect(await code(other.window.call('shareAddress', mail))).toBe('not_found');

  await window.call('stopSharing', mail);
  await sharedAre(window, phone.address);
  expect(bodies('/account/3pid/unbind')).toEqual([{ id_server: identity.host, ...mail }]);
  expect(await other.window.call('findByEmail', { address: mail.address })).toEqual({
    person: null,
  });
  // The refresh reads the server's list, not the one kept here.
  await window.call('refreshSharedAddresses', {});
  await sharedAre(window, phone.address);

  await window.call('removeAddress', mail);
  expect(bodies('/account/3pid/delete')).toEqual([mail]);
  await window.value('addresses', {}, (now) => now.all?.length === 1);

  expect(new Set(paths())).toEqual(
    new Set([
      ...['POST /validate/email/requestToken', 'POST /validate/email/submitToken'],
      ...['POST /validate/msisdn/requestToken', 'POST /validate/msisdn/submitToken'],
      ...['GET /account', 'POST /account/register', 'GET /terms', 'POST /terms', 'GET '],
      ...['GET /hash_details', 'POST /lookup', 'POST /3pid/bind', 'POST /3pid/unbind'],
    ]),
  );
}, 240_000);

test('a server that forgets no address says so; what was begun is given up; another server knows nothing', async () => {
  const { window } = await signedIn('clara');
  const mail = { medium: 'email', address: 'clara@mail.example' } as const;
  await window.call('addEmail', { address: mail.address });
  await openLink(await sink.link(mail.address));
  await window.call('confirmEmail', { password });
  await agreed(window);
  await window.call('shareAddress', mail);
  await window.call('cancelShare', {});
  await window.call('refreshSharedAddresses', {});
  await sharedAre(window);
  expect(await code(window.call('confirmShare', { code: '' }))).toBe('conflict');

  identity.people.set(mail.address, '@clara:localhost');
  await window.call('refreshSharedAddresses', {});
  await sharedAre(window, mail.address);
  identity.keepsAll = true;
  expect(await code(window.call('stopSharing', mail))).toBe('identity_unsupported');
  identity.keepsAll = false;

  identity.instead = ({ path }) =>
    path === '/lookup' ? { status: 500, body: { errcode: 'M_UNKNOWN' } } : null;
  await window.call('refreshSharedAddresses', {});
  const { shared, error } = await window.value('sharedAddresses', {}, (now) => now.error !== null);
  expect([shared, error?.code]).toEqual([null, 'server_error']);
  identity.instead = null;
  await window.call('leaveIdentityServer', {});
  await window.value('sharedAddresses', {}, (now) => now.shared === null);
}, 240_000);

test('what was given up, or left to another server, while it was proved is not shared, and nothing that was begun meanwhile is lost', async () => {
  const { window, bodies, holding } = await signedIn('dora');
  const mail = { medium: 'email', address: 'dora@mail.example' } as const;
  await window.call('addEmail', { address: mail.address });
  await openLink(await sink.link(mail.address));
  await window.call('confirmEmail', { password });
  await agreed(window);
  const proving = (): Promise<unknown> =>
    code(window.call('confirmShare', { code: identity.codes.get(mail.address) ?? '' }));

  await window.call('shareAddress', mail);
  holding('/submitToken', () => window.call('cancelShare', {}));
  expect(await proving()).toBe('conflict');
  await window.call('shareAddress', mail);
  // A new mail was asked for, under a number of its own.
  holding('/submitToken', () => window.call('shareAddress', mail));
  expect(await proving()).toBe('conflict');
  await window.value('sharedAddresses', {}, ({ pending }) => pending?.address === mail.address);
  holding('/account', () => window.call('leaveIdentityServer', {}));
  expect(await proving()).toBe('no_identity_server');
  expect(bodies('/account/3pid/bind')).toEqual([]);
}, 240_000);
