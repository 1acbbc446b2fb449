// The passphrase of a desktop without a key store becomes another one: the old one, the new one twice.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import vault from '#contract/locales/vault.en.json';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useShell } from '#app/context';
import { addWords } from '#app/i18n';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { FormDialog } from '#ui/overlays/FormDialog';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import { PasswordStrength } from '../login';
import styles from './Settings.module.css';

addWords(vault);

const shortest = 10;

export function PassphraseButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('vault.change')}</Button>
      {open && <ChangePassphrase onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangePassphrase({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const shell = useShell();
  const toasts = useToasts();
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const isWrong = error?.code === 'wrong_password';
  const submit = async (): Promise<void> => {
    setPending(true);
    const result = await resultOf(shell.call('changePassphrase', { old, next }));
    setPending(false);
    if (!result.ok) return setError(result.error);
    const { others } = result.output;
    toasts.show({
      text: others === 0 ? t('vault.changed') : t('vault.othersStay', { count: others }),
    });
    onClose();
  };
  return (
    <FormDialog
      alert="primary"
      title={t('vault.changeTitle')}
      confirmLabel={t('vault.change')}
      cancelLabel={t('app.cancel')}
      pending={pending}
      complete={old !== '' && next.length >= shortest && next === again}
      onConfirm={() => void submit()}
      onClose={onClose}
      about={
        <>
          <p>{t('vault.changeText')}</p>
          <p>{t('vault.forget')}</p>
        </>
      }
      fields={
        <div className={styles.fields}>
          <TextField
            type="password"
            label={t('vault.old')}
            autoComplete="current-password"
            autoFocus
            value={old}
            onChange={(text) => {
              setError(null);
              setOld(text);
            }}
            error={isWrong ? t('vault.wrong') : null}
          />
          <TextField
            type="password"
            label={t('vault.next')}
            autoComplete="new-password"
            value={next}
            onChange={setNext}
            hint={
              next === '' ? t('vault.hint') : <PasswordStrength password={next} known={[old]} />
            }
            lateError
            error={next !== '' && next.length < shortest ? t('vault.short') : null}
          />
          <TextField
            type="password"
            label={t('vault.nextAgain')}
            autoComplete="new-password"
            value={again}
            onChange={setAgain}
            lateError={next.startsWith(again)}
            error={again !== '' && again !== next ? t('vault.differs') : null}
          />
        </div>
      }
    >
      <AppErrorNote error={isWrong ? null : error} />
    </FormDialog>
  );
}
