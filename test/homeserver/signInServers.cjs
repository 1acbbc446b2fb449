// Homeservers whose people sign in through the browser: one that delegates to an OAuth 2.0 service, one with single sign-on. And a person
// at a browser, as far as requests go. CommonJS, as homeserver.cjs.
const { fork } = require('node:child_process');
const { once } = require('node:events');
const { join } = require('node:path');
const { freePort } = require('./freePort.cjs');
const { startHomeserver } = require('./homeserver.cjs');

const secret = 'test-service-secret';

/**
 * @typedef {object} SignInServers
 * @property {import('./homeserver.cjs').Homeserver} homeserver
 * @property {string} serviceUrl with a slash at the end
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{port: number, homeserverUrl: string, accessTokenSeconds: number}} options
 */
async function startService(options) {
  const told = JSON.stringify({ ...options, secret });
  const child = fork(join(__dirname, 'signInService.mjs'), [told], { execArgv: [] });
  const [message] = await once(child, 'message');
  return {
    url: /** @type {{url: string}} */ (message).url,
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/**
 * @param {(serviceUrl: string) => Record<string, unknown>} configOf
 * @param {number} accessTokenSeconds
 * @returns {Promise<SignInServers>}
 */
async function startBoth(configOf, accessTokenSeconds) {
  const port = await freePort();
  const servicePort = await freePort();
  const homeserverUrl = `http://127.0.0.1:${port}`;
  const service = await startService({ port: servicePort, homeserverUrl, accessTokenSeconds });
  try {
    const homeserver = await startHomeserver({ port, config: configOf(service.url) });
    return {
      homeserver,
      serviceUrl: service.url,
      stop: async () => {
        await homeserver.stop();
        await service.stop();
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** A homeserver that leaves signing in to an OAuth 2.0 service; it has no passwords. `rendezvous`: and where two devices meet (MSC4108). */
const startDelegated = ({ accessTokenSeconds = 300, rendezvous = false } = {}) =>
  startBoth(
    (endpoint) => ({
      matrix_authentication_service: { enabled: true, endpoint, secret },
      enable_registration: false,
      enable_registration_without_verification: false,
      enable_3pid_changes: false,
      password_config: { enabled: false },
      login_via_existing_session: { enabled: false },
      ...(rendezvous && { experimental_features: { msc4108_enabled: true } }),
    }),
    accessTokenSeconds,
  );

/**
 * A homeserver with passwords and with single sign-on through one provider, "Test service".
 * @param {Record<string, unknown>} [more] of its configuration
 */
const startSso = (more = {}) =>
  startBoth(
    (issuer) => ({
      ...more,
      oidc_providers: [
        {
          idp_id: 'test',
          idp_name: 'Test service',
          issuer,
          client_id: 'synapse',
          client_secret: 'synapse-secret',
          client_auth_method: 'client_secret_basic',
          scopes: ['openid', 'profile', 'email'],
          skip_verification: true,
          user_profile_method: 'userinfo_endpoint',
          user_mapping_provider: {
            config: {
              localpart_template: '{{ user.preferred_username }}',
              display_name_template: '{{ user.name }}',
            },
          },
        },
      ],
      sso: { client_whitelist: ['http://127.0.0.1'] },
      // Pictures of providers are for people who are not signed in yet.
      enable_authenticated_media: false,
    }),
    300,
  );

/** @param {string} address @param {Map<string, Map<string, string>>} jars @param {RequestInit} [init] */
async function visit(address, jars, init = {}) {
  // Browsers keep cookies by host, whatever its port.
  const { hostname } = new URL(address);
  const jar = jars.get(hostname) ?? new Map();
  jars.set(hostname, jar);
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } });
  for (const line of answer.headers.getSetCookie()) {
    const pair = line.split(';')[0] ?? '';
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  return answer;
}

/**
 * Acts like a user at the address that the browser was sent to, up to the address that leads back to the app, which is not visited.
 * @param {string} start
 * @param {{user: string} | {deny: 'yes'}} answer what goes into the service's form
 * @returns {Promise<string>} where the browser would go back to
 */
async function atBrowser(start, answer) {
  const { address, response } = await follow(start, answer, new Map());
  if (response === null) return address;
  throw new Error(`${response.status} ${await response.text()}`);
}

/**
 * Up to the first page that leads no further, or to the address that leads back to the app.
 * @param {string} start @param {{user: string} | {deny: 'yes'}} answer @param {Map<string, Map<string, string>>} jars
 * @param {Response | null} [first] what the first address has answered already
 * @returns {Promise<{address: string, response: Response | null}>}
 */
async function follow(start, answer, jars, first = null) {
  let address = start;
  for (let turn = 0; turn < 20; turn += 1) {
    if (new URL(address).pathname === '/callback') return { address, response: null };
    let response = (turn === 0 ? first : null) ?? (await visit(address, jars));
    if (response.status === 200 && address.includes('/interaction/')) {
      const body = new URLSearchParams(/** @type {Record<string, string>} */ (answer));
      response = await visit(address, jars, { method: 'POST', body });
    }
    const next = response.headers.get('location');
    if (next === null) return { address, response };
    address = new URL(next, address).href;
  }
  throw new Error('The browser was sent in circles');
}

/**
 * Acts like a user with a code on another device: opens the address with it, confirms it, and answers the service.
 * @param {string} wholeUrl
 * @param {{user: string} | {deny: 'yes'}} answer
 * @returns {Promise<string>} the page where it ends
 */
async function atOtherDevice(wholeUrl, answer) {
  const jars = new Map();
  const page = await (await visit(wholeUrl, jars)).text();
  const valueOf = (/** @type {string} */ name) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  const { origin, pathname } = new URL(wholeUrl);
  const body = new URLSearchParams({ xsrf: valueOf('xsrf'), user_code: valueOf('user_code') });
  body.set('user' in answer ? 'confirm' : 'abort', 'yes');
  const first = await visit(origin + pathname, jars, { method: 'POST', body });
  if (first.status === 200) return first.text();
  const { response } = await follow(origin + pathname, answer, jars, first);
  return (await response?.text()) ?? '';
}

/**
 * Acts like a user at the homeserver's fallback page for authentication: follows its link, and answers the provider.
 * @param {string} start
 * @param {{user: string}} answer
 * @returns {Promise<string>} the page where it ends
 */
async function atFallbackPage(start, answer) {
  const jars = new Map();
  const page = await (await visit(start, jars)).text();
  const link = /<a href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (link === undefined) throw new Error(`The page has no link: ${page}`);
  const { response } = await follow(link, answer, jars);
  return (await response?.text()) ?? '';
}

module.exports = { startDelegated, startSso, atBrowser, atFallbackPage, atOtherDevice };
