// A dark overlay that shows one thing over the whole window, below a bar.
import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useFocusReturn } from '../focus/focusReturn';
import styles from './Viewer.module.css';

export interface ViewerProps {
  /** The accessible name, if no heading inside gives one. */
  readonly label?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Viewer({ label, onClose, children }: ViewerProps) {
  useFocusReturn();
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => (open ? undefined : onClose())}
      className={styles.scrim ?? ''}
    >
      <Modal className={styles.fill ?? ''}>
        <Dialog
          className={styles.fill ?? ''}
          {...(label === undefined ? {} : { 'aria-label': label })}
        >
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export const ViewerBar = ({ children }: { readonly children: ReactNode }) => (
  <header className={styles.bar}>{children}</header>
);
