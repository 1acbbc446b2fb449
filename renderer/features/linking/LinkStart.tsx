// The choice at the beginning: to show a QR code here, or to read the code of the other device.
import { Camera, QrCode as CodeIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import verifying from '#contract/locales/verifying.en.json';
import { AppErrorNote } from '#app/errors';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { CodeReader } from '../verification';
import type { Link } from './useLink';
import styles from './Linking.module.css';

addWords(verifying);

export interface LinkStartProps {
  readonly link: Link;
  /** The server for a code that is shown here; null: the account's own; undefined: no code can be shown. */
  readonly server: string | null | undefined;
  readonly text: string;
}

export function LinkStart({ link, server, text }: LinkStartProps) {
  const { t } = useTranslation();
  const [reading, setReading] = useState(false);
  if (reading)
    return (
      <div className={styles.content}>
        <CodeReader problem={null} onRead={link.read} />
        {link.problem !== null && (
          <p role="alert" className={styles.problem}>
            {t(`linking.problem.${link.problem}`)}
          </p>
        )}
        <AppErrorNote error={link.error} place="login" />
        <Button wide onPress={() => setReading(false)}>
          {t('linking.back')}
        </Button>
      </div>
    );
  return (
    <div className={styles.content}>
      <p className={styles.hint}>{text}</p>
      {server !== undefined && (
        <Button
          variant="primary"
          wide
          icon={CodeIcon}
          pending={link.pending}
          onPress={() => link.show(server)}
        >
          {t('linking.show')}
        </Button>
      )}
      <Button
        wide
        icon={Camera}
        variant={server === undefined ? 'primary' : 'secondary'}
        isDisabled={link.pending}
        onPress={() => setReading(true)}
      >
        {t('linking.read')}
      </Button>
      <AppErrorNote error={link.error} place="login" />
    </div>
  );
}
