// A name and its shortcut for controls that show only an icon.
import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly placement?: 'top' | 'bottom' | 'start' | 'end' | undefined;
  readonly children: ReactElement;
}

export function Tooltip({ label, shortcut, placement = 'bottom', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip placement={placement} offset={4} className={styles.tip}>
        {label}
        {shortcut !== undefined && ' '}
        {shortcut !== undefined && <kbd className={styles.keys}>{shortcut}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
