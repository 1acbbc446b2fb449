// The name of a new tree or of a new directory in one; says who will see the name.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import type { Target } from '../place/filesUi';
import { NameDialog } from './NameDialog';
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
  // One id for all tries: a second press after a lost answer finds the room that the first one made.
  const [requestId] = useState(newRequestId);
  const make = async (name: string) => {
    const result =
      parent === null
        ? await createTree.run({ requestId, name })
        : await createDirectory.run({ requestId, name, parentId: parent.roomId });
    if (result.ok) onMade(result.output.roomId);
  };
  return (
    <NameDialog
      title={
        parent === null
          ? t('files.dialog.newTreeTitle')
          : t('files.dialog.newDirectoryTitle', { name: parent.name })
      }
      confirmLabel={t('files.dialog.create')}
      pending={act.pending}
      onConfirm={(name) => void make(name)}
      onClose={onClose}
    >
      <p className={styles.note}>
        {parent === null ? t('files.dialog.newTreeNote') : t('files.dialog.newDirectoryNote')}
      </p>
      <AppErrorNote error={act.error} place="files" />
    </NameDialog>
  );
}
