// A real encrypted store in a folder of its own, removed afterwards.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#stores/profile/open';
import type { StoreLog } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';

export const quiet: StoreLog = { error: () => {}, warn: () => {}, info: () => {} };
export const testKey = new Uint8Array(32).fill(7);

export interface TempStore {
  readonly folder: string;
  readonly store: Store;
  /** Closes and opens the same files. */
  reopen(log?: StoreLog): Store;
  remove(): void;
}

export function tempFolder(): string {
  return mkdtempSync(join(tmpdir(), 'trellis-store-'));
}

/** `events.db` of a new store, closed; null before the first. */
let empty: Buffer | null = null;

/** Making all tables anew took most of the time of many tests. A file has each of them once, and the others begin with a copy. */
function emptyStore(): Buffer {
  const folder = tempFolder();
  openStore({ folder, key: testKey, log: quiet }).close();
  const bytes = readFileSync(join(folder, 'events.db'));
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}

export function tempStore(): TempStore {
  const folder = tempFolder();
  empty ??= emptyStore();
  writeFileSync(join(folder, 'events.db'), empty, { mode: 0o600 });
  let store = openStore({ folder, key: testKey, log: quiet });
  return {
    folder,
    get store() {
      return store;
    },
    reopen(log = quiet) {
      store.close();
      store = openStore({ folder, key: testKey, log });
      return store;
    },
    remove() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
