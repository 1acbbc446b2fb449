// Bundles the gallery with the loaders of the window's own bundle.
const { resolve } = require('node:path');
const { targets } = require('../../build/webpack.config.cjs');

module.exports = () => {
  const base = targets.renderer.config('development');
  // The page is opened from disk, without the trusted types of the app.
  const output = { ...base.output };
  delete output.trustedTypes;
  return {
    ...base,
    name: 'gallery',
    entry: { gallery: resolve(__dirname, 'gallery.tsx') },
    output: {
      ...output,
      path: resolve(__dirname, '../../.out/gallery'),
    },
    plugins: base.plugins.slice(0, 1),
    cache: { ...base.cache, name: 'gallery' },
  };
};
