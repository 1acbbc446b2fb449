// Setting up secure backup: why, the key, and the way to go on knowingly without one. Used after sign-in and from settings.
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { ProofWait } from '../proof';
import { PasswordForm } from './PasswordForm';
import { isSound, PhraseFields, type Phrase } from './PhraseFields';
import { ShownKey } from './ShownKey';
import { SkipBackup } from './SkipBackup';
import { useRecoveryKey, type RecoveryKeyAct } from './useRecoveryKey';
import styles from './Encryption.module.css';

export interface SetUpBackupProps {
  readonly server: string;
  readonly userId: string;
  /** The key was shown before, but this window does not have it any more. */
  readonly shownBefore: boolean;
  /** There is a backup that this device cannot read. */
  readonly onReset: () => void;
  readonly onDone: () => void;
}

export function SetUpBackup(props: SetUpBackupProps) {
  const act = useRecoveryKey('createRecoveryKey');
  const { recoveryKey } = act;
  const { value: encryption } = useValue('encryption', {});
  const [first] = useState(encryption?.state);
  // All is set up, and only another key is wanted.
  const isAnother = (first ?? encryption?.state) === 'ready';
  return (
    <>
      {!isAnother && <Steps />}
      {recoveryKey === null ? (
        <Introduction {...props} {...{ act, isAnother }} />
      ) : (
        <ShownKey {...props} {...{ act, recoveryKey, isAnother }} />
      )}
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
  isAnother,
  server,
  shownBefore,
  onReset,
  onDone,
}: SetUpBackupProps & { readonly act: RecoveryKeyAct; readonly isAnother: boolean }) {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const [phrase, setPhrase] = useState<Phrase | null>(null);
  // The page is the question then, and its button names what it does. One that was shown and perhaps never saved is replaced without a question.
  const replaces = encryption?.hasRecoveryKey === true && !shownBefore && !act.askPassword;
  const formId = useId();
  return (
    <>
      <h1 className={styles.title}>
        {t(
          replaces
            ? 'recovery.replacesAsk'
            : isAnother
              ? 'recovery.anotherTitle'
              : 'recovery.introTitle',
        )}
      </h1>
      <p className={styles.text}>
        {t(isAnother ? 'recovery.anotherText' : 'recovery.introText', { server })}
      </p>
      {shownBefore && <p className={styles.text}>{t('recovery.againText')}</p>}
      {replaces && (
        <p className={styles.text}>
          <strong>{t('recovery.replacesText')}</strong>
        </p>
      )}
      {!act.askPassword && (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            if (act.pending || (phrase !== null && !isSound(phrase))) return;
            void act.create(null, phrase?.text);
          }}
        >
          <PhraseFields phrase={phrase} onChange={setPhrase} />
        </form>
      )}
      <ProofWait />
      {act.askPassword && (
        <PasswordForm
          submitLabel={t('recovery.create')}
          pending={act.pending}
          onSubmit={(password) => act.create(password, phrase?.text)}
        />
      )}
      <div className={styles.error}>
        <AppErrorNote
          error={act.error}
          place="recoveryKey"
          action={
            act.error?.code === 'conflict' && (
              <Button size="s" onPress={onReset}>
                {t('recovery.resetOpen')}
              </Button>
            )
          }
        />
      </div>
      <div className={styles.end}>
        {isAnother ? (
          <Button autoFocus={replaces} onPress={onDone}>
            {t('app.cancel')}
          </Button>
        ) : (
          <SkipBackup act={act} onDone={onDone} />
        )}
        {!act.askPassword && (
          <Button
            variant={replaces ? 'danger' : 'primary'}
            size="l"
            autoFocus={!replaces}
            type="submit"
            form={formId}
            pending={act.pending}
            isDisabled={phrase !== null && !isSound(phrase)}
          >
            {t(
              replaces
                ? 'recovery.replacesConfirm'
                : shownBefore
                  ? 'recovery.again'
                  : 'recovery.create',
            )}
          </Button>
        )}
      </div>
    </>
  );
}
