// Asks before the lock of somebody else goes: they may be in the middle of their work. Names who locked each file, and since when.
import { LockOpen } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { FileRow } from '#contract/areas/files/filesModels';
import { useNow } from '#app/useNow';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { useToasts } from '#ui/overlays/Toasts';
import { isolate } from '#ui/text/isolate';
import { useFileActs } from '../acts/useFileActs';
import { changedWords, isKeptOut } from '../words';
import styles from './Dialogs.module.css';

export interface UnlockDialogProps {
  readonly files: readonly FileRow[];
  readonly onClose: () => void;
}

const mostNamed = 5;

export function UnlockDialog({ files, onClose }: UnlockDialogProps) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const toasts = useToasts();
  const acts = useFileActs();
  const { length: count, 0: first } = files;
  const name = isolate(first?.name ?? '');
  const others = files.filter(isKeptOut);
  const lockedWords = ({ name: file, lockedBy, lockedMs }: FileRow): string => {
    const said = { name: isolate(file), who: isolate(lockedBy?.name ?? '') };
    return lockedMs === undefined
      ? t('files.dialog.lockedBy', said)
      : t('files.dialog.lockedSince', {
          ...said,
          when: changedWords(t, lockedMs, nowMs, i18n.language, true),
        });
  };
  const unlock = async (): Promise<void> => {
    onClose();
    const went = await Promise.all(
      files.flatMap(({ roomId, entryId }) =>
        entryId === null ? [] : acts.lock(roomId, entryId, false),
      ),
    );
    if (went.every(Boolean))
      toasts.show({ icon: LockOpen, text: t('files.dialog.unlocked', { count, name }) });
  };
  return (
    <ConfirmDialog
      title={t('files.dialog.unlockTitle', { count, name })}
      isOpen
      danger
      onClose={onClose}
      cancelLabel={t('app.cancel')}
      confirmLabel={t('files.menu.unlock')}
      onConfirm={() => void unlock()}
    >
      <ul className={styles.locks}>
        {others.slice(0, mostNamed).map((file) => (
          <li key={file.key}>{lockedWords(file)}</li>
        ))}
        {others.length > mostNamed && (
          <li>{t('filePanels.moreFiles', { count: others.length - mostNamed })}</li>
        )}
      </ul>
      <p>{t('files.dialog.unlockText')}</p>
    </ConfirmDialog>
  );
}
