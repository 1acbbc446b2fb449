// Tells the system that a file came from somebody else: it then asks before it runs it, and opens documents protected. Windows and macOS
// know such a mark, Linux has none that anything reads.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';

/** A disk that knows no marks is no reason to lose the file. */
export async function markForeign(path: string): Promise<void> {
  if (process.platform === 'win32')
    await writeFile(`${path}:Zone.Identifier`, '[ZoneTransfer]\r\nZoneId=3\r\n').catch(
      // The failure was handled above.
      () => undefined,
    );
  if (process.platform === 'darwin') await quarantine(path);
}

function quarantine(path: string): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  const value = `0083;${seconds};Trellis;`;
  return new Promise((resolve) =>
    execFile('/usr/bin/xattr', ['-w', 'com.apple.quarantine', value, path], () => resolve()),
  );
}
