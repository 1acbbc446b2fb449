// A film or a sound with the browser's own controls; it plays while it is fetched, with a mark until it is checked.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { useMediaUrl } from '#app/context';
import { Button } from '#ui/controls/Button';
import { Unchecked, usePlayable } from '../../players';
import { KindIcon } from '../KindIcon';
import { Loading } from './Waiting';
import styles from './Preview.module.css';

interface PlayerViewProps {
  readonly kind: 'video' | 'audio';
  readonly name: string;
  readonly media: MediaRef;
}

export function PlayerView({ kind, name, media }: PlayerViewProps) {
  const { t } = useTranslation();
  const url = useMediaUrl();
  const { src, unchecked, failed, onError, retry } = usePlayable(media);
  const [ready, setReady] = useState(false);
  if (failed !== null)
    return (
      <div className={styles.center} role="alert">
        <div className={styles.card}>
          <p>{failed}</p>
          <Button
            onPress={() => {
              setReady(false);
              retry();
            }}
          >
            {t('app.retry')}
          </Button>
        </div>
      </div>
    );
  const common = {
    src,
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    onLoadedMetadata: () => setReady(true),
    onError,
  } as const;
  return (
    <>
      {!ready && <Loading handle={media.handle} />}
      {ready && unchecked && (
        <p className={styles.checking}>
          <Unchecked />
        </p>
      )}
      {kind === 'video' ? (
        <video
          {...common}
          className={ready ? styles.video : styles.hidden}
          poster={url(media.thumbnail) ?? undefined}
        />
      ) : (
        <div className={ready ? styles.center : styles.hidden}>
          <KindIcon kind="audio" size="l" />
          <audio {...common} className={styles.audio} />
        </div>
      )}
    </>
  );
}
