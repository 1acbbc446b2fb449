// `npm run bench`: lets Node require the TypeScript of the bench and starts it; R12 and R13 need windows, so Playwright runs
// them. Fails when sides disagree, not when a bar is missed, except that of R12.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { resolveElectron } from '../../build/setup/electron.mjs';
import { root } from '../../build/setup/paths.mjs';

const require = createRequire(import.meta.url);
const args = process.argv.slice(2);
/** Metrics that need windows, with the files that measure them. */
const inWindows = { R2: ['start'], R9: ['fling', 'feel'], R12: ['callsSpeed'], R13: ['feel'] };
const others = args.filter((one) => !(one in inWindows));
const windows = Object.entries(inWindows).filter(
  ([one]) => args.length === 0 || args.includes(one),
);

async function withWindows(files) {
  process.env.TRELLIS_ELECTRON ||= 'host';
  const { env } = await resolveElectron({ install: false });
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const options = ['test', '-c', 'test/playwright.config.ts', '--reporter=list', ...files];
  const { status } = spawnSync(process.execPath, [cli, ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, TRELLIS_BENCH: '1' },
  });
  return status ?? 1;
}

async function inProcesses() {
  require('../support/registerSwc.cjs');
  const { main } = require('./main.ts');
  const { bundleSides } = require('./bundle.cjs');
  return main(others, await bundleSides());
}

try {
  const codes = [
    ...(args.length > 0 && others.length === 0 ? [] : [await inProcesses()]),
    ...(windows.length === 0
      ? []
      : [await withWindows([...new Set(windows.flatMap(([, files]) => files))])]),
  ];
  process.exitCode = Math.max(...codes);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
