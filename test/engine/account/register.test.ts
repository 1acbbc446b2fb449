// Making an account at a real Synapse: which stages it asks for, what it says no to, and answers that are lost.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { PageShown } from '#contract/areas/account/proof';
import { on } from '../../faults/faultProxy';
import { openLink, startMailSink, type MailSink } from '../../support/mailSink';
import { failureOf } from '../http/kit';
import { openWindow, type Window } from '../support';
import { browserAsked } from './browserKit';
import {
  addToken,
  password,
  register,
  registrationOf,
  signedIn,
  startPlace,
  stepOf,
  termsConfig,
  type Place,
} from './registerKit';

let window: Window;
const places: Place[] = [];

async function place(config: Record<string, unknown> = {}): Promise<Place> {
  const made = await startPlace(config);
  places.push(made);
  return made;
}

beforeEach(() => {
  window = openWindow();
});
afterEach(async () => {
  await window.stop();
  places.forEach(({ clear }) => clear());
});
afterAll(async () => {
  await Promise.all(places.map(({ close }) => close()));
});

const code = async (promise: Promise<unknown>) => (await failureOf(promise))['code'];

describe('a server that asks for nothing', () => {
  let open: Place;
  beforeAll(async () => {
    open = await place({
      password_config: { policy: { enabled: true, minimum_length: 10, require_digit: false } },
    });
    await open.homeserver.registerUser({ username: 'taken', password });
  }, 120_000);

  test('CHAT-7.54 an account is made, signed in with a refresh token and the name of the device', async () => {
    const offer = await window.call('registrationOffer', { server: open.proxy.url });
    expect(offer).toEqual({ serverName: new URL(open.proxy.url).host, email: 'none' });
    const sent: unknown[] = [];
    open.proxy.rules.add({
      match: on('POST', '/register'),
      edit: (json) => {
        sent.push(json);
        return json;
      },
    });
    await register(window, open, '@Mara');
    expect(await signedIn(window)).toBe('@mara:localhost');
    expect(sent[1]).toMatchObject({ refresh_token: expect.any(String) });
    const { deviceId } = await window.value('session', {}, () => true);
    const rows = open.homeserver.databaseQuery(
      'SELECT display_name FROM devices WHERE device_id = ?',
      deviceId,
    );
    expect(rows).toEqual([{ display_name: 'test' }]);
    expect(await registrationOf(window)).toEqual({ state: 'idle' });
    await window.value('sync', {}, ({ phase }) => phase === 'syncing');
    // The rest equals any sign-in: the account's keys were made with the chosen password.
    await window.value('encryption', {}, ({ state }) => state === 'unset');
    expect(await code(register(window, open, 'second'))).toBe('already_signed_in');
  });

  test('CHAT-8.8 CHAT-7.54 a user name is looked at while it is typed', async () => {
    const server = open.proxy.url;
    const check = (userName: string) => window.call('checkUserName', { server, userName });
    expect(await check('free')).toEqual({ problem: null });
    expect(await check('Taken')).toEqual({ problem: 'user_in_use' });
    expect(await check('what?')).toEqual({ problem: 'user_invalid' });
    const body = { errcode: 'M_EXCLUSIVE', error: 'Reserved' };
    open.proxy.rules.add({ match: on('GET', '/register/available'), status: 400, body, times: 1 });
    expect(await check('bridge')).toEqual({ problem: 'user_exclusive' });
    const unread = { errcode: 'M_INVALID_PARAM', error: 'Query parameter must be ascii' };
    open.proxy.rules.add({ match: on('GET', '/register/available'), status: 400, body: unread });
    expect(await check('Nova Müller')).toEqual({ problem: 'user_invalid' });
  });

  test('what the server says no to has a code of its own, and nothing is left behind', async () => {
    expect(await code(register(window, open, 'taken'))).toBe('user_in_use');
    expect(await code(register(window, open, 'what?'))).toBe('user_invalid');
    const weak = { server: open.proxy.url, userName: 'weak', password: 'short', email: null };
    const failure = await failureOf(window.call('register', weak));
    expect(failure).toMatchObject({
      code: 'weak_password',
      data: { errcode: 'M_PASSWORD_TOO_SHORT' },
    });
    const limit = { errcode: 'M_LIMIT_EXCEEDED', error: 'Slowly', retry_after_ms: 7000 };
    open.proxy.rules.add({ match: on('POST', '/register'), status: 429, body: limit, times: 1 });
    const limited = await failureOf(register(window, open, 'slow'));
    expect(limited).toMatchObject({ code: 'rate_limited', retryAfterMs: 7000 });
    open.proxy.rules.add({ match: on('POST', '/register'), status: 500, times: 1 });
    expect(await code(register(window, open, 'slow'))).toBe('server_error');
    expect(await registrationOf(window)).toEqual({ state: 'idle' });
    expect(await code(window.call('agreeToTerms', {}))).toBe('cancelled');
  });

  test('an answer that was lost does not cost the name: the same again signs in', async () => {
    open.proxy.rules.add({
      match: on('POST', '/register'),
      cut: 'before-headers',
      skip: 1,
      times: 1,
    });
    expect(await code(register(window, open, 'lost'))).toBe('offline');
    expect(
      open.homeserver.databaseQuery('SELECT name FROM users WHERE name = ?', '@lost:localhost'),
    ).toHaveLength(1);
    await register(window, open, 'lost');
    expect(await signedIn(window)).toBe('@lost:localhost');
  });

  test('after a lost answer another name is another account', async () => {
    open.proxy.rules.add({
      match: on('POST', '/register'),
      cut: 'before-headers',
      skip: 1,
      times: 1,
    });
    expect(await code(register(window, open, 'first'))).toBe('offline');
    await register(window, open, 'other');
    expect(await signedIn(window)).toBe('@other:localhost');
  });

  test('a server that makes the account without signing it in is signed in to', async () => {
    open.proxy.rules.add({
      match: on('POST', '/register'),
      edit: (json) => {
        const { user_id: userId, ...more } = json as Record<string, unknown>;
        return userId === undefined ? more : { user_id: userId };
      },
    });
    await register(window, open, 'inhibited');
    expect(await signedIn(window)).toBe('@inhibited:localhost');
  });

  test('answers that are none end the attempt in words', async () => {
    const answers: [unknown, string][] = [
      [{ flows: [] }, 'email_invalid'],
      [{ flows: 'x' }, 'server_error'],
      [
        { flows: [{ stages: ['m.login.dummy'] }], session: 1, completed: ['m.login.dummy'] },
        'server_error',
      ],
      ['<html>', 'server_error'],
    ];
    for (const [body, expected] of answers) {
      const done = open.proxy.rules.add({ match: on('POST', '/register'), status: 401, body });
      expect([body, await code(register(window, open, 'odd'))]).toEqual([body, expected]);
      done();
    }
    open.proxy.rules.add({ match: on('POST', '/register'), status: 200, body: { user_id: 5 } });
    expect(await code(register(window, open, 'odd'))).toBe('not_matrix');
    expect(await registrationOf(window)).toEqual({ state: 'idle' });
  });
});

test('a server that takes nobody says so', async () => {
  const closed = await place({
    enable_registration: false,
    enable_registration_without_verification: false,
  });
  const server = closed.proxy.url;
  expect(await code(window.call('registrationOffer', { server }))).toBe('registration_closed');
  expect(await code(register(window, closed, 'mara'))).toBe('registration_closed');
  const check = window.call('checkUserName', { server, userName: 'mara' });
  expect(await code(check)).toBe('registration_closed');
}, 120_000);

describe('a server with terms and tokens', () => {
  let strict: Place;
  beforeAll(async () => {
    strict = await place({ ...termsConfig, registration_requires_token: true });
    await addToken(strict, 'Garden', null);
    await addToken(strict, 'Once', 1);
  }, 120_000);

  test('a token, then the terms with their policies, then the account', async () => {
    await register(window, strict, 'tess');
    await stepOf(window, 'token');
    expect(await registrationOf(window)).toMatchObject({
      ...{ state: 'step', userName: 'tess', number: 1, of: 2 },
    });
    expect(await code(window.call('giveRegistrationToken', { token: 'wrong' }))).toBe(
      'wrong_token',
    );
    await stepOf(window, 'token');
    await window.call('giveRegistrationToken', { token: ' Garden ' });
    const { policies } = await stepOf(window, 'terms');
    const url = `${strict.homeserver.baseUrl}/_matrix/consent?v=1.0`;
    expect(policies).toEqual([{ name: 'House rules', url }]);
    await window.call('agreeToTerms', {});
    expect(await signedIn(window)).toBe('@tess:localhost');
  });

  test('a token that counts once is not asked for again after going back to the form', async () => {
    await register(window, strict, 'uma');
    await window.call('giveRegistrationToken', { token: 'Once' });
    await stepOf(window, 'terms');
    await window.call('cancelRegistration', {});
    expect(await registrationOf(window)).toEqual({ state: 'idle' });
    await register(window, strict, 'ulla');
    await stepOf(window, 'terms');
    // The answer gets lost, and with it perhaps the account; the step is still there.
    strict.proxy.rules.add({ match: on('POST', '/register'), cut: 'before-headers', times: 1 });
    expect(await code(window.call('agreeToTerms', {}))).toBe('offline');
    await stepOf(window, 'terms');
    await window.call('agreeToTerms', {});
    expect(await signedIn(window)).toBe('@ulla:localhost');
    const rows = strict.homeserver.databaseQuery(
      "SELECT name FROM users WHERE name IN ('@uma:localhost', '@ulla:localhost')",
    );
    expect(rows).toEqual([{ name: '@ulla:localhost' }]);
  });

  test('stages that the server has forgotten begin anew', async () => {
    await register(window, strict, 'vera');
    await window.call('giveRegistrationToken', { token: 'Garden' });
    await stepOf(window, 'terms');
    const body = { errcode: 'M_UNKNOWN', error: 'Unknown session ID' };
    strict.proxy.rules.add({ match: on('POST', '/register'), status: 400, body, times: 1 });
    await window.call('agreeToTerms', {});
    await stepOf(window, 'token');
    await window.call('giveRegistrationToken', { token: 'Garden' });
    await window.call('agreeToTerms', {});
    expect(await signedIn(window)).toBe('@vera:localhost');
  });

  test('a second engine on the profile knows nothing of the first, and makes the account', async () => {
    await register(window, strict, 'wanda');
    await window.call('giveRegistrationToken', { token: 'Garden' });
    await window.stop(true);
    window = openWindow({ folder: window.folder, key: window.key });
    expect(await registrationOf(window)).toEqual({ state: 'idle' });
    await register(window, strict, 'wanda');
    await window.call('giveRegistrationToken', { token: 'Garden' });
    await window.call('agreeToTerms', {});
    expect(await signedIn(window)).toBe('@wanda:localhost');
  });
});

describe('a server that wants an address', () => {
  let sink: MailSink;
  let mailing: Place;
  beforeAll(async () => {
    sink = await startMailSink();
    mailing = await place({ ...sink.config, registrations_require_3pid: ['email'] });
  }, 120_000);
  afterAll(() => sink.close());

  test('CHAT-9.21 the link in a mail is waited for, asked about, sent again', async () => {
    const offer = await window.call('registrationOffer', { server: mailing.proxy.url });
    expect(offer.email).toBe('required');
    expect(await code(register(window, mailing, 'xara'))).toBe('email_invalid');
    expect(await code(register(window, mailing, 'xara', 'nobody'))).toBe('email_invalid');
    await register(window, mailing, 'xara', 'xara@mail.example');
    expect(await stepOf(window, 'email')).toEqual({ type: 'email', address: 'xara@mail.example' });
    const first = await sink.link('xara@mail.example');
    const secret = new URL(first).searchParams.get('client_secret');
    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await code(window.call('checkRegistration', {}))).toBe('email_unconfirmed');
    await window.call('sendRegistrationMailAgain', {});
    const second = await sink.link('xara@mail.example', 2);
    expect(new URL(second).searchParams.get('client_secret')).toBe(secret);
    const sent = mailing.homeserver.databaseQuery(
      'SELECT client_secret, last_send_attempt FROM threepid_validation_session WHERE address = ?',
      'xara@mail.example',
    );
    expect(sent).toEqual([{ client_secret: secret, last_send_attempt: 2 }]);
    await openLink(second);
    // The user presses no button: the engine polls by itself.
    expect(await signedIn(window)).toBe('@xara:localhost');
    const rows = mailing.homeserver.databaseQuery(
      'SELECT address FROM user_threepids WHERE user_id = ?',
      '@xara:localhost',
    );
    expect(rows).toEqual([{ address: 'xara@mail.example' }]);
  });

  test('an address that somebody has is said beside the form, before any step', async () => {
    expect(await code(register(window, mailing, 'yara', 'xara@mail.example'))).toBe('email_in_use');
    expect(await registrationOf(window)).toEqual({ state: 'idle' });
    const body = { errcode: 'M_THREEPID_DENIED', error: 'No' };
    const match = on('POST', '/register/email/requestToken');
    mailing.proxy.rules.add({ match, status: 403, body });
    expect(await code(register(window, mailing, 'yara', 'y@mail.example'))).toBe('email_denied');
  });

  test('a proof whose answer is lost still counts: the stage is not done twice', async () => {
    await register(window, mailing, 'zara', 'zara@mail.example');
    await openLink(await sink.link('zara@mail.example'));
    mailing.proxy.rules.add({ match: on('POST', '/register'), cut: 'before-headers', times: 1 });
    await window.call('checkRegistration', {}).catch(() => undefined);
    expect(await signedIn(window)).toBe('@zara:localhost');
  });

  test('the mail is not sent again for the same address after going back; another address gets its own', async () => {
    await register(window, mailing, 'anna', 'anna@mail.example');
    await sink.link('anna@mail.example');
    await window.call('cancelRegistration', {});
    await register(window, mailing, 'anne', 'anna@mail.example');
    await window.call('cancelRegistration', {});
    await register(window, mailing, 'anne', 'anne@mail.example');
    await openLink(await sink.link('anne@mail.example'));
    expect(await signedIn(window)).toBe('@anne:localhost');
    expect(sink.linksTo('anna@mail.example')).toHaveLength(1);
  });

  test('a name that somebody else took meanwhile ends the wait in words', async () => {
    await register(window, mailing, 'bert', 'bert@mail.example');
    await sink.link('bert@mail.example');
    await mailing.homeserver.registerUser({ username: 'bert', password });
    const state = await window.value('registration', {}, (one) => one.state === 'failed');
    expect(state).toMatchObject({ state: 'failed', error: { code: 'user_in_use' } });
  });
});

test('CHAT-2.2 a stage that only the server knows is a page in a window of the app or in the browser, and the registration goes on by itself', async () => {
  const judge = createServer((_request, response) => response.end('{"success": true}'));
  judge.listen(0, '127.0.0.1');
  await once(judge, 'listening');
  const { port } = judge.address() as AddressInfo;
  const captcha = await place({
    ...{ enable_registration_captcha: true, recaptcha_public_key: 'a', recaptcha_private_key: 'b' },
    recaptcha_siteverify_api: `http://127.0.0.1:${port}/`,
  });
  await register(window, captcha, 'carl');
  expect(await stepOf(window, 'page')).toEqual({ type: 'page', shown: 'window' });
  const { turn, url, place: where } = await browserAsked(window);
  expect(where).toBe('window');
  expect(new URL(url).pathname).toBe('/_matrix/client/v3/auth/m.login.recaptcha/fallback/web');
  const shown = (wanted: PageShown) =>
    window.value(
      'registration',
      {},
      (one) => one.state === 'step' && one.step.type === 'page' && one.step.shown === wanted,
    );
  // Closed without an answer; then in the browser, which is not there; then in the window again.
  await window.main.call('pageNews', { turn, news: 'closed' });
  await shown('closed');
  await window.call('openRegistrationPage', { place: 'browser' });
  await shown('browser');
  expect(await browserAsked(window)).toEqual({ turn: turn + 1, url, place: 'browser' });
  await window.main.call('browserNotOpened', { turn: turn + 1 });
  await shown('not_opened');
  expect(await code(window.call('checkRegistration', {}))).toBe('step_unfinished');
  await window.call('openRegistrationPage', { place: 'window' });
  await shown('window');
  // News of a window that is over changes nothing; what the window does not take goes to the browser.
  await window.main.call('pageNews', { turn, news: 'closed' });
  await window.main.call('browserNotOpened', { turn: turn + 2 });
  await shown('browser');
  expect(await browserAsked(window)).toEqual({ turn: turn + 3, url, place: 'browser' });
  const body = new URLSearchParams({ 'g-recaptcha-response': 'x' });
  const page = await fetch(url, { method: 'POST', body });
  expect(page.status).toBe(200);
  expect(await signedIn(window)).toBe('@carl:localhost');
  judge.closeAllConnections();
  judge.close();
}, 120_000);
