// Plain copies of files for other programs: made by the engine from verified bytes, in a folder that is ours alone and is emptied
// at start and at quit. Each lies in a folder of its own, so that its name can be the one the user knows.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { safeFileName } from './fileNames';
import type { Log } from '../logs';
import { headBytes } from './runsPrograms';

export interface Copy {
  readonly path: string;
  /** The name of the file in that folder. */
  readonly fileName: string;
}

export interface PrivateCopies {
  /** The copy of this file under this name; an earlier copy, if it was not changed. */
  copyOf(accountId: string, handle: string, fileName: string): Promise<Copy>;
  /** The present first bytes of the copy. */
  head(copy: Copy): Promise<Uint8Array>;
  /** Deletes all copies. */
  empty(): Promise<void>;
  /** Deletes the copies of one account. */
  forget(accountId: string): Promise<void>;
}

export interface PrivateCopiesDeps {
  readonly folder: string;
  readonly log: Log;
  /** Writes the verified plain file, marked as downloaded from somebody else; rejects with an `AppFailure`. */
  exportFile(accountId: string, handle: string, path: string): Promise<void>;
}

interface Kept extends Copy {
  readonly stamp: string;
}

const stampOf = async (path: string): Promise<string> => {
  const { size, mtimeMs, ino, mode } = await stat(path);
  return [size, mtimeMs, ino, mode].join(' ');
};

export function createPrivateCopies(deps: PrivateCopiesDeps): PrivateCopies {
  const { folder, log, exportFile } = deps;
  const kept = new Map<string, Kept>();
  const making = new Map<string, Promise<Copy>>();
  /** Account → every folder with a copy of its files, also of copies that were changed. */
  const places = new Map<string, string[]>();

  const untouched = async ({ path, stamp }: Kept): Promise<boolean> =>
    // A missing file counts as changed.
    (await stampOf(path).catch(() => null)) === stamp;

  const make = async (
    key: string,
    accountId: string,
    handle: string,
    fileName: string,
  ): Promise<Copy> => {
    const before = kept.get(key);
    if (before !== undefined && (await untouched(before))) return before;
    const own = join(folder, randomBytes(12).toString('hex'));
    places.set(accountId, [...(places.get(accountId) ?? []), own]);
    await mkdir(own, { recursive: true, mode: 0o700 });
    const path = join(own, fileName);
    try {
      await exportFile(accountId, handle, path);
      // Read only: a change would be lost at quit, and programs tell the user so.
      await chmod(path, 0o400);
      const copy = { path, fileName, stamp: await stampOf(path) };
      kept.set(key, copy);
      return copy;
    } catch (thrown) {
      // The next start empties the folder.
      await rm(own, { recursive: true, force: true }).catch(() => undefined);
      throw thrown;
    }
  };

  return {
    copyOf: (accountId, handle, wished) => {
      const fileName = safeFileName(wished, 'file');
      const key = `${accountId} ${handle} ${fileName}`;
      const running = making.get(key);
      if (running !== undefined) return running;
      const made = make(key, accountId, handle, fileName).finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
    head: async ({ path }) => {
      const file = await open(path, 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    forget: async (accountId) => {
      for (const key of [...kept.keys()]) if (key.startsWith(`${accountId} `)) kept.delete(key);
      const own = places.get(accountId) ?? [];
      places.delete(accountId);
      for (const place of own)
        // A program holds it open: the next start tries again.
        await rm(place, { recursive: true, force: true }).catch(() =>
          log.warn('a private copy could not be deleted'),
        );
    },
    empty: async () => {
      kept.clear();
      places.clear();
      // A program holds it open: the next start tries again.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() =>
        log.warn('private copies could not be deleted'),
      );
    },
  };
}
