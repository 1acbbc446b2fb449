// Another name for the open directory, where there is no row to write it in.
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { TextDialog } from '#ui/overlays/TextDialog';
import { useRenamed } from '../acts/useRename';
import type { Target } from '../place/filesUi';

export interface RenameDirectoryDialogProps {
  readonly directory: Target;
  readonly onClose: () => void;
}

export function RenameDirectoryDialog({ directory, onClose }: RenameDirectoryDialogProps) {
  const { t } = useTranslation();
  const rename = useCall('renameDirectory');
  const renamed = useRenamed();
  const save = async (name: string) => {
    if (name === directory.name) return onClose();
    const result = await rename.run({ roomId: directory.roomId, name });
    if (!result.ok) return;
    onClose();
    renamed({ ...directory, entryId: null }, name);
  };
  return (
    <TextDialog
      title={t('files.dialog.renameTitle', { name: directory.name })}
      label={t('files.dialog.nameField')}
      hint={t('files.place.serverSees')}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      initial={directory.name}
      maxLength={255}
      pending={rename.pending}
      onConfirm={(name) => void save(name)}
      onClose={onClose}
    >
      <AppErrorNote error={rename.error} place="files" />
    </TextDialog>
  );
}
