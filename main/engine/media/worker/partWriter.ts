// Writes a file in large parts: one is being written while the next is filled. The caller may reuse its buffer at once, so the small pieces
// of a socket never wait for the disk.
import type { FileHandle } from 'node:fs/promises';

const partBytes = 524_288;

/** @param place offset in the file; null: after the last write */
export async function writeAll(
  to: FileHandle,
  bytes: Buffer,
  place: number | null = null,
): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const where = place === null ? null : place + at;
    const { bytesWritten } = await to.write(bytes, at, bytes.length - at, where);
    at += bytesWritten;
  }
}

export interface PartWriter {
  /** Waits only when the disk is slower than the incoming bytes. */
  write(bytes: Buffer): Promise<void>;
  /** Starts to write the present bytes, though the part is not full. */
  flush(): Promise<void>;
  /** The file holds every byte before this one. */
  writtenTo(): number;
  /** On the disk when it resolves. */
  end(): Promise<void>;
}

/** @param place of the first byte in the file */
export function createPartWriter(to: FileHandle, place = 0): PartWriter {
  let filling = Buffer.allocUnsafeSlow(partBytes);
  let spare = Buffer.allocUnsafeSlow(partBytes);
  let filled = 0;
  let written = Promise.resolve();
  let next = place;
  let end = place;

  async function turn(): Promise<void> {
    const part = filling.subarray(0, filled);
    [filling, spare] = [spare, filling];
    filled = 0;
    await written;
    const at = next;
    next += part.length;
    written = writeAll(to, part, at).then(() => {
      end = at + part.length;
    });
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
    async flush() {
      if (filled > 0) await turn();
    },
    writtenTo: () => end,
    async end() {
      if (filled > 0) await turn();
      await written;
      await to.sync();
    },
  };
}
