// The entry: finds the app among the arguments, describes it to `app`, runs its main module, starts the host.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { app } from './api/app.ts';
import { start } from './start.ts';

interface AppPackage {
  name?: string;
  productName?: string;
  version?: string;
  main?: string;
}

function describe(entry: string): string {
  if (!fs.statSync(entry).isDirectory()) {
    app.hostDescribe(path.basename(entry), '0.0.0', path.dirname(entry));
    return entry;
  }
  const file = path.join(entry, 'package.json');
  const about = JSON.parse(fs.readFileSync(file, 'utf8')) as AppPackage;
  const name = about.productName ?? about.name ?? 'Electron';
  app.hostDescribe(name, about.version ?? '0.0.0', entry);
  return path.join(entry, about.main ?? 'index.js');
}

const ownFile = import.meta.filename;
if (process.argv[1] === ownFile) process.argv.splice(1, 1); // as Electron: [executable, app, …]
// A packed app lies beside the program.
const packed = path.join(import.meta.dirname, 'resources', 'app');
if (fs.existsSync(packed)) process.argv.splice(1, 0, packed);
const given = process.argv.slice(1).find((arg) => !arg.startsWith('-')) ?? '.';
const main = describe(path.resolve(given));

setImmediate(start);
createRequire(main)(main);
