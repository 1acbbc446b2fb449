// What is drawn of an open dialog: fetched with the first one.
import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { DialogProps } from './Dialog';
import { IconButton } from './IconButton';
import styles from './Dialog.module.css';

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
        <AriaDialog role={role} className={styles.dialog}>
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
