// The frame of a panel that a button has opened.
import type { RefObject } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { useFocusReturn } from '../focus/focusReturn';
import type { ClosePanel, PopoverButtonProps } from './PopoverButton';

export interface PopoverPanelProps extends Pick<
  PopoverButtonProps,
  'label' | 'className' | 'dialogClassName' | 'panel'
> {
  readonly id?: string | undefined;
  readonly triggerRef: RefObject<Element | null>;
  readonly onClose: ClosePanel;
}

export function PopoverPanel(props: PopoverPanelProps) {
  const { id, label, className = '', dialogClassName = '', panel, triggerRef, onClose } = props;
  useFocusReturn();
  return (
    <Popover
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      trigger="DialogTrigger"
      triggerRef={triggerRef}
      className={className}
      placement="top end"
      offset={4}
    >
      <Dialog {...(id === undefined ? {} : { id })} aria-label={label} className={dialogClassName}>
        {panel(onClose)}
      </Dialog>
    </Popover>
  );
}
