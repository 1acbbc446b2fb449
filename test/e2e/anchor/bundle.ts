// Bundles the page of the anchor test with the window's own loaders.
import { join } from 'node:path';
import webpack from 'webpack';

const root = process.cwd();

/** Resolves with the folder that holds `page.js`. */
export async function bundleAnchorPage(): Promise<string> {
  const { targets } = require(join(root, 'build', 'webpack.config.cjs')) as {
    targets: { renderer: { config: (mode: string) => webpack.Configuration } };
  };
  const { module, resolve, plugins } = targets.renderer.config('development');
  const folder = join(root, '.out', 'anchor');
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    target: 'web',
    context: root,
    entry: { page: join(root, 'test/e2e/anchor/page.tsx') },
    output: { path: folder, filename: '[name].js', assetModuleFilename: '[name][ext]' },
    module,
    resolve,
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
