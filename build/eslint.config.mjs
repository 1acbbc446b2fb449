// The house rules as lint (architecture.md section 6, "who may import whom"). Warnings are errors; whoever disables a rule
// writes the reason beside it. Formatting is prettier's.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { floorZones } from './folders.mjs';
import { trellisRules } from './lintRules.mjs';
import { folders } from './subpaths.cjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const code = ['**/*.{ts,tsx}'];
const tests = ['test/**', '**/*.test.{ts,tsx}', '**/*.spec.ts'];
const product = ['main/**', 'preload/**', 'renderer/**', 'native-stores/**'];

/** Entries of processes and workers: the wiring itself. */
const entries = [
  ...['main/index.ts', 'main/engine/host.ts', 'main/engine/media/worker/worker.ts'],
  ...['preload/index.ts', 'renderer/main.tsx'],
];

const bareElectron = {
  name: 'electron',
  message: 'Name the process: electron/main or electron/renderer.',
};

const noEnums = {
  selector: 'TSEnumDeclaration',
  message: 'String-literal unions, not enums.',
};

/** Their tables come from the disk, ten milliseconds or more of a start. */
const noEarlyIntl = {
  selector:
    ":matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.object.name='Intl']",
  message: 'A formatter is made with its first use, not while a bundle is evaluated.',
};

const noTurnedSentence = {
  selector:
    "JSXElement:has(> JSXOpeningElement > JSXAttribute[name.name='dir'] > Literal[value='auto']) > JSXExpressionContainer CallExpression[callee.name='t'][arguments.length>1]",
  message: 'The direction of a sentence of ours is that of the language, not of the name in it.',
};

/** Allows these packages in a folder, and files of the project, over which the zones below decide; nothing else. */
const onlyPackages = (files, allowed) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [bareElectron],
        patterns: [
          {
            regex: `^(?!${[...allowed, '\\.', '#'].join('|')})`,
            message: 'This folder may not import that package (architecture.md, folders).',
          },
        ],
      },
    ],
  },
});

const features = join(root, 'renderer', 'features');
const featureNames = existsSync(features)
  ? readdirSync(features, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
  : [];

const zone = (target, from, message) => ({ target, from, message });

const zones = [
  ...floorZones,
  ...['main', 'preload', 'renderer', 'native-stores'].flatMap((folder) => [
    zone(`./${folder}`, './test', 'Product code does not know its tests.'),
    zone(`./${folder}`, './build', 'Product code does not know its tools.'),
  ]),
  ...['main', 'preload', 'renderer'].map((from) =>
    zone('./native-stores', `./${from}`, 'The stores know nothing above them.'),
  ),
  ...['main', 'renderer', 'native-stores'].flatMap((from) => [
    zone('./preload', `./${from}`, 'Preload and contract stand alone.'),
  ]),
  zone('./preload/contract', './preload/index.ts', 'The contract knows no side.'),
  zone('./main/engine', './renderer', 'The engine has no window.'),
  zone('./main/engine', './main/shell', 'The engine knows no shell.'),
  zone('./main/engine', './main/supervisor.ts', 'The engine does not know who supervises it.'),
  ...['./main/shell', './main/index.ts', './main/supervisor.ts'].flatMap((target) => [
    zone(target, './main/engine', 'The engine is only a file to fork.'),
    zone(target, './native-stores', 'Main never opens a store.'),
    zone(target, './renderer', 'Main knows no window code.'),
  ]),
  zone('./main/supervisor.ts', './main/shell', 'The supervisor runs under plain Node.'),
  ...['./main', './native-stores'].map((from) =>
    zone('./renderer', from, 'The renderer sees the contract only.'),
  ),
  zone('./renderer/ui', './renderer/app', 'ui is dumb: props in, callbacks out.'),
  zone('./renderer/ui', './renderer/features', 'ui is dumb: props in, callbacks out.'),
  zone('./renderer/ui', './preload', 'ui is dumb: props in, callbacks out.'),
  zone(
    './renderer/app',
    './renderer/features',
    'app does not know the features; main.tsx joins them.',
  ),
  ...featureNames.map((name) => ({
    target: `./renderer/features/${name}`,
    from: `./renderer/features/!(${name})/**`,
    except: ['**/renderer/features/*/index.{ts,tsx}'],
    message: 'Another feature is reached through its index.ts.',
  })),
];

export default tseslint.config(
  { ignores: ['.out/', 'dist/', 'demo/', 'node_modules/', 'test/.results/', 'test/.artifacts/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    // Plain scripts: Node's globals, no types.
    files: ['**/*.{mjs,cjs,js}'],
    rules: { 'no-undef': 'off', 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
  },
  {
    files: code,
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          project: root,
          // Without it a file that is not found would be in no zone.
          alias: Object.fromEntries(Object.entries(folders).map(([name, to]) => [name, [to]])),
        }),
      ],
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        // `import('x')` as a type is the way to name a module that is loaded later.
        { disallowTypeAnnotations: false, fixStyle: 'inline-type-imports' },
      ],
      'import-x/no-default-export': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: root, zones }],
      'no-restricted-imports': ['error', { paths: [bareElectron] }],
      'no-restricted-syntax': ['error', noEnums, noEarlyIntl],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    plugins: { trellis: trellisRules },
    rules: {
      'max-lines': ['error', { max: 400 }],
      'trellis/own-lines': ['error', { max: 60 }],
      'trellis/plain-comments': 'error',
    },
  },
  {
    files: ['renderer/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', noEnums, noEarlyIntl, noTurnedSentence] },
  },
  { files: ['**/*.tsx'], rules: { 'trellis/own-lines': ['error', { max: 150 }] } },
  { files: product, rules: { 'no-console': 'error' } },
  { files: product, ignores: entries, rules: { 'trellis/module-state': 'error' } },
  {
    files: product.map((folder) => `${folder}/*.{ts,tsx}`),
    rules: { 'trellis/whole-lines': ['error', { max: 150, classMax: 300 }] },
  },
  {
    files: ['main/**/*.ts', 'native-stores/**/*.ts'],
    rules: { 'trellis/silent-catch': 'error' },
  },
  {
    // One place turns a thrown value into `internal`, with a line in the log.
    files: ['main/engine/**/*.ts'],
    ignores: ['main/engine/base/unexpected.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noEnums,
        noEarlyIntl,
        {
          selector: "ImportSpecifier[imported.name='toAppError']",
          message: 'unexpected(log, area, thrown) of base/unexpected.ts logs what nobody expected.',
        },
        {
          selector: "CallExpression[callee.name='appFailure'] > Literal[value='internal']",
          message: 'broken(rule) of base/unexpected.ts makes an internal failure.',
        },
      ],
    },
  },
  onlyPackages(['preload/contract/**/*.ts'], ['zod$', 'zod/mini$']),
  onlyPackages(['native-stores/**/*.ts'], ['node:', 'better-sqlite3$']),
  onlyPackages(
    ['main/engine/**/*.ts'],
    [
      ...['node:', 'matrix-js-sdk', '@matrix-org/', 'oauth4webapi$'],
      ...['markdown-it', 'linkifyjs', 'file-type$', 'zod$'],
    ],
  ),
  // The one parser of other people's bytes, in a process without keys.
  onlyPackages(['main/engine/reader/worker.ts'], ['node:', 'pdfjs-dist/legacy/']),
  onlyPackages(['main/supervisor.ts'], ['node:', 'zod$']),
  onlyPackages(
    ['main/index.ts', 'main/shell/**/*.ts'],
    ['electron/main$', 'node:', 'i18next$', 'zod$'],
  ),
  onlyPackages(['preload/*.ts'], ['electron/renderer$']),
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [bareElectron],
          patterns: [
            { regex: '^(node:|electron|better-sqlite3)', message: 'The window has no Node.' },
            {
              regex: '^(matrix-js-sdk|@matrix-org/)',
              message: 'The SDK is the engine’s; the call classes are in features/calls/webrtc.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['renderer/ui/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(node:|electron|better-sqlite3)', message: 'The window has no Node.' },
            { regex: '^(@reduxjs|react-redux)', message: 'ui knows no store.' },
          ],
        },
      ],
    },
  },
  {
    files: tests,
    rules: {
      'max-lines': ['error', { max: 600 }],
      'trellis/own-lines': 'off',
      'no-console': 'off',
      // Playwright compiles to CommonJS, where some tools can only be required.
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  // These tools want a default export.
  {
    files: ['test/playwright.config.ts', 'build/types/*.d.ts'],
    rules: { 'import-x/no-default-export': 'off' },
  },
  // Ambient declarations belong to no project of their own.
  { files: ['build/types/*.d.ts'], extends: [tseslint.configs.disableTypeChecked] },
);
