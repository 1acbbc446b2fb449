// Files of a directory go into chats, by the names that they have there. No byte is uploaded.
import type { ReactNode } from 'react';
import type { FileRow } from '#contract/areas/files/filesModels';
import { useTranslation } from '#app/words';
import { Name } from '#ui/text/Name';
import { ChatsDialog } from './ChatsDialog';
import styles from './ChatsDialog.module.css';

export type SharedFile = Pick<FileRow, 'roomId' | 'entryId' | 'name' | 'media'>;

export interface ShareFilesProps {
  /** At least one. */
  readonly files: readonly SharedFile[];
  readonly onClose: () => void;
}

export function ShareFiles({ files, onClose }: ShareFilesProps): ReactNode {
  const { t } = useTranslation();
  const items = files.flatMap(({ roomId, entryId }) =>
    entryId === null ? [] : [{ roomId, eventId: entryId }],
  );
  return (
    <ChatsDialog
      kind="share"
      items={items}
      encrypted={files.some(({ media }) => media?.encrypted === true)}
      onClose={onClose}
    >
      <p className={styles.files}>
        {files.length === 1 ? (
          <Name cut>{files[0]?.name ?? ''}</Name>
        ) : (
          t('filePanels.files', { count: files.length })
        )}
      </p>
    </ChatsDialog>
  );
}
