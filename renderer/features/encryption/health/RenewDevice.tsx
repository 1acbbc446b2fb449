// A new device in place of the one whose keys are lost: what that means, and the password. An account of a browser signs in anew itself.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { TextField } from '#ui/TextField';

export function RenewDevice({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const renew = useCall('renewDevice');
  const [password, setPassword] = useState('');
  const formId = useId();
  const byBrowser = session?.accountPage != null;
  const submit = async (): Promise<void> => {
    const result = await renew.run({ password });
    setPassword('');
    if (result.ok) onClose();
  };
  return (
    <Dialog
      title={t('health.renew.title')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          {!byBrowser && (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              pending={renew.pending}
              isDisabled={password === ''}
            >
              {t('health.renew.confirm')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(byBrowser ? 'health.renew.browser' : 'health.renew.text')}</p>
      {!byBrowser && (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            if (password !== '' && !renew.pending) void submit();
          }}
        >
          <TextField
            label={t('devices.password')}
            hint={t('devices.passwordHint')}
            type="password"
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </form>
      )}
      <AppErrorNote error={renew.error} place="endDevices" />
    </Dialog>
  );
}
