// Small pictures for what is uploaded: only a window can decode pictures and films (D3), so whoever watches `wanted` is asked for each and answers.
// Without a window, or when it takes too long, a file goes without. Nothing here is durable: what was made is the row's from then on.
import { randomBytes } from 'node:crypto';
import { appFailure } from '#contract/wire/errors';
import { isShown } from '#contract/shownTypes';
import type { AttachmentPreview, WantedPreview } from '#contract/areas/files/transfersModels';
import { createListeners } from '../../base/listeners';
import type { Downloads } from '../../media/downloads';
import { shownInfo } from '../../media/media';
import { stagedKey, type StagedFile, type Staging } from '../../media/staging';
import type { Clock, Log } from '../../base/types';
import type { MadePreview, UploadSource } from '../types';
import { reported, unexpected } from '../../base/unexpected';

export interface Previews {
  /** Null: no picture or film that a window can look into, nobody there to do it, or no answer in time. Never throws. */
  of(
    source: UploadSource,
    facts: { readonly mimeType: string | null; readonly sizeBytes: number },
    signal: AbortSignal,
  ): Promise<MadePreview | null>;
  /** Uses the ticket of the small picture up. */
  made(key: string, preview: AttachmentPreview | null): Promise<void>;
  /** `show` gets what is wanted now, and again after every change. */
  watch(show: (wanted: readonly WantedPreview[]) => void): () => void;
}

interface Wanted {
  readonly handle: string;
  readonly answer: (preview: MadePreview | null) => void;
}

const patienceMs = 15_000;
/** Larger ones are not handed to a window. */
const mostBytes = 64 * 1024 * 1024;

export function createPreviews(deps: {
  readonly staging: Staging;
  readonly downloads: Pick<Downloads, 'lend'>;
  readonly clock: Clock;
  readonly log: Log;
}): Previews {
  const { staging, downloads, clock, log } = deps;
  const wanted = new Map<string, Wanted>();
  const watchers = createListeners<[wanted: readonly WantedPreview[]]>();

  /** The windows did not answer in time: nothing waits for them again until one does. */
  let silent = false;

  const list = (): WantedPreview[] => [...wanted].map(([key, { handle }]) => ({ key, handle }));
  const tell = (): void => watchers.tell(list());

  function settle(key: string, preview: MadePreview | null): void {
    const found = wanted.get(key);
    if (found === undefined) return;
    wanted.delete(key);
    found.answer(preview);
    tell();
  }

  /** Shows the file to the windows and waits for the first answer. */
  async function ask(staged: StagedFile, mimeType: string, signal: AbortSignal) {
    const path = staging.path(staged.file);
    const file = { path, ...stagedKey(staged), sizeBytes: staged.sizeBytes, mimeType };
    const { handle, takeBack } = downloads.lend(file);
    const key = randomBytes(16).toString('base64url');
    const give = (): void => settle(key, null);
    const cancel = clock.setTimeout(() => {
      silent = true;
      give();
    }, patienceMs);
    signal.addEventListener('abort', give, { once: true });
    try {
      return await new Promise<MadePreview | null>((answer) => {
        wanted.set(key, { handle, answer });
        tell();
        if (signal.aborted) give();
      });
    } finally {
      signal.removeEventListener('abort', give);
      cancel();
      takeBack();
    }
  }

  return {
    async of(source, { mimeType, sizeBytes }, signal) {
      const visible = isShown(mimeType) && /^(image|video)\//.test(mimeType);
      if (!visible || sizeBytes > mostBytes || watchers.isEmpty() || silent) return null;
      let copy: StagedFile | null = null;
      try {
        if (!('staged' in source)) copy = await staging.copy(source);
        return await ask(
          'staged' in source ? source.staged : (copy as StagedFile),
          mimeType,
          signal,
        );
      } catch (thrown) {
        // The file itself will say the same, in a place where somebody reads it.
        log.debug('no preview of a picture', { code: unexpected(log, 'preview', thrown).code });
        return null;
      } finally {
        if (copy !== null)
          await staging.discard(copy.file).catch(reported(log, 'discarding a copy'));
      }
    },

    async made(key, preview) {
      silent = false;
      if (!wanted.has(key)) throw appFailure('not_found', 'Nobody waits for this preview');
      if (preview === null) return settle(key, null);
      const { thumbnail } = preview;
      const info = shownInfo(preview);
      if (thumbnail === null) return settle(key, { info, thumbnail: null });
      const { width, height } = thumbnail;
      const staged = await staging.stage(thumbnail.ticket);
      const mimeType = staged.mimeType ?? thumbnail.mimeType;
      if (wanted.has(key)) settle(key, { info, thumbnail: { staged, width, height, mimeType } });
      else await staging.discard(staged.file);
    },

    watch(show) {
      const stop = watchers.add(show);
      silent = false;
      show(list());
      return () => {
        stop();
        if (watchers.isEmpty()) for (const key of [...wanted.keys()]) settle(key, null);
      };
    },
  };
}
