// Another name for the open directory, where there is no row to write it in.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '../../../app/errors';
import { useCall } from '../../../app/hooks';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/TextField';
import type { Target } from '../place/filesUi';

export interface RenameDirectoryDialogProps {
  readonly directory: Target;
  readonly onClose: () => void;
}

export function RenameDirectoryDialog({ directory, onClose }: RenameDirectoryDialogProps) {
  const { t } = useTranslation();
  const rename = useCall('renameDirectory');
  const [name, setName] = useState(directory.name);
  const wanted = name.trim();
  const save = async () => {
    const result = await rename.run({ roomId: directory.roomId, name: wanted });
    if (result.ok) onClose();
  };
  return (
    <Dialog
      title={t('files.dialog.renameTitle', { name: directory.name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button
            type="submit"
            form="rename-directory"
            variant="primary"
            pending={rename.pending}
            isDisabled={wanted === ''}
          >
            {t('app.save')}
          </Button>
        </>
      }
    >
      <form
        id="rename-directory"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === directory.name) onClose();
          else if (wanted !== '' && !rename.pending) void save();
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
      <AppErrorNote error={rename.error} />
    </Dialog>
  );
}
