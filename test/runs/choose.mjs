// Which test files a change touches, for `npm test -- --changed`: those that never passed with what they reach now. With
// `--changed=REF` those that reach a file which differs from that commit. A spec reaches the whole product, so the areas of the
// product (a feature, a folder of the engine) choose the specs; an area that is not in the table (specsOfArea.cjs) chooses all.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../build/setup/paths.mjs';

const require = createRequire(import.meta.url);
const { areaOf, createClosures, isSpec, isTestFile } = require('../reporters/closure.cjs');
const { readResults } = require('../reporters/results.cjs');
const { differing, isChosen } = require('./specsOfArea.cjs');

const passed = (entry) =>
  entry !== undefined &&
  entry.tests.length > 0 &&
  entry.tests.every(({ status }) => status !== 'failed');

/** Test files that never passed with what they reach now. */
function sincePassed(closures) {
  const { files: results } = readResults();
  return closures.files.filter(isTestFile).filter((file) => {
    const entry = results[file];
    if (!passed(entry)) return true;
    if (entry.reach === closures.hashOf(file)) return false;
    return isSpec(file)
      ? isChosen(file, differing(entry.areas ?? {}, closures.areasOf(file)))
      : true;
  });
}

/** Test files that reach what differs from a commit. @param {string} base */
function sinceCommit(closures, base) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const changed = [
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter(Boolean);
  return closures.files.filter(isTestFile).filter((file) => {
    const reach = closures.closureOf(file);
    // A deleted file is in no closure any more; the area of its folder stands for it.
    const hits = changed.filter((one) => reach.has(one));
    if (!isSpec(file)) return hits.length > 0;
    const gone = changed.filter((one) => !closures.files.includes(one)).map(areaOf);
    const areas = [...hits.map(areaOf), ...gone].filter((area) => area !== 'project');
    return isChosen(file, [...new Set(areas)]);
  });
}

/** Test files with a long form: those that say how much by `test/support/sized.ts`. */
export const sizedTests = () =>
  createClosures().files.filter(
    (file) => isTestFile(file) && /\/sized'/.test(readFileSync(join(root, file), 'utf8')),
  );

/**
 * @param {string | null} base a commit; null: what passed last
 * @returns {string[]} paths of test files
 */
export function changedTests(base) {
  const closures = createClosures();
  return base === null ? sincePassed(closures) : sinceCommit(closures, base);
}
