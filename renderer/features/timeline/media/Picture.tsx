// A picture in the timeline: its frame stands from the first paint, the blur gives way when the bytes are there and verified.
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaUrl } from '#app/context';
import { useValue } from '#app/hooks';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { useTimelineScope } from '../context';
import type { Media } from '../context';
import { Blurhash } from './Blurhash';
import { frameOf, stickerBounds } from './frame';
import styles from './Picture.module.css';

interface PictureProps {
  readonly media: Media;
  /** It stands for itself: small, without a frame. */
  readonly sticker?: boolean;
  /** Drawn as a square of so many pixels, whatever its own size. */
  readonly sidePx?: number;
}

function WhyFailed({ handle }: { readonly handle: string }) {
  const { t } = useTranslation();
  const { value: download } = useValue('download', { handle });
  const offline = download?.error === 'offline';
  return <span>{offline ? t('players.notSaved') : t('timeline.pictureFailed')}</span>;
}

export function Picture({ media, sticker = false, sidePx }: PictureProps): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const url = useMediaUrl();
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const { width, height } = frameOf(
    sidePx ?? media.width,
    sidePx ?? media.height,
    sticker ? stickerBounds : undefined,
  );
  const shown = media.thumbnail ?? media.handle;
  const src = url(shown);
  if (state === 'failed')
    return (
      <div className={styles.failed} style={{ aspectRatio: `${width} / ${height}`, width }}>
        <Icon icon={ImageOff} size={20} />
        <WhyFailed handle={shown} />
        <Button
          variant="text"
          size="s"
          onPress={() => {
            setAttempt(attempt + 1);
            setState('loading');
          }}
        >
          {t('timeline.action.tryAgain')}
        </Button>
      </div>
    );
  return (
    <button
      type="button"
      className={sticker ? styles.sticker : styles.picture}
      style={{ aspectRatio: `${width} / ${height}`, width }}
      aria-label={t('timeline.viewFile', { name: media.fileName })}
      onClick={() => actions.view(media)}
    >
      {media.blurhash !== null && state === 'loading' && (
        <Blurhash hash={media.blurhash} className={styles.blur} />
      )}
      <img
        key={attempt}
        src={src === null ? undefined : attempt === 0 ? src : `${src}?again=${attempt}`}
        alt={media.fileName}
        draggable={false}
        className={state === 'shown' ? undefined : styles.hidden}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
    </button>
  );
}
