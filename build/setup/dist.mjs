// `npm run dist`: packs the app into dist/ for this system: the folder dist/linux-unpacked, and on Debian a .deb made from it. Where
// Electron's binary cannot be had, the stand-in of test/chromium-host takes its place, so that the packing can be tried; such a
// package runs on the machine that built it only, and says so.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { resolveElectron } from './electron.mjs';
import { root } from './paths.mjs';
import { say } from './steps.mjs';

const require = createRequire(import.meta.url);
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const output = join(root, 'dist');
const unpacked = join(output, 'linux-unpacked');

/** A folder shaped like Electron's own: the program is called `electron`, its version stands in `version`. */
function standIn() {
  const folder = join(root, '.out', 'standin');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, 'test', 'chromium-host'), folder, { recursive: true });
  cpSync(join(root, '.out', 'host'), join(folder, 'bundles'), { recursive: true });
  writeFileSync(join(folder, 'version'), require('electron/package.json').version);
  return folder;
}

/** Options of electron-builder in addition to electron-builder.yml. */
function configFor(resolved) {
  const base = { electronVersion: require('electron/package.json').version };
  // Plain Node, which the stand-in is, does not read asar files.
  if (resolved.kind === 'chromium-host') return { ...base, electronDist: standIn(), asar: false };
  return { ...base, electronDist: join(dirname(require.resolve('electron/package.json')), 'dist') };
}

const desktopEntry = `[Desktop Entry]
Type=Application
Name=${about.productName}
Comment=${about.description}
Exec=/opt/${about.productName}/trellis %U
Icon=trellis
Terminal=false
StartupWMClass=${about.productName}
Categories=Network;InstantMessaging;
`;

const control = `Package: trellis
Version: ${about.version}
Architecture: ${process.arch === 'x64' ? 'amd64' : process.arch}
Maintainer: The Trellis authors <trellis@localhost>
Section: net
Priority: optional
Depends: libgtk-3-0, libnotify4, libnss3, libxss1, libxtst6, xdg-utils, libatspi2.0-0, libuuid1, libsecret-1-0
Description: ${about.description}
`;

/** Chromium's sandbox needs this bit where the kernel gives plain users no namespaces. */
const afterInstall = `#!/bin/sh
set -e
[ -f /opt/${about.productName}/chrome-sandbox ] && chmod 4755 /opt/${about.productName}/chrome-sandbox
exit 0
`;

/** Makes the .deb of the unpacked folder; returns its path, or null where dpkg-deb is not there. */
function makeDeb() {
  const staging = join(root, '.out', 'deb');
  const put = (path, text, mode) => {
    mkdirSync(dirname(join(staging, path)), { recursive: true });
    writeFileSync(join(staging, path), text, { mode });
  };
  rmSync(staging, { recursive: true, force: true });
  cpSync(unpacked, join(staging, 'opt', about.productName), { recursive: true });
  put('DEBIAN/control', control, 0o644);
  put('DEBIAN/postinst', afterInstall, 0o755);
  put('usr/share/applications/trellis.desktop', desktopEntry, 0o644);
  for (const size of [16, 32, 48, 64, 128, 256, 512])
    cpSync(
      join(root, 'build', 'icons', `${size}x${size}.png`),
      join(staging, `usr/share/icons/hicolor/${size}x${size}/apps/trellis.png`),
    );
  mkdirSync(join(staging, 'usr/bin'), { recursive: true });
  symlinkSync(`/opt/${about.productName}/trellis`, join(staging, 'usr/bin/trellis'));
  const file = join(output, `trellis_${about.version}_${process.arch}.deb`);
  const made = spawnSync('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', staging, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (made.error) return null;
  if (made.status !== 0) throw new Error('dpkg-deb failed');
  return file;
}

const resolved = await resolveElectron();
const { build, Platform } = require('electron-builder');
rmSync(unpacked, { recursive: true, force: true });
await build({
  projectDir: root,
  targets: Platform.current().createTarget('dir'),
  publish: 'never',
  config: { extends: join(root, 'electron-builder.yml'), ...configFor(resolved) },
});
if (process.platform === 'linux') {
  const deb = makeDeb();
  say(deb === null ? 'dist: no dpkg-deb here, so no .deb' : `dist: ${deb}`);
}
if (resolved.kind === 'chromium-host')
  say('dist: made with the stand-in for Electron: to try the packing, not to be given to anybody');
