// A file that plays while it is downloaded: its URL, whether its hash was checked, and why it cannot be played.
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { useMediaUrl } from '#app/context';
import { useValue } from '#app/hooks';

export interface Playable {
  readonly src: string | undefined;
  /** The file is encrypted, and its hash was not checked yet. */
  readonly unchecked: boolean;
  /** The reason why it cannot or must not be played; the player is then removed. */
  readonly failed: string | null;
  /** Called for the `error` event of the media element. */
  readonly onError: () => void;
  readonly retry: () => void;
}

/** Without a connection the text says that the file is not on this computer. */
function lostText(t: TFunction, code: string | null): string {
  if (code === 'media_damaged') return t('players.damaged');
  return code === 'offline' ? t('players.notSaved') : t('players.failed');
}

export function usePlayable(media: Pick<MediaRef, 'handle' | 'encrypted'>): Playable {
  const { t } = useTranslation();
  const url = useMediaUrl()(media.handle) ?? undefined;
  const { value: download } = useValue('download', { handle: media.handle });
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  /** The failure after which the reader has tried again. */
  const [answered, setAnswered] = useState<typeof download>();
  const lost = download?.state === 'failed' && download !== answered ? download : null;
  return {
    src: url === undefined || attempt === 0 ? url : `${url}?again=${attempt}`,
    unchecked: media.encrypted && download?.state === 'loading',
    failed: lost === null ? (broken ? t('players.failed') : null) : lostText(t, lost.error),
    onError: () => setBroken(true),
    retry() {
      setAnswered(download);
      setBroken(false);
      setAttempt(attempt + 1);
    },
  };
}
