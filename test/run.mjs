// `npm test`: every test of the project: jest, two files at once, then Playwright, three at once, those with media after them, two at once, then what
// must be alone. The last line is the sum; the exit code is 0 only if nothing failed and all runs came to their end. `--only=jest` or `--only=e2e` runs a part,
// `--changed` what a change touches (runs/choose.mjs), `--stress` the long
// forms (`npm run stress`); with `--list` either of them only says which files.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveElectron } from '../build/setup/electron.mjs';
import { changedTests, sizedTests } from './runs/choose.mjs';
import { fastFolder } from './runs/fastDisk.mjs';
import { add, childSeconds, none, runAll } from './runs/runner.mjs';
import { countFlaky, secondLook } from './runs/secondLook.mjs';

const require = createRequire(import.meta.url);
const { folder, resultsFiles } = require('./reporters/results.cjs');
const { loadOnce } = require('./homeserver/process.cjs');
const { findRunner } = require('./homeserver/provider.cjs');

const minutes = 60_000;
/** Limit of `npm test` on two cores; a longer run is reported at the end. */
const budgetMinutes = 25;

const option = (name) => process.argv.find((one) => one === name || one.startsWith(`${name}=`));
const valueOf = (argument) => argument?.split('=')[1] || null;
const only = valueOf(option('--only'));
const changed = option('--changed');
const isStress = option('--stress') !== undefined;
if (isStress) process.env.TRELLIS_STRESS = '1';

const jest = {
  name: 'jest',
  script: 'node_modules/jest/bin/jest.js',
  args: ['-c', 'test/jest.config.cjs', '--ci'],
  some: (files) => ['--runTestsByPath', ...files],
  only: (files) => ['--runInBand', '--runTestsByPath', ...files],
  covers: (file) => !file.endsWith('.spec.ts'),
  limitMs: 75 * minutes,
};

/** The runs of Playwright, one per project of its configuration. */
async function playwright() {
  // The same everywhere: test/verifyElectron.mjs is for the real binary.
  process.env.TRELLIS_ELECTRON ||= 'host';
  const resolved = await resolveElectron({ install: false });
  const { aloneSpecs, mediaSpecs } = require('./e2e/alone.cjs');
  const among = (names) => (file) => names.some((name) => file.endsWith(`/${name}.spec.ts`));
  const [isAlone, isMedia] = [among(aloneSpecs), among(mediaSpecs)];
  const run = (name, more, covers) => ({
    name,
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', '-c', 'test/playwright.config.ts', `--project=${name}`, ...more],
    some: (files) => files,
    only: (files) => ['--workers=1', ...files],
    covers: (file) => file.endsWith('.spec.ts') && covers(file),
    env: { ...resolved.env, TRELLIS_HOST_LABEL: resolved.label },
    limitMs: 40 * minutes,
  });
  return [
    // Most of the time a spec waits for a server or a page: three of them fill two cores. Pictures that are encoded without help of a
    // graphics card fill them with two.
    run('windows', ['--workers=3'], (file) => !isAlone(file) && !isMedia(file)),
    run('media', ['--workers=2'], isMedia),
    run('alone', ['--workers=1'], isAlone),
  ];
}

/** These files alone, per run; a run without files is left out. */
function narrowed(runners, files, name = (runner) => runner.name) {
  process.stdout.write(`test: ${files.length} test files\n`);
  if (option('--list') !== undefined) {
    for (const file of files) process.stdout.write(`${file}\n`);
    process.exit(0);
  }
  return runners.flatMap((runner) => {
    const some = files.filter(runner.covers);
    const args = [...runner.args, ...runner.some(some)];
    return some.length === 0 ? [] : [{ ...runner, name: name(runner), args, base: runner.args }];
  });
}

/** The runners to run, in this order. */
function chosen(runners) {
  if (isStress)
    // One at a time: a long form is for the machine as it is, not for two of them.
    return narrowed(
      runners.map((runner) => ({ ...runner, some: runner.only, limitMs: 240 * minutes })),
      sizedTests(),
      (runner) => `stress-${runner.name}`,
    );
  return changed === undefined ? runners : narrowed(runners, changedTests(valueOf(changed)));
}

function slowest(results) {
  const all = results.flatMap(({ files }) => files).sort((a, b) => b.tookMs - a.tookMs);
  const lines = all
    .slice(0, 10)
    .map(({ file, tookMs }) => `  ${(tookMs / 1000).toFixed(0).padStart(4)} s  ${file}`);
  return ['test: the ten slowest files', ...lines];
}

mkdirSync(folder, { recursive: true });
// Removes the sums of earlier runs. Kept are the results of each file, bound to its closure, and the counts of second tries.
const kept = [...resultsFiles, 'flaky.json'];
if (option('--list') === undefined)
  for (const name of readdirSync(folder))
    if (/\.(json|txt)$/.test(name) && !kept.includes(name)) rmSync(join(folder, name));

const startedMs = performance.now();
process.env.TMPDIR = fastFolder() ?? tmpdir();
const all = [...(only === 'e2e' ? [] : [jest]), ...(only === 'jest' ? [] : await playwright())];
const runners = chosen(all);
if (runners.length > 0) await loadOnce(findRunner());
const firsts = [];
for (const runner of runners) firsts.push([runner, await runAll(runner)]);
let total = none;
const cured = [];
for (const [runner, first] of firsts) {
  const { sums, cured: some } = await secondLook(runner, first);
  total = add(total, sums);
  cured.push(...some);
}
const isWhole = only === null && changed === undefined && !isStress;
const took = (performance.now() - startedMs) / minutes;
const lines = [
  ...slowest(firsts.map(([, first]) => first)),
  ...countFlaky(cured, isWhole),
  `test: ${took.toFixed(1)} minutes${isWhole ? ` (budget ${budgetMinutes})` : ''}, and ${(childSeconds() / 60).toFixed(1)} of processor time`,
];
for (const line of lines) process.stdout.write(`${line}\n`);
const line = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`;
writeFileSync(join(folder, 'summary.txt'), `${line}\n`);
process.stdout.write(`${line}\n`);
const nothingRan = total.passed === 0 && runners.length > 0;
process.exit(total.failed > 0 || nothingRan ? 1 : 0);
