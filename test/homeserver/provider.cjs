// Finds or prepares a Synapse to run: a private Python environment, or on Debian a chroot. Needs nothing but Node >= 18,
// because set-up runs it before any package is installed. It starts no server (homeserver.cjs does).
const { spawn, spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');

const synapseVersion = '1.160.0';

const requirementsFile = join(__dirname, 'requirements.txt');
const chrootFolder = '/var/cache/trellis/homeserver-debian-sid';

/**
 * How to run Python with Synapse in it.
 * @typedef {object} Runner
 * @property {'url' | 'venv' | 'chroot'} kind
 * @property {string} label what people read
 * @property {string} baseUrl only for `url`: a server that runs already
 * @property {string[]} python command line up to the interpreter, for the other two
 * @property {string} dataRoot where data folders may be made
 * @property {string} innerRoot `dataRoot` as the server sees it
 */

/** @typedef {(line: string) => void} Log */

/** The folder below which prepared servers are kept, shared by all clones of the project. */
function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return process.env.TRELLIS_CACHE || join(base, 'trellis');
}

const venvFolder = () => join(cacheFolder(), `homeserver-${synapseVersion}`);
const venvPython = () => join(venvFolder(), 'bin', 'python');
const fingerprint = () => createHash('sha256').update(readFileSync(requirementsFile)).digest('hex');
const isDebianRoot = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** @returns {Runner} */
const venvRunner = () => ({
  kind: 'venv',
  label: `Synapse ${synapseVersion} (private Python environment)`,
  baseUrl: '',
  python: [venvPython()],
  dataRoot: tmpdir(),
  innerRoot: tmpdir(),
});

/** @returns {Runner} */
const chrootRunner = () => ({
  kind: 'chroot',
  label: 'Synapse of Debian sid (chroot)',
  baseUrl: '',
  python: ['chroot', chrootFolder, 'python3'],
  dataRoot: join(chrootFolder, 'tmp'),
  innerRoot: '/tmp',
});

/**
 * The runner that can start now, without preparing anything; costs a few file look-ups.
 * @returns {Runner | null}
 */
function findRunner() {
  const baseUrl = process.env.TRELLIS_HOMESERVER_URL;
  if (baseUrl) {
    const label = `the server at ${baseUrl}`;
    const nowhere = { python: [], dataRoot: tmpdir(), innerRoot: tmpdir() };
    return { kind: 'url', label, baseUrl: baseUrl.replace(/\/$/, ''), ...nowhere };
  }
  const stamp = join(venvFolder(), 'ready');
  if (
    existsSync(venvPython()) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint()
  )
    return venvRunner();
  if (existsSync(join(chrootFolder, 'ready'))) return chrootRunner();
  return null;
}

/**
 * Runs a command, gathers what it prints; never reads from our stdin.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ok: boolean, output: string}>}
 */
function run(command, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    /** @param {Buffer} data */
    const gather = (data) => {
      output = (output + data.toString()).slice(-4000);
    };
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

const apt = (/** @type {string[]} */ ...packages) =>
  run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
  });

/** A Python that Synapse accepts (3.10 or later), or null. */
function findPython() {
  const names = ['python3', '/usr/bin/python3'];
  for (let minor = 14; minor >= 10; minor -= 1) names.push(`python3.${minor}`);
  const test = 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else 1)';
  return (
    names.find((name) => spawnSync(name, ['-c', test], { stdio: 'ignore' }).status === 0) ?? null
  );
}

/**
 * @param {Log} log
 * @returns {Promise<string | null>} null on success, else why not
 */
async function makeVenv(log) {
  let python = findPython();
  if (!python && isDebianRoot()) {
    log('installing python3 by apt');
    await apt('python3', 'python3-venv');
    python = findPython();
  }
  if (!python) return 'no Python 3.10 or later was found';
  const folder = venvFolder();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  let made = await run(python, ['-m', 'venv', folder]);
  if (!made.ok && isDebianRoot()) {
    log('installing python3-venv by apt');
    await run('apt-get', ['update']);
    await apt('python3-venv');
    rmSync(folder, { recursive: true, force: true });
    made = await run(python, ['-m', 'venv', folder]);
  }
  if (!made.ok) return `python3 -m venv failed: ${made.output.trim().split('\n').pop()}`;
  return installSynapse(log);
}

/** @param {Log} log */
async function installSynapse(log) {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  log(`installing Synapse ${synapseVersion} from PyPI`);
  let installed = await run(venvPython(), [...pip, '-r', requirementsFile]);
  if (!installed.ok) {
    // The exact list was made on one Python version; another one may lack a wheel of it.
    log('the exact list could not be installed; trying Synapse with the versions it asks for');
    installed = await run(venvPython(), [
      ...pip,
      `matrix-synapse==${synapseVersion}`,
      'authlib',
      'lxml',
    ]);
  }
  if (!installed.ok)
    return `pip failed: ${installed.output.trim().split('\n').slice(-2).join(' ')}`;
  const check = await run(venvPython(), ['-c', 'import synapse.app.homeserver']);
  if (!check.ok) return `Synapse does not start: ${check.output.trim().split('\n').pop()}`;
  writeFileSync(join(venvFolder(), 'ready'), fingerprint());
  return null;
}

/** The package mirror this Debian uses, so that a local mirror keeps being used. */
function debianMirror() {
  const folder = '/etc/apt/sources.list.d';
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  for (const file of ['/etc/apt/sources.list', ...files]) {
    if (!existsSync(file)) continue;
    const found = /^(?:deb (?:\[[^\]]*\] )?|URIs: )(https?:\/\/\S+debian)\/?(?:\s|$)/m.exec(
      readFileSync(file, 'utf8'),
    );
    if (found?.[1]) return found[1];
  }
  return 'http://deb.debian.org/debian';
}

/**
 * @param {Log} log
 * @returns {Promise<string | null>} null on success, else why not
 */
async function makeChroot(log) {
  if (!isDebianRoot()) return 'the Debian recipe needs root on Debian';
  if (!(await run('debootstrap', ['--version'])).ok) await apt('debootstrap');
  log('building a Debian sid chroot for Synapse (about 1 minute, 750 MB)');
  rmSync(chrootFolder, { recursive: true, force: true });
  mkdirSync(chrootFolder, { recursive: true });
  const base = await run('debootstrap', ['--variant=minbase', 'sid', chrootFolder, debianMirror()]);
  if (!base.ok) return `debootstrap failed: ${base.output.trim().split('\n').pop()}`;
  // No service may start inside the chroot.
  writeFileSync(join(chrootFolder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', {
    mode: 0o755,
  });
  const script = [
    'export DEBIAN_FRONTEND=noninteractive',
    'echo "matrix-synapse matrix-synapse/server-name string localhost" | debconf-set-selections',
    'apt-get -o Acquire::Check-Valid-Until=false -o Acquire::Check-Date=false update',
    'apt-get install -y --no-install-recommends matrix-synapse python3-authlib',
  ].join(' && ');
  const filled = await run('chroot', [chrootFolder, 'sh', '-c', script]);
  if (!filled.ok)
    return `installing matrix-synapse failed: ${filled.output.trim().split('\n').pop()}`;
  writeFileSync(join(chrootFolder, 'ready'), '');
  return null;
}

/** @param {string[]} reasons */
const explain = (reasons) =>
  [
    'No homeserver could be prepared:',
    ...reasons.map((reason) => `  - ${reason}`),
    'Ways to get one:',
    '  - Python 3.10 or later with its venv module, and access to PyPI: nothing else to do, run again',
    '  - Docker, then set TRELLIS_HOMESERVER_URL=http://127.0.0.1:8008:',
    '      docker run --rm -v trellis-synapse:/data -e SYNAPSE_SERVER_NAME=localhost -e SYNAPSE_REPORT_STATS=no \\',
    `        matrixdotorg/synapse:v${synapseVersion} generate`,
    '      docker run --rm -v trellis-synapse:/data --entrypoint sh matrixdotorg/synapse:v' +
      synapseVersion +
      ' -c \\',
    '        \'printf "enable_registration: true\\nenable_registration_without_verification: true\\n" >> /data/homeserver.yaml\'',
    `      docker run --rm -p 127.0.0.1:8008:8008 -v trellis-synapse:/data matrixdotorg/synapse:v${synapseVersion}`,
    '  - any Synapse of yours with open registration: set TRELLIS_HOMESERVER_URL to its address',
  ].join('\n');

/**
 * One preparation at a time, also across processes: the lock names its owner and dies with it.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withLock(work) {
  const lock = join(cacheFolder(), 'homeserver.lock');
  mkdirSync(cacheFolder(), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      if (lockIsDead(lock)) rmSync(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
function lockIsDead(lock) {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    if (!owner) return Date.now() - statSync(lock).mtimeMs > 5000;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM';
  }
}

/**
 * Returns what runs Synapse and prepares it first where needed (about 25 s the first time, nothing afterwards).
 * @param {Log} [log]
 * @returns {Promise<Runner>}
 */
async function prepareRunner(log = () => undefined) {
  const ready = findRunner();
  if (ready) return ready;
  return withLock(async () => {
    const meanwhile = findRunner();
    if (meanwhile) return meanwhile;
    const noVenv = await makeVenv(log);
    if (noVenv === null) return venvRunner();
    log(`${noVenv}; trying the Debian recipe`);
    const noChroot = await makeChroot(log);
    if (noChroot === null) return chrootRunner();
    throw new Error(explain([noVenv, noChroot]));
  });
}

module.exports = {
  ...{ synapseVersion, cacheFolder, findRunner, prepareRunner },
  // For what else stands on Python: ./otherClient.cjs.
  ...{ findPython, run, withLock },
};
