// A picture: fitted into the window, or larger; scrolled by keys, wheel and dragging.
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaRef } from '#contract/areas/messageModels';
import { useMediaUrl } from '#app/context';
import { IconButton } from '#ui/IconButton';
import { useTakeFocus } from './useTakeFocus';
import { Failed, Loading } from './Waiting';
import styles from './Preview.module.css';

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

export function nextZoom(zoom: number, direction: 1 | -1): number {
  const found =
    direction === 1
      ? steps.find((step) => step > zoom + 0.001)
      : steps.findLast((step) => step < zoom - 0.001);
  return found ?? zoom;
}

const zoomWords = (zoom: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(zoom);

export function ImageView({ name, media }: { readonly name: string; readonly media: MediaRef }) {
  const { t, i18n } = useTranslation();
  const url = useMediaUrl();
  const box = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  /** Null: as large as fits. */
  const [zoom, setZoom] = useState<number | null>(null);
  const drag = useDrag();
  useTakeFocus(box, state === 'shown');
  const src = url(media.handle);
  const now = (): number => {
    const drawn = image.current;
    return (
      zoom ?? (drawn === null || drawn.naturalWidth === 0 ? 1 : drawn.width / drawn.naturalWidth)
    );
  };
  const change = (direction: 1 | -1): void => setZoom(nextZoom(now(), direction));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') change(1);
    else if (event.key === '-') change(-1);
    else if (event.key === '0') setZoom(null);
    else if (event.key === '1') setZoom(1);
  };
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey && event.deltaY !== 0) change(event.deltaY < 0 ? 1 : -1);
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
        onWheel={onWheel}
        {...drag}
      >
        <img
          ref={image}
          key={attempt}
          className={zoom === null ? `${styles.picture} ${styles.fit}` : styles.picture}
          style={
            zoom === null || image.current === null
              ? undefined
              : { inlineSize: image.current.naturalWidth * zoom }
          }
          src={src === null ? undefined : attempt === 0 ? src : `${src}?again=${attempt}`}
          alt={name}
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          onDoubleClick={() => setZoom(zoom === null ? 1 : null)}
        />
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
            {zoom === null ? t('filePanels.preview.fitted') : zoomWords(zoom, i18n.language)}
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
            on={zoom === null}
            onPress={() => setZoom(null)}
          />
        </div>
      )}
    </>
  );
}

/** Dragging moves what is larger than its box. */
function useDrag() {
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      const { scrollLeft: left, scrollTop: top } = event.currentTarget;
      if (event.button === 0) from.current = { x: event.clientX, y: event.clientY, left, top };
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      if (from.current === null) return;
      const { x, y, left, top } = from.current;
      event.currentTarget.scrollTo(left - (event.clientX - x), top - (event.clientY - y));
    },
    onPointerUp: (): void => {
      from.current = null;
    },
    onPointerLeave: (): void => {
      from.current = null;
    },
  };
}
