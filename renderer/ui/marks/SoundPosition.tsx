// The position in a sound as a waveform or a bar; the played part has the accent colour. The slider above it is the browser's own.
import clsx from 'clsx';
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import styles from './SoundPosition.module.css';

const barPx = 3;
const gapPx = 2;
const waveHeightPx = 28;
/** Silence has bars too, so that the waveform has no holes. */
const leastPx = 3;

/** The loudness as one path of vertical bars, which stretches to the available width. */
export function Wave({ waveform }: { readonly waveform: readonly number[] }): ReactNode {
  const step = barPx + gapPx;
  const path = waveform
    .map((loudness, index) => {
      const height = Math.max(leastPx, loudness * waveHeightPx);
      const top = (waveHeightPx - height) / 2;
      return `M${index * step + barPx / 2} ${top + barPx / 2}V${top + height - barPx / 2 + 0.01}`;
    })
    .join('');
  return (
    <svg
      viewBox={`0 0 ${waveform.length * step - gapPx} ${waveHeightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} strokeWidth={barPx} strokeLinecap="round" stroke="currentColor" fill="none" />
    </svg>
  );
}

export interface SoundPositionProps {
  readonly label: string;
  /** The position in words, for screen readers. */
  readonly valueText: string;
  /** Values from 0 to 1; null: a bar is shown. */
  readonly waveform: readonly number[] | null;
  readonly positionMs: number;
  /** Null while the duration is unknown. */
  readonly durationMs: number | null;
  /** Leaves room for a line above it. */
  readonly low?: boolean;
  readonly onSeek: (positionMs: number) => void;
}

const keySteps: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 4, PageDown: -4 },
};
const stepMs = 5000;

/** A press seeks to its place; arrow keys seek by five seconds, or by a twentieth of a short sound. */
export function SoundPosition(props: SoundPositionProps): ReactNode {
  const { label, valueText, waveform, positionMs, durationMs, low = false, onSeek } = props;
  const whole = Math.max(1, durationMs ?? 0);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const steps = keySteps[event.key];
    if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const isMirrored = /^Arrow[LR]/.test(event.key) && document.dir === 'rtl';
    const by = steps * (isMirrored ? -1 : 1) * Math.min(stepMs, whole / 20);
    onSeek(Math.min(whole, Math.max(0, positionMs + by)));
  };
  const picture =
    waveform === null ? <span className={styles.bar} /> : <Wave waveform={waveform} />;
  return (
    <div
      className={clsx(styles.position, low && styles.low)}
      style={{ '--played': Math.min(1, positionMs / whole) } as CSSProperties}
    >
      <div className={styles.rest}>{picture}</div>
      <div className={styles.played}>{picture}</div>
      <input
        type="range"
        min={0}
        max={whole}
        step="any"
        value={Math.min(positionMs, whole)}
        disabled={durationMs === null}
        aria-label={label}
        aria-valuetext={valueText}
        onKeyDown={onKeyDown}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
    </div>
  );
}
