// A key that was just made: shown, saved somewhere, and only then left; or left knowingly without saving it.
import { useTranslation } from '#app/words';
import keyReplaced from '#contract/locales/keyReplaced.en.json';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { RecoveryKeyView } from './RecoveryKeyView';
import { SkipBackup } from './SkipBackup';
import type { RecoveryKeyAct } from './useRecoveryKey';
import styles from './Encryption.module.css';

addWords(keyReplaced);

export interface ShownKeyProps {
  readonly recoveryKey: string;
  readonly act: RecoveryKeyAct;
  readonly server: string;
  readonly userId: string;
  /** It is in place of one that has ended. */
  readonly isAnother?: boolean;
  readonly onDone: () => void;
}

export function ShownKey({ recoveryKey, act, server, userId, isAnother, onDone }: ShownKeyProps) {
  const { t } = useTranslation();
  const isReplaced = useValue('encryption', {}).value?.keyReplacedMs !== undefined;
  const saved = async () => {
    if (await act.confirm('saved')) onDone();
  };
  return (
    <>
      <RecoveryKeyView
        recoveryKey={recoveryKey}
        hasPhrase={act.hasPhrase}
        server={server}
        userId={userId}
      />
      <div className={styles.error}>
        {isReplaced && (
          <p role="alert" className={styles.replaced}>
            {t('keyReplaced.meanwhile')}
          </p>
        )}
        <AppErrorNote error={act.error} />
      </div>
      <div className={styles.end}>
        {!isReplaced && <SkipBackup {...{ act, isAnother, onDone }} />}
        <Button variant="primary" size="l" pending={act.pending} onPress={() => void saved()}>
          {t(isReplaced ? 'keyReplaced.read' : 'recovery.saved')}
        </Button>
      </div>
    </>
  );
}
