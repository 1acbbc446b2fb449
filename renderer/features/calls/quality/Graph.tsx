// The last minute of one number, drawn with uPlot: a line without axes, the newest value in words above it.
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import UPlot from 'uplot';
import styles from './QualityPanel.module.css';

export interface GraphProps {
  readonly label: string;
  readonly value: string;
  readonly numbers: readonly number[];
  /** The scale goes to this at least. */
  readonly atLeast: number;
  readonly warn?: boolean;
}

const height = 44;
const points = 60;
/** Fewer points make no visible line. */
const fewest = 4;

export function Graph({ label, value, numbers, atLeast, warn = false }: GraphProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colour = getComputedStyle(element);
    const made = new UPlot(
      {
        width: element.clientWidth || 280,
        height,
        legend: { show: false },
        cursor: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: {
          x: { time: false, range: [0, points - 1] },
          y: { range: (_plot, _min, max) => [0, Math.max(atLeast, max * 1.1)] },
        },
        // Half of the line's width below nothing, else it is cut there.
        padding: [2, 0, 1, 0],
        series: [
          {},
          {
            stroke: () => colour.color,
            fill: () => colour.outlineColor,
            width: 1.5,
            points: { show: false },
          },
        ],
      },
      [[], []],
      element,
    );
    plot.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [atLeast]);
  useEffect(() => {
    const start = points - numbers.length;
    plot.current?.setData([numbers.map((_one, index) => start + index), [...numbers]]);
  }, [numbers]);
  return (
    <div className={styles.graphRow}>
      <div className={styles.graphHead}>
        <span>{label}</span>
        <span className={warn ? styles.warn : styles.value}>{value}</span>
      </div>
      <div className={styles.graphBox}>
        <div ref={place} aria-hidden className={warn ? styles.graphWarn : styles.graph} />
        {numbers.length < fewest && <span className={styles.soon}>{t('quality.measuring')}</span>}
      </div>
    </div>
  );
}
