// The edge between list and content, moved by mouse or by arrow keys.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '#app/words';
import { bounds } from './effects/useListWidth';
import styles from './Frame.module.css';

export interface ListResizerProps {
  readonly width: number;
  readonly onChange: (width: number) => void;
  readonly onEnd: (width: number) => void;
}

export function ListResizer({ width, onChange, onEnd }: ListResizerProps) {
  const { t } = useTranslation();
  const drag = useRef<{ startX: number; startWidth: number; width: number } | null>(null);
  const direction = () => (document.documentElement.dir === 'rtl' ? -1 : 1);

  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === null) return;
    const { startX, startWidth } = drag.current;
    drag.current.width = startWidth + (event.clientX - startX) * direction();
    onChange(drag.current.width);
  };
  const onPointerUp = () => {
    if (drag.current !== null) onEnd(drag.current.width);
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 16 * direction(),
      ArrowLeft: -16 * direction(),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(width + step);
    onEnd(width + step);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('places.resize')}
      aria-valuemin={bounds.smallest}
      aria-valuemax={bounds.largest}
      aria-valuenow={width}
      className={styles.grip}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { startX: event.clientX, startWidth: width, width };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => {
        onChange(bounds.usual);
        onEnd(bounds.usual);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
