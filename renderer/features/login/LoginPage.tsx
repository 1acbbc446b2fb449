// The sign-in screen of one (signed-out) account.
import { ArrowLeft, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '#contract/shell';
import { useShellValue } from '#app/context';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Logo } from '#ui/Logo';
import { SoloPage } from '#ui/SoloPage';
import { LoginForm } from './LoginForm';
import styles from './Login.module.css';

export interface LoginPageProps {
  /** Set when another account is signed in: the name to go back to. */
  readonly backTo: string | null;
  readonly onBack: () => void;
  /** The user has sent the form. */
  readonly onStart: () => void;
}

/** Whoever adds an account has it most often where the last one is. */
function serverOf(accounts: readonly AccountRow[]): string {
  const userId = accounts.findLast((one) => one.signedIn && one.userId !== null)?.userId ?? '';
  return userId.slice(userId.indexOf(':') + 1);
}

export function LoginPage({ backTo, onBack, onStart }: LoginPageProps) {
  const { t } = useTranslation();
  const app = useShellValue('app');
  const accounts = useShellValue('accounts')?.accounts ?? [];
  return (
    <SoloPage
      footer={<span>{app === undefined ? '' : t('login.version', { version: app.version })}</span>}
    >
      {backTo !== null && (
        <Button variant="quiet" icon={ArrowLeft} onPress={onBack} className={styles.back}>
          {t('login.cancelAdd', { name: backTo })}
        </Button>
      )}
      <div className={styles.brand}>
        <Logo size={44} />
        <p className={styles.name}>Trellis</p>
        <p className={styles.intro}>{t('login.intro')}</p>
      </div>
      <div className={styles.card}>
        <h1 className={styles.title}>{t('login.title')}</h1>
        <LoginForm onStart={onStart} server={serverOf(accounts)} />
        <NoAccount />
      </div>
      {app?.keyStore === 'basic_text' && (
        <p role="note" className={styles.warning}>
          <Icon icon={TriangleAlert} />
          <span>{t('login.basicKeyStore')}</span>
        </p>
      )}
    </SoloPage>
  );
}

function NoAccount() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.noAccount}>
      <Button variant="text" size="s" aria-expanded={open} onPress={() => setOpen(!open)}>
        {t('login.noAccount')}
      </Button>
      {open && <p>{t('login.noAccountText')}</p>}
    </div>
  );
}
