// The server ended the session: the same account, by its password or in the browser.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import { useCall, useValue } from '#app/hooks';
import { Dialog } from '#ui/overlays/Dialog';
import { ForgottenPanel } from './ForgottenPanel';
import { LoginForm } from './LoginForm';
import { PasswordChanged } from './Notes';
import { useAccountWords } from './words';

export interface SignInAgainDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SignInAgainDialog({ isOpen, onClose }: SignInAgainDialogProps) {
  const { t } = useTranslation();
  useAccountWords();
  const { value: session } = useValue('session', {});
  const { value: reset } = useValue('passwordReset', {});
  const forgetting = useCall('cancelPasswordReset');
  const [forgotten, setForgotten] = useState(false);
  useEffect(() => {
    if (reset?.state === 'done') setForgotten(false);
  }, [reset]);
  const state = session?.state;
  const hadEnded = useRef(false);
  useEffect(() => {
    if (state === 'expired') hadEnded.current = true;
    else if (state === 'signed_in' && hadEnded.current) onClose();
  }, [state, onClose]);
  if (session === undefined || session.userId === null) return null;
  const server = session.baseUrl ?? session.serverName ?? '';
  return (
    <Dialog title={t('login.again')} isOpen={isOpen} onClose={onClose}>
      {forgotten ? (
        <ForgottenPanel server={server} onBack={() => setForgotten(false)} />
      ) : (
        <>
          {reset?.state === 'done' ? <PasswordChanged /> : <p>{t('login.againText')}</p>}
          <LoginForm
            fixed={{ server, user: session.userId }}
            onDone={onClose}
            onForgotten={() => {
              void forgetting.run({});
              setForgotten(true);
            }}
          />
        </>
      )}
    </Dialog>
  );
}
