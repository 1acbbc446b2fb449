// A picture in the timeline: its frame stands from the first paint, the blur gives way when the bytes are there and verified.
import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { later } from '#ui/later';
import { useTranslation } from '#app/words';
import { useMediaUrl } from '#app/context';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { useTimelineScope } from '../context';
import type { Media } from '../context';
import { frameOf, stickerBounds } from './frame';
import styles from './Picture.module.css';

const Blurhash = later(async () => (await import('./Blurhash')).Blurhash);

interface PictureProps {
  readonly media: Media;
  /** A sticker: small, without a frame. */
  readonly sticker?: boolean;
  /** Fills what it stands in, whatever its own size: one of several in a grid, which says how wide to how high (`--ratio`; a square). */
  readonly cover?: boolean;
}

function WhyFailed({ handle }: { readonly handle: string }) {
  const { t } = useTranslation();
  const { value: download } = useValue('download', { handle });
  const offline = download?.error === 'offline';
  return <span>{offline ? t('players.notSaved') : t('timeline.pictureFailed')}</span>;
}

export function Picture({ media, sticker = false, cover = false }: PictureProps): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const url = useMediaUrl();
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const { width, height } = frameOf(media.width, media.height, sticker ? stickerBounds : undefined);
  const size = cover ? undefined : { aspectRatio: `${width} / ${height}`, width };
  const shown = media.thumbnail ?? media.handle;
  const src = url(shown);
  if (state === 'failed')
    return (
      <div className={clsx(styles.failed, cover && styles.cover)} style={size}>
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
      className={clsx(sticker ? styles.sticker : styles.picture, cover && styles.cover)}
      style={size}
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
