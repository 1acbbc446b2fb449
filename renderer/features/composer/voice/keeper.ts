// Hands the recorded pieces to the engine one after the other, so that they are on the disk before the message is sent. A piece that the
// engine did not take is offered again with the next one; the recording goes on meanwhile.
import type { KeptRecording } from '#contract/areas/files/recordings';

export interface Piece {
  /** A pause ends a part; each part is a file of its own. */
  readonly part: number;
  readonly data: Blob;
}

/** A recording that an earlier window left in the engine. */
export interface KeptVoice extends KeptRecording {
  read(): Promise<readonly Piece[]>;
}

export interface Keep {
  /** Resolves with whether the piece is durable. */
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
  /** Deletes the stored pieces, and stores no more. */
  forget(): void;
}

const mostBytes = 262_144;

/** `kept`: the number of pieces that the engine has already. */
export function createKeeper(recordingId: string, kept: number): Keeper {
  let keep: Keep | null = null;
  let closed = false;
  let seq = kept;
  /** Pieces in order; while `busy`, the first one is being stored. */
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
