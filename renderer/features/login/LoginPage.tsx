// The sign-in screen of one (signed-out) account.
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useShellValue } from '#app/context';
import { Button } from '#ui/Button';
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

export function LoginPage({ backTo, onBack, onStart }: LoginPageProps) {
  const { t } = useTranslation();
  const app = useShellValue('app');
  return (
    <SoloPage
      footer={
        <>
          <span>{app === undefined ? '' : t('login.version', { version: app.version })}</span>
          {app?.keyStore === 'basic_text' && <span>{t('login.basicKeyStore')}</span>}
        </>
      }
    >
      {backTo !== null && (
        <Button variant="quiet" icon={ArrowLeft} onPress={onBack} className={styles.back}>
          {t('login.cancelAdd', { name: backTo })}
        </Button>
      )}
      <div className={styles.mark}>
        <Logo />
      </div>
      <h1 className={styles.title}>{t('login.title')}</h1>
      <p className={styles.intro}>{t('login.intro')}</p>
      <LoginForm onStart={onStart} />
    </SoloPage>
  );
}
