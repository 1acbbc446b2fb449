// Code that only tests use is not allowed in the product.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../..');

test('each export and each function of an interface is used by the product, not by its tests alone', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/unused.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([stdout, stderr, status]).toEqual(['', '', 0]);
}, 600_000);
