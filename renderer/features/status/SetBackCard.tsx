// Says that the server was set back to an earlier state of itself, until it was read. Says it once for all windows of the account.
import { useTranslation } from '#app/words';
import type { SyncStatus } from '#contract/areas/account/accountModels';
import words from '#contract/locales/setBack.en.json';
import { useErrorNotice } from '#app/errors';
import { useCall, useSetting } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { NoticeCard } from '#ui/overlays/NoticeCard';
import { formatDay, formatTime } from '#ui/text/time';

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
  const day = formatDay(sinceMs, nowMs, i18n.language, 'within');
  const text = t('setBack.text', { day, time: formatTime(sinceMs, i18n.language) });
  return (
    <NoticeCard title={t('setBack.title')} text={text}>
      <Button variant="primary" pending={set.pending} onPress={() => void read()}>
        {t('setBack.read')}
      </Button>
    </NoticeCard>
  );
}
