// E-mail addresses of the account and its end, through the contract, at a real Synapse whose mails are read here.
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { openLink, startMailSink, type MailSink } from '../../support/mailSink';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';

const password = 'pw';
let sink: MailSink;
let homeserver: Homeserver;
const open: Window[] = [];

beforeAll(async () => {
  sink = await startMailSink();
  homeserver = await startHomeserver({ config: sink.config });
}, 120_000);
afterAll(async () => {
  await Promise.all(open.map((window) => window.stop()));
  await homeserver?.stop();
  await sink?.close();
});

async function signedIn(username: string): Promise<Window> {
  await homeserver.registerUser({ username, password });
  const window = openWindow();
  open.push(window);
  await window.call('signIn', { server: homeserver.baseUrl, user: username, password });
  await window.call('refreshAddresses', {});
  return window;
}

const code = async (promise: Promise<unknown>) => (await failureOf(promise))['code'];
const listed = (window: Window, ...wanted: string[]) =>
  window.value('addresses', {}, ({ all, pending }) => {
    const addresses = all?.map(({ address }) => address) ?? ['?'];
    return pending === null && addresses.join() === wanted.join();
  });

test('an address is added with its mail and the password, and removed', async () => {
  const window = await signedIn('alma');
  await listed(window);
  const address = 'alma@mail.example';
  expect(await code(window.call('addEmail', { address: 'no address' }))).toBe('email_invalid');
  await window.call('addEmail', { address });
  await window.value('addresses', {}, ({ pending }) => pending === address);
  expect(await code(window.call('confirmEmail', { password }))).toBe('email_unconfirmed');
  // The first mail may be lost: the link of the second counts as well.
  await window.call('addEmail', { address });
  await openLink(await sink.link(address, 2));
  expect(await code(window.call('confirmEmail', { password: 'wrong' }))).toBe('wrong_password');
  await window.call('confirmEmail', { password });
  const { all } = await listed(window, address);
  expect(all?.[0]).toMatchObject({ medium: 'email', addedAtMs: expect.any(Number) });

  const other = await signedIn('berta');
  expect(await code(other.call('addEmail', { address }))).toBe('email_in_use');
  await other.call('addEmail', { address: 'berta@mail.example' });
  await other.call('cancelAddEmail', {});
  await listed(other);

  await window.call('removeAddress', { medium: 'email', address });
  await listed(window);
}, 240_000);

test('a deactivated account is gone at the server and empty here; a wrong password changes nothing', async () => {
  const window = await signedIn('clara');
  const { roomId } = await window.call('createRoom', {
    ...{ requestId: 'deactivated-account-room', name: 'Left', topic: null, direct: false },
    ...{ encrypted: false, public: false, invite: [] },
  });
  await window.value('room', { roomId }, ({ name }) => name === 'Left');
  const wrong = window.call('deactivateAccount', { password: 'wrong', erase: true });
  expect(await code(wrong)).toBe('wrong_password');
  await window.value('session', {}, ({ state }) => state === 'signed_in');

  await window.call('deactivateAccount', { password, erase: true });
  await window.value('session', {}, ({ state }) => state === 'signed_out');
  await window.value('room', { roomId }, ({ membership }) => membership === 'unknown');
  const [user] = homeserver.databaseQuery<{ deactivated: number }>(
    'SELECT deactivated FROM users WHERE name = ?',
    '@clara:localhost',
  );
  expect(user?.deactivated).toBe(1);
  const erased = homeserver.databaseQuery('SELECT user_id FROM erased_users');
  expect(erased).toEqual([{ user_id: '@clara:localhost' }]);
  const again = window.call('signIn', { server: homeserver.baseUrl, user: 'clara', password });
  expect(await code(again)).toMatch(/^(account_deactivated|wrong_password)$/);
}, 240_000);
