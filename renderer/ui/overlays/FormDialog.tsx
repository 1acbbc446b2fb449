// A dialog with fields: Enter confirms once every field is filled in; errors are shown below the fields.
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Button } from '../controls/Button';
import { Dialog } from './Dialog';
import styles from './Dialog.module.css';

export interface FormDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly pending: boolean;
  readonly complete: boolean;
  /** A value that decides how to confirm is not loaded yet: a confirmation waits for it. */
  readonly unsettled?: boolean;
  readonly fields: ReactNode;
  /** Text above the fields. */
  readonly about?: ReactNode;
  /** Content below the fields. */
  readonly children?: ReactNode;
  /** A question about something that cannot be undone: a click outside does not close it. */
  readonly alert?: 'primary' | 'danger';
}

export function FormDialog(props: FormDialogProps) {
  const { pending, complete, unsettled = false, onConfirm, onClose, alert } = props;
  const formId = useId();
  const [confirmed, setConfirmed] = useState(false);
  useEffect(() => {
    if (!confirmed || unsettled) return;
    setConfirmed(false);
    if (complete) onConfirm();
  }, [confirmed, unsettled, complete, onConfirm]);
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={onClose}
      role={alert === undefined ? 'dialog' : 'alertdialog'}
      actions={
        <>
          <Button onPress={onClose}>{props.cancelLabel}</Button>
          <Button
            type="submit"
            form={formId}
            variant={alert ?? 'primary'}
            pending={pending || confirmed}
            isDisabled={!complete}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.about}
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!complete || pending) return;
          if (unsettled) setConfirmed(true);
          else onConfirm();
        }}
      >
        {props.fields}
      </form>
      {props.children}
    </Dialog>
  );
}
