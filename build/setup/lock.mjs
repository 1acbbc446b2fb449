// One process at a time for a piece of work; the lock file names its owner and counts for nothing once that is gone.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @param {string} file */
function isDead(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // Empty: its owner is just about to write, or died in between.
    if (!owner) return Date.now() - statSync(file).mtimeMs > 5000;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code !== 'EPERM';
  }
}

/**
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isDead(file)) rmSync(file, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
