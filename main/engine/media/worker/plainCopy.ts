// From a verified encrypted file on this disk to the plain one, in the worker thread: the engine's own thread never deciphers a film.
import { open } from 'node:fs/promises';
import { attachmentDecipher } from '../attachmentCrypto';
import type { AttachmentKey } from '../attachmentCrypto';
import { markForeign } from './foreign';
import { writeAll } from './partWriter';

export interface PlainCopyJob {
  readonly kind: 'plainCopy';
  /** Verified before: nothing is checked here. */
  readonly path: string;
  readonly keys: AttachmentKey;
  /** A new file, which is on the disk when the job is done; after a failure the caller deletes it. */
  readonly target: string;
}

const chunkBytes = 262_144;

/** Reads the next part and writes the one before while this one is deciphered; answers how many bytes it were. */
export async function plainCopy(
  job: PlainCopyJob,
  signal: AbortSignal,
  onBytes: (doneBytes: number) => void,
): Promise<number> {
  const from = await open(job.path, 'r');
  try {
    const to = await open(job.target, 'w');
    try {
      const decipher = attachmentDecipher(job.keys);
      // Deciphering is a copy, so two buffers serve in turn.
      const buffers = [Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(chunkBytes)];
      const readInto = (turn: number) => {
        const read = from.read(buffers[turn % 2] as Buffer, 0, chunkBytes);
        // Awaited later, or the copy has failed before.
        read.catch(() => undefined);
        return read;
      };
      let written = Promise.resolve();
      let done = 0;
      let next = readInto(0);
      for (let turn = 1; ; turn += 1) {
        const { buffer, bytesRead } = await next;
        if (bytesRead === 0) break;
        signal.throwIfAborted();
        next = readInto(turn);
        const plain = decipher.update(buffer.subarray(0, bytesRead));
        await written;
        written = writeAll(to, plain);
        // Awaited in the next round.
        written.catch(() => undefined);
        onBytes((done += bytesRead));
      }
      await written;
      await to.sync();
      await markForeign(job.target);
      return done;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
