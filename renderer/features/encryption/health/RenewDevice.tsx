// Replaces the device whose keys are lost by a new one: says what that means, and asks for the password. An account that signs in through
// the browser does so itself.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { FormDialog } from '#ui/overlays/FormDialog';
import { TextField } from '#ui/controls/TextField';

export function RenewDevice({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const renew = useCall('renewDevice');
  const [password, setPassword] = useState('');
  const byBrowser = session?.accountPage != null;
  const submit = async (): Promise<void> => {
    const result = await renew.run({ password });
    setPassword('');
    if (result.ok) onClose();
  };
  if (byBrowser)
    return (
      <Dialog
        title={t('health.renew.title')}
        isOpen
        onClose={onClose}
        role="alertdialog"
        actions={<Button onPress={onClose}>{t('app.cancel')}</Button>}
      >
        <p>{t('health.renew.browser')}</p>
      </Dialog>
    );
  return (
    <FormDialog
      alert="primary"
      title={t('health.renew.title')}
      confirmLabel={t('health.renew.confirm')}
      cancelLabel={t('app.cancel')}
      pending={renew.pending}
      complete={password !== ''}
      onConfirm={() => void submit()}
      onClose={onClose}
      about={<p>{t('health.renew.text')}</p>}
      fields={
        <TextField
          label={t('devices.password')}
          hint={t('devices.passwordHint')}
          type="password"
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      }
    >
      <AppErrorNote error={renew.error} place="endDevices" />
    </FormDialog>
  );
}
