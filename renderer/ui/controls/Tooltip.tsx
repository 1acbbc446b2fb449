// A name and its shortcut for controls that show only an icon.
import { useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, ReactElement, ReactNode, RefObject } from 'react';
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable';
import { later } from '../later';
import { createTrigger, tipDelayMs, type Showing } from './tips';

const TipBubble = later(async () => (await import('./TipBubble')).TipBubble);

export interface TooltipProps {
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly placement?: 'top' | 'bottom' | 'start' | 'end' | undefined;
  readonly children: ReactElement;
}

export function Tooltip({ label, shortcut, placement = 'bottom', children }: TooltipProps) {
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  const [showing, show] = useState<Showing>('no');
  const [trigger] = useState(() => createTrigger(show));
  const isOpen = showing !== 'no';
  useEffect(() => trigger.end, [trigger]);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Whatever else Escape would close stays.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      trigger.close();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [isOpen, trigger]);
  const { open, close } = trigger;
  return (
    <>
      <FocusableProvider
        {...trigger.handlers}
        {...(isOpen && { 'aria-describedby': id })}
        ref={ref}
      >
        {children}
      </FocusableProvider>
      {isOpen && (
        <TipBubble
          {...{ label, shortcut, placement, id }}
          state={{ isOpen, open, close, shouldSkipAnimation: showing === 'instant' }}
          triggerRef={ref}
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
        timer.current = setTimeout(() => setOpen(true), tipDelayMs);
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
