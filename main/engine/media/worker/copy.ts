// A second copy of the bytes of an upload. A disk that refuses them ends the copy, never the upload.
import { open, type FileHandle } from 'node:fs/promises';
import { createPartWriter, type PartWriter } from './partWriter';

export interface Copy {
  /** Yields every chunk after it was written. */
  of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  /** True when every byte is on the disk. */
  end(): Promise<boolean>;
  close(): Promise<void>;
}

/** @param path the file to write; null: there is no copy */
export async function openCopy(path: string | null): Promise<Copy> {
  // The disk may refuse it.
  let file: FileHandle | null =
    path === null ? null : await open(path, 'w', 0o600).catch(() => null);
  let writer: PartWriter | null = file === null ? null : createPartWriter(file);

  async function tried(work: (to: PartWriter) => Promise<void>): Promise<void> {
    if (writer === null) return;
    try {
      await work(writer);
    } catch {
      // The disk is full, or the file is gone.
      writer = null;
    }
  }

  return {
    async *of(chunks) {
      for await (const chunk of chunks) {
        await tried((to) => to.write(chunk));
        yield chunk;
      }
    },
    async end() {
      await tried((to) => to.end());
      return writer !== null;
    },
    async close() {
      const open = file;
      file = null;
      // Only `end` says whether the copy is complete.
      await open?.close().catch(() => undefined);
    },
  };
}
