// Shows the recovery key once, to be copied or saved to a file. Holds the key only in props.
import { Check, CircleCheck, CircleX, Copy, Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import { useShell } from '#app/context';
import { errorText } from '#app/errors';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { copyText } from '#ui/text/copyText';
import { Icon } from '#ui/marks/Icon';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './Encryption.module.css';

export interface RecoveryKeyViewProps {
  readonly recoveryKey: string;
  /** A security phrase exists beside the key. */
  readonly hasPhrase: boolean;
  readonly server: string;
  readonly userId: string;
}

export function RecoveryKeyView({ recoveryKey, hasPhrase, server, userId }: RecoveryKeyViewProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const toasts = useToasts();
  const [copied, setCopied] = useState(false);
  // The button that made the key is gone, so the heading takes the focus.
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusIfLost(heading);
  const copy = async () => {
    const done = await copyText(recoveryKey);
    setCopied(done);
    if (!done) toasts.show({ text: t('app.copyFailed'), tone: 'danger' });
  };
  const save = async () => {
    const text = t('recovery.fileText', { userId, recoveryKey });
    const suggestedName = t('recovery.fileName', { userId });
    const result = await resultOf(shell.call('saveText', { suggestedName, text }));
    if (!result.ok) toasts.show({ text: errorText(t, result.error), tone: 'danger' });
    else if (result.output.saved) toasts.show({ text: t('recovery.fileSaved') });
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('recovery.title')}
      </h1>
      <p className={styles.text}>{t(hasPhrase ? 'phrase.keyText' : 'recovery.text', { server })}</p>
      <div role="group" aria-label={t('recovery.keyLabel')} className={styles.key} dir="ltr">
        {recoveryKey.split(/\s+/u).map((group, index) => (
          // Groups of the key may repeat; their indexes do not.
          <span key={index}>{group} </span>
        ))}
      </div>
      <div className={styles.row}>
        <Button icon={copied ? Check : Copy} className={styles.grow} onPress={() => void copy()}>
          <span role="status">{t(copied ? 'recovery.keyCopied' : 'recovery.copyKey')}</span>
        </Button>
        <Button icon={Save} className={styles.grow} onPress={() => void save()}>
          {t('recovery.saveFile')}
        </Button>
      </div>
      <ul className={styles.where}>
        <li>
          <Icon icon={CircleCheck} />
          <span>
            <b>{t('recovery.good')}</b> {t('recovery.goodText')}
          </span>
        </li>
        <li>
          <Icon icon={CircleX} />
          <span>
            <b>{t('recovery.bad')}</b> {t('recovery.badText')}
          </span>
        </li>
      </ul>
    </>
  );
}
