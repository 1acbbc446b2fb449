// Setting up secure backup: why, the key, and the way to go on knowingly without one. Used after sign-in and from settings.
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '../../app/errors';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { TextField } from '../../ui/TextField';
import { RecoveryKeyView } from './RecoveryKeyView';
import { useRecoveryKey, type RecoveryKeyAct } from './useRecoveryKey';
import styles from './Encryption.module.css';

export interface SetUpBackupProps {
  readonly server: string;
  readonly userId: string;
  /** The key was shown before, but this window does not have it any more. */
  readonly shownBefore: boolean;
  readonly onDone: () => void;
}

export function SetUpBackup({ server, userId, shownBefore, onDone }: SetUpBackupProps) {
  const { t } = useTranslation();
  const act = useRecoveryKey();
  const [skipping, setSkipping] = useState(false);
  const finish = async (outcome: 'saved' | 'skipped') => {
    if (await act.confirm(outcome)) onDone();
    setSkipping(false);
  };
  return (
    <>
      <Steps />
      {act.recoveryKey === null ? (
        <Introduction act={act} server={server} shownBefore={shownBefore} />
      ) : (
        <RecoveryKeyView recoveryKey={act.recoveryKey} server={server} userId={userId} />
      )}
      <div className={styles.error}>
        <AppErrorNote error={act.error} />
      </div>
      <div className={styles.end}>
        <Button variant="quiet" onPress={() => setSkipping(true)} className={styles.skip}>
          {t('recovery.skip')}
        </Button>
        {act.recoveryKey !== null ? (
          <Button
            variant="primary"
            size="l"
            pending={act.pending}
            onPress={() => void finish('saved')}
          >
            {t('recovery.saved')}
          </Button>
        ) : (
          !act.askPassword && (
            <Button
              variant="primary"
              size="l"
              autoFocus
              pending={act.pending}
              onPress={() => void act.create(null)}
            >
              {shownBefore ? t('recovery.again') : t('recovery.create')}
            </Button>
          )
        )}
      </div>
      <ConfirmDialog
        title={t('recovery.skipTitle')}
        isOpen={skipping}
        onClose={() => setSkipping(false)}
        confirmLabel={t('recovery.skipConfirm')}
        cancelLabel={t('recovery.skipBack')}
        pending={act.pending}
        onConfirm={() => void finish('skipped')}
        danger
      >
        {t('recovery.skipText')}
      </ConfirmDialog>
    </>
  );
}

function Steps() {
  const { t } = useTranslation();
  return (
    <ol className={styles.steps} aria-label={t('recovery.steps')}>
      <li className={styles.stepDone}>
        <Icon icon={Check} />
        {t('recovery.stepSignedIn')}
      </li>
      <li className={styles.stepOn} aria-current="step">
        <span>2</span>
        {t('recovery.stepSave')}
      </li>
    </ol>
  );
}

function Introduction({
  act,
  server,
  shownBefore,
}: {
  readonly act: RecoveryKeyAct;
  readonly server: string;
  readonly shownBefore: boolean;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  return (
    <>
      <h1 className={styles.title}>{t('recovery.introTitle')}</h1>
      <p className={styles.text}>{t('recovery.introText', { server })}</p>
      {shownBefore && <p className={styles.text}>{t('recovery.againText')}</p>}
      {act.askPassword && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (password !== '') void act.create(password).then(() => setPassword(''));
          }}
        >
          <TextField
            label={t('recovery.passwordTitle')}
            hint={t('recovery.passwordText')}
            type="password"
            size="l"
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
          <Button type="submit" variant="primary" size="l" pending={act.pending}>
            {t('recovery.create')}
          </Button>
        </form>
      )}
    </>
  );
}
