// Text that the user saves to a place of their choice: readable by them alone, and completely on the disk when the call resolves.
import { open } from 'node:fs/promises';
import { appFailure } from '#contract/wire/errors';
import { errorCodeOf } from './atomicFile';

/** Replaces a file that is there, with the user's consent given in the dialog; its mode becomes 0600 as well. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (thrown) {
    const code = errorCodeOf(thrown);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw appFailure('disk_full', 'The disk is full');
    throw appFailure('forbidden', 'The file cannot be written there');
  }
}
