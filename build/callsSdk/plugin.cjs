// Keeps the call classes of matrix-js-sdk small in the window: the client, sync, rooms and HTTP, of which they read a handful of constants,
// are replaced by `light/`. A name that is missing there fails the build, and so does a chunk that has grown.
const { join } = require('node:path');
const swcCore = require('@swc/core');
const webpack = require('webpack');

/** Every replacement with the modules of the SDK that it stands for. */
const light = {
  'client.js': 'client.mjs',
  'sync.js': 'sync.mjs',
  'models/room.js': 'room.mjs',
  'models/room-state.js': 'room-state.mjs',
  'http-api/index.js': 'http-api.mjs',
};
const sdk = /[\\/]matrix-js-sdk[\\/]lib[\\/]/;
const chunkName = 'calls-sdk';
/** Of the chunk as it would be minified. */
const mostBytes = 190_000;

/** @param {import('webpack').Compilation} compilation */
async function lookAtSize(compilation) {
  const group = compilation.namedChunkGroups.get(chunkName);
  const files = (group?.chunks ?? []).flatMap((chunk) => [...chunk.files]);
  const small = await Promise.all(
    files
      .filter((file) => file.endsWith('.js'))
      .map((file) => swcCore.minify(String(compilation.getAsset(file)?.source.source()))),
  );
  const size = small.reduce((sum, { code }) => sum + code.length, 0);
  const fail = (words) => compilation.errors.push(new webpack.WebpackError(words));
  if (group === undefined) fail(`there is no chunk ${chunkName}`);
  else if (size > mostBytes)
    fail(`${chunkName} has ${size} bytes, more than ${mostBytes}: a heavy module slipped in`);
}

/** @param {'development' | 'production'} mode */
function callsSdk(mode) {
  const used = new Set();
  const target = (name) => join(__dirname, 'light', name);
  const replace = new webpack.NormalModuleReplacementPlugin(/\.js$|^unhomoglyph$/, (resource) => {
    if (resource.request === 'unhomoglyph') {
      resource.request = target('unhomoglyph.mjs');
      return;
    }
    const fromSdk =
      sdk.test(`${resource.context}/`) || resource.request.startsWith('matrix-js-sdk/lib/');
    if (!fromSdk) return;
    const name = Object.keys(light).find((one) => {
      const path = join(
        resource.request.startsWith('.') ? resource.context : '/',
        resource.request,
      );
      return path.replaceAll('\\', '/').endsWith(`matrix-js-sdk/lib/${one}`);
    });
    if (name === undefined) return;
    used.add(name);
    resource.request = target(light[name]);
  });
  return {
    rules: [
      {
        test: /[\\/]matrix-js-sdk[\\/]lib[\\/]webrtc[\\/].*\.js$/,
        loader: join(__dirname, 'loader.cjs'),
      },
      { test: /[\\/]matrix-js-sdk[\\/]lib[\\/]/, parser: { exportsPresence: 'error' } },
      { test: /[\\/]features[\\/]calls[\\/]sdk[\\/]/, parser: { exportsPresence: 'error' } },
    ],
    // Named, so that bundlers of single pages can choose it.
    plugin: new (class CallsSdk {
      apply(compiler) {
        replace.apply(compiler);
        // Only the production mode leaves out what nobody calls.
        if (mode !== 'production') return;
        compiler.hooks.thisCompilation.tap('calls-sdk', (compilation) => {
          const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
          const look = () => lookAtSize(compilation);
          compilation.hooks.processAssets.tapPromise({ name: 'calls-sdk', stage }, look);
        });
      }
    })(),
  };
}

module.exports = { callsSdk };
