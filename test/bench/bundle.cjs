// Bundles the engine and the other sides alike, in the production mode of the libraries: no side pays for loading many small files.
const { rmSync } = require('node:fs');
const { join, resolve } = require('node:path');
const webpack = require('webpack');
const { targets } = require('../../build/webpack.config.cjs');

const root = resolve(__dirname, '../..');
const sides = [
  'fixtures',
  'warmPeer',
  'warmFloor',
  'firstSync',
  'append',
  'appendPeer',
  'decrypt',
  'reopen',
  'search',
  'attachment',
  'attachmentServer',
];

/** Resolves with the folder of the bundles. */
function bundleSides() {
  const folder = join(root, '.out', 'bench');
  rmSync(folder, { recursive: true, force: true });
  const base = targets.engine.config('production');
  const config = {
    ...base,
    name: 'bench',
    cache: { ...base.cache, name: 'bench-production' },
    entry: {
      ...base.entry,
      ...Object.fromEntries(sides.map((side) => [side, join(__dirname, 'sides', `${side}.ts`)])),
    },
    output: {
      path: folder,
      filename: '[name].js',
      chunkFilename: '[name].chunk.js',
      assetModuleFilename: '[name][ext]',
    },
  };
  return new Promise((done, fail) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) fail(error);
        else if (stats.hasErrors()) fail(new Error(stats.toString('errors-only')));
        else done(folder);
      });
    });
  });
}

module.exports = { bundleSides };
