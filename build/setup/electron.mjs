// Decides what runs the app: real Electron where it is there or can be had soon, else the Chromium host.
// Used by start.mjs, the demo and the test runners; it prints nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { root, suitableNode } from './paths.mjs';

const require = createRequire(import.meta.url);
const { hostFolder } = require('../../test/chromium-host/path.cjs');

const installLimitMs = 60_000;
const retryAfterMs = 7 * 24 * 3600 * 1000;
const refusedStamp = join(root, 'node_modules', '.cache', 'trellis-electron-refused');

/**
 * @typedef {object} Resolved
 * @property {'electron' | 'chromium-host'} kind
 * @property {string} label what people and test reports read
 * @property {Record<string, string>} env to add to the environment of whatever starts `electron`
 * @property {string[]} args to put before the app's folder
 */

const packageFolder = () => dirname(require.resolve('electron/package.json'));

/** The path of a usable Electron binary, or null. */
function installedElectron() {
  const folder = packageFolder();
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  if (!existsSync(binary)) return null;
  // It may lack libraries of the system; --version needs no display.
  const { ELECTRON_RUN_AS_NODE: unwanted, ...env } = process.env;
  void unwanted;
  const asked = spawnSync(binary, ['--version', '--no-sandbox'], {
    timeout: 10_000,
    encoding: 'utf8',
    env,
  });
  return asked.status === 0 ? { binary, version: asked.stdout.trim() } : null;
}

/** Whether it is worth trying to get the binary: not in CI, and not shortly after a refusal. */
function mayInstall() {
  if (process.env.CI) return false;
  if (!existsSync(refusedStamp)) return true;
  return Date.now() - statSync(refusedStamp).mtimeMs > retryAfterMs;
}

function tryInstall() {
  const script = join(packageFolder(), 'install.js');
  const node = suitableNode() ?? process.execPath;
  const result = spawnSync(node, [script], { stdio: 'ignore', timeout: installLimitMs });
  if (result.status === 0) {
    rmSync(refusedStamp, { force: true });
    return installedElectron();
  }
  mkdirSync(dirname(refusedStamp), { recursive: true });
  writeFileSync(refusedStamp, '');
  return null;
}

/** Our Node first, because Electron's launcher and the host start whatever `node` is. */
function pathWithNode() {
  const node = suitableNode();
  const old = process.env.PATH ?? '';
  return node ? [dirname(node), old].join(delimiter) : old;
}

function chromiumVersion() {
  const chromium = findChromium();
  if (!chromium) return 'no Chromium found';
  const asked = spawnSync(chromium, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return /[\d.]{5,}/.exec(asked.stdout ?? '')?.[0] ?? 'of unknown version';
}

/** @returns {Resolved} */
const chromiumHost = () => ({
  kind: 'chromium-host',
  label: `Chromium host over Chromium ${chromiumVersion()}`,
  env: { ELECTRON_OVERRIDE_DIST_PATH: hostFolder(), PATH: pathWithNode() },
  args: [],
});

/** @param {string} version @returns {Resolved} */
const realElectron = (version) => ({
  kind: 'electron',
  label: `Electron ${version}`,
  env: { PATH: pathWithNode() },
  // Chromium's sandbox refuses root; only containers and CI run so.
  args: process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/**
 * TRELLIS_ELECTRON=host or =real forces one of the two.
 * @param {{install?: boolean}} [options] `install`: may spend up to a minute on getting the binary
 * @returns {Promise<Resolved>}
 */
export async function resolveElectron({ install = true } = {}) {
  const forced = process.env.TRELLIS_ELECTRON;
  if (forced === 'host') return chromiumHost();
  const present = installedElectron() ?? (install && mayInstall() ? tryInstall() : null);
  if (present) return realElectron(present.version);
  if (forced === 'real') throw new Error('TRELLIS_ELECTRON=real, but there is no Electron binary');
  return chromiumHost();
}
