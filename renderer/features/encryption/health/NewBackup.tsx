// A new backup in place of one that cannot be used: what is lost, and the recovery key that its key is stored under.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { TextField } from '#ui/TextField';
import { useToasts } from '#ui/Toasts';

export function NewBackup({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const replace = useCall('replaceBackup');
  const toasts = useToasts();
  const [recoveryKey, setRecoveryKey] = useState('');
  const formId = useId();
  const submit = async (): Promise<void> => {
    if (!(await replace.run({ recoveryKey })).ok) return;
    setRecoveryKey('');
    toasts.show({ text: t('health.done') });
    onClose();
  };
  return (
    <Dialog
      title={t('health.newBackup.title')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            pending={replace.pending}
            isDisabled={recoveryKey === ''}
          >
            {t('health.newBackup.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('health.newBackup.text')}</p>
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (recoveryKey !== '' && !replace.pending) void submit();
        }}
      >
        <TextField
          label={t('recovery.unlockField')}
          autoFocus
          autoComplete="off"
          spellCheck="false"
          value={recoveryKey}
          onChange={setRecoveryKey}
        />
      </form>
      <AppErrorNote error={replace.error} place="unlock" />
    </Dialog>
  );
}
