// Removes an account whose store never opens again: its data here are deleted, and the person signs in again.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useShell } from '#app/context';
import { resultOf } from '#app/result';
import { ConfirmDialog } from '#ui/overlays/Dialog';

export interface RemoveDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

export function RemoveDialog({ accountId, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const remove = async () => {
    setPending(true);
    const result = await resultOf(shell.call('removeAccount', { accountId }));
    if (result.ok) return;
    setFailure(result.error);
    setPending(false);
  };
  return (
    <ConfirmDialog
      title={t('engine.removeTitle')}
      isOpen
      danger
      pending={pending}
      onClose={onClose}
      cancelLabel={t('app.cancel')}
      confirmLabel={t('engine.remove')}
      onConfirm={() => void remove()}
    >
      <p>{t('engine.removeText')}</p>
      <p>{t('engine.removeKey')}</p>
      <AppErrorNote error={failure} />
    </ConfirmDialog>
  );
}
