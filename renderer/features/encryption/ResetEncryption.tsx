// Resets encryption without the recovery key: shows what is lost and what is kept, asks for confirmation, and shows the new key as in the
// first set-up.
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { ProofWait } from '../proof';
import { PasswordForm } from './PasswordForm';
import { ShownKey } from './ShownKey';
import { useRecoveryKey, type RecoveryKeyAct } from './useRecoveryKey';
import styles from './Encryption.module.css';

export interface ResetEncryptionProps {
  readonly server: string;
  readonly userId: string;
  /** Called when the person goes back without a reset. */
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function ResetEncryption({ server, userId, onBack, onDone }: ResetEncryptionProps) {
  const act = useRecoveryKey('resetEncryption');
  const { recoveryKey } = act;
  return recoveryKey === null ? (
    <Warning act={act} server={server} onBack={onBack} />
  ) : (
    <ShownKey act={act} {...{ recoveryKey, server, userId, onDone }} />
  );
}

function Warning({
  act,
  server,
  onBack,
}: Pick<ResetEncryptionProps, 'server' | 'onBack'> & { readonly act: RecoveryKeyAct }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const reset = async () => {
    setAsking(false);
    await act.create(null);
  };
  const failure = <AppErrorNote error={act.error} place="resetEncryption" />;
  // The person has read both lists before the confirmation; then they are hidden, so that the password field and its errors are in view.
  return (
    <>
      <h1 className={styles.title}>{t('recovery.resetTitle')}</h1>
      <p className={styles.text}>{t('recovery.resetText')}</p>
      {!act.askPassword && (
        <>
          <Consequences
            lost
            title={t('recovery.lost')}
            items={[
              t('recovery.lostBackup', { server }),
              t('recovery.lostTrust'),
              t('recovery.lostKey'),
            ]}
          />
          <Consequences
            title={t('recovery.kept')}
            items={[
              t('recovery.keptAccount'),
              t('recovery.keptMessages'),
              t('recovery.keptDevices'),
            ]}
          />
        </>
      )}
      <ProofWait />
      {act.askPassword && (
        <PasswordForm
          submitLabel={t('recovery.reset')}
          danger
          pending={act.pending}
          failure={failure}
          onSubmit={act.create}
        />
      )}
      {!act.askPassword && <div className={styles.error}>{failure}</div>}
      <div className={styles.end}>
        <Button variant="quiet" onPress={onBack} flush autoFocus>
          {t('app.back')}
        </Button>
        {!act.askPassword && (
          <Button variant="danger" size="l" pending={act.pending} onPress={() => setAsking(true)}>
            {t('recovery.reset')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        title={t('recovery.resetAsk')}
        isOpen={asking}
        onClose={() => setAsking(false)}
        confirmLabel={t('recovery.resetConfirm')}
        cancelLabel={t('recovery.skipBack')}
        pending={act.pending}
        onConfirm={() => void reset()}
        danger
      >
        {t('recovery.resetAskText')}
      </ConfirmDialog>
    </>
  );
}

function Consequences({
  title,
  items,
  lost = false,
}: {
  readonly title: string;
  readonly items: readonly string[];
  readonly lost?: boolean;
}) {
  return (
    <section className={styles.consequences} data-lost={lost || undefined} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.where}>
        {items.map((item) => (
          <li key={item}>
            <Icon icon={lost ? CircleX : CircleCheck} />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
