// Compares the folders' READMEs with the files and imports of the tree.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(__dirname, '../..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

/** The table is ESM, so a plain Node process reads it: what the READMEs have to say of each folder. */
const sentences = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      'console.log(JSON.stringify((await import(process.argv[1])).sentences));',
      join(root, 'build/folders.mjs'),
    ],
    { encoding: 'utf8' },
  ),
) as [folder: string, readme: string, words: string][];

/** Names that stand for any file, or for what the bundler makes. */
const examples = new Set([
  'migrations/00N0-what.ts',
  'Part.tsx',
  'Part.module.css',
  'renderer.css',
]);

test('every file that a README names exists', () => {
  const missing = files
    .filter((file) => basename(file) === 'README.md')
    .flatMap((readme) =>
      [...readFileSync(join(root, readme), 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|[mc]js|css))`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !examples.has(name))
        // By the end of its path: `host.ts`, `../base/log.ts` and `main/engine/host.ts` all do.
        .filter(
          (name) =>
            !files.some((file) => `/${file}`.endsWith(`/${name.replace(/^(\.\.?\/)+/, '')}`)),
        )
        .map((name) => `${readme}: ${name}`),
    );
  expect(missing).toEqual([]);
});

test('every file that a comment names exists', () => {
  const missing = files
    .filter((file) => /\.(tsx?|[mc]js)$/.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => /^\s*(\/\/|\*|\/\*)/.test(line))
        .flatMap((line) => [
          ...line.matchAll(/[\s(`'](?:\.{0,2}\/)*((?:\w[\w.-]*\/)*\w+\.tsx?)\b/g),
        ])
        .map(([, name = '']) => name)
        // The SDK's own files, of which ours are copies.
        .filter(
          (name) =>
            !name.startsWith('src/') && !files.some((one) => `/${one}`.endsWith(`/${name}`)),
        )
        .map((name) => `${file}: ${name}`),
    );
  expect(missing).toEqual([]);
});

test('a README of a folder has at most 4,096 bytes', () => {
  const long = files
    .filter((file) => file.endsWith('/README.md'))
    .map((file) => `${file}: ${statSync(join(root, file)).size}`)
    .filter((line) => Number(line.split(': ')[1]) > 4096);
  expect(long).toEqual([]);
});

/** The numbers that a line such as "Tests: `a.test.ts` I1, I3 to I5." covers. */
function covered(readme: string): ReadonlySet<string> {
  const numbers = new Set<string>();
  for (const [line] of readme.matchAll(/^Tests?: .*\n(?:(?!- ).+\n)*/gm)) {
    for (const [, from, to] of line.matchAll(/I(\d+) to I(\d+)/g))
      for (let at = Number(from); at <= Number(to); at += 1) numbers.add(String(at));
    for (const [, at = ''] of line.matchAll(/I(\d+)/g)) numbers.add(at);
  }
  return numbers;
}

/** A test, a lint rule, or the compiler. */
const proof = /`[\w/.]+\.(test|spec)\.tsx?`|`(trellis|import-x)\/|does not compile/;

test('each invariant names the test or the lint rule that proves it', () => {
  const unproven = files
    .filter((file) => basename(file) === 'README.md')
    .flatMap((file) => {
      const readme = readFileSync(join(root, file), 'utf8');
      const named = covered(readme);
      return [...readme.matchAll(/^- \**I(\d+)\w?\b\** .*\n(?: {2}.*\n)*/gm)]
        .filter(([text, at = '']) => !named.has(at) && !proof.test(text))
        .map(([, at]) => `${file}: I${at}`);
    });
  expect(unproven).toEqual([]);
});

test('the README of the end-to-end tests names every spec', () => {
  const text = readFileSync(join(root, 'test/e2e/README.md'), 'utf8');
  const missing = files
    .filter((file) => /^test\/e2e\/.*\.spec\.ts$/.test(file))
    .map((file) => basename(file, '.spec.ts'))
    .filter((name) => !new RegExp(`^- .*\\b${name}\\b.*:`, 'm').test(text));
  expect(missing).toEqual([]);
});

test.each(sentences)('of %s, %s says what it may import as lint allows it', (_, readme, words) => {
  expect(readFileSync(join(root, readme), 'utf8').replaceAll(/\s+/g, ' ')).toContain(words);
});

test('every folder of the engine and of the stores has a place in the table', () => {
  const folders = new Set(
    files.flatMap((file) => /^((main\/engine|native-stores)\/[^/]+)\//.exec(file)?.[1] ?? []),
  );
  expect([...folders].sort()).toEqual(sentences.map(([folder]) => folder).sort());
});
