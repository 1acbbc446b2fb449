// Set-up, called by npm's pre-hooks: makes everything ready that a command needs and is silent about what is ready.
// Any Node >= 18, no packages (they may not be there yet). Options: --chromium, --homeserver, --turn, --other-client.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { staleTargets } from './bundle.mjs';
import { findChromium, prepareChromium } from './chromium.mjs';
import { prepareCoturn } from './coturn.mjs';
import { installPackages } from './packages.mjs';
import { packagedNode, root, suitableNode } from './paths.mjs';
import { say, seconds, step } from './steps.mjs';

const { findRunner, prepareRunner } = createRequire(import.meta.url)(
  '../../test/homeserver/provider.cjs',
);
const { findOtherClient, prepareOtherClient } = createRequire(import.meta.url)(
  '../../test/homeserver/otherClient.cjs',
);

/** better-sqlite3 crashes on older versions, so nothing of the app may run there. */
function requireNode() {
  const node = suitableNode();
  if (node) return node;
  throw new Error(
    `this system has Node ${process.versions.node} and there is no packaged Node 24 for it. Please install Node 24 or later.`,
  );
}

async function buildBundles() {
  if (staleTargets().length === 0) return null;
  const args = [join(root, 'build', 'setup', 'bundle.mjs')];
  const result = spawnSync(requireNode(), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.status !== 0)
    throw new Error('the bundles could not be built; the reason stands above');
  return 'bundles built';
}

/** @returns {Promise<string | null>} */
async function prepareHomeserver() {
  if (findRunner()) return null;
  const runner = await prepareRunner((line) => say(`set-up: homeserver: ${line} …`));
  return `${runner.label} ready`;
}

/** @returns {Promise<string | null>} */
async function prepareNio() {
  if (findOtherClient()) return null;
  await prepareOtherClient((line) => say(`set-up: other client: ${line} …`));
  return 'matrix-nio ready';
}

/** @param {string[]} options */
async function main(options) {
  const started = performance.now();
  // The slow downloads run side by side; a failure of one is reported when its turn comes.
  const homeserver = options.includes('--homeserver')
    ? step('homeserver', prepareHomeserver)
    : Promise.resolve();
  homeserver.catch(() => undefined);
  await step('packages', installPackages);
  requireNode();
  if (options.includes('--chromium')) await step('chromium', () => prepareChromium(homeserver));
  if (options.includes('--turn')) {
    // One apt at a time.
    await homeserver.catch(() => undefined);
    await step('coturn', async () => prepareCoturn());
  }
  if (options.includes('--other-client')) {
    await homeserver.catch(() => undefined);
    await step('other client', prepareNio);
  }
  await step('bundles', buildBundles);
  await homeserver;
  const chromium = options.includes('--chromium') ? `, ${findChromium()}` : '';
  const node = packagedNode() ? 'packaged Node 24' : `Node ${process.versions.node}`;
  say(`set-up: ready in ${seconds(started)} (${node}${chromium})`);
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`set-up: ${error.message}\n`);
  process.exit(1);
});
