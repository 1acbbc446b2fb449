// Says that the server was set back to an earlier state of itself, until it was read. Says it once for all windows of the account.
import { useTranslation } from '#app/words';
import type { SyncStatus } from '#contract/areas/account/accountModels';
import words from '#contract/locales/setBack.en.json';
import { useErrorNotice } from '#app/errors';
import { useCall, useSetting } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { formatDay, formatTime } from '#ui/text/time';
import styles from './SetBackCard.module.css';

addWords(words);

/** The setting that stores which notice the person has read last. */
const readSetting = 'setBackRead';

export interface SetBackProps {
  readonly setBack: NonNullable<SyncStatus['setBack']>;
}

export function SetBack({ setBack }: SetBackProps) {
  const read = useSetting(readSetting);
  // Null: it is not known yet.
  return read === null || read === setBack.atMs ? null : <Card setBack={setBack} />;
}

function Card({ setBack: { atMs, sinceMs } }: SetBackProps) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const set = useCall('setSetting');
  const tellFailure = useErrorNotice();
  const read = async (): Promise<void> => {
    const result = await set.run({ name: readSetting, value: atMs });
    if (!result.ok) tellFailure(result.error);
  };
  const title = t('setBack.title');
  return (
    <div className={styles.card} role="alertdialog" aria-label={title}>
      <div className={styles.title}>{title}</div>
      <div className={styles.text}>
        {t('setBack.text', {
          day: formatDay(sinceMs, nowMs, i18n.language, 'within'),
          time: formatTime(sinceMs, i18n.language),
        })}
      </div>
      <div className={styles.row}>
        <Button variant="primary" pending={set.pending} onPress={() => void read()}>
          {t('setBack.read')}
        </Button>
      </div>
    </div>
  );
}
