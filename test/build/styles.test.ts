// The rules of the style sheets that a machine can look at.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

const sheets = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.startsWith('renderer/') && file.endsWith('.css'));

/** `p + p`, `* ~ a`, `:first-child + a`: what stands before the sign has neither class nor id. */
const bareSibling =
  /(?:^|[\s>,({])(?:[a-z][a-z0-9]*|\*|:[a-z-]+(?:\([^)]*\))?)(?::[a-z-]+(?:\([^)]*\))?)*\s*[+~]\s*[^\s=]/;

const selectorsOf = (sheet: string): string[] =>
  sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(/[{};]/)
    .filter((part) => !part.includes('calc(') && !part.trimStart().startsWith('@'))
    .filter((part) => !/^\s*[a-z-]+\s*:\s/.test(part) && !part.includes('U+'));

test('no rule of siblings begins with a bare tag: the browser looks at every such element again when any row comes or goes', () => {
  expect(sheets.length).toBeGreaterThan(100);
  const found = sheets.flatMap((file) =>
    selectorsOf(readFileSync(join(root, file), 'utf8'))
      .filter((selector) => bareSibling.test(selector))
      .map((selector) => `${file}: ${selector.trim()}`),
  );
  expect(found).toEqual([]);
  expect(bareSibling.test('.body p + p')).toBe(true);
  expect(bareSibling.test('.add > :first-child:not(.topic) ~ button')).toBe(true);
  expect(bareSibling.test('.note + button')).toBe(false);
});
