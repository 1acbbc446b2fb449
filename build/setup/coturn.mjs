// Finds coturn for the tests of calls over relays, or installs it where that needs no question: as root on Debian.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { say } from './steps.mjs';

const { findCoturn } = createRequire(import.meta.url)('../../test/coturn/coturn.cjs');

/** @param {string[]} args */
const apt = (args) =>
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Run level 1: the package's own service is not started.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }).status === 0;

/** @returns {string | null} */
export function prepareCoturn() {
  if (findCoturn()) return null;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('set-up: installing coturn by apt …');
    const install = ['install', '-y', '--no-install-recommends', 'coturn'];
    if (!apt(install)) {
      apt(['update']);
      apt(install);
    }
    if (findCoturn()) return 'coturn installed';
  }
  throw new Error(
    'no coturn was found, which the tests of calls need. Install it (Debian: apt install coturn), or set TRELLIS_TURNSERVER to its turnserver.',
  );
}
