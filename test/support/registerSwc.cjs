// Lets a plain Node child run TypeScript of this project: `node -r test/support/registerSwc.cjs child.ts`. For tests only.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const options = {
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: false },
  sourceMaps: 'inline',
};

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  module._compile(transformSync(source, { ...options, filename }).code, filename);
};

// The SDK imports it as a module. Its objects are of one make only when the project has the same copy.
const cryptoWasm = '@matrix-org/matrix-sdk-crypto-wasm';
const resolve = Module._resolveFilename;
// Imports in the project carry no extension.
Module._resolveFilename = function resolveTypeScript(request, parent, ...rest) {
  try {
    const found = resolve.call(this, request, parent, ...rest);
    return request === cryptoWasm ? path.join(path.dirname(found), 'node.mjs') : found;
  } catch (error) {
    if (!request.startsWith('.') || parent === undefined) throw error;
    return resolve.call(
      this,
      `${path.resolve(path.dirname(parent.filename), request)}.ts`,
      parent,
      ...rest,
    );
  }
};
