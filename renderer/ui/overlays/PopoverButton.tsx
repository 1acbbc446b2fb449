// A button that opens a panel beside it. The frame of the panel is loaded with the first one; its content should be, too.
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger';
import { ButtonContext } from 'react-aria-components';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import { useIsStill } from '../controls/still';
import { later } from '../later';

const PopoverPanel = later(async () => (await import('./PopoverPanel')).PopoverPanel);

/** `then` runs after the panel has closed: an open panel takes the focus back from other elements. */
export type ClosePanel = (then?: () => void) => void;

export interface PopoverButtonProps {
  /** The accessible name of the panel. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly dialogClassName?: string | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** The trigger: an `IconButton` or a `Button`. */
  readonly children: ReactElement;
  readonly panel: (close: ClosePanel) => ReactNode;
}

export function PopoverButton(props: PopoverButtonProps) {
  return useIsStill() ? props.children : <LivePopoverButton {...props} />;
}

function LivePopoverButton({ children, onOpenChange, ...panel }: PopoverButtonProps) {
  const state = useOverlayTriggerState(onOpenChange === undefined ? {} : { onOpenChange });
  const ref = useRef<HTMLButtonElement>(null);
  const after = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    if (state.isOpen) return;
    const then = after.current;
    after.current = undefined;
    then?.();
  }, [state.isOpen]);
  const { triggerProps, overlayProps } = useOverlayTrigger({ type: 'dialog' }, state, ref);
  return (
    <>
      <ButtonContext value={{ ...triggerProps, ref, isPressed: state.isOpen }}>
        {children}
      </ButtonContext>
      {state.isOpen && (
        <PopoverPanel
          {...panel}
          id={overlayProps.id}
          triggerRef={ref}
          onClose={(then) => {
            after.current = then;
            state.close();
          }}
        />
      )}
    </>
  );
}
