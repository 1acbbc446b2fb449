// Finds Chromium for the Chromium host, or installs it where that needs no question: as root on Debian.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { say } from './steps.mjs';

const { findChromium } = createRequire(import.meta.url)('../../test/chromium-host/path.cjs');

export { findChromium };

/** @param {string[]} args */
const apt = (args) =>
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/**
 * @param {Promise<unknown>} otherApt waits for it before using apt, which works for one at a time
 * @returns {Promise<string | null>}
 */
export async function prepareChromium(otherApt = Promise.resolve()) {
  if (findChromium()) return null;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    await otherApt.catch(() => undefined);
    say('set-up: installing Chromium by apt …');
    const install = ['install', '-y', '--no-install-recommends', 'chromium'];
    if (!apt(install)) {
      apt(['update']);
      apt(install);
    }
    if (findChromium()) return 'Chromium installed';
  }
  throw new Error(
    'no Chromium was found. Install it (Debian: apt install chromium), or set TRELLIS_HOST_CHROMIUM to a Chromium or Chrome.',
  );
}
