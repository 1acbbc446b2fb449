// Builds the two scripts that every document gets: page/*.ts without types, joined, each in its own function scope.
import fs from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { settings } from './environment.ts';

const cache = new Map<string, string>();

function source(name: string): string {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const file = path.join(import.meta.dirname, name);
  const plain = stripTypeScriptTypes(fs.readFileSync(file, 'utf8'))
    .replace(/^import\s[^;]*;\s*$/gm, '')
    .replace(/^export (?=async |function|const|let|class)/gm, '');
  cache.set(name, plain);
  return plain;
}

const mainFiles = ['page/crossWorld.ts', 'page/mainWorld.ts'];
const isolatedFiles = [
  'codec.ts',
  'frames.ts',
  'page/crossWorld.ts',
  'page/pageBridge.ts',
  'page/filePaths.ts',
  'page/ipcRenderer.ts',
  'page/isolatedWorld.ts',
];

function join(files: readonly string[], call: string): string {
  return `(() => {\n'use strict';\n${files.map(source).join('\n')}\n${call}\n})();`;
}

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
    main: join(mainFiles, `startMainWorld(${key}, ${vetoesClose});`),
    isolated: join(isolatedFiles, `startIsolatedWorld(${key}, ${config}, ${preload});`),
  };
}
