// Another name for the open directory, where there is no row to write it in.
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { useRenamed } from '../acts/useRename';
import type { Target } from '../place/filesUi';
import { NameDialog } from './NameDialog';

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
    <NameDialog
      title={t('files.dialog.renameTitle', { name: directory.name })}
      confirmLabel={t('app.save')}
      initial={directory.name}
      pending={rename.pending}
      onConfirm={(name) => void save(name)}
      onClose={onClose}
    >
      <AppErrorNote error={rename.error} place="files" />
    </NameDialog>
  );
}
