// Hands what is spoken to the engine piece by piece, in order, so that it is on the disk before it is sent. What the engine did not take is
// offered again with the next piece; the recording itself goes on without it.
import type { KeptRecording } from '#contract/areas/files/recordings';

export interface Piece {
  /** A pause ends one; each is a file of its own. */
  readonly part: number;
  readonly data: Blob;
}

/** What was said to a window that is gone. */
export interface KeptVoice extends KeptRecording {
  read(): Promise<readonly Piece[]>;
}

export interface Keep {
  /** Resolves with whether it is durable. */
  piece(piece: {
    readonly recordingId: string;
    readonly seq: number;
    readonly part: number;
    readonly elapsedMs: number;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }): Promise<boolean>;
  forget(recordingId: string): void;
}

export interface Keeper {
  use(keep: Keep): void;
  add(piece: Piece, elapsedMs: number): void;
  /** Deletes what is kept, and keeps no more. */
  forget(): void;
}

const mostBytes = 262_144;

/** `kept`: so many pieces are there already. */
export function createKeeper(recordingId: string, kept: number): Keeper {
  let keep: Keep | null = null;
  let closed = false;
  let seq = kept;
  /** In order; the first one is on its way while `busy`. */
  let left: (Piece & { readonly elapsedMs: number })[] = [];
  let busy = false;

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let first = left[0]; first !== undefined; first = left[0]) {
      const { part, data, elapsedMs } = first;
      const bytes = new Uint8Array(await data.arrayBuffer());
      if (closed || keep === null) break;
      const ok = await keep.piece({ recordingId, seq, part, elapsedMs, bytes });
      if (!ok) break;
      seq += 1;
      left = left.slice(1);
    }
    busy = false;
  }

  return {
    use(next) {
      keep = next;
      void pump();
    },
    add({ part, data }, elapsedMs) {
      const rounded = Math.round(elapsedMs);
      for (let at = 0; at < data.size; at += mostBytes)
        left.push({ part, data: data.slice(at, at + mostBytes), elapsedMs: rounded });
      void pump();
    },
    forget() {
      closed = true;
      left = [];
      keep?.forget(recordingId);
    },
  };
}
