// Starts a real Synapse on loopback with a fresh data folder, for tests and the demo. It never talks to a server that is
// not its own, except the one that TRELLIS_HOMESERVER_URL names. CommonJS, the one form that jest, Playwright and plain Node all load.
const { createHmac, randomBytes } = require('node:crypto');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const http = require('node:http');
const https = require('node:https');
const { join } = require('node:path');
const Database = require('better-sqlite3');
const { freePort } = require('./freePort.cjs');
const { createProcess, untilHealthy } = require('./process.cjs');
const { prepareRunner } = require('./provider.cjs');

const sharedSecret = 'test-shared-secret';

/**
 * @typedef {object} HomeserverOptions
 * @property {Record<string, unknown>} [config] top-level keys that replace those of homeserver.yaml; `__DATA__` is its data folder
 * @property {string} [dataFolder] an existing folder of an earlier start; default: a fresh one, deleted by stop()
 * @property {number} [port] default: a free one
 */

/**
 * @typedef {object} NewUser
 * @property {string} username
 * @property {string} password
 * @property {boolean} [admin]
 * @property {string} [displayName]
 */

/** @typedef {{userId: string, accessToken: string, deviceId: string}} Credentials */

/**
 * @typedef {object} Homeserver
 * @property {string} baseUrl without a slash at the end
 * @property {string} serverName the part after the colon in Matrix ids
 * @property {string} dataFolder empty for a server that is not ours
 * @property {(user: NewUser) => Promise<Credentials>} registerUser
 * @property {(user: {username: string, password: string, deviceId?: string}) => Promise<Credentials>} login
 * @property {<T = Record<string, unknown>>(sql: string, ...params: unknown[]) => T[]} databaseQuery reads homeserver.db
 * @property {(method: string, path: string, options?: {token?: string, body?: unknown}) => Promise<any>} request
 *   plain JSON request; throws an Error with `status` and `errcode` when the answer is not 2xx
 * @property {() => Promise<void>} restart same port, same data
 * @property {() => Promise<void>} pause stops the process, keeps the data; `restart` brings it back
 * @property {() => Promise<void>} stop
 */

/**
 * @param {string} inner the data folder as the server sees it
 * @param {number} port
 * @param {number} turnPort
 */
function renderConfig(inner, port, turnPort) {
  return readFileSync(join(__dirname, 'homeserver.yaml'), 'utf8')
    .replaceAll('__DATA__', inner)
    .replaceAll('__PORT__', String(port))
    .replaceAll('__TURN__', String(turnPort))
    .replaceAll('__IDP__', '1');
}

/** @param {string} inner */
function logConfig(inner) {
  const level = process.env.TRELLIS_HOMESERVER_LOG || 'WARNING';
  return JSON.stringify({
    version: 1,
    formatters: { plain: { format: '%(asctime)s %(levelname)s %(name)s %(message)s' } },
    handlers: {
      file: {
        class: 'logging.FileHandler',
        formatter: 'plain',
        filename: `${inner}/homeserver.log`,
      },
    },
    root: { level, handlers: ['file'] },
    disable_existing_loggers: false,
  });
}

/**
 * @param {string} folder
 * @param {string} inner
 * @param {number} port
 * @param {HomeserverOptions} options
 */
async function writeFiles(folder, inner, port, options) {
  const turnPort = await freePort();
  writeFileSync(join(folder, 'homeserver.yaml'), renderConfig(inner, port, turnPort));
  // JSON is YAML; Synapse lets later files replace top-level keys of earlier ones.
  const overrides = JSON.stringify(options.config ?? {}).replaceAll('__DATA__', inner);
  writeFileSync(join(folder, 'overrides.yaml'), overrides);
  writeFileSync(join(folder, 'log.yaml'), logConfig(inner));
  if (options.dataFolder) return;
  // Writes the file of `--generate-keys`, without the second that Python takes to start.
  const seed = randomBytes(32).toString('base64').replace(/=+$/, '');
  writeFileSync(
    join(folder, 'signing.key'),
    `ed25519 a_${randomBytes(2).toString('hex')} ${seed}\n`,
  );
}

/**
 * A connection of its own, unlike `fetch`: whose pool is shared by all test files of a process, and offers those of an earlier server that
 * had the same port.
 * @param {string} url
 * @param {string} method
 * @param {Record<string, string>} headers
 * @param {string | undefined} body
 * @returns {Promise<{status: number, text: string}>}
 */
function exchange(url, method, headers, body) {
  return new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http;
    const outgoing = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** @param {string} baseUrl @returns {Homeserver['request']} */
function createRequest(baseUrl) {
  return async (method, path, { token, body } = {}) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const { status, text } = await exchange(baseUrl + path, method, headers, sent);
    const answer = parsed(text);
    if (status >= 200 && status < 300) return answer;
    const error = new Error(`${method} ${path}: ${status} ${answer.errcode} ${answer.error}`);
    throw Object.assign(error, { status, errcode: answer.errcode });
  };
}

/** @param {any} answer @returns {Credentials} */
const credentials = (answer) => ({
  userId: answer.user_id,
  accessToken: answer.access_token,
  deviceId: answer.device_id,
});

/** @param {Homeserver['request']} request */
function createAccounts(request) {
  const secret = process.env.TRELLIS_HOMESERVER_URL
    ? process.env.TRELLIS_HOMESERVER_SHARED_SECRET
    : sharedSecret;

  /** @param {NewUser} user */
  async function registerBySecret({ username, password, admin = false, displayName }) {
    const path = '/_synapse/admin/v1/register';
    const { nonce } = await request('GET', path);
    const parts = [nonce, username, password, admin ? 'admin' : 'notadmin'];
    const mac = createHmac('sha1', secret ?? '')
      .update(parts.join('\0'))
      .digest('hex');
    const body = { nonce, username, password, admin, mac, displayname: displayName };
    return credentials(await request('POST', path, { body }));
  }

  /** @param {NewUser} user */
  async function registerOpenly({ username, password, admin, displayName }) {
    if (admin) throw new Error('an admin needs TRELLIS_HOMESERVER_SHARED_SECRET');
    const body = { username, password, auth: { type: 'm.login.dummy' } };
    const user = credentials(await request('POST', '/_matrix/client/v3/register', { body }));
    if (displayName)
      await request(
        'PUT',
        `/_matrix/client/v3/profile/${encodeURIComponent(user.userId)}/displayname`,
        {
          token: user.accessToken,
          body: { displayname: displayName },
        },
      );
    return user;
  }

  return {
    registerUser: (/** @type {NewUser} */ user) =>
      secret ? registerBySecret(user) : registerOpenly(user),
    /** @type {Homeserver['login']} */
    async login({ username, password, deviceId }) {
      const body = {
        type: 'm.login.password',
        identifier: { type: 'm.id.user', user: username },
        password,
        ...(deviceId ? { device_id: deviceId } : {}),
      };
      return credentials(await request('POST', '/_matrix/client/v3/login', { body }));
    },
  };
}

/**
 * Starts a homeserver and returns once it answers. A server named by TRELLIS_HOMESERVER_URL is used as it is: its users
 * stay, so tests that may meet one make their names unique.
 * @param {HomeserverOptions} [options]
 * @returns {Promise<Homeserver>}
 */
async function startHomeserver(options = {}) {
  const runner = await prepareRunner((line) => process.stderr.write(`homeserver: ${line}\n`));
  if (runner.kind === 'url') return existingServer(runner.baseUrl);
  const folder = options.dataFolder ?? mkdtempSync(join(runner.dataRoot, 'trellis-homeserver-'));
  const inner = runner.innerRoot + folder.slice(runner.dataRoot.length);
  const server = createProcess(runner, runner.kind === 'chroot' ? inner : folder);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    await writeFiles(folder, runner.kind === 'chroot' ? inner : folder, port, options);
    await server.start();
    try {
      await untilHealthy(`http://127.0.0.1:${port}`, server);
      return ownServer(folder, port, server, options);
    } catch (error) {
      // Somebody else may have taken the port in the meantime.
      await server.stop();
      if (attempt === 3 || options.port) throw error;
    }
  }
}

/**
 * @param {string} folder
 * @param {number} port
 * @param {ReturnType<typeof createProcess>} server
 * @param {HomeserverOptions} options
 * @returns {Homeserver}
 */
function ownServer(folder, port, server, options) {
  const baseUrl = `http://127.0.0.1:${port}`;
  const request = createRequest(baseUrl);
  return {
    baseUrl,
    serverName: 'localhost',
    dataFolder: folder,
    request,
    ...createAccounts(request),
    databaseQuery(sql, ...params) {
      const db = new Database(join(folder, 'homeserver.db'), {
        readonly: true,
        fileMustExist: true,
      });
      try {
        return /** @type {any[]} */ (db.prepare(sql).all(...params));
      } finally {
        db.close();
      }
    },
    async restart() {
      await server.stop();
      await server.start();
      await untilHealthy(baseUrl, server);
    },
    pause: () => server.stop(),
    async stop() {
      await server.stop();
      if (!options.dataFolder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {string} baseUrl @returns {Homeserver} */
function existingServer(baseUrl) {
  const request = createRequest(baseUrl);
  const notOurs = () => {
    throw new Error('not possible with the server of TRELLIS_HOMESERVER_URL');
  };
  return {
    baseUrl,
    serverName: process.env.TRELLIS_HOMESERVER_NAME || 'localhost',
    dataFolder: '',
    request,
    ...createAccounts(request),
    databaseQuery: notOurs,
    restart: async () => notOurs(),
    pause: async () => notOurs(),
    stop: async () => undefined,
  };
}

module.exports = { startHomeserver };
