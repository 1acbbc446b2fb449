// A new password: the present one, the new one twice, and whether the other devices are signed out by it.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { Switch } from '#ui/Switch';
import { TextField } from '#ui/TextField';
import { useToasts } from '#ui/Toasts';
import styles from './Devices.module.css';

const shortest = 8;

export interface ChangePasswordProps {
  /** Somebody else was signed in. */
  readonly afterStranger?: boolean;
  readonly onClose: () => void;
}

export function ChangePassword({ afterStranger = false, onClose }: ChangePasswordProps) {
  const { t } = useTranslation();
  const change = useCall('changePassword');
  const toasts = useToasts();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [endOthers, setEndOthers] = useState(afterStranger);
  const sound = password !== '' && next.length >= shortest && next === again;
  const submit = async (): Promise<void> => {
    const result = await change.run({ password, next, endOthers });
    setPassword('');
    if (!result.ok) return;
    toasts.show({ text: t('signIns.changed') });
    onClose();
  };
  const field = { type: 'password' } as const;
  return (
    <Dialog
      title={t('signIns.changeTitle')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{t(afterStranger ? 'signIns.later' : 'app.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={change.pending}
            isDisabled={!sound}
          >
            {t('signIns.confirm')}
          </Button>
        </>
      }
    >
      {afterStranger && <p>{t('signIns.strange')}</p>}
      <form
        id={formId}
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (sound && !change.pending) void submit();
        }}
      >
        <TextField
          {...field}
          label={t('signIns.present')}
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <TextField
          {...field}
          label={t('signIns.next')}
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          error={next !== '' && next.length < shortest ? t('signIns.short') : null}
        />
        <TextField
          {...field}
          label={t('signIns.again')}
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          error={again !== '' && again !== next ? t('signIns.differs') : null}
        />
        <Switch
          label={t('signIns.endOthers')}
          hint={t('signIns.endOthersText')}
          isSelected={endOthers}
          onChange={setEndOthers}
        />
      </form>
      <AppErrorNote error={change.error} place="changePassword" />
    </Dialog>
  );
}
