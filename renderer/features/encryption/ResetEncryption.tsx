// Resets encryption without the recovery key: shows what is lost and what is kept, asks for confirmation, and shows the new key as in the
// first set-up.
import { CircleCheck, CircleX, Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { UnlockWays } from '#contract/areas/account/accountModels';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
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
  /** "Back", if it is not given. */
  readonly backLabel?: string | undefined;
  readonly onDone: () => void;
}

export function ResetEncryption(props: ResetEncryptionProps) {
  const { server, userId, onDone } = props;
  const act = useRecoveryKey('resetEncryption');
  const { recoveryKey } = act;
  return recoveryKey === null ? (
    <Warning {...props} act={act} />
  ) : (
    <ShownKey act={act} {...{ recoveryKey, server, userId, onDone }} />
  );
}

/**
 * The ways as they were when the page was opened: the reset itself changes them. `keepsIdentity`: this device has the keys of the identity,
 * so that only the backup and its recovery key are made anew.
 */
function useKnownWays(): { readonly ways: UnlockWays | null; readonly keepsIdentity: boolean } {
  const { value: encryption } = useValue('encryption', {});
  const [ways, setWays] = useState<UnlockWays | null>(null);
  const now = encryption?.state === 'locked' ? encryption.ways : null;
  if (ways === null && now !== null) setWays(now);
  const [state] = useState(encryption?.state);
  const first = state ?? encryption?.state ?? 'locked';
  return { ways: ways ?? now, keepsIdentity: ways === null && first !== 'locked' };
}

function Warning({
  act,
  server,
  backLabel,
  onBack,
}: ResetEncryptionProps & { readonly act: RecoveryKeyAct }) {
  const { t } = useTranslation();
  const { ways, keepsIdentity } = useKnownWays();
  const [asking, setAsking] = useState(false);
  const reset = async () => {
    setAsking(false);
    await act.create(null);
  };
  const anew = ways?.recoveryKey === false;
  const locksOthers = !keepsIdentity && (ways === null || ways.recoveryKey || ways.device);
  // A backup of which nothing is known may be there.
  const deletes = ways?.backup !== false;
  const submitLabel = t(anew ? 'status.backupSetUp' : 'recovery.reset');
  const failure = <AppErrorNote error={act.error} place="resetEncryption" />;
  // The person has read both lists before the confirmation; then they are hidden, so that the password field and its errors are in view.
  return (
    <>
      <h1 className={styles.title}>{t(anew ? 'recovery.anewTitle' : 'recovery.resetTitle')}</h1>
      <p className={styles.text}>
        {t(
          !anew
            ? 'recovery.resetText'
            : locksOthers
              ? 'recovery.anewDeviceText'
              : 'recovery.anewText',
        )}
      </p>
      {!act.askPassword && <Effects {...{ ways, keepsIdentity, server }} />}
      <ProofWait />
      {act.askPassword && (
        <PasswordForm
          submitLabel={submitLabel}
          danger={!anew}
          pending={act.pending}
          failure={failure}
          onSubmit={act.create}
        />
      )}
      {!act.askPassword && <div className={styles.error}>{failure}</div>}
      <div className={styles.end}>
        <Button variant="quiet" onPress={onBack} flush autoFocus>
          {backLabel ?? t('app.back')}
        </Button>
        {!act.askPassword && (
          <Button
            variant={anew ? 'primary' : 'danger'}
            size="l"
            pending={act.pending}
            onPress={() => (deletes || locksOthers ? setAsking(true) : void reset())}
          >
            {submitLabel}
          </Button>
        )}
      </div>
      <ConfirmDialog
        title={t(deletes ? 'recovery.resetAsk' : 'recovery.anewAsk')}
        isOpen={asking}
        onClose={() => setAsking(false)}
        confirmLabel={deletes ? t('recovery.resetConfirm') : submitLabel}
        cancelLabel={t('recovery.skipBack')}
        pending={act.pending}
        onConfirm={() => void reset()}
        danger
      >
        {t(deletes ? 'recovery.resetAskText' : 'recovery.anewAskText')}
      </ConfirmDialog>
    </>
  );
}

interface EffectsProps {
  readonly ways: UnlockWays | null;
  readonly keepsIdentity: boolean;
  readonly server: string;
}

/** Two lists: losses, or mere changes where there is nothing to lose; and the things that stay. */
function Effects({ ways, keepsIdentity, server }: EffectsProps) {
  const { t } = useTranslation();
  const { recoveryKey, device, backup } = ways ?? { recoveryKey: true, device: true, backup: null };
  const loses = recoveryKey || backup !== false;
  const changes = [
    backup === false ? t('recovery.anewMessages') : t('recovery.lostBackup', { server }),
    keepsIdentity ? null : t('recovery.lostTrust'),
    keepsIdentity
      ? t('recovery.lostKeyAlone')
      : recoveryKey
        ? t('recovery.lostKey')
        : device
          ? t('recovery.anewDevices')
          : null,
  ];
  const kept = [
    t('recovery.keptAccount'),
    t('recovery.keptMessages'),
    keepsIdentity
      ? t('recovery.keptIdentity')
      : device || recoveryKey
        ? t('recovery.keptDevices')
        : null,
  ];
  return (
    <>
      <Consequences
        kind={loses ? 'lost' : 'changed'}
        title={t(loses ? 'recovery.lost' : 'recovery.changed')}
        items={changes.filter((one) => one !== null)}
      />
      <Consequences
        kind="kept"
        title={t('recovery.kept')}
        items={kept.filter((one) => one !== null)}
      />
    </>
  );
}

const icons = { lost: CircleX, changed: Info, kept: CircleCheck };

function Consequences({
  title,
  items,
  kind,
}: {
  readonly title: string;
  readonly items: readonly string[];
  readonly kind: keyof typeof icons;
}) {
  return (
    <section
      className={styles.consequences}
      data-lost={kind === 'lost' || undefined}
      aria-label={title}
    >
      <h2>{title}</h2>
      <ul className={styles.where}>
        {items.map((item) => (
          <li key={item}>
            <Icon icon={icons[kind]} />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
