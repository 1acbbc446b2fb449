// `npm test`: every test of the project, jest first, then Playwright. The last line is the sum; the exit code is 0 only if
// nothing failed and both runners came to their end. `--only=jest` or `--only=e2e` runs one of them.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** What a runner's reporter wrote; a runner that wrote nothing, or failed without saying where, counts as a failure. */
function resultOf(runner, code) {
  const file = join(folder, `${runner.name}.json`);
  if (!existsSync(file)) return { ...none, failed: 1, failedFiles: [] };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  const silent = result.failed === 0 && code !== 0 && code !== null;
  return { ...result, failed: silent ? 1 : result.failed };
}

const jest = {
  name: 'jest',
  script: 'node_modules/jest/bin/jest.js',
  args: ['-c', 'test/jest.config.cjs', '--ci'],
  only: (files) => ['--runInBand', '--runTestsByPath', ...files],
  limitMs: 45 * minutes,
};

async function playwright() {
  // The same everywhere: test/verifyElectron.mjs is for the real binary.
  process.env.TRELLIS_ELECTRON ||= 'host';
  const resolved = await resolveElectron({ install: false });
  return {
    name: 'playwright',
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', '-c', 'test/playwright.config.ts'],
    only: (files) => files,
    env: { ...resolved.env, TRELLIS_HOST_LABEL: resolved.label },
    limitMs: 40 * minutes,
  };
}

async function runAll(runner, more = []) {
  const summary = join(folder, `${runner.name}.json`);
  rmSync(summary, { force: true });
  return resultOf(
    runner,
    await run(runner.script, [...runner.args, ...more], { ...runner, summary }),
  );
}

/** More than this is no matter of a busy machine. */
const mostSecondLooks = 4;
const failedFirst = [];

/**
 * Runs the files that failed once more, when nothing else runs, and answers the sums with their second results. Both
 * results are printed: what failed first is a fault to look at, also when it passes now.
 */
async function secondLook(runner, first) {
  const files = first.failedFiles.map(({ file }) => file);
  const known = files.every((file) => /\.(test|spec)\.tsx?$/.test(file));
  if (files.length === 0 || files.length > mostSecondLooks || !known) return first;
  process.stdout.write(`test: a second look, alone, at ${files.join(', ')}\n`);
  const second = await runAll(runner, runner.only(files));
  const stillFailing = new Set(second.failedFiles.map(({ file }) => file));
  const passedNow = files.filter((file) => second.failed === 0 || !stillFailing.has(file));
  failedFirst.push(...passedNow);
  const before = first.failedFiles.reduce(add, none);
  return add(second, {
    passed: first.passed - before.passed,
    failed: first.failed - before.failed,
    skipped: first.skipped - before.skipped,
  });
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const runners = [
  ...(only === 'e2e' ? [] : [jest]),
  ...(only === 'jest' ? [] : [await playwright()]),
];
const firsts = [];
for (const runner of runners) firsts.push([runner, await runAll(runner)]);
let total = none;
for (const [runner, first] of firsts) total = add(total, await secondLook(runner, first));
for (const file of failedFirst)
  process.stdout.write(`test: FAILED FIRST, passed at the second look: ${file}\n`);
const line = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`;
writeFileSync(join(folder, 'summary.txt'), `${line}\n`);
process.stdout.write(`${line}\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
