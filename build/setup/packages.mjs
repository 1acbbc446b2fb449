// Installs the locked packages where node_modules does not match the lock. Dependency-free, any Node >= 18.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { say } from './steps.mjs';

/** @param {string} path @returns {Record<string, {version?: string, optional?: boolean, extraneous?: boolean, optionalDependencies?: Record<string, string>}>} */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** Whether what npm last installed is what the lock says; packages for other systems may be absent. */
export function packagesMatch() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(installed);
  const missing = Object.entries(wanted).some(([path, { version, optional, extraneous }]) => {
    if (path === '' || extraneous) return false;
    const there = present[path];
    return there ? there.version !== version : !optional;
  });
  return !missing && Object.keys(present).every((path) => path in wanted);
}

/**
 * Whether the lock names every optional package of the locked ones. A registry that lacks packages for other systems
 * makes locks without them, and `npm ci` refuses those.
 */
function lockIsComplete() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const names = new Set(Object.keys(wanted).map((path) => path.split('node_modules/').pop()));
  return Object.values(wanted).every(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).every((name) => names.has(name)),
  );
}

/** npm with what every call here needs. */
function npm(args) {
  // No package's own script is needed: native parts come as prebuilt files. npm would even compile better-sqlite3, because
  // a lock does not keep its note that it needs no compiling.
  const flags = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  // In a hook npm passes its own settings on; a set-up that runs inside one must not inherit them.
  const inherited = /^npm_(config_(omit|include|production)|lifecycle|package)/;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !inherited.test(key)),
  );
  const stdio = ['ignore', 'inherit', 'inherit'];
  const result = spawnSync('npm', [...args, ...flags, '--loglevel=error'], {
    cwd: root,
    stdio,
    env,
  });
  if (result.error) throw new Error(`npm could not be started: ${result.error.message}`);
  return result.status === 0;
}

/** @returns {Promise<string | null>} */
export async function installPackages() {
  if (packagesMatch()) return null;
  say('set-up: installing the locked packages …');
  // Both install exactly the locked versions; --no-save leaves lock and package.json untouched.
  const command = lockIsComplete() ? ['ci'] : ['install', '--no-save'];
  if (!npm(command)) throw new Error(`npm ${command[0]} failed; its message stands above`);
  return 'packages installed';
}
