// A name and its shortcut for controls that show only an icon.
import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, ReactElement, ReactNode, RefObject } from 'react';
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable';
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger';
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState';
import { later } from '../later';

const TipBubble = later(async () => (await import('./TipBubble')).TipBubble);

export interface TooltipProps {
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly placement?: 'top' | 'bottom' | 'start' | 'end' | undefined;
  readonly children: ReactElement;
}

const delayMs = 500;
const triggered = { delay: delayMs, closeDelay: 0 };

export function Tooltip({ label, shortcut, placement = 'bottom', children }: TooltipProps) {
  const ref = useRef<HTMLElement>(null);
  const state = useTooltipTriggerState(triggered);
  const { triggerProps, tooltipProps } = useTooltipTrigger(triggered, state, ref);
  return (
    <>
      <FocusableProvider {...triggerProps} ref={ref}>
        {children}
      </FocusableProvider>
      {state.isOpen && (
        <TipBubble
          {...{ label, shortcut, placement, state }}
          triggerRef={ref}
          id={tooltipProps.id}
        />
      )}
    </>
  );
}

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
      <TipBubble
        label={label}
        placement="top"
        state={{ isOpen: true, open: nothing, close: hide, shouldSkipAnimation: true }}
        triggerRef={ref}
      />
    ),
  };
}
