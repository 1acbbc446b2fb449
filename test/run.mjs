// `npm test`: every test of the project, jest first, then Playwright. The last line is the sum; the exit code is 0 only if
// nothing failed and both runners came to their end. `--only=jest` or `--only=e2e` runs one of them.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { resolveElectron } from '../build/setup/electron.mjs';
import { root, suitableNode } from '../build/setup/paths.mjs';

const require = createRequire(import.meta.url);
const { folder } = require('./reporters/results.cjs');

const minutes = 60_000;
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length);

/** Ends a runner with everything it started: it leads a process group of its own. */
function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // already gone
  }
}

/** Runs one test runner; resolves with its exit code, or null when it had to be ended. */
function run(script, args, { env = {}, summary, limitMs }) {
  return new Promise((resolve) => {
    const child = spawn(suitableNode() ?? process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, ...env },
    });
    const end = (why) => {
      process.stdout.write(`test: ${why}\n`);
      endGroup(child);
    };
    const limit = setTimeout(() => end(`ended after ${limitMs / minutes} minutes`), limitMs);
    // A forgotten handle must not hold up a run whose results are written.
    let writtenAt = 0;
    const watch = setInterval(() => {
      if (!existsSync(summary)) return;
      writtenAt ||= Date.now();
      if (Date.now() - writtenAt > 20_000)
        end('all tests are done but something keeps the runner open; ended');
    }, 1000);
    const forward = () => endGroup(child);
    process.once('SIGINT', forward);
    process.once('SIGTERM', forward);
    child.on('exit', (code) => {
      clearTimeout(limit);
      clearInterval(watch);
      endGroup(child);
      resolve(code);
    });
  });
}

const none = { passed: 0, failed: 0, skipped: 0 };

/** The sums a runner's reporter wrote; a runner that wrote none, or failed without saying where, counts as a failure. */
function sums(name, code) {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return { ...none, failed: 1 };
  const { passed, failed, skipped } = JSON.parse(readFileSync(file, 'utf8'));
  const silent = failed === 0 && code !== 0 && code !== null;
  return { passed, failed: silent ? 1 : failed, skipped };
}

async function runJest() {
  const args = ['-c', 'test/jest.config.cjs', '--ci'];
  const summary = join(folder, 'jest.json');
  return sums(
    'jest',
    await run('node_modules/jest/bin/jest.js', args, { summary, limitMs: 45 * minutes }),
  );
}

async function runPlaywright() {
  const e2e = join(root, 'test', 'e2e');
  const hasSpecs =
    existsSync(e2e) &&
    readdirSync(e2e, { recursive: true }).some((name) => String(name).endsWith('.spec.ts'));
  if (!hasSpecs) return none;
  // The same everywhere: test/verifyElectron.mjs is for the real binary.
  process.env.TRELLIS_ELECTRON ||= 'host';
  const resolved = await resolveElectron({ install: false });
  const env = { ...resolved.env, TRELLIS_HOST_LABEL: resolved.label };
  const args = ['test', '-c', 'test/playwright.config.ts'];
  const summary = join(folder, 'playwright.json');
  const script = 'node_modules/@playwright/test/cli.js';
  return sums('playwright', await run(script, args, { env, summary, limitMs: 40 * minutes }));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const parts = [];
if (only !== 'e2e') parts.push(await runJest());
if (only !== 'jest') parts.push(await runPlaywright());
const total = (key) => parts.reduce((sum, part) => sum + part[key], 0);
const line = `${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`;
writeFileSync(join(folder, 'summary.txt'), `${line}\n`);
process.stdout.write(`${line}\n`);
process.exit(total('failed') > 0 || total('passed') === 0 ? 1 : 0);
