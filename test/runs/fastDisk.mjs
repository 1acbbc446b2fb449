// The folder of the runners' profiles, stores and servers: in memory where there is room. No test proves anything about a disk by
// waiting for one; power cuts have a shim of their own (test/support/powerloss).
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'trellis-test-';
const wantedBytes = 8 * 1024 ** 3;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * A folder for this process in memory, removed when it ends; null where none fits. What a killed run left is removed first.
 * @returns {string | null}
 */
export function fastFolder() {
  if (!existsSync(memory)) return null;
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(join(memory, name), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < wantedBytes) return null;
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder);
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A process that was just ended still writes: the next run removes the folder.
    }
  });
  return folder;
}
