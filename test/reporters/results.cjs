// Stores the results of both reporters: one entry per test file, bound to the hash of all that the file reaches (closure.cjs), and
// <run>.json with the sums of one run. An entry stays until its file runs again. Specs and other tests have a file each, so that
// Playwright and jest may run at once.
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { createClosures, isSpec } = require('./closure.cjs');

const root = resolve(__dirname, '../..');
const folder = join(root, 'test', '.results');
const resultsFiles = ['results.tests.json', 'results.specs.json'];
/** @param {string} file */
const resultsOf = (file) => resultsFiles[isSpec(file) ? 1 : 0];

/**
 * @typedef {object} SeenTest
 * @property {string} file
 * @property {string} title
 * @property {'passed' | 'failed' | 'skipped'} status
 */

/**
 * @typedef {object} Entry the last result of one test file
 * @property {string} reach hash of the file and all that it reaches, or `changed-during-the-run`
 * @property {string} runner
 * @property {number} tookMs
 * @property {Record<string, string>} [areas] of a spec: hash of each area of the product
 * @property {{ids: string[], title: string, status: string}[]} tests
 */

/** The register ids at the start of a test's title. @param {string} title */
function idsOf(title) {
  const ids = [];
  for (const word of title.split(' ')) {
    if (!/^(CHAT|CALL)-\d+\.\d+$/.test(word)) break;
    ids.push(word);
  }
  return ids;
}

const stress = 'stress:';
/** Long forms have entries of their own, beside those of `npm test`. @param {string} file */
const keyOf = (file) => (process.env.TRELLIS_STRESS === '1' ? stress : '') + file;
/** The test file of an entry. @param {string} key */
const fileOf = (key) => (key.startsWith(stress) ? key.slice(stress.length) : key);

/** @param {string} name @returns {Record<string, Entry>} */
function entriesIn(name) {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')).files;
  } catch {
    return {};
  }
}

/** @returns {{files: Record<string, Entry>}} */
const readResults = () => ({ files: Object.assign({}, ...resultsFiles.map(entriesIn)) });

/** One file is replaced at once, so that a reader never sees half of it. @param {string} path @param {unknown} value */
function writeJson(path, value) {
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 1)}\n`);
  renameSync(draft, path);
}

/**
 * @param {string} run name of the run: `jest`, `windows` …
 * @param {ReturnType<typeof createClosures>} before what lay on the disk when the run began
 * @param {SeenTest[]} tests
 * @param {{broken: string[], tookMs: Record<string, number>}} more files that did not even start, each counts as one failure;
 *   what each file took
 */
function record(run, before, tests, { broken, tookMs }) {
  const after = createClosures();
  const seen = [...new Set(tests.map(({ file }) => relative(root, file)))];
  const results = resultsOf(seen[0] ?? '');
  const kept = Object.fromEntries(
    Object.entries(entriesIn(results)).filter(([key]) => existsSync(join(root, fileOf(key)))),
  );
  for (const file of seen) {
    const reach = before.hashOf(file);
    kept[keyOf(file)] = {
      // A file that changed during the run was not tested in its present form.
      reach: reach === after.hashOf(file) ? reach : 'changed-during-the-run',
      runner: run,
      tookMs: Math.round(tookMs[join(root, file)] ?? 0),
      ...(isSpec(file) ? { areas: before.areasOf(file) } : {}),
      tests: [],
    };
  }
  for (const { file, title, status } of tests)
    kept[keyOf(relative(root, file))]?.tests.push({ ids: idsOf(title), title, status });
  writeJson(join(folder, results), { files: kept });
  const failed = tests.filter(({ status }) => status === 'failed');
  const failedFiles = [...new Set([...failed.map(({ file }) => file), ...broken])].map((file) => ({
    file: relative(root, file),
    titles: failed.filter((test) => test.file === file).map(({ title }) => title),
    ...sumsOf(
      tests.filter((test) => test.file === file),
      broken.filter((one) => one === file),
    ),
  }));
  writeJson(join(folder, `${run}.json`), {
    run,
    ...sumsOf(tests, broken),
    failedFiles,
    files: seen.map((file) => ({ file, tookMs: Math.round(tookMs[join(root, file)] ?? 0) })),
  });
}

/** A file that did not even start counts as one failure. @param {SeenTest[]} tests @param {string[]} broken */
function sumsOf(tests, broken) {
  const count = (/** @type {string} */ status) =>
    tests.filter((test) => test.status === status).length;
  return {
    passed: count('passed'),
    failed: count('failed') + broken.length,
    skipped: count('skipped'),
  };
}

module.exports = { root, folder, fileOf, idsOf, readResults, record, resultsFiles, writeJson };
