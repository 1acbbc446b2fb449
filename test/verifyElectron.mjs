// `npm run verify:electron`: everything that only real Electron can show (decisions D28), as a table to paste: a few probes,
// then the end-to-end suite. Says plainly when there is no binary; then nothing was verified and the exit code is 2.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveElectron } from '../build/setup/electron.mjs';
import { root, suitableNode } from '../build/setup/paths.mjs';

const { readResults } = createRequire(import.meta.url)('./reporters/results.cjs');
// `--host` tries this program itself on the Chromium host; it verifies nothing about Electron.
const onHost = process.argv.includes('--host');
const node = suitableNode() ?? process.execPath;

const has = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0;
const needsDisplay = platform() === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

/** Runs a Node program, under a virtual display where there is none. */
function run(args, options) {
  const virtual = needsDisplay && !onHost && has('xvfb-run');
  const [command, ...rest] = virtual ? ['xvfb-run', '-a', node, ...args] : [node, ...args];
  return spawnSync(command, rest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    ...options,
  });
}

function probe(resolved, env) {
  const profile = mkdtempSync(join(tmpdir(), 'trellis-verify-'));
  const cli = join(root, 'node_modules/electron/cli.js');
  const script = join(root, 'test/electronProbe.cjs');
  const { stdout } = run([cli, ...resolved.args, script, `--user-data-dir=${profile}`], {
    env,
    timeout: 90_000,
  });
  rmSync(profile, { recursive: true, force: true });
  const line = (stdout ?? '').split('\n').find((text) => text.startsWith('probe:'));
  if (!line) return [{ name: 'probe', ok: false, value: 'the binary did not run it to its end' }];
  return JSON.parse(line.slice('probe:'.length));
}

function endToEnd(resolved, env) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  run([cli, 'test', '-c', 'test/playwright.config.ts', '--workers=1'], {
    env: { ...env, TRELLIS_HOST_LABEL: resolved.label },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 45 * 60_000,
  });
  return Object.entries(readResults().files)
    .filter(([, file]) => file.runner === 'playwright')
    .flatMap(([name, file]) => file.tests.map((test) => ({ ...test, name })))
    .map(({ name, title, status }) => ({
      name: title,
      ok: status !== 'failed',
      value: `${status} (${name})`,
    }));
}

const version = JSON.parse(
  readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
).version;
if (onHost) process.env.TRELLIS_ELECTRON = 'host';
const resolved = await resolveElectron();
if (resolved.kind !== 'electron' && !onHost) {
  process.stdout.write(
    `There is no usable Electron ${version} binary here and it could not be downloaded: nothing was verified.\n` +
      'Where it can be had: npx install-electron, then npm run verify:electron.\n',
  );
  process.exit(2);
}
if (needsDisplay && !onHost && !has('xvfb-run')) {
  process.stdout.write(
    'Electron needs a display: install xvfb or run this in a desktop session.\n',
  );
  process.exit(2);
}
const env = {
  ...process.env,
  ...resolved.env,
  ...(onHost ? { TRELLIS_HOST_HEADLESS: '1' } : { TRELLIS_ELECTRON: 'real' }),
};
const rows = [...probe(resolved, env), ...endToEnd(resolved, env)];
const lines = rows.map(
  ({ name, ok, value }) => `| ${name} | ${ok ? 'yes' : '**no**'} | ${value} |`,
);
process.stdout.write(
  [
    '',
    `Verified on ${resolved.label}, ${platform()} ${release()} ${arch()}`,
    '',
    '| what | works | seen |',
    '|---|---|---|',
    ...lines,
    '| drag a file out of the window | by hand | |',
    '| tray icon and notification are visible, a click opens the room | by hand | |',
    '',
  ].join('\n'),
);
process.exit(rows.every(({ ok }) => ok) ? 0 : 1);
