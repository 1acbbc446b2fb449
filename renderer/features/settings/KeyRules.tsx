// The settings of encryption keys: verified people only, filling the key backup again, and the dehydrated device.
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import health from '#contract/locales/health.en.json';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { FormDialog } from '#ui/overlays/FormDialog';
import { IconButton } from '#ui/controls/IconButton';
import { SettingRow, SettingSwitch } from '#ui/controls/SettingRow';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './Settings.module.css';

addWords(health);

export function OnlyVerifiedRow() {
  const { t } = useTranslation();
  const { value } = useValue('onlyVerified', { roomId: null });
  const act = useCall('setOnlyVerified');
  const tellFailure = useErrorNotice();
  const set = async (on: boolean): Promise<void> => {
    const result = await act.run({ roomId: null, on });
    if (!result.ok) tellFailure(result.error);
  };
  if (value === undefined) return null;
  return (
    <SettingSwitch
      label={t('health.onlyVerified')}
      hint={t('health.onlyVerifiedHint')}
      isSelected={value.all}
      pending={act.pending}
      onChange={(on) => void set(on)}
    />
  );
}

/** Renders nothing if no key backup is in use. */
export function RefillRow() {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const [asking, setAsking] = useState(false);
  if (encryption?.backupEnabled !== true) return null;
  return (
    <SettingRow title={t('health.refill.row')} text={t('health.refill.rowText')}>
      <Button onPress={() => setAsking(true)}>{t('health.refill.act')}</Button>
      {asking && <Refill onClose={() => setAsking(false)} />}
    </SettingRow>
  );
}

/** Renders nothing if the server does not support dehydrated devices. */
export function DehydrationRow() {
  const { t } = useTranslation();
  const { run: ask } = useCall('dehydration');
  const act = useCall('setDehydration');
  const tellFailure = useErrorNotice();
  const [on, setOn] = useState<boolean | null>(null);
  const [asking, setAsking] = useState(false);
  const [recoveryKey, setRecoveryKey] = useState('');
  const [shown, setShown] = useState(false);
  // Asks once when the section opens: `ask` is a new function after each answer.
  useEffect(() => {
    void ask({}).then((answer) => {
      if (answer.ok && answer.output.state !== 'unsupported') setOn(answer.output.state === 'on');
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, []);
  const close = (): void => {
    setAsking(false);
    setRecoveryKey('');
    setShown(false);
    act.reset();
  };
  const turnOn = async (): Promise<void> => {
    if (!(await act.run({ recoveryKey })).ok) return;
    setOn(true);
    close();
  };
  const turnOff = async (): Promise<void> => {
    const result = await act.run({ recoveryKey: null });
    if (result.ok) setOn(false);
    else tellFailure(result.error);
  };
  if (on === null) return null;
  return (
    <SettingRow title={t('health.away.row')} text={t(on ? 'health.away.on' : 'health.away.off')}>
      {on ? (
        <Button pending={act.pending} onPress={() => void turnOff()}>
          {t('health.away.turnOff')}
        </Button>
      ) : (
        <Button onPress={() => setAsking(true)}>{t('health.away.turnOn')}</Button>
      )}
      {asking && (
        <FormDialog
          title={t('health.away.title')}
          confirmLabel={t('health.away.confirm')}
          cancelLabel={t('app.cancel')}
          pending={act.pending}
          complete={recoveryKey !== ''}
          onConfirm={() => void turnOn()}
          onClose={close}
          about={<p>{t('health.away.ask')}</p>}
          fields={
            <div className={styles.fields}>
              <TextField
                label={t('recovery.unlockField')}
                type={shown ? 'text' : 'password'}
                autoFocus
                autoComplete="off"
                spellCheck="false"
                value={recoveryKey}
                onChange={setRecoveryKey}
                suffix={
                  <IconButton
                    label={t(shown ? 'health.away.hide' : 'health.away.show')}
                    icon={shown ? EyeOff : Eye}
                    size="s"
                    onPress={() => setShown(!shown)}
                  />
                }
              />
            </div>
          }
        >
          <AppErrorNote error={act.error} place="unlock" />
        </FormDialog>
      )}
    </SettingRow>
  );
}

function Refill({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const act = useCall('refillBackup');
  const toasts = useToasts();
  const refill = async (): Promise<void> => {
    if (!(await act.run({})).ok) return;
    toasts.show({ text: t('health.done') });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('health.refill.title')}
      isOpen
      onClose={onClose}
      confirmLabel={t('health.refill.confirm')}
      cancelLabel={t('app.cancel')}
      danger
      pending={act.pending}
      onConfirm={() => void refill()}
    >
      <p>{t('health.refill.text')}</p>
      <AppErrorNote error={act.error} />
    </ConfirmDialog>
  );
}
