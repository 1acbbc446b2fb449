// The closure of a test file, and the specs that a change selects.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { aloneSpecs, longSpecs, mediaSpecs } from '../e2e/alone.cjs';
import { createClosures } from '../reporters/closure.cjs';
import { isChosen, specsOfArea } from './specsOfArea.cjs';

let root: string;
const write = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};
const closures = (...files: string[]) => createClosures({ root, files });

beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'trellis-closure-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const project = {
  'package-lock.json': '{}',
  'main/engine/sync/sync.ts': `import { wait } from '../clock';\nexport * from "./answer.js";`,
  'main/engine/sync/answer.ts': `import type { Row } from '../../../native-stores/rows';`,
  'main/engine/clock.ts': `// import './unused'\nexport const wait = 1;`,
  'main/engine/unused.ts': '',
  'native-stores/rows.ts': '',
  'renderer/main.tsx': '',
  'test/engine/sync.test.ts': `import '#engine/sync/sync';\nfork(join(__dirname, 'child.cjs'));`,
  'test/engine/child.cjs': `require('./deep/other');`,
  'test/engine/deep/other.ts': `readdirSync(join(__dirname, '../pictures'))`,
  'test/engine/pictures/one.png': 'x',
  'test/engine/built.test.ts': `const out = resolve(__dirname, '../../.out');`,
  'test/e2e/talk.spec.ts': `import './support/app';`,
  'test/e2e/support/app.ts': '',
  'test/other.test.ts': '',
};

test('a test reaches what it imports, scripts that it starts, folders that it reads, and nothing else', () => {
  write(project);
  const reached = closures(...Object.keys(project)).closureOf('test/engine/sync.test.ts');
  expect([...reached].sort()).toEqual([
    'main/engine/clock.ts',
    'main/engine/sync/answer.ts',
    'main/engine/sync/sync.ts',
    'native-stores/rows.ts',
    'package-lock.json',
    'test/engine/child.cjs',
    'test/engine/deep/other.ts',
    'test/engine/pictures/one.png',
    'test/engine/sync.test.ts',
  ]);
});

test('who runs the built engine reaches all of it without the window, a spec reaches the whole product', () => {
  write(project);
  const all = closures(...Object.keys(project));
  const built = all.closureOf('test/engine/built.test.ts');
  expect([built.has('main/engine/unused.ts'), built.has('renderer/main.tsx')]).toEqual([
    true,
    false,
  ]);
  const spec = all.closureOf('test/e2e/talk.spec.ts');
  expect([spec.has('main/engine/unused.ts'), spec.has('renderer/main.tsx')]).toEqual([true, true]);
  expect([spec.has('test/e2e/support/app.ts'), spec.has('test/other.test.ts')]).toEqual([
    true,
    false,
  ]);
});

test('the hash changes with what is reached, and with nothing else', () => {
  write(project);
  const hash = () => closures(...Object.keys(project)).hashOf('test/engine/sync.test.ts');
  const before = hash();
  write({ 'renderer/main.tsx': 'changed', 'test/other.test.ts': 'changed' });
  expect(hash()).toBe(before);
  write({ 'native-stores/rows.ts': 'changed' });
  expect(hash()).not.toBe(before);
});

test('an area chooses its specs, an unknown one all, and none when nothing differs', () => {
  const calls = 'test/e2e/calls/calls.spec.ts';
  expect(isChosen(calls, ['main/engine/calls'])).toBe(true);
  expect(isChosen(calls, ['renderer/features/files'])).toBe(false);
  expect(isChosen(calls, ['renderer/features/files', 'preload/contract'])).toBe(true);
  expect(isChosen(calls, [])).toBe(false);
});

const names = readdirSync(join(__dirname, '../e2e'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => basename(name, '.spec.ts'));

test('what says beside what a spec may run, and which come first, names specs that exist', () => {
  const said = [...aloneSpecs, ...longSpecs, ...mediaSpecs];
  expect(said.filter((word) => !names.includes(word))).toEqual([]);
});

test('the table names areas and specs that exist', () => {
  const patterns = Object.values(specsOfArea);
  const words = patterns.flatMap(({ source }) => source.match(/[a-zA-Z]+/g) ?? []);
  expect(words.filter((word) => !names.includes(word))).toEqual([]);
  const areas = Object.keys(specsOfArea);
  const { files } = createClosures();
  expect(areas.filter((area) => !files.some((file) => file.startsWith(`${area}/`)))).toEqual([]);
});
