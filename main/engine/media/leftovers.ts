// What a kill left in the cache folder: parts of downloads, and files that lay there before their row was written.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFiles } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import type { Downloads } from './downloads';

/** Deletes every file of the cache folder that no row knows and no download writes; answers how many. */
export async function sweepCache(
  store: Store,
  cacheFolder: string,
  downloads: Pick<Downloads, 'writing'>,
): Promise<number> {
  const found = await readdir(cacheFolder);
  // Only now, and without a pause: what came while the folder was read counts too.
  const kept = new Set([...cachedFiles(store.db), ...downloads.writing()]);
  const left = found.filter((name) => !kept.has(name.replace(/\.part$/, '')));
  await Promise.all(left.map((name) => rm(join(cacheFolder, name), { force: true })));
  return left.length;
}
