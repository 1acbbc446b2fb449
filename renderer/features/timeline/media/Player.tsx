// A video with the browser's own controls. Nothing is loaded before the reader asks for it; then it plays while it is fetched.
import { VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useMediaUrl } from '#app/context';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { Unchecked, usePlayable } from '../../players';
import type { Media } from '../context';
import { frameOf } from './frame';
import styles from './Player.module.css';

export function Player({ media }: { readonly media: Media }): ReactNode {
  const { t } = useTranslation();
  const poster = useMediaUrl()(media.thumbnail) ?? undefined;
  const { src, unchecked, failed, onError, retry } = usePlayable(media);
  const { width, height } = frameOf(media.width, media.height);
  const frame = { aspectRatio: `${width} / ${height}`, width };
  if (failed !== null)
    return (
      <div className={styles.failed} style={frame} role="alert">
        <Icon icon={VideoOff} size={20} />
        <span>{failed}</span>
        <Button variant="text" size="s" onPress={retry}>
          {t('timeline.action.tryAgain')}
        </Button>
      </div>
    );
  return (
    <div className={styles.frame} style={frame}>
      <video
        className={styles.video}
        src={src}
        poster={poster}
        controls
        preload="none"
        aria-label={media.fileName}
        onError={onError}
      />
      {unchecked && <Unchecked onPicture />}
    </div>
  );
}
