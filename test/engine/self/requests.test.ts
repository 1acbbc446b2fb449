// Requests for a changed password and a deactivated account, and how the session authenticates: at a real Synapse, through the contract.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';
import { answerFor, failureCode, signIn } from '../account/browserKit';
import type { Window } from '../support';
import { selfStage } from './kit';

const password = 'first password of ada';
const next = 'second password of ada';
const stage = selfStage();

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A window, and what it sends to paths of the account. */
function watched(): { window: Window; sent: Sent[] } {
  const sent: Sent[] = [];
  const ask: typeof fetch = (resource, init) => {
    const { pathname } = new URL(String(resource));
    const path = pathname.replace('/_matrix/client/v3', '');
    if (path.startsWith('/account/') && typeof init?.body === 'string')
      sent.push({ path, body: JSON.parse(init.body) as Sent['body'] });
    else if (path === '/account/whoami') sent.push({ path, body: {} });
    return fetch(resource, init);
  };
  const window = stage.open({ fetch: ask });
  return { window, sent };
}

test('CHAT-7.49 a new password goes with the proof of the old one', async () => {
  await stage.homeserver().registerUser({ username: 'ada', password });
  const { window, sent } = watched();
  await window.call('signIn', { server: stage.homeserver().baseUrl, user: 'ada', password });
  await window.call('changePassword', { password, next, endOthers: true });
  const changes = sent.filter(({ path }) => path === '/account/password');
  expect(changes.at(-1)?.body).toEqual({
    auth: expect.objectContaining({ type: 'm.login.password', password }),
    new_password: next,
    logout_devices: true,
  });
  const login = (secret: string) => stage.homeserver().login({ username: 'ada', password: secret });
  await expect(login(password)).rejects.toMatchObject({ errcode: 'M_FORBIDDEN' });
  await expect(login(next)).resolves.toMatchObject({ userId: '@ada:localhost' });
}, 120_000);

test('CHAT-7.49 an account ends with the proof of its password, and erased as it was chosen', async () => {
  await stage.homeserver().registerUser({ username: 'eva', password });
  const { window, sent } = watched();
  await window.call('signIn', { server: stage.homeserver().baseUrl, user: 'eva', password });
  await window.call('deactivateAccount', { password, erase: true });
  expect(sent.filter(({ path }) => path === '/account/deactivate').at(-1)?.body).toEqual({
    auth: expect.objectContaining({ type: 'm.login.password', password }),
    erase: true,
  });
  await expect(stage.homeserver().login({ username: 'eva', password })).rejects.toMatchObject({
    status: 403,
  });
}, 120_000);

describe('a session of a sign-in service', () => {
  let servers: SignInServers;
  let proxy: FaultProxy;
  beforeAll(async () => {
    servers = await startDelegated();
    proxy = await startFaultProxy(servers.homeserver.baseUrl);
    proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  }, 120_000);
  afterAll(async () => {
    await proxy.close();
    await servers.stop();
  });

  test('CHAT-7.49 whoami says whose the tokens are; an answer that names nobody signs nobody in', async () => {
    const { window, sent } = watched();
    await signIn(window, proxy.url, 'carol');
    expect(sent[0]).toEqual({ path: '/account/whoami', body: {} });
    const { userId } = await window.value('session', {}, (session) => session.userId !== null);
    expect(userId).toBe('@carol:localhost');

    proxy.rules.add({ match: on('GET', '/account/whoami'), edit: () => ({ user_id: 7 }) });
    const { window: other } = watched();
    const { back } = await answerFor(other, proxy.url, 'dan');
    await fetch(back);
    expect(await failureCode(other)).toBe('not_matrix');
  }, 120_000);
});
