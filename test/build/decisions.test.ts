// Every decision that comments and READMEs cite, e.g. D3 or R12, is defined in build/decisions.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

test('every decision and measurement that is cited is defined', () => {
  const found = execFileSync(
    'git',
    [
      'grep',
      '-ohIE',
      String.raw`\b[DR][0-9]{1,2}[a-c]?\b`,
      '--',
      '*.ts',
      '*.tsx',
      '*.md',
      '*.mjs',
      '*.cjs',
    ],
    { cwd: root, encoding: 'utf8' },
  );
  const page = readFileSync(join(root, 'build/decisions.md'), 'utf8');
  const defined = new Set(page.match(/(?<=\*\*|\| )[DR]\d+[a-c]?/g));
  const cited = new Set(found.split('\n').filter((id) => id !== ''));
  // R7a is a part of R7.
  const unknown = [...cited].filter(
    (id) => !defined.has(id) && !(id.startsWith('R') && defined.has(id.slice(0, -1))),
  );
  expect(defined.size).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});

test('a title begins with no id that is defined nowhere', () => {
  // F2 is the key.
  const pattern = String.raw`\b(test|it|describe)(\.each\(.*\))?\(['"\`](?!F2 )[A-CE-QS-Z][0-9]+[a-c]? .*`;
  const found = spawnSync('git', ['grep', '-nIP', pattern, '--', 'test'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(found.stdout).toBe('');
});
