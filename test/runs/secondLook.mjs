// Files that failed run once more, alone. Whatever passes then is a fault to look at all the same: it is printed, and counted over all
// runs in test/.results/flaky.json.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { add, none, runAll } from './runner.mjs';

const { folder, writeJson } = createRequire(import.meta.url)('../reporters/results.cjs');
const flakyFile = join(folder, 'flaky.json');

/** More than this is no matter of a busy machine. */
const mostSecondLooks = 8;

/**
 * Runs the files that failed once more and answers the sums with their second results, and what passed now.
 * @param {{name: string, script: string, args: string[], base?: string[], only: (files: string[]) => string[], limitMs: number}} runner
 * @param {import('./runner.mjs').Result} first
 * @returns {Promise<{sums: import('./runner.mjs').Sums, cured: import('./runner.mjs').FailedFile[]}>}
 */
export async function secondLook(runner, first) {
  const files = first.failedFiles.map(({ file }) => file);
  const known = files.every((file) => /\.(test|spec)\.tsx?$/.test(file));
  if (files.length === 0 || files.length > mostSecondLooks || !known)
    return { sums: first, cured: [] };
  process.stdout.write(`test: a second look, alone, at ${files.join(', ')}\n`);
  const second = await runAll(
    { ...runner, name: `${runner.name}-again`, args: runner.base ?? runner.args },
    runner.only(files),
  );
  const stillFailing = new Set(second.failedFiles.map(({ file }) => file));
  const before = first.failedFiles.reduce(add, none);
  const sums = add(second, {
    passed: first.passed - before.passed,
    failed: first.failed - before.failed,
    skipped: first.skipped - before.skipped,
  });
  const cured = first.failedFiles.filter(
    ({ file }) => second.failed === 0 || !stillFailing.has(file),
  );
  return { sums, cured };
}

/** @returns {{wholeRuns: number, wholeRunsWithSecondLooks: number, files: Record<string, {times: number, last: string, titles: string[]}>}} */
function readFlaky() {
  try {
    return JSON.parse(readFileSync(flakyFile, 'utf8'));
  } catch {
    return { wholeRuns: 0, wholeRunsWithSecondLooks: 0, files: {} };
  }
}

/**
 * Counts what a second look cured, and answers lines for the end of the run.
 * @param {import('./runner.mjs').FailedFile[]} cured
 * @param {boolean} isWhole every test ran
 */
export function countFlaky(cured, isWhole) {
  const flaky = readFlaky();
  if (isWhole) flaky.wholeRuns += 1;
  if (isWhole && cured.length > 0) flaky.wholeRunsWithSecondLooks += 1;
  for (const { file, titles } of cured) {
    const before = flaky.files[file] ?? { times: 0, titles: [] };
    flaky.files[file] = {
      times: before.times + 1,
      last: new Date().toISOString(),
      titles: [...new Set([...before.titles, ...titles])],
    };
  }
  writeJson(flakyFile, flaky);
  const lines = cured.map(
    ({ file, titles }) =>
      `test: FAILED FIRST, passed at the second look (${flaky.files[file].times} so far): ${file}: ${titles.join('; ')}`,
  );
  const { wholeRuns, wholeRunsWithSecondLooks: some } = flaky;
  return [...lines, `test: second looks in ${some} of ${wholeRuns} whole runs (${flakyFile})`];
}
