// The open dialog, in a chunk that is loaded with the first one.
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { DialogProps } from './Dialog';
import { useFocusReturn } from '../focus/focusReturn';
import { IconButton } from '../controls/IconButton';
import styles from './Dialog.module.css';

/** The selected choice or tab, which gets the focus. */
const chosen = 'input:checked, [aria-selected="true"]';

export function DialogBox({
  title,
  isOpen,
  onClose,
  children,
  actions,
  closeLabel,
  role = 'dialog',
  width = 'm',
  steady = false,
}: DialogProps) {
  const section = useRef<HTMLElement>(null);
  useFocusReturn();
  // Runs before the first paint, so that no key goes to the element that has opened the dialog. A field with `autoFocus` takes the focus
  // afterwards.
  useLayoutEffect(() => {
    const here = section.current;
    if (here === null || here.contains(document.activeElement)) return;
    const first = steady ? here.querySelector<HTMLElement>(chosen) : null;
    (first ?? here).focus({ preventScroll: true });
  }, [steady]);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={role === 'dialog'}
      data-asks=""
      className={clsx(styles.scrim, steady && styles.steady)}
    >
      <Modal className={clsx(styles.modal, styles[width])}>
        <AriaDialog ref={section} role={role} className={styles.dialog}>
          <div className={styles.head}>
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
            {closeLabel !== undefined && (
              <IconButton label={closeLabel} icon={X} onPress={onClose} className={styles.close} />
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
