// Builds the bundles that are stale. Runs under Node 24 (set-up calls it so); needs the installed packages.
// `npm run build` builds what is stale, `-- --all` everything, `-- --development` with React's warnings and checks.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { withLock } from './lock.mjs';
import { root } from './paths.mjs';

/** The folders whose content decides whether a bundle is stale. */
const sources = {
  main: ['main', 'preload/contract'],
  engine: ['main/engine', 'native-stores', 'preload/contract'],
  reader: ['main/engine/reader'],
  preload: ['preload'],
  renderer: ['renderer', 'preload/contract'],
  host: ['test/chromium-host'],
};

const stampFolder = join(root, '.out', 'stamps');

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

/** @param {string[]} sources @param {string} mode */
function fingerprint(sources, mode) {
  const hash = createHash('sha256').update(mode);
  const always = [
    'build/webpack.config.cjs',
    'build/subpaths.cjs',
    'package.json',
    'package-lock.json',
  ].map((name) => join(root, name));
  const files = sources.flatMap((folder) => filesBelow(join(root, folder)));
  for (const path of [...always, ...files]) {
    if (path.endsWith('.md') || path.endsWith('.test.ts')) continue;
    hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Which bundles do not match their sources; reads files only, no package is loaded. */
export function staleTargets({ mode = 'production', all = false } = {}) {
  return Object.entries(sources).flatMap(([name, folders]) => {
    const stamp = join(stampFolder, name);
    const wanted = fingerprint(folders, mode);
    const fresh = !all && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
    return fresh ? [] : [{ name, wanted }];
  });
}

/** Runs webpack once; resolves with its warnings, rejects with its errors. */
function runWebpack(webpack, config) {
  return new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve(stats.hasWarnings() ? stats.toString('errors-warnings') : '');
      });
    });
  });
}

/** Builds one bundle; false when it failed, which is printed. */
async function buildOne(webpack, target, { name, wanted }, { mode, log }) {
  if (!existsSync(join(root, target.entry))) {
    log(`  ${name}: ${target.entry} is not there, skipped`);
    return true;
  }
  const started = Date.now();
  rmSync(join(stampFolder, name), { force: true });
  try {
    const warnings = await runWebpack(webpack, target.config(mode));
    if (warnings) log(warnings);
  } catch (error) {
    log(error.message);
    return false;
  }
  writeFileSync(join(stampFolder, name), wanted);
  log(`  ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

/**
 * Builds what is stale, one line per bundle. All are tried, so that one run shows every error; throws if any failed.
 * @param {{mode?: 'development' | 'production', all?: boolean, log?: (line: string) => void}} [options]
 */
export async function bundle({ mode = 'production', all = false, log = console.log } = {}) {
  mkdirSync(stampFolder, { recursive: true });
  await withLock(join(root, '.out', 'build.lock'), async () => {
    const stale = staleTargets({ mode, all });
    if (stale.length === 0) return;
    const require = createRequire(import.meta.url);
    const webpack = require('webpack');
    const { targets } = require('../webpack.config.cjs');
    const failed = [];
    for (const one of stale)
      if (!(await buildOne(webpack, targets[one.name], one, { mode, log }))) failed.push(one.name);
    if (failed.length > 0) throw new Error(`not built: ${failed.join(', ')}`);
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const mode = process.argv.includes('--development') ? 'development' : 'production';
  try {
    await bundle({ mode, all: process.argv.includes('--all') });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
