// Small JSON files of main: read as data or as the fact that they are missing or unreadable, written whole or not at all.
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export type ReadJson =
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable' }
  | { readonly state: 'ok'; readonly data: unknown };

export async function readJson(path: string): Promise<ReadJson> {
  try {
    return { state: 'ok', data: JSON.parse(await readFile(path, 'utf8')) as unknown };
  } catch (thrown) {
    return errorCodeOf(thrown) === 'ENOENT' ? { state: 'missing' } : { state: 'unreadable' };
  }
}

/** The `code` of a system error, else `other`. */
export const errorCodeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : 'other';

/** Durable and all or nothing: a temporary file beside it, synced, renamed, and the folder synced. */
export async function writeJson(path: string, data: unknown): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(data, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows has no such thing; there the rename is durable enough.
  }
}
