// Files at places of the user: put there without replacing what is there, and what a disk says when it refuses.
import { link, open, rename, rm } from 'node:fs/promises';
import { appFailure } from '#contract/wire/errors';
import { transferFailure } from './sending';

export async function exists(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch {
    // Not there, or not ours to read.
    return false;
  }
}

/** Renames unless something is there; false then, and the file is gone. Disks without links are asked first. */
export async function moveBeside(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (thrown) {
    const taken = codeOf(thrown) === 'EEXIST' || (await exists(to));
    if (!taken) await rename(from, to);
    else await rm(from, { force: true });
    return !taken;
  }
  await rm(from, { force: true });
  return true;
}

/** The disk's word as it would have said it here. */
export function copyFailure(thrown: unknown): unknown {
  const { fileCode } = Object(thrown) as { fileCode?: unknown };
  if (typeof fileCode !== 'string') return transferFailure(thrown);
  return Object.assign(new Error('The file cannot be written'), { code: fileCode });
}

const codeOf = (thrown: unknown): unknown => (Object(thrown) as { code?: unknown }).code;

/** What the disk refuses where the user wants a file to be. */
export function placeFailure(thrown: unknown): unknown {
  const code = codeOf(thrown);
  if (code === 'ENOSPC' || code === 'EDQUOT') return appFailure('disk_full', 'The disk is full');
  if (code === 'EFBIG')
    return appFailure('disk_full', 'The disk takes no file of this size', {
      data: { reason: 'file_size' },
    });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return appFailure('forbidden', 'The place may not be written', { data: { reason: 'place' } });
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return appFailure('not_found', 'The folder to save into is gone', {
      data: { reason: 'place' },
    });
  return thrown;
}
