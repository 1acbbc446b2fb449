// What the dialog of a verification says in each state, and its buttons. Props in, callbacks out.
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verification } from '#contract/areas/verificationModels';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { Icon } from '#ui/Icon';
import { Waiting } from '#ui/Spinner';
import { nameOf, reasonOf } from './words';
import styles from './Verification.module.css';

export interface VerificationViewProps {
  readonly verification: Verification;
  /** An answer of ours is on its way. */
  readonly pending: boolean;
  readonly onBegin: () => void;
  readonly onAnswer: (matches: boolean) => void;
  readonly onAgain: () => void;
  /** Ends it, or puts it away when it is over. */
  readonly onEnd: () => void;
}

export function VerificationView(props: VerificationViewProps) {
  const { t } = useTranslation();
  const { verification, onEnd } = props;
  const name = nameOf(t, verification);
  const title = verification.isSelf
    ? t('verification.titleSelf')
    : t('verification.title', { name });
  return (
    <Dialog title={title} isOpen onClose={onEnd} role="alertdialog" actions={<Acts {...props} />}>
      {/* What changes is read out: the other side decides when. */}
      <div className={styles.content} aria-live="polite">
        <Content verification={verification} name={name} />
      </div>
    </Dialog>
  );
}

interface ContentProps {
  readonly verification: Verification;
  readonly name: string;
}

function Content({ verification, name }: ContentProps): ReactNode {
  const { t } = useTranslation();
  const { phase, emoji, confirmed, isSelf, byMe } = verification;
  switch (phase) {
    case 'unsent':
      return <Waiting label={t('verification.sending')} />;
    case 'requested':
      if (!byMe) return <Waiting label={t('verification.preparing')} />;
      return (
        <Waiting
          label={isSelf ? t('verification.waitingSelf') : t('verification.waiting', { name })}
        />
      );
    case 'ready':
      return byMe ? (
        <Waiting label={t('verification.preparing')} />
      ) : (
        <p>{t('verification.ready')}</p>
      );
    case 'started':
      if (emoji === null) return <Waiting label={t('verification.preparing')} />;
      return (
        <>
          <p>{isSelf ? t('verification.compareSelf') : t('verification.compare', { name })}</p>
          <Emoji emoji={emoji} />
          {confirmed && (
            <Waiting
              label={
                isSelf ? t('verification.confirmedSelf') : t('verification.confirmed', { name })
              }
            />
          )}
        </>
      );
    case 'done':
      return (
        <End
          good
          title={isSelf ? t('verification.doneSelf') : t('verification.done', { name })}
          text={isSelf ? t('verification.doneSelfText') : t('verification.doneText')}
        />
      );
    default:
      return <End good={false} title={t('verification.ended')} text={reasonOf(t, verification)} />;
  }
}

function Emoji({ emoji }: { readonly emoji: NonNullable<Verification['emoji']> }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.emoji} aria-label={t('verification.emoji')}>
      {emoji.map(({ symbol, name }, at) => (
        // The same may come twice; the order is what is compared.
        <li key={at} className={styles.one}>
          <span className={styles.symbol} aria-hidden>
            {symbol}
          </span>
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ol>
  );
}

interface EndProps {
  readonly good: boolean;
  readonly title: string;
  readonly text: string;
}

function End({ good, title, text }: EndProps) {
  return (
    <div className={styles.end}>
      <span className={styles.trust} data-trust={good ? 'verified' : 'changed'}>
        <Icon icon={good ? ShieldCheck : ShieldAlert} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
    </div>
  );
}

function Acts({ verification, pending, ...acts }: VerificationViewProps): ReactNode {
  const { t } = useTranslation();
  const { phase, emoji, confirmed, byMe, cancelled } = verification;
  if (phase === 'done')
    return (
      <Button variant="primary" autoFocus onPress={acts.onEnd}>
        {t('app.done')}
      </Button>
    );
  if (phase === 'cancelled') {
    const elsewhere = cancelled?.code === 'accepted';
    return (
      <>
        <Button onPress={acts.onEnd} autoFocus>
          {t('app.close')}
        </Button>
        {!elsewhere && (
          <Button variant="primary" pending={pending} onPress={acts.onAgain}>
            {t('verification.again')}
          </Button>
        )}
      </>
    );
  }
  const comparing = phase === 'started' && emoji !== null && !confirmed;
  if (comparing)
    return (
      <>
        <Button variant="danger" isDisabled={pending} onPress={() => acts.onAnswer(false)}>
          {t('verification.differ')}
        </Button>
        <Button variant="primary" pending={pending} onPress={() => acts.onAnswer(true)}>
          {t('verification.match')}
        </Button>
      </>
    );
  return (
    <>
      <Button onPress={acts.onEnd} autoFocus>
        {t('verification.stop')}
      </Button>
      {phase === 'ready' && !byMe && (
        <Button variant="primary" pending={pending} onPress={acts.onBegin}>
          {t('verification.begin')}
        </Button>
      )}
    </>
  );
}
