// Bundles a page of the window's own parts, for tests in a bare browser, with the window's own loaders.
import { join } from 'node:path';
import webpack from 'webpack';

const root = process.cwd();

/** Resolves with the folder that holds `page.js` and `page.css`. `name`: the folder of `page.tsx` in test/e2e. */
export async function bundlePage(name: string): Promise<string> {
  const { targets } = require(join(root, 'build', 'webpack.config.cjs')) as {
    targets: { renderer: { config: (mode: string) => webpack.Configuration } };
  };
  const { module, resolve, plugins } = targets.renderer.config('production');
  const folder = join(root, '.out', name);
  const compiler = webpack({
    mode: 'production',
    devtool: false,
    optimization: { minimize: false },
    target: 'web',
    context: root,
    entry: { page: join(root, `test/e2e/${name}/page.tsx`) },
    output: {
      path: folder,
      filename: '[name].js',
      assetModuleFilename: '[name][ext]',
      // The script stands in the page itself and loads nothing more.
      publicPath: '/',
    },
    module,
    resolve,
    // No such page can start a call, so none has the chunk that the other plugin looks after.
    plugins: plugins?.filter((plugin) => plugin?.constructor.name === 'MiniCssExtractPlugin'),
  });
  await new Promise<void>((done, fail) =>
    compiler?.run((error, stats) => {
      if (error || stats?.hasErrors()) fail(error ?? new Error(stats?.toString('errors-only')));
      else done();
    }),
  );
  return folder;
}
