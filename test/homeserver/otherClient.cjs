// Finds or prepares a Python with matrix-nio and libolm, the app of others that tests talk to (test/engine/otherClient). It runs no client.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { cacheFolder, findPython, run, withLock } = require('./provider.cjs');

const nioVersion = '0.25.2';
const requirementsFile = join(__dirname, 'otherClient.txt');
/** The last version on libolm: later ones stand on the same library as we do. */
const check = 'import nio, nio.crypto, olm; nio.crypto.Sas';

const venvFolder = () => join(cacheFolder(), `nio-${nioVersion}`);
const venvPython = () => join(venvFolder(), 'bin', 'python');
const fingerprint = () => createHash('sha256').update(readFileSync(requirementsFile)).digest('hex');

const stamp = () => join(venvFolder(), 'ready');

/**
 * The interpreter that was prepared, without preparing anything.
 * @returns {string | null}
 */
function findOtherClient() {
  const named = process.env['TRELLIS_NIO_PYTHON'];
  if (named) return named;
  if (!existsSync(stamp())) return null;
  const [made, python] = readFileSync(stamp(), 'utf8').split('\n');
  return made === fingerprint() && python && existsSync(python) ? python : null;
}

/** @param {string} python @returns {string} */
function keep(python) {
  mkdirSync(venvFolder(), { recursive: true });
  writeFileSync(stamp(), `${fingerprint()}\n${python}`);
  return python;
}

/** @returns {Promise<string | null>} null on success, else why not */
async function makeVenv() {
  const python = findPython();
  if (!python) return 'no Python 3.10 or later was found';
  const folder = venvFolder();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const made = await run(python, ['-m', 'venv', folder]);
  if (!made.ok) return `python3 -m venv failed: ${made.output.trim().split('\n').pop()}`;
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const installed = await run(venvPython(), [...pip, '-r', requirementsFile]);
  if (!installed.ok)
    return `pip failed: ${installed.output.trim().split('\n').slice(-2).join(' ')}`;
  const stands = await run(venvPython(), ['-c', check]);
  if (!stands.ok) return `matrix-nio does not start: ${stands.output.trim().split('\n').pop()}`;
  return null;
}

/** @param {string} reason */
const explain = (reason) =>
  [
    'No matrix-nio with libolm could be prepared, which the tests against an independent client need:',
    `  - ${reason}`,
    'Ways to get one:',
    '  - Python 3.10 or 3.11 with its venv module, and access to PyPI: nothing else to do, run again',
    '    (a later Python builds libolm: it needs cmake and a C++ compiler)',
    `  - any Python that has matrix-nio ${nioVersion} and python-olm: set TRELLIS_NIO_PYTHON to it`,
  ].join('\n');

/**
 * Answers the interpreter and prepares it first where needed (about 15 s the first time, nothing afterwards).
 * @param {(line: string) => void} [log]
 * @returns {Promise<string>}
 */
async function prepareOtherClient(log = () => undefined) {
  const ready = findOtherClient();
  if (ready) return ready;
  return withLock(async () => {
    const meanwhile = findOtherClient();
    if (meanwhile) return meanwhile;
    log(`installing matrix-nio ${nioVersion} from PyPI`);
    const noVenv = await makeVenv();
    if (noVenv === null) return keep(venvPython());
    // Other versions will not do: Debian 12 has 0.20, which never answers while a device is verified.
    throw new Error(explain(noVenv));
  });
}

module.exports = { findOtherClient, prepareOtherClient };
