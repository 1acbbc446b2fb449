// What the folders' READMEs say about files and imports is held against the tree.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(__dirname, '../..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

/** The table is ESM, so a plain Node process reads it: folder and what its README has to say. */
const sentences = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { floors, mayImport } = await import(process.argv[1]);
      console.log(JSON.stringify(Object.entries(floors).flatMap(([base, folders]) =>
        Object.keys(folders).map((name) => [base, name, mayImport(base, name)]))));`,
      join(root, 'build/folders.mjs'),
    ],
    { encoding: 'utf8' },
  ),
) as [base: string, name: string, sentence: string][];

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

test.each(sentences)('%s/%s says what it may import as lint allows it', (base, name, sentence) => {
  const text = readFileSync(join(root, base, name, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(sentence);
});

test('every folder of the engine and of the stores has a place in the table', () => {
  const bases = new Set(sentences.map(([base]) => base));
  const folders = new Set(
    files.flatMap((file) => {
      const base = [...bases].find((one) => file.startsWith(`${one}/`));
      const [first, ...rest] = base === undefined ? [] : file.slice(base.length + 1).split('/');
      return rest.length > 0 ? [`${base}/${first}`] : [];
    }),
  );
  expect([...folders].sort()).toEqual(sentences.map(([base, name]) => `${base}/${name}`).sort());
});
