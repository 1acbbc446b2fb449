// A key that was just made: shown, saved somewhere, and only then left; or left knowingly without saving it.
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import keyReplaced from '#contract/locales/keyReplaced.en.json';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { useFocusIfLost } from '#ui/focus/lostFocus';
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
      {isReplaced ? (
        <Superseded />
      ) : (
        <RecoveryKeyView
          recoveryKey={recoveryKey}
          hasPhrase={act.hasPhrase}
          server={server}
          userId={userId}
        />
      )}
      <div className={styles.error}>
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

/** In place of a key that opens nothing any more, so that nobody saves it. */
function Superseded() {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusIfLost(heading);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('keyReplaced.title')}
      </h1>
      <p role="alert" className={styles.text}>
        {t('keyReplaced.meanwhile')}
      </p>
    </>
  );
}
