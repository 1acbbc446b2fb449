// The text and the buttons of a verification in each of its states. It gets everything as props and must not know the store.
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { Verification } from '#contract/areas/encryption/verificationModels';
import verifying from '#contract/locales/verifying.en.json';
import { addWords } from '#app/i18n';
import { later } from '#app/later';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { QrCode } from '#ui/marks/QrCode';
import { Waiting } from '#ui/layout/Spinner';
import type { ReadingProblem } from './CodeReader';
import { reasonOf } from './reasons';
import { nameOf } from './words';
import styles from './Verification.module.css';

addWords(verifying);

const CodeReader = later(async () => (await import('./CodeReader')).CodeReader);

export interface VerificationViewProps {
  readonly verification: Verification;
  /** Our answer is being sent. */
  readonly pending: boolean;
  /** The account has no secure backup, so that older messages stay unreadable on a new device. */
  readonly bare?: boolean;
  /** The problem with the code that was read here last. */
  readonly problem: ReadingProblem | null;
  readonly onBegin: () => void;
  /** Called with a code that was read here. */
  readonly onRead: (bytes: Uint8Array) => void;
  readonly onAnswer: (matches: boolean) => void;
  readonly onAgain: () => void;
  /** Cancels the verification, or closes the dialog when it is over. */
  readonly onEnd: () => void;
}

export function VerificationView(props: VerificationViewProps) {
  const { t } = useTranslation();
  const { verification, problem, bare = false, onRead, onEnd } = props;
  const [wantsToRead, setReading] = useState(false);
  const reading = wantsToRead && verification.phase === 'ready' && verification.ways.read;
  const name = nameOf(t, verification);
  const title = verification.isSelf ? t('verifying.titleSelf') : t('verifying.title', { name });
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onEnd}
      role="alertdialog"
      actions={<Acts {...props} reading={reading} onReading={setReading} />}
    >
      {/* Changes are announced to screen readers, because the other side decides when they come. */}
      <div className={styles.content} aria-live="polite">
        {reading ? (
          <CodeReader problem={problem} onRead={onRead} />
        ) : (
          <Content verification={verification} name={name} bare={bare} />
        )}
      </div>
    </Dialog>
  );
}

interface ContentProps {
  readonly verification: Verification;
  readonly name: string;
}

function Content({
  verification,
  name,
  bare,
}: ContentProps & { readonly bare: boolean }): ReactNode {
  const { t } = useTranslation();
  const doneSelf = bare ? 'verifying.doneSelfBareText' : 'verifying.doneSelfText';
  const { phase, emoji, confirmed, isSelf, byMe } = verification;
  switch (phase) {
    case 'unsent':
      return <Waiting label={t('verifying.sending')} />;
    case 'requested':
      if (!byMe) return <Waiting label={t('verifying.preparing')} />;
      return (
        <Waiting label={isSelf ? t('verifying.waitingSelf') : t('verifying.waiting', { name })} />
      );
    case 'ready':
      return <Ready verification={verification} name={name} />;
    case 'started':
      if (verification.read !== null) return <Read verification={verification} name={name} />;
      if (emoji === null) return <Waiting label={t('verifying.preparing')} />;
      return (
        <>
          <p>{isSelf ? t('verifying.compareSelf') : t('verifying.compare', { name })}</p>
          <Emoji emoji={emoji} />
          {confirmed && (
            <Waiting
              label={isSelf ? t('verifying.confirmedSelf') : t('verifying.confirmed', { name })}
            />
          )}
        </>
      );
    case 'done':
      return (
        <End
          good
          title={isSelf ? t('verifying.doneSelf') : t('verifying.done', { name })}
          text={t(isSelf ? doneSelf : 'verifying.doneText')}
        />
      );
    default:
      return <End good={false} title={t('verifying.ended')} text={reasonOf(t, verification)} />;
  }
}

/** The choice of the method: showing a QR code, reading one, or comparing emoji. */
function Ready({ verification, name }: ContentProps): ReactNode {
  const { t } = useTranslation();
  const { code, ways, isSelf, byMe } = verification;
  if (code !== null)
    return (
      <>
        <p>{isSelf ? t('verifying.showCodeSelf') : t('verifying.showCode', { name })}</p>
        <QrCode bytes={code} label={t('verifying.code')} />
      </>
    );
  if (ways.read)
    return <p>{isSelf ? t('verifying.theirCodeSelf') : t('verifying.theirCode', { name })}</p>;
  if (byMe || !ways.emoji) return <Waiting label={t('verifying.preparing')} />;
  return <p>{t('verifying.ready')}</p>;
}

function Read({ verification, name }: ContentProps): ReactNode {
  const { t } = useTranslation();
  const { read, confirmed, isSelf } = verification;
  if (read === 'by_me')
    return (
      <Waiting label={isSelf ? t('verifying.haveReadSelf') : t('verifying.haveRead', { name })} />
    );
  if (confirmed)
    return (
      <Waiting label={isSelf ? t('verifying.confirmedSelf') : t('verifying.confirmed', { name })} />
    );
  return <p>{isSelf ? t('verifying.wasReadSelf') : t('verifying.wasRead', { name })}</p>;
}

function Emoji({ emoji }: { readonly emoji: NonNullable<Verification['emoji']> }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.emoji} aria-label={t('verifying.emoji')}>
      {emoji.map(({ symbol, name }, at) => (
        // The same emoji may occur twice; only their order is compared.
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

interface ActsProps extends VerificationViewProps {
  readonly reading: boolean;
  readonly onReading: (reading: boolean) => void;
}

function Acts({ verification, pending, reading, onReading, ...acts }: ActsProps): ReactNode {
  const { t } = useTranslation();
  const { phase, emoji, confirmed, isSelf, read, ways, code, byMe, cancelled } = verification;
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
        <Button key="close" onPress={acts.onEnd} autoFocus>
          {t('app.close')}
        </Button>
        {!elsewhere && (
          <Button key="again" variant="primary" pending={pending} onPress={acts.onAgain}>
            {t('verifying.again')}
          </Button>
        )}
      </>
    );
  }
  const comparing = phase === 'started' && emoji !== null && !confirmed;
  if (comparing)
    return (
      <>
        {/* With a key: a press that began on it never ends on a button of the next state. */}
        <Button
          key="differ"
          variant="textDanger"
          isDisabled={pending}
          onPress={() => acts.onAnswer(false)}
        >
          {t('verifying.differ')}
        </Button>
        <Button key="match" variant="primary" pending={pending} onPress={() => acts.onAnswer(true)}>
          {t('verifying.match')}
        </Button>
      </>
    );
  if (read === 'by_them' && !confirmed)
    return (
      <>
        <Button variant="textDanger" isDisabled={pending} onPress={() => acts.onAnswer(false)}>
          {t('verifying.wasReadNo')}
        </Button>
        <Button variant="primary" pending={pending} onPress={() => acts.onAnswer(true)}>
          {t('verifying.wasReadYes')}
        </Button>
      </>
    );
  if (reading) return <Button onPress={() => onReading(false)}>{t('verifying.back')}</Button>;
  // If emoji are the only method, the side that was asked starts the comparison.
  const mayCompare = ways.emoji && (!byMe || code !== null || ways.read);
  return (
    <>
      <Button onPress={acts.onEnd} autoFocus>
        {t('verifying.stop')}
      </Button>
      {ways.read && (
        <Button onPress={() => onReading(true)}>
          {isSelf ? t('verifying.readSelf') : t('verifying.read')}
        </Button>
      )}
      {mayCompare && (
        <Button variant="primary" pending={pending} onPress={acts.onBegin}>
          {t('verifying.begin')}
        </Button>
      )}
    </>
  );
}
