// A dialog that asks for the name of a folder. Content stands below the field.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { TextField } from '#ui/controls/TextField';
import { FormDialog } from '#ui/overlays/FormDialog';
import { useNameField } from '../list/useNameField';
import styles from './Dialogs.module.css';

export interface NameDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly pending: boolean;
  readonly initial?: string;
  readonly onConfirm: (name: string) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function NameDialog({ initial = '', onConfirm, ...rest }: NameDialogProps) {
  const { t } = useTranslation();
  const { ref, text, refused, wanted, onChange, composition } = useNameField(initial);
  return (
    <FormDialog
      {...rest}
      cancelLabel={t('app.cancel')}
      complete={wanted !== ''}
      onConfirm={() => onConfirm(wanted)}
      fields={
        <>
          <TextField
            label={t('files.dialog.nameField')}
            hint={t('files.place.serverSees')}
            error={refused ? t('files.place.nameLetters') : null}
            value={text}
            autoFocus
            maxLength={255}
            inputRef={ref}
            onChange={onChange}
            {...composition}
          />
          {refused && (
            <span role="alert" className={styles.words}>
              {t('files.place.nameLetters')}
            </span>
          )}
        </>
      }
    />
  );
}
