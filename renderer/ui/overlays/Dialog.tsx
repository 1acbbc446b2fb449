// Dialogs are for decisions: Escape cancels, the focus returns to where it was, the primary button is at the end.
import type { ReactNode } from 'react';
import { Button } from '../controls/Button';
import { later } from '../later';
import styles from './Dialog.module.css';

const DialogBox = later(async () => (await import('./DialogBox')).DialogBox);

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons; the primary one last. */
  readonly actions?: ReactNode;
  /** The name of the close button of a dialog that only shows something. */
  readonly closeLabel?: string;
  /** `alert` for questions about something destructive: a click outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly width?: 'm' | 'l' | 'wide' | 'xl';
  /** The header keeps its place when the content grows; for dialogs with tabs. */
  readonly steady?: boolean;
}

export function Dialog(props: DialogProps) {
  return props.isOpen && <DialogBox {...props} />;
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  /** A button for what to do first: it stands at the start, apart from the two answers. */
  readonly instead?: ReactNode;
  /** The better answer, a filled button at the end: the one that acts stands as red words at the start, away from it. */
  readonly better?: ReactNode;
  readonly danger?: boolean;
  readonly pending?: boolean;
  /** The confirming button has the focus at first, for frequent questions. By default the cancel button has it. */
  readonly enterConfirms?: boolean;
  /** A field of the content takes the focus: what is typed at once must press no button. */
  readonly fieldFirst?: boolean;
}

/** A question with one answer that acts; the button names the act and its object. */
export function ConfirmDialog({
  title,
  isOpen,
  onClose,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  instead,
  better,
  danger = false,
  pending = false,
  enterConfirms = false,
  fieldFirst = false,
}: ConfirmDialogProps) {
  const hasBetter = Boolean(better);
  const confirm = (
    <Button
      variant={hasBetter ? 'textDanger' : danger ? 'danger' : 'primary'}
      className={hasBetter ? styles.apart : undefined}
      pending={pending}
      autoFocus={enterConfirms}
      onPress={onConfirm}
    >
      {confirmLabel}
    </Button>
  );
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          {hasBetter && confirm}
          {Boolean(instead) && <span className={styles.before}>{instead}</span>}
          <Button onPress={onClose} autoFocus={!enterConfirms && !fieldFirst}>
            {cancelLabel}
          </Button>
          {hasBetter ? better : confirm}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
