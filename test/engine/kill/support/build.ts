// The built engine, copied once per test file: a build that happens meanwhile must not swap a chunk under a running process.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const out = resolve(__dirname, '../../../../.out');
let copy: string | null = null;

/** Path of the entry. Throws, with the remedy, when nothing is built. */
export function builtEngine(): string {
  if (copy === null) {
    if (!existsSync(join(out, 'main', 'engine.js')))
      throw new Error('The engine is not built: npm run build');
    // Beside the original, so that it finds the same node_modules.
    copy = mkdtempSync(join(out, 'killed-'));
    cpSync(join(out, 'main'), copy, { recursive: true, filter: (file) => !file.endsWith('.map') });
  }
  return join(copy, 'engine.js');
}

export function removeBuiltCopy(): void {
  if (copy !== null) rmSync(copy, { recursive: true, force: true });
  copy = null;
}
