// A real encrypted store in a folder of its own, removed afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
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

export function tempStore(): TempStore {
  const folder = tempFolder();
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
