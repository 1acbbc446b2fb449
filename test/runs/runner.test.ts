// A run that came to no end, or ended without results, is never a green one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(__dirname, '../..');
const name = 'trial-of-the-runner';
const summary = join(root, 'test/.results', `${name}.json`);
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'trellis-runner-'))));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(summary, { force: true });
});

/** The number of failures that a runner with this script counts as. */
function failed(script: string, limitMs = 60_000): number {
  const file = join(folder, 'script.mjs');
  writeFileSync(file, `import { mkdirSync, writeFileSync } from 'node:fs';\n${script}`);
  const runner = { name, script: relative(root, file), args: [], limitMs };
  const program = `
    const { runAll } = await import(${JSON.stringify(join(root, 'test/runs/runner.mjs'))});
    const { failed } = await runAll(${JSON.stringify(runner)});
    console.log('failed ' + failed);`;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return Number(/^failed (\d+)$/m.exec(stdout)?.[1] ?? Number.NaN);
}

const results = (failures: number): string => `
  mkdirSync('test/.results', { recursive: true });
  writeFileSync(${JSON.stringify(summary)}, JSON.stringify({
    run: 'x', passed: 3, failed: ${failures}, skipped: 0, failedFiles: [], files: [],
  }));`;

test('results count as they are', () => {
  expect([failed(results(0)), failed(`${results(2)} process.exit(1);`)]).toEqual([0, 2]);
});

test('a runner without results, or one that fails without naming a test, is a failure', () => {
  expect(failed('')).toBe(1);
  expect(failed(`${results(0)} process.exit(1);`)).toBe(1);
});

test('a runner over its time limit is ended, and a failure', () => {
  expect(failed('setInterval(() => undefined, 1_000);', 500)).toBe(1);
});
