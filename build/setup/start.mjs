// `npm start`: opens the app in real Electron where possible, else in the Chromium host, and says which in one line.
// Arguments after `--` go to the app.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findChromium, prepareChromium } from './chromium.mjs';
import { resolveElectron } from './electron.mjs';
import { root, suitableNode } from './paths.mjs';
import { say } from './steps.mjs';

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const resolved = await resolveElectron();
const runsChromium = resolved.kind === 'chromium-host';
if (runsChromium && !findChromium()) {
  await prepareChromium().catch((error) => fail(`start: ${error.message}`));
}
const hasDisplay =
  process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
if (!hasDisplay && process.env.TRELLIS_HOST_HEADLESS !== '1')
  fail('start: there is no display to open a window on. `npm run demo` shows the app without one.');
say(`Trellis runs in ${resolved.label}.`);

const cli = join(root, 'node_modules', 'electron', 'cli.js');
const child = spawn(
  suitableNode() ?? process.execPath,
  [cli, ...resolved.args, root, ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, ...resolved.env } },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`start: ${error.message}`));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
