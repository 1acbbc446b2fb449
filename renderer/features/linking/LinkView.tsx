// The text and the buttons of each state of signing in with another device. It gets everything as props and must not know the store.
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { Linking } from '#contract/areas/account/linking';
import linking from '#contract/locales/linking.en.json';
import { errorText } from '#app/errors';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { QrCode } from '#ui/marks/QrCode';
import { Waiting } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { formatTime } from '#ui/text/time';
import styles from './Linking.module.css';

addWords(linking);

export interface LinkViewProps {
  readonly state: Exclude<Linking, { state: 'idle' }>;
  /** This device signs the other one in. */
  readonly own: boolean;
  readonly pending: boolean;
  readonly onCheck: (digits: string) => void;
  readonly onOpenAgain: () => void;
  /** Cancels, or closes the dialog when it is over. */
  readonly onEnd: () => void;
}

export function LinkView(props: LinkViewProps) {
  const { t } = useTranslation();
  const { state, onEnd } = props;
  const over = state.state === 'failed' || state.state === 'done';
  return (
    <div className={styles.panel}>
      {/* Changes are announced to screen readers, because the other side decides when they come. */}
      <div className={styles.content} aria-live="polite">
        <Content {...props} />
      </div>
      <Button wide autoFocus={over} variant={over ? 'primary' : 'secondary'} onPress={onEnd}>
        {t(state.state === 'failed' ? 'linking.again' : over ? 'linking.close' : 'linking.cancel')}
      </Button>
    </div>
  );
}

function Content({ state, own, pending, onCheck, onOpenAgain }: LinkViewProps): ReactNode {
  const { t, i18n } = useTranslation();
  switch (state.state) {
    case 'preparing':
      return <Waiting label={t('linking.preparing')} />;
    case 'code':
      return (
        <>
          <p>{t('linking.scan')}</p>
          <div className={styles.picture}>
            <QrCode bytes={state.bytes} label={t('linking.picture')} />
          </div>
          {state.expiresAtMs !== null && (
            <p className={styles.hint}>
              {t('linking.until', { time: formatTime(state.expiresAtMs, i18n.language) })}
            </p>
          )}
        </>
      );
    case 'check':
      return <Check pending={pending} onCheck={onCheck} />;
    case 'digits':
      return (
        <>
          <p>{t('linking.shown')}</p>
          <p className={styles.compare} aria-label={t('linking.shownLabel')} role="img">
            {state.checkCode}
          </p>
          {state.userCode !== null && (
            <>
              <p className={styles.hint}>{t('linking.userCode')}</p>
              <p className={styles.digits}>{state.userCode}</p>
            </>
          )}
          {state.server !== null && (
            <p className={styles.hint}>{t('linking.server', { server: state.server })}</p>
          )}
        </>
      );
    case 'allow':
      return (
        <>
          <Waiting label={t('linking.allow')} />
          <p className={styles.hint}>{t('linking.allowText')}</p>
          {state.note === 'not_opened' && (
            <p role="alert" className={styles.problem}>
              {t('linking.notOpened')}
            </p>
          )}
          <Button variant="primary" wide onPress={onOpenAgain}>
            {t('linking.openAgain')}
          </Button>
        </>
      );
    case 'waiting':
      return (
        <>
          <Waiting label={t('linking.waiting')} />
          <p className={styles.hint}>{t('linking.waitingText')}</p>
          <p className={styles.compare}>{state.userCode}</p>
          <p className={styles.hint}>{t('linking.server', { server: state.server })}</p>
        </>
      );
    case 'finishing':
      return <Waiting label={t(own ? 'linking.finishingOwn' : 'linking.finishing')} />;
    case 'done':
      return <End good text={t('linking.done')} />;
    case 'failed': {
      const { reason, error } = state;
      const text =
        reason === 'error'
          ? error === null
            ? t('error.internal')
            : errorText(t, error, 'login')
          : t(`linking.reason.${reason}`);
      return <End good={false} text={text} />;
    }
  }
}

interface CheckProps {
  readonly pending: boolean;
  readonly onCheck: (digits: string) => void;
}

function Check({ pending, onCheck }: CheckProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const complete = /^\d{2}$/.test(typed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (complete && !pending) onCheck(typed);
  };
  return (
    <form className={styles.content} onSubmit={submit}>
      <p>{t('linking.check')}</p>
      <div className={styles.few}>
        <TextField
          label={t('linking.digits')}
          size="l"
          autoFocus
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={typed}
          onChange={(value) => setTyped(value.replaceAll(/\D/g, ''))}
        />
      </div>
      <p className={styles.hint}>{t('linking.checkWarn')}</p>
      <Button type="submit" variant="primary" wide pending={pending} isDisabled={!complete}>
        {t('linking.checkSend')}
      </Button>
    </form>
  );
}

function End({ good, text }: { readonly good: boolean; readonly text: string }) {
  return (
    <div className={styles.end}>
      <span className={styles.mark} data-good={good || undefined}>
        <Icon icon={good ? ShieldCheck : ShieldAlert} size={24} />
      </span>
      <p>{text}</p>
    </div>
  );
}
