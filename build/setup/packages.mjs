// Installs the locked packages where node_modules does not match the lock. Dependency-free, any Node >= 18.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { say } from './steps.mjs';

/** @param {string} path @returns {Record<string, {version?: string, optional?: boolean}>} */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** Whether what npm last installed is what the lock says; packages for other systems may be absent. */
export function packagesMatch() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(installed);
  const missing = Object.entries(wanted).some(
    ([path, entry]) =>
      path !== '' && (present[path] ? present[path].version !== entry.version : !entry.optional),
  );
  return !missing && Object.keys(present).every((path) => path in wanted);
}

/** @returns {Promise<string | null>} */
export async function installPackages() {
  if (packagesMatch()) return null;
  say('set-up: installing the locked packages …');
  const flags = [
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // In a hook npm passes its own settings on; a set-up that runs inside one must not inherit them.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^npm_(config_(omit|include|production)|lifecycle|package)/.test(key),
    ),
  );
  const result = spawnSync('npm', ['ci', ...flags], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  if (result.error) throw new Error(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) throw new Error('npm ci failed; its message stands above');
  return 'packages installed';
}
