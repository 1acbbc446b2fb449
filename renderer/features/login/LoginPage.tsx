// The sign-in screen of one account that is signed out.
import { serverNameOf } from '#contract/plainNames';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import login from '#contract/locales/login.en.json';
import { addWords } from '#app/i18n';
import type { AccountRow } from '#contract/shell';
import { useShellValue } from '#app/context';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Logo } from '#ui/marks/Logo';
import { SoloPage } from '#ui/layout/SoloPage';
import { useStable } from '#ui/useStable';
import { LinkPanel } from '../linking';
import { ForgottenPanel } from './ForgottenPanel';
import { useKeptServer } from './keptServer';
import { LoginForm } from './LoginForm';
import { PasswordChanged } from './Notes';
import { RegisterPanel } from './register/RegisterPanel';
import { useAccountWords } from './words';
import styles from './Login.module.css';

addWords(login);

export interface LoginPageProps {
  /** The name of another account that is signed in, to go back to; null: none. */
  readonly backTo: string | null;
  readonly onBack: () => void;
  /** Called when the person submits the form. */
  readonly onStart: () => void;
}

/** Suggests the server of the account that was signed in last: a second account is most often there. */
function serverOf(accounts: readonly AccountRow[]): string {
  const userId = accounts.findLast((one) => one.signedIn && one.userId !== null)?.userId ?? '';
  return serverNameOf(userId);
}

interface CardProps {
  readonly server: string;
  readonly onStart: () => void;
  /** Null: there is nothing to go back to. */
  readonly onBack: (() => void) | null;
}

/** The panel that is shown on the card, and the server as it was typed. */
interface Whereabouts {
  readonly at: 'signIn' | 'register' | 'forgotten' | 'link';
  readonly server: string;
  /** For `link`: the server over which the two devices connect. */
  readonly meets?: string | undefined;
}

/** Escape goes back, wherever the focus is; an element that handles the key itself keeps it. */
function useEscape(onBack: (() => void) | null): void {
  const back = useStable(() => onBack?.());
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) back();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [back]);
}

function Card({ server, onStart, onBack }: CardProps) {
  const { t } = useTranslation();
  const { value: registration } = useValue('registration', {});
  const { value: reset } = useValue('passwordReset', {});
  const forgetting = useCall('cancelPasswordReset');
  const { value: link } = useValue('linking', {});
  const [{ at, server: known, meets }, go] = useState<Whereabouts>({ at: 'signIn', server });
  // The panel follows a registration or password reset that runs in the engine, also after the window was reloaded.
  useEffect(() => {
    if (registration?.state === 'step') go({ at: 'register', server: registration.server });
  }, [registration]);
  useEffect(() => {
    if (reset?.state === 'sent') go({ at: 'forgotten', server: reset.server });
    if (reset?.state === 'done') go({ at: 'signIn', server: reset.server });
  }, [reset]);

  // Escape does not leave a registration, because the typed fields would be lost.
  const links = at === 'link' || (link !== undefined && link.state !== 'idle');
  useEscape(at === 'signIn' && !links ? onBack : null);
  const back = () => go({ at: 'signIn', server: known });
  if (links) return <LinkPanel server={meets} onBack={back} onStart={onStart} />;
  if (at === 'register') return <RegisterPanel server={known} onBack={back} onStart={onStart} />;
  if (at === 'forgotten')
    return (
      <>
        <h1 className={styles.title}>{t('forgotten.title')}</h1>
        <ForgottenPanel server={known} onBack={back} />
      </>
    );
  return (
    <>
      <h1 className={styles.title}>{t('login.title')}</h1>
      {reset?.state === 'done' && <PasswordChanged />}
      <LoginForm
        onStart={onStart}
        server={known}
        onLink={(place) => go({ at: 'link', server: place ?? known, meets: place })}
        onRegister={(typed) => go({ at: 'register', server: typed })}
        onForgotten={(typed) => {
          void forgetting.run({});
          go({ at: 'forgotten', server: typed });
        }}
      />
    </>
  );
}

export function LoginPage({ backTo, onBack, onStart }: LoginPageProps) {
  const { t } = useTranslation();
  useAccountWords();
  const app = useShellValue('app');
  const accounts = useShellValue('accounts')?.accounts ?? [];
  const kept = useKeptServer() ?? '';
  return (
    <SoloPage
      steady
      footer={<span>{app === undefined ? '' : t('login.version', { version: app.version })}</span>}
    >
      {backTo !== null && (
        <Button variant="quiet" flush icon={ArrowLeft} onPress={onBack} className={styles.back}>
          {t('login.cancelAdd', { name: backTo })}
        </Button>
      )}
      <div className={styles.brand}>
        <Logo size={44} />
        <p className={styles.name}>Trellis</p>
        <p className={styles.intro}>{t('login.intro')}</p>
      </div>
      <div className={styles.card}>
        <Card
          // The kept server comes a moment after the screen.
          key={kept}
          onStart={onStart}
          onBack={backTo === null ? null : onBack}
          server={kept || serverOf(accounts)}
        />
      </div>
    </SoloPage>
  );
}
