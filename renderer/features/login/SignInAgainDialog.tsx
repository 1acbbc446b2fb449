// The server ended the session: the same account, by its password or in the browser.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useValue } from '#app/hooks';
import { Dialog } from '#ui/Dialog';
import { LoginForm } from './LoginForm';

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
  if (session === undefined || session.userId === null) return null;
  const server = session.baseUrl ?? session.serverName ?? '';
  return (
    <Dialog title={t('login.again')} isOpen={isOpen} onClose={onClose}>
      <p>{t('login.againText')}</p>
      <LoginForm fixed={{ server, user: session.userId }} onDone={onClose} />
    </Dialog>
  );
}
