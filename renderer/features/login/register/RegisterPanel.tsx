// Makes an account on a server: the form, then the stages that the server asks for.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { RegistrationOffer } from '#contract/areas/account/registration';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Looking } from '../Notes';
import { RegisterForm, noFields } from './RegisterForm';
import { RegisterStep } from './RegisterStep';
import { useRegistration } from './useRegistration';
import styles from '../Login.module.css';
import own from './Register.module.css';

export interface RegisterPanelProps {
  /** The server as the person has typed it. */
  readonly server: string;
  readonly onBack: () => void;
  /** Called when the server is about to make the account. */
  readonly onStart: () => void;
  /** The user id of a guest who becomes the full account. */
  readonly guest?: string;
}

export function RegisterPanel({ server, onBack, onStart, guest }: RegisterPanelProps) {
  const { t } = useTranslation();
  const acts = useRegistration();
  // The fields stay while the server asks for stages, so that the form is filled in if the person goes back. The password is dropped with
  // the panel.
  const [fields, setFields] = useState({ ...noFields, userName: guest ?? '' });
  const { state } = acts.state;
  const waits = state === 'step' || state === 'finishing';
  const { offer, offering } = useOffer(server, waits);
  useEffect(() => {
    if (waits) onStart();
    // Only that it waits is news.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [waits]);

  const name = offer?.serverName ?? (acts.state.state === 'step' ? acts.state.serverName : server);
  return (
    <>
      {guest === undefined && (
        <>
          <h1 className={styles.title}>{t('register.title')}</h1>
          <p className={own.text}>{t('register.on', { server: name })}</p>
        </>
      )}
      {waits && <RegisterStep acts={acts} />}
      {!waits && offer !== null && (
        <RegisterForm
          server={server}
          isGuest={guest !== undefined}
          offer={offer}
          acts={acts}
          fields={fields}
          onChange={setFields}
          onSend={onStart}
        />
      )}
      {!waits && offer === null && (
        <div className={styles.form}>
          {offering.error === null ? (
            <Looking />
          ) : (
            <AppErrorNote error={offering.error} place="login" />
          )}
        </div>
      )}
      {!waits && (
        <div className={styles.below}>
          <Button variant="text" icon={ArrowLeft} onPress={onBack}>
            {t(guest === undefined ? 'register.back' : 'guest.back')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Fetches how the server registers new accounts; not while a registration is running. */
function useOffer(server: string, waits: boolean) {
  const offering = useCall('registrationOffer');
  const [offer, setOffer] = useState<RegistrationOffer | null>(null);
  const asks = !waits && offer === null;
  useEffect(() => {
    if (!asks) return;
    void offering.run({ server }).then((result) => {
      if (result.ok) setOffer(result.output);
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each time that the form needs it
  }, [server, asks]);
  return { offer, offering };
}
