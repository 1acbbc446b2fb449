// Writes files to places that the user chose, without replacing existing ones, and converts the disk's refusals.
import { link, open, rename, rm } from 'node:fs/promises';
import { appFailure } from '#contract/wire/errors';
import { transferFailure } from './sending';

export async function exists(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch {
    // The file does not exist, or may not be read.
    return false;
  }
}

/**
 * Renames the file unless the target exists; false then, and the file is deleted. On disks without hard links the target is checked first.
 */
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

/** The failure as a local write would have thrown it. */
export function copyFailure(thrown: unknown): unknown {
  const { fileCode } = Object(thrown) as { fileCode?: unknown };
  if (typeof fileCode !== 'string') return transferFailure(thrown);
  return Object.assign(new Error('The file cannot be written'), { code: fileCode });
}

const codeOf = (thrown: unknown): unknown => (Object(thrown) as { code?: unknown }).code;

/** The failure for a disk that refuses a file at the user's place. */
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
