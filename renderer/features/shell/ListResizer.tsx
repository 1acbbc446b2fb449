// The edge between list and content: 240 to 420 px, by mouse or by arrow keys, remembered per account.
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useEngineCall, useSetting } from '#app/hooks';
import styles from './Frame.module.css';

const smallest = 240;
const largest = 420;
const usual = 300;
const settingName = 'ui.listWidth';

const inBounds = (width: number): number =>
  Math.round(Math.min(largest, Math.max(smallest, width)));

export interface ListWidth {
  readonly width: number;
  readonly setWidth: (width: number) => void;
  /** Remembers the width; at the end of a drag, not during it. */
  readonly keepWidth: (width: number) => void;
}

export function useListWidth(): ListWidth {
  const call = useEngineCall();
  const saved = useSetting(settingName);
  const [chosen, setChosen] = useState<number | null>(null);
  return {
    width: chosen ?? (typeof saved === 'number' ? inBounds(saved) : usual),
    setWidth: (width) => setChosen(inBounds(width)),
    keepWidth: (width) => void call('setSetting', { name: settingName, value: inBounds(width) }),
  };
}

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
      aria-valuemin={smallest}
      aria-valuemax={largest}
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
        onChange(usual);
        onEnd(usual);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
