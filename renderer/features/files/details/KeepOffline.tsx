// Whether something stays on this computer, and how far that is.
import { useTranslation } from '#app/words';
import type { OnDisk } from '#contract/areas/files/directoriesModels';
import { Switch } from '#ui/controls/Switch';
import { useFileActs } from '../acts/useFileActs';
import { onDiskWords } from '../words';
import styles from './Details.module.css';

export interface KeepOfflineProps {
  readonly roomId: string;
  /** Null: the folder with everything below. */
  readonly entryId: string | null;
  readonly onDisk: OnDisk;
}

export function KeepOffline({ roomId, entryId, onDisk }: KeepOfflineProps) {
  const { t } = useTranslation();
  const acts = useFileActs();
  const inherited = onDisk.kept === 'inherited';
  const hint = inherited
    ? t('filePanels.details.keptAbove')
    : (onDiskWords(t, onDisk) ??
      t(entryId === null ? 'filePanels.details.keepFolderHint' : 'filePanels.details.keepHint'));
  return (
    <div className={styles.switch}>
      <Switch
        label={t('filePanels.details.keep')}
        hint={hint}
        isSelected={onDisk.kept !== 'no'}
        isDisabled={inherited}
        onChange={(keep) => acts.keepOffline(roomId, entryId, keep)}
      />
    </div>
  );
}
