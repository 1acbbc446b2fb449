// Gives out film and sound while they are fetched: the readable bytes of the part, which main deciphers from any offset. A picture or a
// text is shown only after its hash is right. The player says that the file is not checked yet (value `download`).
import type { MediaTicket } from '#contract/control';
import type { Clock } from '../base/types';
import { typeOf } from './heads';
import { partPath, type Running } from './loading';
import { sniffBytes } from './mediaTypes';

/** Number of bytes that are worth an answer of their own. */
const wantedBytes = 262_144;
/** After this time fewer bytes are worth an answer, too. */
const patienceMs = 500;

interface PlayingParts {
  readonly cacheFolder: string;
  readonly clock: Clock;
  /** Reports each step of the download with this handle. */
  readonly onChange: (listener: (handle: string) => void) => () => void;
}

/** Resolves with the next step of a download, when it has ended, or after `ms`. */
async function step(
  { onChange, clock }: PlayingParts,
  handle: string,
  done: Promise<unknown>,
  ms: number | null,
): Promise<void> {
  let stop = (): void => undefined;
  const news = new Promise<void>((resolve) => {
    const unlisten = onChange((changed) => {
      if (changed === handle) resolve();
    });
    const unwait = ms === null ? () => undefined : clock.setTimeout(resolve, ms);
    stop = () => {
      unlisten();
      unwait();
    };
  });
  try {
    await Promise.race([news, done]);
  } finally {
    stop();
  }
}

const plays = (mimeType: string | null): mimeType is string =>
  mimeType !== null && /^(?:video|audio)\//.test(mimeType);

/**
 * A ticket for the part of a running download from byte `at` on; bytes before `readyTo` may be read. Waits until they are there. Null when
 * the download has ended, or has to complete first: the file is no film and no sound by its bytes, or the server does not say its length.
 */
export async function partTicket(
  parts: PlayingParts,
  handle: string,
  at: number,
  running: Running,
): Promise<MediaTicket | null> {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  // The caller that started the download gets its failure.
  const done = running.done.then(end, end);
  let mimeType: string | null = null;
  let seenAt: number | null = null;
  for (;;) {
    if (ended) return null;
    const { keys, totalBytes, writtenBytes, file } = running;
    const known = keys !== null && totalBytes !== null && writtenBytes > 0;
    if (known && at >= totalBytes) return null;
    if (known && mimeType === null && writtenBytes >= Math.min(totalBytes, sniffBytes)) {
      // The part may have become the file meanwhile: then the download has ended.
      mimeType = await typeOf(partPath(parts.cacheFolder, file), keys).catch(() => null);
      if (!plays(mimeType)) return null;
      continue;
    }
    // The last piece waits for the hash of the whole file.
    const playing = known && writtenBytes < totalBytes;
    const ready = playing && mimeType !== null ? writtenBytes - at : 0;
    if (playing && mimeType !== null && ready > 0) {
      seenAt ??= parts.clock.monotonic();
      if (ready >= wantedBytes || parts.clock.monotonic() - seenAt >= patienceMs)
        return {
          path: partPath(parts.cacheFolder, file),
          ...keys,
          sizeBytes: totalBytes,
          mimeType,
          readyTo: writtenBytes,
        };
    }
    await step(parts, handle, done, ready > 0 ? patienceMs : null);
  }
}
