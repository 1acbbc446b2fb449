// Leaving a tree or one directory: what stays, what goes, how to come back.
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import type { Target } from '../place/filesUi';

export interface LeaveTreeDialogProps {
  readonly directory: Target;
  readonly onClose: () => void;
  readonly onLeft: () => void;
}

export function LeaveTreeDialog({ directory, onClose, onLeft }: LeaveTreeDialogProps) {
  const { t } = useTranslation();
  const leave = useCall('leaveTree');
  const { roomId, name } = directory;
  const { value } = useValue('directory', { roomId });
  return (
    <ConfirmDialog
      title={t('files.dialog.leaveTitle', { name })}
      isOpen
      danger
      onClose={onClose}
      cancelLabel={t('app.cancel')}
      confirmLabel={t('files.dialog.leave', { name })}
      pending={leave.pending}
      onConfirm={() =>
        void leave.run({ roomId }).then((result) => {
          if (result.ok) onLeft();
        })
      }
    >
      <p>{t(value?.people === 1 ? 'files.dialog.leaveAloneText' : 'files.dialog.leaveText')}</p>
      <AppErrorNote error={leave.error} />
    </ConfirmDialog>
  );
}
