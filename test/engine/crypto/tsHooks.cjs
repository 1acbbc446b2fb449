// Lets a forked Node load the engine's TypeScript as it stands, the way jest does: everything as CommonJS through swc, so that
// there is one copy of the crypto wasm.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { transformSync } = require('@swc/core');

// The packages of jest.config.cjs that the engine uses.
const esm =
  /node_modules\/(matrix-js-sdk|@matrix-org|p-retry|is-network-error|bs58|base-x|content-type|uuid|jwt-decode|matrix-widget-api)\//;

const plain = Module._extensions['.js'];

function load(module, filename) {
  const isTs = filename.endsWith('.ts');
  if (!isTs && !esm.test(filename)) return plain(module, filename);
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrc: false,
    configFile: false,
    jsc: { target: 'es2023', parser: { syntax: isTs ? 'typescript' : 'ecmascript' } },
    module: { type: 'commonjs', ignoreDynamic: false },
  });
  module._compile(code, filename);
}

for (const extension of ['.ts', '.js', '.mjs']) Module._extensions[extension] = load;
