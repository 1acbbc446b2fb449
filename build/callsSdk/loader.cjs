// webpack's side of swaps.cjs.
const { applySwaps } = require('./swaps.cjs');

module.exports = function loader(source) {
  return applySwaps(this.resourcePath, source);
};
