// "Not now": the way on without a recovery key, asked once more.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import type { RecoveryKeyAct } from './useRecoveryKey';

export interface SkipBackupProps {
  readonly act: RecoveryKeyAct;
  /** The key that comes is in place of one that has ended. */
  readonly isAnother?: boolean;
  readonly onDone: () => void;
}

export function SkipBackup({ act, isAnother = false, onDone }: SkipBackupProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const skip = async () => {
    if (await act.confirm('skipped')) onDone();
    setAsking(false);
  };
  return (
    <>
      <Button variant="quiet" onPress={() => setAsking(true)} flush>
        {t(isAnother ? 'recovery.skipConfirm' : 'recovery.skip')}
      </Button>
      <ConfirmDialog
        title={t('recovery.skipTitle')}
        isOpen={asking}
        onClose={() => setAsking(false)}
        confirmLabel={t('recovery.skipConfirm')}
        cancelLabel={t('recovery.skipBack')}
        pending={act.pending}
        onConfirm={() => void skip()}
        danger
      >
        {t(isAnother ? 'recovery.skipReplaced' : 'recovery.skipText')}
      </ConfirmDialog>
    </>
  );
}
