// A dialog that asks for one text: a name, a topic. Enter confirms, what the server refuses stands below the field.
import { useId, useState, type ReactNode } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { TextField } from './TextField';

export interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly maxLength: number;
  readonly pending: boolean;
  /** Gets the text without space around it; never an empty one unless `mayBeEmpty`. */
  readonly onConfirm: (text: string) => void;
  readonly onClose: () => void;
  readonly initial?: string;
  readonly hint?: string;
  readonly mayBeEmpty?: boolean;
  /** Below the field. */
  readonly children?: ReactNode;
}

export function TextDialog(props: TextDialogProps) {
  const { pending, mayBeEmpty = false, onClose, hint } = props;
  const [text, setText] = useState(props.initial ?? '');
  const formId = useId();
  const wanted = text.trim();
  const complete = mayBeEmpty || wanted !== '';
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{props.cancelLabel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={pending}
            isDisabled={!complete}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (complete && !pending) props.onConfirm(wanted);
        }}
      >
        <TextField
          label={props.label}
          value={text}
          autoFocus
          maxLength={props.maxLength}
          onChange={setText}
          {...(hint === undefined ? {} : { hint })}
        />
      </form>
      {props.children}
    </Dialog>
  );
}
