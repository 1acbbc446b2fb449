// Files of a directory go into chats, by the names that they have there. No byte is uploaded.
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FileRow } from '#contract/areas/files/filesModels';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { formatSize } from '#ui/text/time';
import { ChatsDialog } from '../../sharing';
import { KindIcon } from '../KindIcon';
import styles from './Dialogs.module.css';

type SharedFile = Pick<FileRow, 'roomId' | 'entryId' | 'name' | 'media' | 'fileKind' | 'sizeBytes'>;

export interface ShareFilesProps {
  /** At least one. */
  readonly files: readonly SharedFile[];
  readonly onClose: () => void;
}

/** So many are shown by their names; more would leave the chats no room. */
const mostNamed = 3;

export function ShareFiles({ files, onClose }: ShareFilesProps): ReactNode {
  const { t, i18n } = useTranslation();
  const items = files.flatMap(({ roomId, entryId }) =>
    entryId === null ? [] : [{ roomId, eventId: entryId }],
  );
  const rest = files.slice(files.length > mostNamed ? mostNamed - 1 : mostNamed);
  const isEncrypted = files.some(({ media }) => media?.encrypted === true);
  return (
    <ChatsDialog kind="share" items={items} encrypted={isEncrypted} onClose={onClose}>
      <ul className={styles.shared} aria-label={t('filePanels.files', { count: files.length })}>
        {files.slice(0, files.length - rest.length).map((file) => (
          <li key={`${file.roomId} ${file.entryId ?? ''}`} className={styles.sharedFile}>
            <KindIcon kind={file.fileKind} size="m" />
            <Name cut className={styles.sharedName}>
              {file.name}
            </Name>
            {file.sizeBytes !== null && (
              <span className={styles.sharedSize}>{formatSize(file.sizeBytes, i18n.language)}</span>
            )}
            {file.media?.encrypted === true && (
              <span className={styles.sharedLock} role="img" aria-label={t('room.encrypted')}>
                <Icon icon={Lock} size={12} />
              </span>
            )}
          </li>
        ))}
        {rest.length > 0 && (
          <li className={styles.sharedSize}>{t('filePanels.moreFiles', { count: rest.length })}</li>
        )}
      </ul>
    </ChatsDialog>
  );
}
