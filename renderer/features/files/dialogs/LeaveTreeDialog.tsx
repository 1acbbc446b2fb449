// Leaving a tree or one directory: what stays, what goes, how to come back.
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import type { Target } from '../place/filesUi';

export interface LeaveTreeDialogProps {
  readonly directory: Target;
  readonly onClose: () => void;
  readonly onLeft: () => void;
  /** Shows who has access, where roles are given. */
  readonly onPeople: () => void;
}

export function LeaveTreeDialog({ directory, onClose, onLeft, onPeople }: LeaveTreeDialogProps) {
  const { t } = useTranslation();
  const leave = useCall('leaveTree');
  const { roomId, name } = directory;
  const { value } = useValue('directory', { roomId });
  const isLast = value?.people === 1;
  const runsAlone = value?.runsAlone === true && !isLast;
  return (
    <ConfirmDialog
      title={t('files.dialog.leaveTitle', { name })}
      isOpen
      danger
      onClose={onClose}
      cancelLabel={t('app.cancel')}
      confirmLabel={t(`files.dialog.${runsAlone ? 'leaveAnyway' : 'leave'}`, { name })}
      better={
        runsAlone && (
          <Button variant="primary" onPress={onPeople}>
            {t('files.dialog.leaveToPeople')}
          </Button>
        )
      }
      pending={leave.pending}
      onConfirm={() =>
        void leave.run({ roomId }).then((result) => {
          if (result.ok) onLeft();
        })
      }
    >
      {runsAlone && <p>{t('files.dialog.leaveRunsAlone')}</p>}
      <p>{t(isLast ? 'files.dialog.leaveAloneText' : 'files.dialog.leaveText')}</p>
      <AppErrorNote error={leave.error} place="files" />
    </ConfirmDialog>
  );
}
