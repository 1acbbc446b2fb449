// Loaded before everything (node -r): from here on `electron` is this host.
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { electron } from './host.ts';
import { record } from './record.ts';

type Load = (request: string, ...rest: readonly unknown[]) => unknown;

const loader = Module as unknown as { _load: Load };
const load = loader._load;
const names = new Set(['electron', 'electron/main', 'electron/common']);

loader._load = function (this: unknown, request, ...rest) {
  return names.has(request) ? electron : load.call(this, request, ...rest);
};

/** The version of the types that the app was checked against. */
function electronVersion(): string {
  try {
    const file = path.join(import.meta.dirname, '../../node_modules/electron/package.json');
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return '45.0.0';
  }
}

// The build part of a version says who made it and does not count in comparisons: an app that shows it claims no Electron.
Object.defineProperty(process.versions, 'electron', {
  value: `${electronVersion()}+chromium-host`,
  enumerable: true,
});
Object.defineProperties(process, {
  type: { value: 'browser', enumerable: true },
  defaultApp: { value: true, enumerable: true },
  resourcesPath: { value: process.cwd(), enumerable: true },
});
Object.defineProperty(globalThis, 'chromiumHost', { value: record });
