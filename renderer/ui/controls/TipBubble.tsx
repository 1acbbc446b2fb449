// The bubble of a tip: fetched with the first one that is shown.
import { useEffect, useState, type RefObject } from 'react';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components';
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import type { TooltipProps } from './Tooltip';
import styles from './Tooltip.module.css';

export interface TipBubbleProps extends Pick<TooltipProps, 'label' | 'shortcut' | 'placement'> {
  readonly state: TooltipTriggerState;
  readonly triggerRef: RefObject<Element | null>;
  readonly id?: string | undefined;
}

/** Counts how often the place of an element has changed. */
function useMoves(triggerRef: RefObject<Element | null>): number {
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    const trigger = triggerRef.current;
    const view = trigger?.ownerDocument.defaultView;
    if (trigger == null || view == null || !('IntersectionObserver' in view)) return undefined;
    const { left, top, right, bottom } = trigger.getBoundingClientRect();
    const edges = [top, view.innerWidth - right, view.innerHeight - bottom, left];
    // All of it is in sight as long as it is where it was.
    const observer = new view.IntersectionObserver(
      () => {
        const now = trigger.getBoundingClientRect();
        if (now.left !== left || now.top !== top) setMoves((before) => before + 1);
      },
      {
        root: trigger.ownerDocument,
        rootMargin: edges.map((edge) => `${-Math.floor(edge)}px`).join(' '),
        threshold: [0, 1],
      },
    );
    observer.observe(trigger);
    return () => observer.disconnect();
  }, [triggerRef, moves]);
  return moves;
}

export function TipBubble({ label, shortcut, placement, state, triggerRef, id }: TipBubbleProps) {
  const moves = useMoves(triggerRef);
  return (
    <TooltipTriggerStateContext value={state}>
      {/* The key places the tooltip again when its control has moved. */}
      <AriaTooltip
        key={moves}
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
