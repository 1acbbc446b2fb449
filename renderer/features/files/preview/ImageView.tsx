// A picture: fitted into the window, or of any size; turned; moved by keys, wheel, dragging and two fingers.
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/words';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { useMediaUrl } from '#app/context';
import { formatPercent } from '#ui/text/percent';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { useTakeFocus } from './useTakeFocus';
import { usePan } from './usePan';
import { useZoom } from './useZoom';
import { Failed, Loading } from './Waiting';
import { nextZoom, turned } from './zoom';
import styles from './Preview.module.css';

export function ImageView({ name, media }: { readonly name: string; readonly media: MediaRef }) {
  const { t, i18n } = useTranslation();
  const url = useMediaUrl();
  const box = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const { natural, turns, zoom, fitted, setNatural, turn, zoomTo, fit } = useZoom(box);
  const pan = usePan(box, { zoom, zoomTo }, state !== 'failed');
  useTakeFocus(box, state === 'shown');
  const src = url(media.handle);
  const change = (direction: 1 | -1): void => zoomTo(nextZoom(zoom, direction));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') change(1);
    else if (event.key === '-') change(-1);
    else if (event.key === '0') fit();
    else if (event.key === '1') zoomTo(1);
    else if (event.key === 'r') turn();
  };
  if (state === 'failed')
    return (
      <Failed
        handle={media.handle}
        onRetry={() => {
          setAttempt(attempt + 1);
          setState('loading');
        }}
      />
    );
  const frame = turned(natural, turns);
  return (
    <>
      {state === 'loading' && <Loading handle={media.handle} />}
      <div
        ref={box}
        className={state === 'shown' ? styles.pictureBox : styles.hidden}
        tabIndex={0}
        role="group"
        aria-label={name}
        onKeyDown={onKeyDown}
        onDoubleClick={({ clientX, clientY }) => (fitted ? zoomTo(1, { clientX, clientY }) : fit())}
        {...pan}
      >
        <div
          className={styles.turning}
          style={{ inlineSize: frame.width * zoom, blockSize: frame.height * zoom }}
        >
          <img
            key={attempt}
            className={styles.picture}
            style={{
              inlineSize: natural.width * zoom,
              blockSize: natural.height * zoom,
              rotate: `${turns * 90}deg`,
            }}
            src={src === null ? undefined : attempt === 0 ? src : `${src}?again=${attempt}`}
            alt={name}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setNatural({ width, height });
              setState('shown');
            }}
            onError={() => setState('failed')}
          />
        </div>
      </div>
      {state === 'shown' && (
        <div className={styles.zoom} role="group" aria-label={t('filePanels.preview.zoom')}>
          <IconButton
            label={t('filePanels.preview.zoomOut')}
            icon={ZoomOut}
            shortcut="-"
            onPress={() => change(-1)}
          />
          <span className={styles.percent} role="status">
            {formatPercent(zoom, i18n.language)}
          </span>
          <IconButton
            label={t('filePanels.preview.zoomIn')}
            icon={ZoomIn}
            shortcut="+"
            onPress={() => change(1)}
          />
          <IconButton
            label={t('filePanels.preview.fit')}
            icon={Maximize}
            shortcut="0"
            on={fitted}
            onPress={fit}
          />
          <Button
            variant="quiet"
            size="s"
            aria-label={t('filePanels.preview.actualSize')}
            onPress={() => zoomTo(1)}
          >
            1:1
          </Button>
          <IconButton
            label={t('filePanels.preview.turn')}
            icon={RotateCw}
            shortcut="R"
            onPress={turn}
          />
        </div>
      )}
    </>
  );
}
