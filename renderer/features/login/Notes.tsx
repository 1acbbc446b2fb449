// Short notes in the place of a form, or above one.
import clsx from 'clsx';
import { useTranslation } from '#app/words';
import { Spinner } from '#ui/layout/Spinner';
import styles from './Login.module.css';
import own from './register/Register.module.css';

/** Shown until the server has answered which methods it offers. */
export function Looking() {
  const { t } = useTranslation();
  return <Waits text={t('login.checking')} />;
}

export function Waits({ text }: { readonly text: string }) {
  return (
    <p className={styles.waiting} role="status">
      <Spinner />
      <span>{text}</span>
    </p>
  );
}

/** Shown after a forgotten password was replaced; says what comes next. */
export function PasswordChanged() {
  const { t } = useTranslation();
  return (
    <p role="status" className={clsx(own.note, own.changed)}>
      {t('forgotten.done')}
    </p>
  );
}
