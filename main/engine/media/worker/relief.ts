// Keeps the worker thread small. The parts of a transfer are garbage as soon as they are sent or written, but V8 sees only the small objects
// that hold them and lets tens of MiB of them pile up. A collection of young objects costs well under a millisecond there.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

const everyBytes = 2 * 1024 * 1024;

function collector(): Collect | null {
  try {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    return typeof found === 'function' ? (found as Collect) : null;
  } catch {
    // It only costs memory.
    return null;
  }
}

/** To be called with the bytes that went through since the last call. */
export function createRelief(): (bytes: number) => void {
  let collect: Collect | null | undefined;
  let held = 0;
  return (bytes) => {
    held += bytes;
    if (held < everyBytes) return;
    held = 0;
    if (collect === undefined) collect = collector();
    collect?.({ type: 'minor' });
  };
}
