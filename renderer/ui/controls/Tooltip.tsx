// A name and its shortcut for controls that show only an icon.
import { useContext, useEffect, useId, useRef, useState } from 'react';
import type { DOMAttributes, ReactElement, ReactNode, RefObject } from 'react';
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable';
import { later } from '../later';
import { ariaKeys } from '../focus/keys';
import { useIsStill } from './still';
import { createTips, TipsContext, type Showing } from './tips';

const TipBubble = later(async () => (await import('./TipBubble')).TipBubble);

export interface TooltipProps {
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly placement?: 'top' | 'bottom' | 'start' | 'end' | undefined;
  readonly children: ReactElement;
}

function useTrigger() {
  const id = useId();
  const [showing, show] = useState<Showing>('no');
  const tips = useContext(TipsContext);
  const [trigger] = useState(() => (tips ?? createTips()).trigger(show));
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
  const { open, close, handlers } = trigger;
  const state = { isOpen, open, close, shouldSkipAnimation: showing === 'instant' };
  return { id, state, control: { ...handlers, ...(isOpen && { 'aria-describedby': id }) } };
}

export function Tooltip(props: TooltipProps) {
  return useIsStill() ? props.children : <LiveTooltip {...props} />;
}

function LiveTooltip({ label, shortcut, placement = 'bottom', children }: TooltipProps) {
  const ref = useRef<HTMLElement>(null);
  const { id, state, control } = useTrigger();
  return (
    <>
      <FocusableProvider {...control} {...ariaKeys(shortcut)} ref={ref}>
        {children}
      </FocusableProvider>
      {state.isOpen && (
        <TipBubble {...{ label, shortcut, placement, id, state }} triggerRef={ref} />
      )}
    </>
  );
}

export interface Tip<T extends HTMLElement> {
  readonly ref: RefObject<T | null>;
  /** Props of the element that `ref` points at. */
  readonly control: DOMAttributes<Element> & { readonly 'aria-describedby'?: string };
  readonly tip: ReactNode;
}

/** The same tooltip for an element that does not read the context. */
export function useTip<T extends HTMLElement>(label: string): Tip<T> {
  const ref = useRef<T>(null);
  const { id, state, control } = useTrigger();
  return {
    ref,
    control,
    tip: state.isOpen && <TipBubble {...{ label, id, state }} placement="top" triggerRef={ref} />,
  };
}
