// The two scripts that every document gets: the bundles of page/mainWorld.ts and page/isolatedWorld.ts, started with what they need.
import fs from 'node:fs';
import path from 'node:path';
import { settings } from '../environment.ts';

/** Beside the host where it was packed with an app, else where the project builds them. */
const packed = path.join(import.meta.dirname, '../bundles');
const bundles = fs.existsSync(packed)
  ? packed
  : path.join(import.meta.dirname, '../../../.out/host');
const cache = new Map<string, string>();

/** A bundle of build/webpack.config.cjs: it declares `world` with the exports of its entry. */
function bundle(name: string): string {
  const known = cache.get(name) ?? fs.readFileSync(path.join(bundles, `${name}.js`), 'utf8');
  cache.set(name, known);
  return known;
}

const script = (name: string, call: string): string =>
  `(() => {\n${bundle(name)}\nworld.${call}\n})();`;

/** @param binding also the secret under which the two worlds find each other, before any page script runs */
export function pageScripts(
  binding: string,
  options: { contentsId: number; preload: string; additionalArguments: readonly string[] },
): { main: string; isolated: string } {
  const key = JSON.stringify(`${binding}.meet`);
  const config = JSON.stringify({
    binding,
    contentsId: options.contentsId,
    platform: process.platform,
    arch: process.arch,
    argv: [process.execPath, ...options.additionalArguments],
    versions: process.versions,
  });
  // a driven app has no person at its window, and the driver answers dialogs itself
  const vetoesClose = JSON.stringify(!settings.headless && !settings.driven);
  const preload = options.preload
    ? `function (require, exports, module, process) {\n${fs.readFileSync(options.preload, 'utf8')}\n}`
    : 'null';
  return {
    main: script('mainWorld', `startMainWorld(${key}, ${vetoesClose});`),
    isolated: script('isolatedWorld', `startIsolatedWorld(${key}, ${config}, ${preload});`),
  };
}
