// The crypto library on one of three stores.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DecryptionSettings,
  DeviceId,
  OlmMachine,
  StoreHandle,
  TrustRequirement,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';
import * as fakeIndexedDb from 'fake-indexeddb';
import { createIndexedDb, installIndexedDb } from '#stores/indexeddb/index';
import { benchKey, ownUserId } from '../shapes';
import type { Side } from '../statistics';

export interface OpenMachine {
  readonly machine: OlmMachine;
  close(): void;
}

/** peer: fake-indexeddb; ours: our IndexedDB in a temporary folder; floor: the library's memory store. */
export async function openMachine(side: Side): Promise<OpenMachine> {
  const user = new UserId(ownUserId);
  const device = new DeviceId('READER');
  if (side === 'floor')
    return { machine: await OlmMachine.initialize(user, device), close: () => undefined };
  let close = (): void => undefined;
  if (side === 'peer')
    Object.assign(globalThis, fakeIndexedDb, { indexedDB: fakeIndexedDb.indexedDB });
  else {
    const directory = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
    const fileNames = (name: string): string => `${name.replace(/\W/g, '_')}.db`;
    const handle = createIndexedDb({ directory, fileNames, key: benchKey });
    installIndexedDb(handle);
    close = () => {
      handle.close();
      rmSync(directory, { recursive: true, force: true });
    };
  }
  const handle = await StoreHandle.open('bench', null);
  return { machine: await OlmMachine.initFromStore(user, device, handle), close };
}

export const settings = (): DecryptionSettings =>
  new DecryptionSettings(TrustRequirement.Untrusted);

/** Imports the keys of the first `count` events and answers these, ready to be decrypted. */
export async function importKeys(
  machine: OlmMachine,
  folder: string,
  count: number,
): Promise<string[]> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const events = (read('events.json') as { content: { session_id: string } }[]).slice(0, count);
  const wanted = new Set(events.map((event) => event.content.session_id));
  const keys = (read('keys.json') as { session_id: string }[]).filter((key) =>
    wanted.has(key.session_id),
  );
  await machine.importExportedRoomKeys(JSON.stringify(keys), () => undefined);
  return events.map((event) => JSON.stringify(event));
}

export const bodyOf = (json: string): string =>
  (JSON.parse(json) as { content: { body: string } }).content.body;
