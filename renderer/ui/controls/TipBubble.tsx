// The bubble of a tip: fetched with the first one that is shown.
import type { RefObject } from 'react';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components';
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import type { TooltipProps } from './Tooltip';
import styles from './Tooltip.module.css';

export interface TipBubbleProps extends Pick<TooltipProps, 'label' | 'shortcut' | 'placement'> {
  readonly state: TooltipTriggerState;
  readonly triggerRef: RefObject<Element | null>;
  readonly id?: string | undefined;
}

export function TipBubble({ label, shortcut, placement, state, triggerRef, id }: TipBubbleProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip
        {...(id === undefined ? {} : { id })}
        {...(placement === undefined ? {} : { placement })}
        triggerRef={triggerRef}
        offset={4}
        className={styles.tip ?? ''}
      >
        {label}
        {shortcut !== undefined && ' '}
        {shortcut !== undefined && <kbd className={styles.keys}>{shortcut}</kbd>}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  );
}
