// The subpath imports of package.json (`#contract/…`, `#ui/…`) as folders, for the tools that try one ending of a file only.
const { resolve } = require('node:path');
const { imports } = require('../package.json');

/** `#ui` → the absolute path of its folder. */
const folders = Object.fromEntries(
  Object.entries(imports).map(([name, targets]) => {
    const [target] = [targets].flat();
    return [name.split('/')[0], resolve(__dirname, '..', target.split('/*')[0])];
  }),
);

module.exports = { folders };
