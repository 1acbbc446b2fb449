// Replaces a key backup that cannot be used: says what is lost, and asks for the recovery key under which the new backup key is stored.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { FormDialog } from '#ui/overlays/FormDialog';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';

export function NewBackup({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const replace = useCall('replaceBackup');
  const toasts = useToasts();
  const [recoveryKey, setRecoveryKey] = useState('');
  const submit = async (): Promise<void> => {
    if (!(await replace.run({ recoveryKey })).ok) return;
    setRecoveryKey('');
    toasts.show({ text: t('health.done') });
    onClose();
  };
  return (
    <FormDialog
      alert="danger"
      title={t('health.newBackup.title')}
      confirmLabel={t('health.newBackup.confirm')}
      cancelLabel={t('app.cancel')}
      pending={replace.pending}
      complete={recoveryKey !== ''}
      onConfirm={() => void submit()}
      onClose={onClose}
      about={<p>{t('health.newBackup.text')}</p>}
      fields={
        <TextField
          label={t('recovery.unlockField')}
          autoFocus
          autoComplete="off"
          spellCheck="false"
          value={recoveryKey}
          onChange={setRecoveryKey}
        />
      }
    >
      <AppErrorNote error={replace.error} place="unlock" />
    </FormDialog>
  );
}
