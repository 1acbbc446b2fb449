// `npm run check`: types, lint, format, unused code and the quick tests, one after the other, each with its time.
// All run even if one fails, so that one run shows everything; the exit code is 0 only if all passed.
// Quick = every jest test except engine and conformance ones, which need a homeserver or minutes; `npm test` runs all.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, suitableNode } from './setup/paths.mjs';
import { say } from './setup/steps.mjs';

const tool = (path) => join(root, 'node_modules', path);

const steps = [
  ['types', [tool('typescript/bin/tsc'), '-b']],
  [
    'lint',
    [tool('eslint/bin/eslint.js'), '-c', 'build/eslint.config.mjs', '--max-warnings', '0', '.'],
  ],
  ['format', [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']],
  ['unused', [tool('knip/bin/knip.js'), '-c', 'build/knip.json']],
  ['reached by tests alone', [join(root, 'build/unused.mjs')]],
  [
    'tests',
    [
      tool('jest/bin/jest.js'),
      ...['-c', 'test/jest.config.cjs', '--silent', '--testPathIgnorePatterns'],
      ...[
        '/node_modules/',
        '/test/engine/',
        '/test/conformance/',
        '/test/homeserver/',
        '/test/host/',
      ],
    ],
  ],
];

const failed = [];
for (const [name, args] of steps) {
  const started = performance.now();
  const result = spawnSync(suitableNode() ?? process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.status !== 0) failed.push(name);
  const time = ((performance.now() - started) / 1000).toFixed(1);
  say(`check: ${name} ${result.status === 0 ? 'ok' : 'FAILED'} (${time} s)`);
}
say(failed.length === 0 ? 'check: all ok' : `check: failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
