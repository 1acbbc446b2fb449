// A button that opens a panel at its side. The panel's frame is fetched with the first one, as what stands in it should be.
import { useRef, type ReactElement, type ReactNode } from 'react';
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger';
import { ButtonContext } from 'react-aria-components';
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState';
import { later } from './later';

const PopoverPanel = later(async () => (await import('./PopoverPanel')).PopoverPanel);

export interface PopoverButtonProps {
  /** Of the panel. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly dialogClassName?: string | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** The trigger: an `IconButton` or a `Button`. */
  readonly children: ReactElement;
  readonly panel: (close: () => void) => ReactNode;
}

export function PopoverButton({ children, onOpenChange, ...panel }: PopoverButtonProps) {
  const state = useOverlayTriggerState(onOpenChange === undefined ? {} : { onOpenChange });
  const ref = useRef<HTMLButtonElement>(null);
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
          onClose={() => state.close()}
        />
      )}
    </>
  );
}
