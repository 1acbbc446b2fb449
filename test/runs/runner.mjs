// Starts one run of jest or Playwright, ends it when it hangs, and answers what its reporter wrote.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, suitableNode } from '../../build/setup/paths.mjs';

const { folder } = createRequire(import.meta.url)('../reporters/results.cjs');

const minutes = 60_000;
/** Time for an interrupted runner to close what it started. */
const closingMs = 30_000;

/** @typedef {{passed: number, failed: number, skipped: number}} Sums */
/** @typedef {Sums & {file: string, titles: string[]}} FailedFile */
/** @typedef {Sums & {failedFiles: FailedFile[], files: {file: string, tookMs: number}[], seconds: number}} Result */

/** @type {Sums} */
export const none = { passed: 0, failed: 0, skipped: 0 };

/** @param {Sums} a @param {Sums} b @returns {Sums} */
export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** Ends a runner with everything it started: it leads a process group of its own. */
function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // already gone
  }
}

/** Seconds of one process in `/proc`: those of the ended ones it has waited for, and its own. */
function secondsOf(pid, withOwn) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
  const [own, ended] = [fields[11] + fields[12], fields[13] + fields[14]];
  return ((withOwn ? own : 0) + ended) / 100;
}

/** Processor seconds of all processes that this one has started, asked between runners; 0 where the system does not say. */
export function childSeconds() {
  try {
    const { pid } = process;
    // The process that forks the homeservers lives as long as this one.
    const living = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean);
    return living.reduce((sum, one) => sum + secondsOf(one, true), secondsOf(pid, false));
  } catch {
    return 0;
  }
}

/** Resolves with the exit code of a runner, or null when it had to be ended. */
function spawnRunner(script, args, { env = {}, summary, limitMs }) {
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
    // An interrupted runner closes the apps and servers that it started, which lead groups of their own.
    const forward = () => {
      child.kill('SIGINT');
      setTimeout(() => endGroup(child), closingMs);
      child.once('exit', () => process.exit(130));
    };
    process.once('SIGINT', forward);
    process.once('SIGTERM', forward);
    child.on('exit', (code) => {
      clearTimeout(limit);
      clearInterval(watch);
      process.removeListener('SIGINT', forward);
      process.removeListener('SIGTERM', forward);
      endGroup(child);
      resolve(code);
    });
  });
}

/** The reporter's result of a runner; a runner without one, or one that failed without naming a test, counts as a failure. */
function resultOf(name, code) {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return { ...none, failed: 1, failedFiles: [], files: [] };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  const silent = result.failed === 0 && code !== 0 && code !== null;
  return { ...result, failed: silent ? 1 : result.failed };
}

/**
 * @param {{name: string, script: string, args: string[], env?: Record<string, string>, limitMs: number}} runner
 * @param {string[]} [more] further arguments
 * @returns {Promise<Result>}
 */
export async function runAll(runner, more = []) {
  const summary = join(folder, `${runner.name}.json`);
  rmSync(summary, { force: true });
  const startedMs = performance.now();
  const env = { ...runner.env, TRELLIS_RUN: runner.name };
  const code = await spawnRunner(runner.script, [...runner.args, ...more], {
    env,
    summary,
    limitMs: runner.limitMs,
  });
  const seconds = (performance.now() - startedMs) / 1000;
  process.stdout.write(`test: ${runner.name} took ${seconds.toFixed(0)} s\n`);
  return { ...resultOf(runner.name, code), seconds };
}
