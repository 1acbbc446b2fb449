// Speed and time left from the last seconds. Pure.

const windowMs = 6000;
const youngMs = 1000;
/** After so long without a byte nothing moves. */
export const stillMs = 2000;

export interface Rate {
  add(atMs: number, doneBytes: number): void;
  /** Average of the last seconds; null while it has run too briefly. */
  bytesPerSecond(nowMs: number): number | null;
  moves(nowMs: number): boolean;
}

export function createRate(): Rate {
  let samples: { atMs: number; bytes: number }[] = [];
  const moves = (nowMs: number): boolean => nowMs - (samples.at(-1)?.atMs ?? -Infinity) < stillMs;
  return {
    add(atMs, bytes) {
      const last = samples.at(-1);
      // Began anew: what was before says nothing.
      if (last !== undefined && bytes < last.bytes) samples = [];
      samples.push({ atMs, bytes });
      while (samples.length > 2 && (samples[1]?.atMs ?? 0) < atMs - windowMs) samples.shift();
    },
    bytesPerSecond(nowMs) {
      const first = samples[0];
      const last = samples.at(-1);
      if (first === undefined || last === undefined || !moves(nowMs)) return null;
      const ms = nowMs - first.atMs;
      return ms < youngMs ? null : Math.round(((last.bytes - first.bytes) * 1000) / ms);
    },
    moves,
  };
}

export function secondsLeft(
  bytesDone: number,
  bytesTotal: number | null,
  bytesPerSecond: number | null,
): number | null {
  if (bytesTotal === null || bytesPerSecond === null || bytesPerSecond <= 0) return null;
  return Math.ceil(Math.max(0, bytesTotal - bytesDone) / bytesPerSecond);
}
