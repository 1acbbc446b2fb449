// A second place for the bytes of an upload: what goes out is written there too. A disk that refuses them ends the copy, never the upload.
import { open, type FileHandle } from 'node:fs/promises';
import { createPartWriter, type PartWriter } from './partWriter';

export interface Copy {
  /** Hands on every chunk after it was noted. */
  of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  /** True when every byte is on the disk. */
  end(): Promise<boolean>;
  close(): Promise<void>;
}

/** @param path written anew; null: there is no copy */
export async function openCopy(path: string | null): Promise<Copy> {
  // The disk refuses it.
  let file: FileHandle | null =
    path === null ? null : await open(path, 'w', 0o600).catch(() => null);
  let writer: PartWriter | null = file === null ? null : createPartWriter(file);

  async function tried(work: (to: PartWriter) => Promise<void>): Promise<void> {
    if (writer === null) return;
    try {
      await work(writer);
    } catch {
      // Full, or gone.
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
      // What was written counts by `end` alone.
      await open?.close().catch(() => undefined);
    },
  };
}
