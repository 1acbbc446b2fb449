// Enter the recovery key, so that this device can read older messages.
import { KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { errorText } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './Encryption.module.css';

export interface UnlockFormProps {
  readonly onDone: () => void;
  readonly onLater: () => void;
  /** The recovery key is lost. */
  readonly onNoKey: () => void;
  /** Another way without the key, beside the one for a lost key. */
  readonly otherWay?: ReactNode;
}

export function UnlockForm({ onDone, onLater, onNoKey, otherWay }: UnlockFormProps) {
  const { t } = useTranslation();
  const unlock = useCall('unlockWithRecoveryKey');
  const toasts = useToasts();
  const [recoveryKey, setRecoveryKey] = useState('');
  const [tried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (recoveryKey.trim() === '' || unlock.pending) return;
    const result = await unlock.run({ recoveryKey });
    if (!result.ok) return;
    setRecoveryKey('');
    toasts.show({ text: t('recovery.unlocked') });
    onDone();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t('recovery.unlockField')}
        hint={t('recovery.unlockHint')}
        icon={KeyRound}
        size="l"
        autoFocus
        autoComplete="off"
        spellCheck="false"
        value={recoveryKey}
        onChange={(value) => {
          setRecoveryKey(value);
          unlock.reset();
        }}
        error={
          unlock.error !== null
            ? errorText(t, unlock.error, 'unlock')
            : tried && recoveryKey.trim() === ''
              ? t('recovery.unlockEmpty')
              : null
        }
      />
      <div className={styles.ways}>
        {otherWay}
        <Button variant="text" flush onPress={onNoKey}>
          {t('recovery.noKey')}
        </Button>
      </div>
      <div className={styles.end}>
        <Button variant="quiet" onPress={onLater} flush>
          {t('recovery.unlockLater')}
        </Button>
        <Button type="submit" variant="primary" size="l" pending={unlock.pending}>
          {t('recovery.unlock')}
        </Button>
      </div>
    </form>
  );
}
