// Says that another device has put a new recovery key in place of the one that was saved, until it was read; who did not do that looks at the
// devices.
import { useTranslation } from '#app/words';
import words from '#contract/locales/keyReplaced.en.json';
import { useErrorNotice } from '#app/errors';
import { useCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { settingsOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { NoticeCard } from '#ui/overlays/NoticeCard';
import { formatDay, formatTime } from '#ui/text/time';

addWords(words);

export function KeyReplacedCard({ atMs }: { readonly atMs: number }) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const confirm = useCall('confirmRecoveryKey');
  const tellFailure = useErrorNotice();
  const dispatch = useAppDispatch();
  useFocusReturn();
  const read = async (): Promise<void> => {
    const result = await confirm.run({ outcome: 'saved' });
    if (!result.ok) tellFailure(result.error);
  };
  const day = formatDay(atMs, nowMs, i18n.language, 'within');
  const text = t('keyReplaced.text', { day, time: formatTime(atMs, i18n.language) });
  return (
    <NoticeCard title={t('keyReplaced.title')} text={text}>
      <Button variant="textDanger" onPress={() => dispatch(settingsOpened('devices'))}>
        {t('keyReplaced.notMe')}
      </Button>
      <Button variant="primary" pending={confirm.pending} onPress={() => void read()}>
        {t('keyReplaced.read')}
      </Button>
    </NoticeCard>
  );
}
