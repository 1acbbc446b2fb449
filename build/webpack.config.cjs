// The bundles (D24): main, engine, preload, renderer, and the Chromium host's page scripts. build/setup/bundle.mjs runs them; nothing else does.
const { existsSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const swcCore = require('@swc/core');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const webpack = require('webpack');
const { folders } = require('./subpaths.cjs');

const root = resolve(__dirname, '..');
const from = (...parts) => join(root, ...parts);

/** Left to the runtime: the native packages, and electron's modules, which webpack's targets do not all know. */
const externals = Object.fromEntries(
  [
    'better-sqlite3',
    'uiohook-napi',
    'electron',
    'electron/main',
    'electron/renderer',
    'electron/common',
  ].map((name) => [name, `commonjs ${name}`]),
);

const swc = (extension) => ({
  test: new RegExp(`\\.${extension}$`),
  loader: 'swc-loader',
  options: {
    sourceMaps: true,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: extension === 'tsx' },
      transform: { react: { runtime: 'automatic' } },
    },
  },
});

const base = (name, mode, target) => ({
  name,
  mode,
  target,
  context: root,
  // Never an eval-based kind: the window's CSP forbids it.
  devtool: 'source-map',
  externals,
  node: { __dirname: false, __filename: false },
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'], alias: folders },
  module: { rules: [swc('ts'), swc('tsx')] },
  // Names stay readable in stacks. What a start evaluates is made smaller by `lean`.
  optimization: { minimize: false, chunkIds: 'deterministic' },
  performance: { hints: false },
  // The SDK has a few requires that webpack cannot follow and that never run.
  ignoreWarnings: [{ module: /node_modules/ }],
  stats: 'errors-warnings',
  infrastructureLogging: { level: 'error' },
  cache: {
    type: 'filesystem',
    cacheDirectory: from('node_modules/.cache/webpack'),
    name: `${name}-${mode}`,
    buildDependencies: { config: [__filename] },
  },
});

const main = (mode) => ({
  ...base('main', mode, 'electron-main'),
  plugins: mode === 'production' ? [leanProcess] : [],
  entry: from('main/index.ts'),
  output: {
    path: from('.out/main'),
    filename: 'index.js',
    chunkFilename: 'main.[name].js',
    // The engine's files lie in the same folder.
    clean: { keep: /^(?!index\.|main\.)/ },
  },
});

/**
 * Node's own modules that the first answers need nothing of: loaded with their first use, all together 15 ms of a start. They are
 * imported as usual; what is read at once while a file is evaluated is loaded at once. webpack itself asks each for `__esModule`.
 */
const lazyBuiltins = Object.fromEntries(
  [
    'node:crypto',
    'node:fs/promises',
    'node:http',
    'node:https',
    'node:stream',
    'node:stream/promises',
    'node:url',
    'node:worker_threads',
  ].map((name) => [
    name,
    `var ((found) => new Proxy({}, {
      get: (_, key) => (key === '__esModule' ? undefined : (found ??= require('${name}'))[key]),
    }))()`,
  ]),
);

/** The package would look for its binary by a process report, which costs 3 ms. The files by name are for glibc, as Electron is. */
const sqlite = {
  'better-sqlite3': `var require(process.platform === 'linux' && !require('node:fs').existsSync('/etc/alpine-release')
    ? 'better-sqlite3/linux-' + process.arch : 'better-sqlite3')`,
};

/** Scripts without comments and blanks, and with what `how` says besides; functions keep their names, source maps hold. */
const lean = (isLean, how) => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('lean', (compilation) => {
      const { RawSource, SourceMapSource } = webpack.sources;
      const makeLean = async (name) => {
        const { source, map } = compilation.getAsset(name).source.sourceAndMap();
        const made = await swcCore.minify(String(source), {
          module: false,
          compress: false,
          mangle: false,
          ...how,
          sourceMap: map === null ? false : { filename: name, content: JSON.stringify(map) },
          format: { comments: false, asciiOnly: true },
        });
        const { code } = made;
        compilation.updateAsset(
          name,
          made.map === undefined ? new RawSource(code) : new SourceMapSource(code, name, made.map),
        );
      };
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
      compilation.hooks.processAssets.tapPromise({ name: 'lean', stage }, async (assets) => {
        const names = Object.keys(assets).filter((name) => name.endsWith('.js') && isLean(name));
        await Promise.all(names.map(makeLean));
      });
    });
  },
});

/**
 * In ASCII and without comments a script is read in half the time and kept in less than a third of the memory: with one character beyond
 * Latin-1 V8 keeps two bytes of each. All names stay as they are.
 */
const leanProcess = lean(() => true, {});

/** The window evaluates all of its entry before it paints. */
const leanWindow = lean(() => true, {
  compress: { keep_fnames: true, keep_classnames: true },
  mangle: { keep_fnames: true, keep_classnames: true },
});

/** The engine answers first from a small entry; SDK and wasm follow as chunks by import() (D23). */
const engine = (mode) => {
  const worker = from('main/engine/media/worker/worker.ts');
  const common = base('engine', mode, 'node24');
  return {
    ...common,
    externals: { ...externals, ...lazyBuiltins, ...sqlite },
    plugins: mode === 'production' ? [leanProcess] : [],
    entry: {
      engine: from('main/engine/start.ts'),
      engineHost: { import: from('main/engine/host.ts'), library: { type: 'commonjs2' } },
      // No engine, but a process without Electron's modules as well.
      keyHook: from('main/keyHook.ts'),
      ...(existsSync(worker) ? { mediaWorker: worker } : {}),
      checkpointWorker: from('native-stores/sqlite/checkpointWorker.ts'),
    },
    output: {
      path: from('.out/main'),
      filename: '[name].js',
      chunkFilename: 'engine.[name].js',
      // crypto-wasm finds its file by `new URL(…, import.meta.url)`, which becomes an asset beside the bundle.
      assetModuleFilename: '[name][ext]',
      clean: { keep: /^(index|main)\./ },
    },
  };
};

/** The process that reads PDFs, and the thread in it. The library would look for a native canvas beside the file that it comes from. */
const reader = (mode) => ({
  ...base('reader', mode, 'node24'),
  devtool: false,
  entry: {
    process: from('main/engine/reader/process.ts'),
    worker: from('main/engine/reader/worker.ts'),
  },
  plugins: [new webpack.DefinePlugin({ 'import.meta.url': JSON.stringify('file:///reader') })],
  output: { path: from('.out/reader'), filename: '[name].js', clean: true },
});

const preload = (mode) => ({
  ...base('preload', mode, 'electron-preload'),
  entry: from('preload/index.ts'),
  output: { path: from('.out/preload'), filename: 'index.js' },
  // A sandboxed preload is one file: it cannot load chunks.
  plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
});

/** The font of nearly every word: asked for with the page, not once a text is laid out, so that nothing is laid out twice. */
const firstFont = /^assets\/inter-latin-wght-normal-\w+\.woff2$/;

/** Emits renderer/index.html and adds style sheet, first font and script where the page does not name them itself. */
const pagePlugin = {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('page', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tap({ name: 'page', stage }, () => {
        const source = from('renderer/index.html');
        compilation.fileDependencies.add(source);
        let html = readFileSync(source, 'utf8');
        const add = (file, tag) => {
          if (compilation.getAsset(file) && !html.includes(file))
            html = html.replace('</head>', `  ${tag}\n  </head>`);
        };
        const font = Object.keys(compilation.assets).find((name) => firstFont.test(name));
        if (font !== undefined)
          add(
            font,
            `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}" />`,
          );
        add('renderer.css', '<link rel="stylesheet" href="renderer.css" />');
        add('renderer.js', '<script defer src="renderer.js"></script>');
        compilation.emitAsset('index.html', new webpack.sources.RawSource(html));
      });
    });
  },
};

/** react-aria brings its words in thirty languages; the window speaks English. */
const englishOnly = new webpack.NormalModuleReplacementPlugin(
  /^\.\.\/intl\/\w+\/[a-z]{2}-[A-Z]{2}\.mjs$/,
  (wanted) => {
    wanted.request = wanted.request.replace(/[^/]+$/, 'en-US.mjs');
  },
);

/**
 * The names inside the libraries that the entry holds: nobody looks for a fault there by them, and they are a tenth of what a start
 * reads. All names of the window's own code stay, so that a stack in the log can be read without source maps.
 */
const mangledLibraries = {
  test: /\.m?js$/,
  include:
    /node_modules[\\/](react|react-dom|scheduler|react-aria|react-aria-components|react-stately|i18next|react-redux|redux|@reduxjs[\\/]toolkit|immer|dompurify|linkifyjs|@internationalized[\\/]\w+|blurhash|tinykeys)[\\/]/,
  loader: 'swc-loader',
  options: {
    sourceMaps: true,
    minify: true,
    isModule: 'unknown',
    jsc: {
      target: 'es2023',
      minify: {
        compress: { keep_classnames: true, toplevel: true },
        mangle: { keep_classnames: true, toplevel: true },
        format: { comments: false },
      },
    },
  },
};

/**
 * The modules of the first view of a room, as one script and one style sheet: each further file is requested and inserted on its own, and ten of
 * them cost a tenth of the start. Other chunks that share these modules find them here.
 */
const wholeRoom = {
  name: 'roomPart',
  chunks: ({ name }) => name === 'room',
  enforce: true,
  priority: 10,
};

const renderer = (mode) => {
  const config = base('renderer', mode, ['web', 'es2023']);
  config.module.rules.push(
    {
      test: /\.css$/,
      use: [
        MiniCssExtractPlugin.loader,
        {
          loader: 'css-loader',
          options: {
            modules: {
              auto: true,
              namedExport: false,
              exportLocalsConvention: 'as-is',
              localIdentName: '[name]-[local]-[hash:base64:4]',
            },
          },
        },
      ],
    },
    { test: /\.(woff2?|svg|png|jpe?g|webp)$/, type: 'asset/resource' },
    ...(mode === 'production' ? [mangledLibraries] : []),
    // A file that nobody imports a name of does nothing: only the entry and styles count by being imported.
    { test: /renderer[\\/](app|features|ui)[\\/].*\.tsx?$/, sideEffects: false },
    { test: /preload[\\/]contract[\\/].*\.ts$/, sideEffects: false },
  );
  return {
    ...config,
    optimization: { ...config.optimization, splitChunks: { cacheGroups: { room: wholeRoom } } },
    entry: { renderer: from('renderer/main.tsx') },
    output: {
      path: from('.out/renderer'),
      filename: '[name].js',
      chunkFilename: '[name].chunk.js',
      assetModuleFilename: 'assets/[name]-[contenthash:8][ext]',
      // Workers and chunks are loaded under require-trusted-types-for (D5).
      trustedTypes: { policyName: 'trellis' },
      clean: true,
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: '[name].css' }),
      pagePlugin,
      englishOnly,
      ...(mode === 'production' ? [leanWindow] : []),
    ],
  };
};

/** The two scripts that the Chromium host puts into every document; pageScripts.ts there starts them. */
const host = (mode) => ({
  ...base('host', mode, ['web', 'es2023']),
  devtool: false,
  entry: {
    mainWorld: from('test/chromium-host/page/mainWorld.ts'),
    isolatedWorld: from('test/chromium-host/page/isolatedWorld.ts'),
  },
  output: {
    path: from('.out/host'),
    filename: '[name].js',
    library: { name: 'world', type: 'var' },
    clean: true,
  },
});

/** Each bundle with the entry file without which it is skipped. */
const targets = {
  main: { entry: 'main/index.ts', config: main },
  engine: { entry: 'main/engine/host.ts', config: engine },
  reader: { entry: 'main/engine/reader/process.ts', config: reader },
  preload: { entry: 'preload/index.ts', config: preload },
  renderer: { entry: 'renderer/main.tsx', config: renderer },
  host: { entry: 'test/chromium-host/page/mainWorld.ts', config: host },
};

module.exports = { targets };
