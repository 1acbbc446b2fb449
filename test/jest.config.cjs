// Jest for everything that runs under plain Node or jsdom. Real parts only: SQLite, wasm and the SDK pass through swc (D25).
const path = require('node:path');
const { folders } = require('../build/subpaths.cjs');

const esmPackages = [
  '@truto',
  'matrix-js-sdk',
  '@matrix-org',
  'oauth4webapi',
  'p-retry',
  'is-network-error',
  'bs58',
  'base-x',
  'content-type',
  'file-type',
  'strtok3',
  'token-types',
  '@tokenizer',
  '@borewit',
  'uint8array-extras',
  'uuid',
  'jwt-decode',
  'matrix-events-sdk',
  'matrix-widget-api',
  'tinykeys',
];

const swc = [
  require.resolve('@swc/jest'),
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs', ignoreDynamic: false },
  },
];

/** @type {import('jest').Config} */
const base = {
  rootDir: path.resolve(__dirname, '..'),
  transform: {
    '\\.[cm]?[jt]sx?$': swc,
  },
  // Packed copies of the app have packages of the same names.
  modulePathIgnorePatterns: ['<rootDir>/.out/', '<rootDir>/dist/'],
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/test/cssStub.cjs',
    ...Object.fromEntries(
      Object.entries(folders).map(([name, folder]) => [`^${name}/(.*)$`, `${folder}/$1`]),
    ),
  },
};

/** @type {import('jest').Config} */
module.exports = {
  ...base,
  maxWorkers: 2,
  // Engine tests start a homeserver and talk to it. The environments make this and every other limit longer (runs/patience.cjs).
  testTimeout: 60_000,
  reporters: ['default', path.join(__dirname, 'reporters', 'jestReporter.cjs')],
  projects: [
    {
      ...base,
      displayName: 'node',
      testEnvironment: path.join(__dirname, 'runs/nodeEnvironment.cjs'),
      testMatch: ['<rootDir>/test/**/*.test.ts'],
    },
    {
      ...base,
      displayName: 'dom',
      testEnvironment: path.join(__dirname, 'runs/domEnvironment.cjs'),
      setupFiles: [path.join(__dirname, 'domSetup.cjs')],
      testMatch: ['<rootDir>/test/**/*.test.tsx'],
    },
  ],
};
