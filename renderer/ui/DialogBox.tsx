// What is drawn of an open dialog: fetched with the first one.
import clsx from 'clsx';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { DialogProps } from './Dialog';
import styles from './Dialog.module.css';

export function DialogBox({
  title,
  isOpen,
  onClose,
  children,
  actions,
  role = 'dialog',
  width = 'm',
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={role === 'dialog'}
      className={styles.scrim}
    >
      <Modal className={clsx(styles.modal, styles[width])}>
        <AriaDialog role={role} className={styles.dialog}>
          <Heading slot="title" className={styles.title}>
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
