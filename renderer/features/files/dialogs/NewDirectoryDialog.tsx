// The name of a new tree or of a new directory in one; says who will see the name.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '../../../app/errors';
import { useCall } from '../../../app/hooks';
import { newRequestId } from '../../../app/requestId';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/TextField';
import type { Target } from '../place/filesUi';
import styles from './Dialogs.module.css';

export interface NewDirectoryDialogProps {
  /** Null: a tree of its own. */
  readonly parent: Target | null;
  readonly onClose: () => void;
  readonly onMade: (roomId: string) => void;
}

export function NewDirectoryDialog({ parent, onClose, onMade }: NewDirectoryDialogProps) {
  const { t } = useTranslation();
  const createTree = useCall('createTree');
  const createDirectory = useCall('createDirectory');
  const act = parent === null ? createTree : createDirectory;
  const [name, setName] = useState('');
  // One id for all tries: a second press after a lost answer finds the room that the first one made.
  const [requestId] = useState(newRequestId);
  const wanted = name.trim();
  const make = async () => {
    const result =
      parent === null
        ? await createTree.run({ requestId, name: wanted })
        : await createDirectory.run({ requestId, name: wanted, parentId: parent.roomId });
    if (result.ok) onMade(result.output.roomId);
  };
  const title =
    parent === null
      ? t('files.dialog.newTreeTitle')
      : t('files.dialog.newDirectoryTitle', { name: parent.name });
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button
            type="submit"
            form="new-directory"
            variant="primary"
            pending={act.pending}
            isDisabled={wanted === ''}
          >
            {t('files.dialog.create')}
          </Button>
        </>
      }
    >
      <form
        id="new-directory"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '' && !act.pending) void make();
        }}
      >
        <TextField
          label={t('files.dialog.nameField')}
          value={name}
          autoFocus
          maxLength={255}
          onChange={setName}
          hint={t('files.dialog.namesVisible')}
        />
      </form>
      <p className={styles.note}>
        {parent === null ? t('files.dialog.newTreeNote') : t('files.dialog.newDirectoryNote')}
      </p>
      <AppErrorNote error={act.error} />
    </Dialog>
  );
}
