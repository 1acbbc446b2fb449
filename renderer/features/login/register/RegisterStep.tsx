// One stage of a registration: terms, a token, a link in a mail, or a page in the browser.
import { ArrowLeft, ExternalLink, KeyRound } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '#app/words';
import type { PagePlace, PageShown } from '#contract/areas/account/proof';
import type { RegistrationStep } from '#contract/areas/account/registration';
import { useShell } from '#app/context';
import { AppErrorNote, errorText } from '#app/errors';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { TextField } from '#ui/controls/TextField';
import { Waits } from '../Notes';
import type { RegistrationActs } from './useRegistration';
import styles from '../Login.module.css';
import own from './Register.module.css';

interface Acts {
  readonly acts: RegistrationActs;
}

/** @returns null when there is no stage */
export function RegisterStep({ acts }: Acts) {
  const { t } = useTranslation();
  const { state } = acts;
  if (state.state === 'finishing')
    return (
      <div className={styles.form}>
        <Waits text={t('register.finishing')} />
      </div>
    );
  if (state.state !== 'step') return null;
  const { step, number, of } = state;
  return (
    <div className={styles.form}>
      {of > 1 && <p className={own.count}>{t('register.step', { number, of })}</p>}
      {step.type === 'terms' && <Terms acts={acts} policies={step.policies} />}
      {step.type === 'token' && <Token acts={acts} />}
      {step.type === 'email' && <EmailLink acts={acts} address={step.address} />}
      {step.type === 'page' && <Page acts={acts} shown={step.shown} />}
      <Button
        variant="text"
        icon={ArrowLeft}
        isDisabled={acts.pending === 'cancelRegistration'}
        onPress={() => void acts.run('cancelRegistration', {})}
      >
        {t('register.toForm')}
      </Button>
    </div>
  );
}

function Terms({
  acts,
  policies,
}: Acts & { readonly policies: Extract<RegistrationStep, { type: 'terms' }>['policies'] }) {
  const { t } = useTranslation();
  const shell = useShell();
  return (
    <>
      <p className={own.text}>{t('register.terms')}</p>
      <div className={own.policies}>
        {policies.map(({ name, url }, index) => (
          <Button
            key={url}
            autoFocus={index === 0}
            variant="text"
            flush
            icon={ExternalLink}
            onPress={() => void resultOf(shell.call('openExternal', { url }))}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className={own.actions}>
        <AppErrorNote error={acts.error} place="login" />
        <Button
          variant="primary"
          size="l"
          wide
          pending={acts.pending === 'agreeToTerms'}
          onPress={() => void acts.run('agreeToTerms', {})}
        >
          {t('register.agree')}
        </Button>
      </div>
    </>
  );
}

function Token({ acts }: Acts) {
  const { t } = useTranslation();
  const [token, setToken] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wrong = acts.error?.code === 'wrong_token' ? acts.error : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const given = token.trim();
    if (given === '') field.current?.focus();
    if (given === '' || acts.pending !== null) return;
    if (await acts.run('giveRegistrationToken', { token: given })) return;
    field.current?.select();
    field.current?.focus();
  };
  return (
    <form className={styles.steps} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('register.token')}
        size="l"
        icon={KeyRound}
        value={token}
        inputRef={field}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        maxLength={255}
        hint={t('register.tokenHint')}
        onChange={(value) => {
          setToken(value);
          acts.forget();
        }}
        error={
          wrong !== null
            ? errorText(t, wrong)
            : tried && token.trim() === ''
              ? t('register.tokenEmpty')
              : null
        }
      />
      <AppErrorNote error={wrong === null ? acts.error : null} place="login" />
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        pending={acts.pending === 'giveRegistrationToken'}
      >
        {t('register.goOn')}
      </Button>
    </form>
  );
}

/** Asks the server now whether the stage was completed elsewhere. */
function Check({ acts, label }: Acts & { readonly label: string }) {
  return (
    <>
      <AppErrorNote error={acts.error} place="login" />
      <Button
        variant="primary"
        size="l"
        wide
        autoFocus
        pending={acts.pending === 'checkRegistration'}
        onPress={() => void acts.run('checkRegistration', {})}
      >
        {label}
      </Button>
    </>
  );
}

function EmailLink({ acts, address }: Acts & { readonly address: string }) {
  const { t } = useTranslation();
  const [sent, setSent] = useState(false);
  const again = async () => setSent(await acts.run('sendRegistrationMailAgain', {}));
  return (
    <>
      <Waits text={t('register.mailWaits')} />
      <p className={own.text}>{t('register.mail', { address })}</p>
      {sent && (
        <p role="status" className={own.note}>
          {t('register.mailSent')}
        </p>
      )}
      <div className={own.actions}>
        <Check acts={acts} label={t('register.linkOpened')} />
        <Button
          size="l"
          wide
          pending={acts.pending === 'sendRegistrationMailAgain'}
          onPress={() => void again()}
        >
          {t('register.mailAgain')}
        </Button>
      </div>
    </>
  );
}

function Page({ acts, shown }: Acts & { readonly shown: PageShown }) {
  const { t } = useTranslation();
  const inWindow = shown === 'window' || shown === 'closed';
  const open = (place: PagePlace) => () => void acts.run('openRegistrationPage', { place });
  return (
    <>
      {shown !== 'closed' && <Waits text={t(inWindow ? 'register.pageWaits' : 'login.waiting')} />}
      <p className={own.text}>{t('register.page')}</p>
      {(shown === 'closed' || shown === 'not_opened') && (
        <p role="alert" className={styles.warning}>
          {t(shown === 'closed' ? 'register.pageClosed' : 'register.pageNotOpened')}
        </p>
      )}
      <div className={own.actions}>
        <Check acts={acts} label={t('register.pageDone')} />
        <div className={own.ways}>
          <Button variant="text" onPress={open(inWindow ? 'window' : 'browser')}>
            {t('login.openAgain')}
          </Button>
          {inWindow && (
            <Button variant="text" icon={ExternalLink} onPress={open('browser')}>
              {t('register.pageInBrowser')}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
