// A button that opens a panel at its side. The panel's frame is fetched with the first one, as what stands in it should be.
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger';
import { ButtonContext } from 'react-aria-components';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import { useIsStill } from '../controls/still';
import { later } from '../later';

const PopoverPanel = later(async () => (await import('./PopoverPanel')).PopoverPanel);

/** `then` runs once the panel is gone: while it stands it takes back the focus that goes elsewhere. */
export type ClosePanel = (then?: () => void) => void;

export interface PopoverButtonProps {
  /** Of the panel. */
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
