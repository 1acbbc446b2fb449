// Rules of form that the sources of the tests themselves keep.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'test'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(
    (file) =>
      /\.tsx?$/.test(file) && !file.endsWith('.bench.ts') && !file.startsWith('test/build/'),
  );

const linesWith = (pattern: RegExp, folder: string): string[] =>
  files
    .filter((file) => file.startsWith(folder))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line) && !/^\s*(\/\/|\*)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );

test('no test sleeps', () => {
  expect(linesWith(/waitForTimeout\(|\bsleep\(/, 'test/')).toEqual([]);
});

test('windows are driven by what a person sees, never by classes', () => {
  expect(linesWith(/(locator|querySelector(All)?)\(\s*['"`][a-z]*\.[a-zA-Z]/, 'test/e2e/')).toEqual(
    [],
  );
  expect(linesWith(/\[class/, 'test/e2e/')).toEqual([]);
});

test('main is looked at and not steered: nothing is written through its test hook', () => {
  expect(linesWith(/__test[?!.\w()]*\s*=[^=>]/, 'test/e2e/')).toEqual([]);
});
