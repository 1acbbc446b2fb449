// A choice of few options: radio buttons in the shape of segments.
import type { LucideIcon } from 'lucide-react';
import { Radio, RadioGroup } from 'react-aria-components';
import { Icon } from '../marks/Icon';
import styles from './Segmented.module.css';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  /** `count`: how many there are of it; seen, not said. */
  readonly options: readonly {
    readonly id: T;
    readonly label: string;
    readonly icon?: LucideIcon;
    readonly count?: number;
  }[];
  readonly onChange: (value: T) => void;
}

export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedProps<T>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      orientation="horizontal"
      onChange={(next) => {
        const found = options.find((option) => option.id === next);
        if (found !== undefined) onChange(found.id);
      }}
      className={styles.group}
    >
      {options.map((option) => (
        <Radio key={option.id} value={option.id} className={styles.option}>
          {option.icon !== undefined && <Icon icon={option.icon} />}
          {option.label}
          {option.count !== undefined && (
            <span aria-hidden className={styles.count}>
              {option.count}
            </span>
          )}
        </Radio>
      ))}
    </RadioGroup>
  );
}
