// A sign-in service in a process of its own, made of oidc-provider: an identity provider for Synapse's single sign-on, and the OAuth 2.0
// service of a homeserver that delegates. Started by signInServers.cjs; `process.send` tells the address.
import { createServer } from 'node:http';
import { interactionPolicy, Provider } from 'oidc-provider';

// It says at length what a service for real people would need.
for (const level of ['info', 'warn']) console[level] = () => undefined;

const { port, homeserverUrl, secret, ssoCallback, accessTokenSeconds } = JSON.parse(
  process.argv[2] ?? '',
);
const issuer = `http://127.0.0.1:${port}/`;
const devices = /^urn:matrix:(?:org\.matrix\.msc2967\.)?client:device:([A-Za-z0-9._~-]{1,255})$/;
/** Grant → whose device it is; the provider drops scopes that it does not know. */
const devicesOfGrants = new Map();

const deviceIn = (scope) =>
  (scope ?? '')
    .split(' ')
    .map((one) => devices.exec(one)?.[1])
    .find(Boolean);

async function tellHomeserver(path, body) {
  const answer = await fetch(`${homeserverUrl}/_synapse/mas/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

const policy = interactionPolicy.base();
policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0);

const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const provider = new Provider(issuer, {
  scopes: ['openid', 'offline_access', 'profile', 'email', 'urn:matrix:client:api:*'],
  extraParams: ['matrix_device'],
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'] },
  clients: [
    {
      client_id: 'synapse',
      client_secret: 'synapse-secret',
      redirect_uris: [ssoCallback ?? `${homeserverUrl}/_synapse/client/oidc/callback`],
    },
  ],
  cookies: { keys: ['only for tests'] },
  features: {
    devInteractions: { enabled: false },
    deviceFlow: { enabled: true },
    registration: { enabled: true },
    revocation: { enabled: true },
  },
  discovery: { account_management_uri: `${issuer}account`, prompt_values_supported: ['create'] },
  issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  ttl: {
    AccessToken: accessTokenSeconds,
    RefreshToken: 86_400,
    Session: 3600,
    Grant: 86_400,
    Interaction: 600,
    IdToken: 600,
  },
  findAccount: async (_context, id) => ({
    accountId: id,
    claims: async () => ({
      sub: id,
      name: capital(id),
      preferred_username: id,
      email: `${id}@example.org`,
    }),
  }),
  interactions: { url: (_context, { uid }) => `/interaction/${uid}`, policy },
});
provider.on('server_error', (_context, error) => console.error('server_error', error));
provider.on('grant.revoked', (_context, grantId) => {
  const known = devicesOfGrants.get(grantId);
  if (known) tellHomeserver('delete_device', known).catch((error) => console.error(error));
});

async function bodyOf(request) {
  let text = '';
  for await (const piece of request) text += piece;
  return new URLSearchParams(text);
}

function page(response, button) {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<!doctype html><title>Sign-in service</title><form method="post"><label>Name <input name="user"></label>` +
      `<button>${button}</button><button name="deny" value="yes">Deny</button></form>`,
  );
}

async function introspect(request, response) {
  const token = (await bodyOf(request)).get('token') ?? '';
  const found = await provider.AccessToken.find(token);
  const active = request.headers.authorization === `Bearer ${secret}` && found && !found.isExpired;
  const device = devicesOfGrants.get(found?.grantId)?.device_id;
  const answer = active && {
    active: true,
    scope: `${found.scope} urn:matrix:client:api:* urn:matrix:client:device:${device}`,
    username: found.accountId,
    sub: found.accountId,
    client_id: found.clientId,
    expires_in: found.remainingTTL,
    device_id: device,
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer || { active: false }));
}

async function grantOf({ grantId, session, params }) {
  const { accountId } = session;
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const id = await grant.save();
  const { matrix_device: deviceId } = params;
  if (deviceId) {
    devicesOfGrants.set(id, { localpart: accountId, device_id: deviceId });
    await tellHomeserver('provision_user', {
      localpart: accountId,
      set_displayname: capital(accountId),
    });
    await tellHomeserver('upsert_device', { localpart: accountId, device_id: deviceId });
  }
  return id;
}

async function interact(request, response) {
  const details = await provider.interactionDetails(request, response);
  const { name } = details.prompt;
  const finish = (result) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  if (name === 'consent') return finish({ consent: { grantId: await grantOf(details) } });
  if (request.method !== 'POST') {
    return page(response, name === 'create' ? 'Create account' : 'Sign in');
  }
  const answer = await bodyOf(request);
  if (answer.has('deny')) return finish({ error: 'access_denied' });
  return finish({
    login: { accountId: answer.get('user') },
    [name]: { accountId: answer.get('user') },
  });
}

/** The provider drops scopes that it does not know, so a parameter of its own says which device a code is for. */
async function nameDevice(request) {
  const body = await bodyOf(request);
  const device = deviceIn(body.get('scope'));
  request.body = { ...Object.fromEntries(body), ...(device && { matrix_device: device }) };
}

/** The page of an account; with the action that lets it have another identity, by the name of its person. */
async function manage(url, request, response) {
  const isReset = url.searchParams.get('action') === 'org.matrix.cross_signing_reset';
  if (!isReset) return response.end('Your account');
  if (request.method !== 'POST') return page(response, 'Allow');
  await tellHomeserver('allow_cross_signing_reset', {
    localpart: (await bodyOf(request)).get('user'),
  });
  return response.end('Allowed');
}

// A device that waits for the user's consent may poll each second, not each fifth as without an `interval`.
provider.use(async (context, next) => {
  await next();
  if (context.oidc?.route === 'device_authorization' && context.status === 200)
    context.body.interval = 1;
});
const serve = provider.callback();
createServer(async (request, response) => {
  try {
    const url = new URL(request.url, issuer);
    const device = deviceIn(url.searchParams.get('scope'));
    if (url.pathname === '/device/auth') await nameDevice(request);
    if (url.pathname === '/auth' && device) {
      url.searchParams.set('matrix_device', device);
      request.url = url.pathname + url.search;
    }
    if (url.pathname === '/oauth2/introspect') await introspect(request, response);
    else if (url.pathname.startsWith('/interaction/')) await interact(request, response);
    else if (url.pathname === '/account') await manage(url, request, response);
    else await serve(request, response);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end(String(error));
  }
}).listen(port, '127.0.0.1', () => process.send?.({ url: issuer }));
// Ends with whoever started it.
process.on('disconnect', () => process.exit(0));
