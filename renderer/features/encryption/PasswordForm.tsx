// Asks for the account's password, which the server needs for new cross-signing keys. The password stays in this field until it is sent.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { TextField } from '#ui/controls/TextField';
import styles from './Encryption.module.css';

export interface PasswordFormProps {
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly pending: boolean;
  /** The error, shown above the button. */
  readonly failure?: ReactNode;
  readonly onSubmit: (password: string) => Promise<void>;
}

export function PasswordForm({
  submitLabel,
  danger = false,
  pending,
  failure,
  onSubmit,
}: PasswordFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !pending) void onSubmit(password).then(() => setPassword(''));
      }}
    >
      <TextField
        label={t('recovery.passwordTitle')}
        hint={t('recovery.passwordText')}
        type="password"
        size="l"
        autoFocus
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      {failure}
      <Button type="submit" variant={danger ? 'danger' : 'primary'} size="l" pending={pending}>
        {submitLabel}
      </Button>
    </form>
  );
}
