// A dialog that asks for one text: a name, a topic. Enter confirms, what the server refuses stands below the field.
import { useState, type ReactNode } from 'react';
import { FormDialog } from './FormDialog';
import { TextField } from '../controls/TextField';

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
  /** Content below the field. */
  readonly children?: ReactNode;
}

export function TextDialog(props: TextDialogProps) {
  const { mayBeEmpty = false, hint, onConfirm, initial, label, maxLength, ...rest } = props;
  const [text, setText] = useState(initial ?? '');
  const wanted = text.trim();
  return (
    <FormDialog
      {...rest}
      complete={mayBeEmpty || wanted !== ''}
      onConfirm={() => onConfirm(wanted)}
      fields={
        <TextField
          label={label}
          value={text}
          autoFocus
          maxLength={maxLength}
          onChange={setText}
          {...(hint === undefined ? {} : { hint })}
        />
      }
    />
  );
}
