// A folder whose unsynced writes can be lost: builds the shim, runs processes under it, and cuts the power. Linux with a C compiler.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const blockBytes = 4096;

/** Compiles the shim once per version of its source. Throws with the remedy where no compiler is. */
export function buildShim(): string {
  const source = join(__dirname, 'shim.c');
  const out = resolve(__dirname, '../../../.out/powerloss');
  const library = join(out, 'shim.so');
  if (existsSync(library) && statSync(library).mtimeMs > statSync(source).mtimeMs) return library;
  mkdirSync(out, { recursive: true });
  // Two test files may build at the same time.
  const part = `${library}.${process.pid}`;
  try {
    execFileSync(
      process.env['CC'] ?? 'cc',
      ['-O2', '-shared', '-fPIC', '-o', part, source, '-ldl', '-lpthread'],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
  } catch (thrown) {
    const code = (thrown as { code?: string }).code;
    const remedy = 'This test needs a C compiler: apt-get install gcc libc6-dev';
    throw code === 'ENOENT' ? new Error(remedy) : thrown;
  }
  copyFileSync(part, library);
  rmSync(part);
  return library;
}

export interface PowerLossFolder {
  /** Folder in which the process under test keeps its files. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * The power is cut: call it when the process is dead. `some` keeps each unsynced block of 4 KiB or not, by chance, as disks do;
   * without it all of them are gone. Returns the number of files that were not as they had been synced.
   */
  cut(some?: (() => boolean) | null): number;
  remove(): void;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The content after the cut: the synced one, and of what came later the blocks that chance has written. */
function afterCut(synced: Buffer, written: Buffer, some: (() => boolean) | null): Buffer {
  if (some === null) return synced;
  const result = Buffer.from(synced);
  for (let at = 0; at < Math.min(synced.length, written.length); at += blockBytes) {
    const block = written.subarray(at, Math.min(at + blockBytes, synced.length));
    if (some()) block.copy(result, at);
  }
  return result;
}

function overwrite(file: string, content: Buffer): void {
  // In place: mode and name stay.
  const handle = openSync(file, 'r+');
  writeSync(handle, content, 0, content.length, 0);
  closeSync(handle);
  truncateSync(file, content.length);
}

/** `name`: the last part of the folder's path. */
export function createPowerLossFolder(name = 'profile'): PowerLossFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'trellis-powerloss-')));
  const folder = join(root, name);
  const durable = join(root, 'durable');
  mkdirSync(folder);
  mkdirSync(durable);
  return {
    folder,
    env: { LD_PRELOAD: buildShim(), PL_PREFIX: folder, PL_DURABLE: durable },
    cut(some = null) {
      let changed = 0;
      for (const file of filesBelow(folder)) {
        const copy = join(durable, file.slice(folder.length + 1).replaceAll('/', '%'));
        const synced = existsSync(copy) ? readFileSync(copy) : Buffer.alloc(0);
        const written = readFileSync(file);
        if (basename(file).endsWith('-shm')) rmSync(file);
        else if (!synced.equals(written)) {
          changed += 1;
          overwrite(file, afterCut(synced, written, some));
        }
      }
      return changed;
    },
    remove: () => rmSync(dirname(folder), { recursive: true, force: true }),
  };
}
