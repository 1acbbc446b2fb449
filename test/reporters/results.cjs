// Where both reporters put what they saw: test/.results/results.json, one entry per test file, each with the tree it was
// run on, and <runner>.json with the sums of one run. Entries of another tree are dropped at every write.
const { execFileSync } = require('node:child_process');
const {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { join, relative, resolve } = require('node:path');

const root = resolve(__dirname, '../..');
const folder = join(root, 'test', '.results');
const resultsFile = join(folder, 'results.json');

/**
 * Git's hash of the project as it lies on the disk: HEAD's tree when nothing is changed, else that of the changes too.
 * A private index is used, so neither the real one nor the working copy is touched.
 */
function currentTree() {
  const git = (args, env) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  mkdirSync(folder, { recursive: true });
  const index = join(folder, `index-${process.pid}`);
  try {
    copyFileSync(resolve(root, git(['rev-parse', '--git-path', 'index'])), index);
    const env = { ...process.env, GIT_INDEX_FILE: index };
    git(['add', '-A', '.'], env);
    return git(['write-tree'], env);
  } catch {
    return 'unknown';
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}

/** The register ids at the start of a test's title. */
function idsOf(title) {
  const ids = [];
  for (const word of title.split(' ')) {
    if (!/^(CHAT|CALL)-\d+\.\d+$/.test(word)) break;
    ids.push(word);
  }
  return ids;
}

function readResults() {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch {
    return { files: {} };
  }
}

/** One file is replaced at once, so that a reader never sees half of it. */
function writeJson(path, value) {
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 1)}\n`);
  renameSync(draft, path);
}

/**
 * @param {'jest' | 'playwright'} runner
 * @param {string} treeAtStart
 * @param {{file: string, title: string, status: 'passed' | 'failed' | 'skipped'}[]} tests
 * @param {string[]} brokenFiles test files that did not even start; each counts as one failure
 */
function record(runner, treeAtStart, tests, brokenFiles) {
  // What changed while it ran was not tested as it lies there now.
  const tree = currentTree() === treeAtStart ? treeAtStart : 'changed-during-the-run';
  const files = Object.fromEntries(
    Object.entries(readResults().files).filter(([, entry]) => entry.tree === tree),
  );
  for (const { file } of tests) files[relative(root, file)] = { tree, runner, tests: [] };
  for (const { file, title, status } of tests)
    files[relative(root, file)].tests.push({ ids: idsOf(title), title, status });
  writeJson(resultsFile, { files });
  const failing = tests.filter((test) => test.status === 'failed').map(({ file }) => file);
  const failedFiles = [...new Set([...failing, ...brokenFiles])].map((file) => ({
    file: relative(root, file),
    ...sumsOf(
      tests.filter((test) => test.file === file),
      brokenFiles.filter((broken) => broken === file),
    ),
  }));
  writeJson(join(folder, `${runner}.json`), {
    runner,
    tree,
    ...sumsOf(tests, brokenFiles),
    failedFiles,
  });
}

/** A file that did not even start counts as one failure. */
function sumsOf(tests, brokenFiles) {
  const count = (status) => tests.filter((test) => test.status === status).length;
  return {
    passed: count('passed'),
    failed: count('failed') + brokenFiles.length,
    skipped: count('skipped'),
  };
}

module.exports = { root, folder, resultsFile, currentTree, idsOf, readResults, record };
