// Resets a forgotten password: sends a mail to the address of the account, then sets a new password.
import { ArrowLeft, Mail } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import { textFor } from './register/newAccountText';
import { Waits } from './Notes';
import { PasswordField } from './PasswordField';
import { PasswordStrength } from './register/PasswordStrength';
import styles from './Login.module.css';
import own from './register/Register.module.css';

export interface ForgottenPanelProps {
  /** The server as the person has typed it. */
  readonly server: string;
  readonly onBack: () => void;
}

export function ForgottenPanel({ server, onBack }: ForgottenPanelProps) {
  const { t } = useTranslation();
  const { value: reset = { state: 'idle' } } = useValue('passwordReset', {});
  const cancelling = useCall('cancelPasswordReset');
  const back = () => {
    void cancelling.run({});
    onBack();
  };
  return (
    <>
      {reset.state === 'sent' ? (
        <NewPassword address={reset.address} waits={reset.waits} />
      ) : (
        <Address server={server} failed={reset.state === 'failed' ? reset.error : null} />
      )}
      <div className={styles.below}>
        <Button variant="text" icon={ArrowLeft} onPress={back}>
          {t('register.back')}
        </Button>
      </div>
    </>
  );
}

interface AddressProps {
  readonly server: string;
  /** The reason why the last attempt ended. */
  readonly failed: AppError | null;
}

function Address({ server, failed }: AddressProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const beginning = useCall('beginPasswordReset');
  const beside = textFor(t, beginning.error, 'email_');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const address = email.trim();
    if (address.length < 3) field.current?.focus();
    if (address.length < 3 || beginning.pending) return;
    const result = await beginning.run({ server, email: address });
    if (!result.ok) field.current?.focus();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={own.text}>{t('forgotten.text')}</p>
      <TextField
        label={t('register.email')}
        size="l"
        icon={Mail}
        type="email"
        value={email}
        inputRef={field}
        autoFocus
        autoComplete="email"
        spellCheck="false"
        maxLength={254}
        onChange={(value) => {
          setEmail(value);
          beginning.reset();
        }}
        error={tried && email.trim().length < 3 ? t('register.emailEmpty') : beside}
      />
      <AppErrorNote error={beside === null ? (beginning.error ?? failed) : null} place="login" />
      <Button type="submit" variant="primary" size="l" wide pending={beginning.pending}>
        {t('forgotten.send')}
      </Button>
    </form>
  );
}

function NewPassword({ address, waits }: { readonly address: string; readonly waits: boolean }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [signOutOthers, setSignOutOthers] = useState(false);
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const setting = useCall('setForgottenPassword');
  const sending = useCall('sendResetMailAgain');
  const beside = textFor(t, setting.error, 'weak_');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === '') field.current?.focus();
    if (password === '' || setting.pending) return;
    const result = await setting.run({ password, signOutOthers });
    if (!result.ok) field.current?.focus();
  };
  const again = async () => setSent((await sending.run({})).ok);
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={own.text}>{t('forgotten.sent', { address })}</p>
      {waits ? (
        <Waits text={t('forgotten.waits')} />
      ) : (
        <>
          <PasswordField
            label={t('forgotten.newPassword')}
            value={password}
            inputRef={field}
            isNew
            autoFocus
            onChange={(value) => {
              setPassword(value);
              setting.reset();
            }}
            error={tried && password === '' ? t('register.passwordEmpty') : beside}
            hint={<PasswordStrength password={password} known={[address]} />}
          />
          <Switch
            label={t('forgotten.signOut')}
            hint={t('forgotten.signOutHint')}
            isSelected={signOutOthers}
            onChange={setSignOutOthers}
          />
        </>
      )}
      {sent && (
        <p role="status" className={own.note}>
          {t('register.mailSent')}
        </p>
      )}
      <div className={own.actions}>
        <AppErrorNote
          error={beside === null ? (setting.error ?? sending.error) : null}
          place="login"
        />
        {!waits && (
          <Button type="submit" variant="primary" size="l" wide pending={setting.pending}>
            {t('forgotten.submit')}
          </Button>
        )}
        <Button size="l" wide pending={sending.pending} onPress={() => void again()}>
          {t('register.mailAgain')}
        </Button>
      </div>
    </form>
  );
}
