// The time in which sending can be taken back.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/scheduled.en.json';
import { useEngineCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Segmented } from '#ui/controls/Segmented';
import { SettingRow } from '#ui/controls/SettingRow';
import { undoSetting, undoTimes, useUndoSeconds } from './undoTime';

addWords(words);

export function UndoSetting(): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const seconds = useUndoSeconds();
  return (
    <SettingRow title={t('scheduled.settingTitle')} text={t('scheduled.settingHint')}>
      <Segmented
        label={t('scheduled.settingTitle')}
        value={String(seconds)}
        options={undoTimes.map((one) => ({
          id: String(one),
          label: one === 0 ? t('scheduled.off') : t('scheduled.seconds', { count: one }),
        }))}
        onChange={(value) => void call('setSetting', { name: undoSetting, value: Number(value) })}
      />
    </SettingRow>
  );
}
