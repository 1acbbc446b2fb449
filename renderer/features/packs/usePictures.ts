// Adds files to a pack, one after the other, and collects the failures.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { ManagedPack } from '#contract/areas/messages/packs';
import type { AppError } from '#contract/wire/errors';
import { uploadBytes } from '#app/blobs';
import { useAccount } from '#app/context';
import { errorText } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { resultOf } from '#app/result';
import { smallPicture } from './picture';
import { shortcodeFrom } from './shapes';

export interface Pictures {
  /** Null: no files are being added. */
  readonly progress: { readonly done: number; readonly count: number } | null;
  /** Messages about the files that could not be added. */
  readonly failures: readonly string[];
  add(files: readonly File[]): Promise<void>;
}

export function usePictures(pack: ManagedPack): Pictures {
  const { t } = useTranslation();
  const { engine } = useAccount();
  const call = useEngineCall();
  const [progress, setProgress] = useState<Pictures['progress']>(null);
  const [failures, setFailures] = useState<readonly string[]>([]);

  const words = (error: AppError): string =>
    error.data?.['reason'] === 'pack' ? t('packs.full') : errorText(t, error);

  async function addOne(file: File, shortcode: string): Promise<string | null> {
    const picture = await smallPicture(file);
    if (typeof picture === 'string') return t(`packs.${picture}`);
    const { bytes, mimeType, width, height } = picture;
    const sent = await resultOf(uploadBytes(engine, bytes, shortcode, mimeType));
    if (!sent.ok) return words(sent.error);
    const uses = { emoticon: true, sticker: true };
    const image = { ticket: sent.output, shortcode, width, height, ...uses };
    const added = await call('addPackImage', { pack: pack.key, ...image });
    return added.ok ? null : words(added.error);
  }

  return {
    progress,
    failures,
    async add(files) {
      if (progress !== null || files.length === 0) return;
      setFailures([]);
      const taken = new Set(pack.images.map(({ shortcode }) => shortcode));
      for (const [done, file] of files.entries()) {
        setProgress({ done, count: files.length });
        const shortcode = shortcodeFrom(file.name, taken);
        taken.add(shortcode);
        // A file that was deleted meanwhile cannot be read; the others go on.
        const failure = await addOne(file, shortcode).catch(() => t('packs.unreadable'));
        if (failure !== null)
          setFailures((before) => [
            ...before,
            t('packs.notAdded', { name: file.name, why: failure }),
          ]);
      }
      setProgress(null);
    },
  };
}
