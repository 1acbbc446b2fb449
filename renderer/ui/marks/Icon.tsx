// Renders a lucide icon in one of four sizes, with a stroke that fits. It is decorative; the control around it has the accessible name.
import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import styles from './Icon.module.css';

export type { LucideIcon } from 'lucide-react';
export type IconSize = 12 | 16 | 20 | 24;

export interface IconProps {
  readonly icon: LucideIcon;
  readonly size?: IconSize;
  /** Arrows that mean a direction turn round in right-to-left text. */
  readonly directional?: boolean;
  readonly className?: string | undefined;
}

const strokes: Readonly<Record<IconSize, number>> = { 12: 2.5, 16: 2, 20: 1.75, 24: 1.5 };

export function Icon({ icon: Drawing, size = 16, directional = false, className }: IconProps) {
  return (
    <Drawing
      aria-hidden="true"
      width={size}
      height={size}
      strokeWidth={strokes[size]}
      className={clsx(styles.icon, directional && 'directional', className)}
    />
  );
}
