// A file that plays while it is fetched: its address, whether its hash was right, and why it cannot be played.
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { useMediaUrl } from '#app/context';
import { useValue } from '#app/hooks';

export interface Playable {
  readonly src: string | undefined;
  /** It is encrypted, and nobody knows yet whether it is what was sent. */
  readonly unchecked: boolean;
  /** Why it must not be played, or cannot; the player goes then. */
  readonly failed: string | null;
  /** What the browser says. */
  readonly onError: () => void;
  readonly retry: () => void;
}

/** Without a connection what counts is not the connection, but that the file is not here. */
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
  /** The failure that the reader has answered with another try. */
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
