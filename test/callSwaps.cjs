// Jest loads matrix-js-sdk's call classes through the swaps that the bundle makes (build/callsSdk).
const { createTransformer } = require('@swc/jest');
const { applySwaps } = require('../build/callsSdk/swaps.cjs');

module.exports = {
  createTransformer(options) {
    const inner = createTransformer(options);
    return {
      ...inner,
      process: (source, path, more) => inner.process(applySwaps(path, source), path, more),
      getCacheKey: (source, path, more) => inner.getCacheKey(applySwaps(path, source), path, more),
    };
  },
};
