// Deletes files that a kill left in the cache folder: parts of downloads, and files whose row was not written.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFiles } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import type { Downloads } from './downloads';

/** Deletes every file of the cache folder that has no row and no running download; answers how many. */
export async function sweepCache(
  store: Store,
  cacheFolder: string,
  downloads: Pick<Downloads, 'writing'>,
): Promise<number> {
  const found = await readdir(cacheFolder);
  // Read after the folder, and without a pause, so that files which came meanwhile are kept, too.
  const kept = new Set([...cachedFiles(store.db), ...downloads.writing()]);
  const left = found.filter((name) => !kept.has(name.replace(/\.part$/, '')));
  await Promise.all(left.map((name) => rm(join(cacheFolder, name), { force: true })));
  return left.length;
}
