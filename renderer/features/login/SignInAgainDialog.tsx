// The server ended the session: the same account, by its password or in the browser.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import login from '#contract/locales/login.en.json';
import { addWords } from '#app/i18n';
import { useCall, useValue } from '#app/hooks';
import { Dialog } from '#ui/overlays/Dialog';
import { ForgottenPanel } from './ForgottenPanel';
import { LoginForm } from './LoginForm';
import { PasswordChanged } from './Notes';
import { useAccountWords } from './words';
import styles from './Login.module.css';

addWords(login);

export interface SignInAgainDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SignInAgainDialog({ isOpen, onClose }: SignInAgainDialogProps) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const state = session?.state;
  const hadEnded = useRef(false);
  useEffect(() => {
    if (state === 'expired') hadEnded.current = true;
    else if (state === 'signed_in' && hadEnded.current) onClose();
  }, [state, onClose]);
  return (
    <Dialog title={t('login.again')} isOpen={isOpen} onClose={onClose}>
      {session !== undefined && session.userId !== null && (
        <p className={styles.account}>{session.userId}</p>
      )}
      <SignInAgain text={t('login.againText')} onDone={onClose} />
    </Dialog>
  );
}

export interface SignInAgainProps {
  /** Stands above the form and says why it is shown. */
  readonly text: string;
  readonly onStart?: () => void;
  readonly onDone?: () => void;
}

/** The form for the account of this profile, and the way to a new password. */
export function SignInAgain({ text, onStart, onDone }: SignInAgainProps) {
  useAccountWords();
  const { value: session } = useValue('session', {});
  const { value: reset } = useValue('passwordReset', {});
  const forgetting = useCall('cancelPasswordReset');
  const [forgotten, setForgotten] = useState(false);
  useEffect(() => {
    if (reset?.state === 'done') setForgotten(false);
  }, [reset]);
  if (session === undefined || session.userId === null) return null;
  const server = session.baseUrl ?? session.serverName ?? '';
  if (forgotten) return <ForgottenPanel server={server} onBack={() => setForgotten(false)} />;
  return (
    <>
      {reset?.state === 'done' ? <PasswordChanged /> : <p>{text}</p>}
      <LoginForm
        fixed={{ server, user: session.userId }}
        {...(onStart !== undefined && { onStart })}
        {...(onDone !== undefined && { onDone })}
        onForgotten={() => {
          void forgetting.run({});
          setForgotten(true);
        }}
      />
    </>
  );
}
