// Keeps the call classes of matrix-js-sdk small in the window: the client, sync, rooms and HTTP, of which they read a handful of constants,
// are replaced by `light/`. A name that is missing there fails the build, and so does a chunk that has grown.
const { join } = require('node:path');
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
const mostBytes = { production: 190_000, development: 560_000 };

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
        compiler.hooks.afterEmit.tap('calls-sdk', (compilation) => {
          const group = compilation.namedChunkGroups.get(chunkName);
          const files = (group?.chunks ?? []).flatMap((chunk) => [...chunk.files]);
          const sizes = files
            .filter((file) => file.endsWith('.js'))
            .map((file) => compilation.getAsset(file)?.source.size() ?? 0);
          const size = group === undefined ? null : sizes.reduce((sum, one) => sum + one, 0);
          if (size === null) {
            compilation.errors.push(new webpack.WebpackError(`there is no chunk ${chunkName}`));
          } else if (size > mostBytes[mode]) {
            const words = `${chunkName} has ${size} bytes, more than ${mostBytes[mode]}: a heavy module slipped in`;
            compilation.errors.push(new webpack.WebpackError(words));
          }
        });
      }
    })(),
  };
}

module.exports = { callsSdk };
