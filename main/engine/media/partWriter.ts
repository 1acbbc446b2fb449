// Writes a file in large parts: one is on its way to the disk while the next is filled. What is given may be used again at once, so the
// small pieces of a socket never wait for the disk.
import type { FileHandle } from 'node:fs/promises';

const partBytes = 524_288;

export async function writeAll(to: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await to.write(bytes, at, bytes.length - at);
    at += bytesWritten;
  }
}

export interface PartWriter {
  /** Waits only when the disk is slower than what comes. */
  write(bytes: Buffer): Promise<void>;
  /** On the disk when it resolves. */
  end(): Promise<void>;
}

export function createPartWriter(to: FileHandle): PartWriter {
  let filling = Buffer.allocUnsafeSlow(partBytes);
  let spare = Buffer.allocUnsafeSlow(partBytes);
  let filled = 0;
  let written = Promise.resolve();

  async function turn(): Promise<void> {
    const part = filling.subarray(0, filled);
    [filling, spare] = [spare, filling];
    filled = 0;
    await written;
    written = writeAll(to, part);
    // The writer may be left before this is awaited.
    written.catch(() => undefined);
  }

  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;) {
        const count = bytes.copy(filling, filled, at);
        at += count;
        filled += count;
        if (filled === partBytes) await turn();
      }
    },
    async end() {
      if (filled > 0) await turn();
      await written;
      await to.sync();
    },
  };
}
