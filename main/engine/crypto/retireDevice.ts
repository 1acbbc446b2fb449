// Cleans up after a device that the server has deleted (hard logout), when the user signs in again: the new device needs a crypto store of
// its own, the old one is moved aside, and messages to the old device never reach the new one. The old room keys are rows of this store
// until the new device has them, so that a kill between the two loses none.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { deleteSetting, getSetting, setSetting, settingNames } from '#stores/settings/settings';
import { run } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { cryptoFiles } from './files';

const keptKeys = 'roomKeysBefore.';
/** Number of keys in one row of the store. */
const pageSize = 2_000;
/** Number of keys that the library imports at once: it does so in one turn, and everything else waits. */
const batchSize = 50;

/** Hands keys over in small batches (CHAT-9.19). @param exported a JSON list of sessions, as the library exports them */
export async function takeInBatches(
  exported: string,
  take: (batch: string) => Promise<unknown>,
): Promise<void> {
  const keys: unknown = JSON.parse(exported);
  if (!Array.isArray(keys)) return;
  for (let at = 0; at < keys.length; at += batchSize)
    await take(JSON.stringify(keys.slice(at, at + batchSize)));
}

/** @param exported the key export of the crypto library: a JSON list of sessions */
export function keepRoomKeys(store: Store, exported: string): void {
  const keys: unknown = JSON.parse(exported);
  if (!Array.isArray(keys)) return;
  store.write(() => {
    for (let at = 0; at < keys.length; at += pageSize)
      setSetting(
        store.db,
        `${keptKeys}${String(at).padStart(9, '0')}`,
        keys.slice(at, at + pageSize),
      );
  });
}

/** The receiver of the kept keys. */
export interface KeptKeysTaker {
  /** Imports one batch; durable when it resolves. */
  readonly take: (exported: string) => Promise<unknown>;
  /** Retries failed messages, after the last page. */
  readonly retry: () => Promise<unknown>;
}

/**
 * Imports the keys that `keepRoomKeys` saved, page by page; a page is deleted when the new device has it. Resolves when nothing is left.
 */
export async function takeKeptRoomKeys(
  store: Store,
  { take, retry }: KeptKeysTaker,
): Promise<void> {
  const names = settingNames(store.db, keptKeys);
  for (const name of names) {
    await takeInBatches(JSON.stringify(getSetting<unknown[]>(store.db, name) ?? []), take);
    // The last page stays until the messages were tried: after a kill between the two they would stay unread for good.
    if (name === names.at(-1)) await retry();
    store.write(() => deleteSetting(store.db, name));
  }
}

/** To be called when the parts that hold the crypto files open have stopped. */
export function retireDevice(store: Store, atMs: number): void {
  const folder = join(store.folder, 'retired', String(atMs));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of cryptoFiles) {
    const from = join(store.folder, file);
    if (existsSync(from)) renameSync(from, join(folder, file));
  }
  store.write((changes) => {
    deleteSetting(store.db, 'cryptoIdentity');
    deleteSetting(store.db, 'encryptionSetup');
    run(store.db, 'DELETE FROM crypto_inbox');
    changes.topic('encryption');
  });
}
