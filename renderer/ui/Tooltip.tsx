// A name and its shortcut for controls that show only an icon.
import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, ReactElement, ReactNode, RefObject } from 'react';
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components';
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

const delayMs = 500;
const nothing = (): void => undefined;

export interface Tip<T extends HTMLElement> {
  readonly ref: RefObject<T | null>;
  /** For the element that `ref` points at. */
  readonly handlers: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onPointerDown(): void;
    onFocus(event: FocusEvent): void;
    onBlur(): void;
  };
  readonly tip: ReactNode;
}

/** The same tip for what there are hundreds of: it costs nothing until one is pointed at, or reached by keys. */
export function useTip<T extends HTMLElement>(label: string): Tip<T> {
  const ref = useRef<T>(null);
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = (): void => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  return {
    ref,
    handlers: {
      onPointerEnter() {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setOpen(true), delayMs);
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: (event) => setOpen(event.target.matches(':focus-visible')),
      onBlur: hide,
    },
    tip: open && (
      <TooltipTriggerStateContext
        value={{ isOpen: true, open: nothing, close: hide, shouldSkipAnimation: true }}
      >
        <AriaTooltip triggerRef={ref} placement="top" offset={4} className={styles.tip ?? ''}>
          {label}
        </AriaTooltip>
      </TooltipTriggerStateContext>
    ),
  };
}
