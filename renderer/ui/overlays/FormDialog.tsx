// A dialog with fields: Enter confirms, once everything is filled in; what is refused stands below them.
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
  /** Something that decides how it is confirmed is not known yet: what is confirmed meanwhile goes as soon as it is. */
  readonly unsettled?: boolean;
  readonly fields: ReactNode;
  /** What it is about, above the fields. */
  readonly about?: ReactNode;
  /** Below the fields. */
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
