// Signing in with a code on another device, through the contract: a real service with the device grant behind a real Synapse, and a service that
// answers what it should not.
import { createBrowserSignIns, type BrowserSignIn } from '#engine/account/browser/browserSignIn';
import { createPages } from '#engine/account/pages';
import type { Clock, StoredSession } from '#engine/base/types';
import {
  atOtherDevice,
  startDelegated,
  type SignInServers,
} from '../../homeserver/signInServers.cjs';
import { silentLog } from '../../support/silentLog';
import { openWindow, type Window } from '../support';

describe('at a real service', () => {
  let servers: SignInServers;
  let window: Window;

  beforeAll(async () => {
    servers = await startDelegated();
  }, 120_000);
  beforeEach(() => {
    window = openWindow();
  });
  afterEach(() => window.stop());
  afterAll(() => servers.stop());

  const begin = () =>
    window.call('signInByBrowser', {
      ...{ server: servers.homeserver.baseUrl, way: 'device', providerId: null },
    });
  const code = async () => {
    const shown = await window.value('browserSignIn', {}, ({ state }) => state === 'code');
    if (shown.state !== 'code') throw new Error('unreachable');
    return shown;
  };

  test('CALL-7.24 the code is confirmed elsewhere, and the tokens are of the device that was asked for', async () => {
    await begin();
    const { userCode, url, wholeUrl, expiresAtMs } = await code();
    expect(url).toBe(`${servers.serviceUrl}device`);
    expect(new URL(wholeUrl ?? '').searchParams.get('user_code')).toBe(userCode);
    expect(expiresAtMs).toBeGreaterThan(Date.now());
    await atOtherDevice(wholeUrl ?? '', { user: 'wanda' });
    const session = await window.value('session', {}, ({ state }) => state === 'signed_in');
    expect(session).toMatchObject({ userId: '@wanda:localhost' });
    expect(session.accountPage).toBe(`${servers.serviceUrl}account`);
    const rows = servers.homeserver.databaseQuery(
      'SELECT user_id FROM devices WHERE device_id = ?',
      session.deviceId,
    );
    expect(rows).toEqual([{ user_id: '@wanda:localhost' }]);
    await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  }, 60_000);

  test('a no on the other device is said, and another code can be asked for', async () => {
    await begin();
    const first = await code();
    await atOtherDevice(first.wholeUrl ?? '', { deny: 'yes' });
    const failed = await window.value('browserSignIn', {}, ({ state }) => state === 'failed');
    expect(failed).toMatchObject({ error: { code: 'sign_in_refused' } });
    await begin();
    expect((await code()).userCode).not.toBe(first.userCode);
    await window.call('cancelBrowserSignIn', {});
    await window.value('browserSignIn', {}, ({ state }) => state === 'idle');
  }, 60_000);
});

describe('a service in memory', () => {
  const origin = 'https://auth.example';
  const metadata = {
    issuer: `${origin}/`,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    revocation_endpoint: `${origin}/revoke`,
    registration_endpoint: `${origin}/register`,
    device_authorization_endpoint: `${origin}/device`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  };
  const grant = {
    ...{ device_code: 'secret of the device', user_code: 'ABCD-EFGH', expires_in: 600 },
    ...{ verification_uri: `${origin}/link`, interval: 2 },
  };
  const tokens = {
    ...{ token_type: 'Bearer', access_token: 'a', refresh_token: 'r', expires_in: 300 },
  };

  interface Play {
    readonly change?: Record<string, unknown>;
    readonly given?: Record<string, unknown>;
    /** The service's answers, in order; the last one repeats. */
    readonly answers?: readonly (object | number)[];
  }

  /** Time moves only by what is waited for. */
  function play({ change = {}, given = {}, answers = [tokens] }: Play) {
    let nowMs = 1_000_000;
    const waited: number[] = [];
    const sent: string[] = [];
    const shown: BrowserSignIn[] = [];
    let deviceId = '';
    let asked = 0;
    const clock: Clock = {
      now: () => nowMs,
      monotonic: () => nowMs,
      setTimeout: (work, ms) => {
        // Time limits of requests never run out here.
        if (ms === 30_000) return () => undefined;
        const timer = setImmediate(() => {
          waited.push(ms / 1000);
          nowMs += ms;
          work();
        });
        return () => clearImmediate(timer);
      },
    };
    const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
    const fetch = ((input: string, init?: RequestInit) => {
      const { pathname } = new URL(input);
      const body = String(init?.body ?? '');
      sent.push(`${pathname} ${body}`);
      if (pathname.endsWith('/versions')) return json({ versions: ['v1.11'] });
      if (pathname.endsWith('/v1/auth_metadata')) return json({ ...metadata, ...change });
      if (pathname === '/register') return json({ client_id: 'client' }, 201);
      if (pathname === '/device') {
        deviceId = /client%3Adevice%3A(\w+)/.exec(body)?.[1] ?? '';
        return json({ ...grant, ...given });
      }
      if (pathname === '/token') {
        const answer = answers[Math.min(asked, answers.length - 1)] ?? {};
        asked += 1;
        if (typeof answer === 'number') return json({}, answer);
        return json(answer, 'error' in answer ? 400 : 200);
      }
      if (pathname.endsWith('/whoami')) return json({ user_id: '@x:y', device_id: deviceId });
      return json({}, 404);
    }) as typeof globalThis.fetch;
    const taken: StoredSession[] = [];
    /** Fails, because the device grant has no callback from a browser. */
    const broken = (): never => {
      throw new Error('No state is kept for a code');
    };
    const signIns = createBrowserSignIns({
      ...{ fetch, clock, log: silentLog, pages: createPages(() => undefined) },
      show: (state) => shown.push(state),
      signedIn: async (session) => void taken.push(session),
      isTaken: () => true,
      states: { save: broken, take: broken, drop: () => undefined },
    });
    const begin = () =>
      signIns.begin({
        ...{ server: 'https://matrix.example', way: 'device', providerId: null },
        ...{ deviceName: 'Desk', deviceId: null },
      });
    const ends = async (): Promise<BrowserSignIn> => {
      for (;;) {
        const last = shown.at(-1);
        if (last?.state === 'failed' || taken.length > 0) return last ?? { state: 'idle' };
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { begin, ends, waited, sent, shown, taken, signIns };
  }
  const pending = { error: 'authorization_pending' };

  test('CALL-7.24 it is asked in the pace that the service wants, and goes on when it stumbles', async () => {
    const answers = [pending, { error: 'slow_down' }, pending, 503, tokens];
    const { begin, ends, waited, sent, taken } = play({ answers });
    await begin();
    await ends();
    expect(waited).toEqual([2, 2, 7, 7, 14]);
    expect(taken).toEqual([expect.objectContaining({ userId: '@x:y', accessToken: 'a' })]);
    const scope = decodeURIComponent(sent.find((one) => one.startsWith('/device ')) ?? '');
    expect(scope).toMatch(/urn:matrix:client:api:\*\+urn:matrix:client:device:[A-Z]{10}(&|$)/);
    const register = sent.find((one) => one.startsWith('/register'));
    expect(register).toContain('urn:ietf:params:oauth:grant-type:device_code');
  });

  test('a service that names no pace is asked every five seconds', async () => {
    const { begin, ends, waited } = play({
      given: { interval: undefined },
      answers: [pending, tokens],
    });
    await begin();
    await ends();
    expect(waited).toEqual([5, 5]);
  });

  test.each([
    ['sign_in_refused', { answers: [pending, { error: 'access_denied' }] }],
    ['sign_in_expired', { answers: [{ error: 'expired_token' }] }],
    ['sign_in_expired', { given: { expires_in: 5 }, answers: [pending] }],
    ['sign_in_untrusted', { answers: [{ ...tokens, token_type: 'mac' }] }],
    ['sign_in_untrusted', { answers: [{ ...tokens, refresh_token: undefined }] }],
  ] satisfies [string, Play][])('it ends with %s (%j)', async (code, what) => {
    const { begin, ends, taken } = play(what);
    await begin();
    expect(await ends()).toMatchObject({ state: 'failed', error: { code } });
    expect(taken).toEqual([]);
  });

  test.each([
    ['no such grant', { change: { device_authorization_endpoint: undefined } }],
    [
      'a code of another place',
      { change: { device_authorization_endpoint: 'https://evil.example' } },
    ],
    ['an address in the open', { given: { verification_uri: 'http://auth.example/link' } }],
    ['a program as address', { given: { verification_uri: 'javascript:alert(1)' } }],
    [
      'a picture that leads elsewhere',
      { given: { verification_uri_complete: 'https://evil.example' } },
    ],
    ['a code that is no code', { given: { user_code: 'a\u202eb c' } }],
  ] satisfies [string, Play][])('%s is refused before anything is shown', async (_what, what) => {
    const { begin, shown } = play(what);
    await expect(begin()).rejects.toMatchObject({
      error: { code: expect.stringMatching(/^sign_in_un(trusted|supported)$/) },
    });
    expect(shown.map(({ state }) => state)).toEqual(['idle']);
  });

  test('whoever gives up is asked for no more', async () => {
    const { begin, waited, sent, signIns, shown } = play({ answers: [pending] });
    await begin();
    expect(shown.at(-1)).toMatchObject({ state: 'code', userCode: 'ABCD-EFGH', wholeUrl: null });
    signIns.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown.at(-1)).toEqual({ state: 'idle' });
    expect(waited).toEqual([]);
    expect(sent.filter((one) => one.startsWith('/token'))).toEqual([]);
  });
});
