// Which sound a message and a mention are announced with, and how it sounds.
import { Play } from 'lucide-react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { NoticeTone } from '#contract/areas/notifications';
import { IconButton } from '#ui/controls/IconButton';
import { playNoticeTone } from '#ui/styles/noticeTone';
import { Select } from '#ui/controls/Select';
import { SettingRow } from '#ui/controls/SettingRow';

/** Names of settings; the engine reads them. */
const rows = [
  { name: 'notifications.tone', key: 'toneOfMessages', first: 'system' },
  { name: 'notifications.mentionTone', key: 'toneOfMentions', first: 'same' },
] as const;

const common = ['system', ...NoticeTone.options, 'none'] as const;
type Choice = (typeof common)[number] | 'same';

export interface NoticeTonesProps {
  readonly settings: Readonly<Record<string, unknown>>;
}

export function NoticeTones({ settings }: NoticeTonesProps) {
  const { t } = useTranslation();
  const save = useCall('setSetting');
  return (
    <>
      <AppErrorNote error={save.error} />
      {rows.map(({ name, key, first }) => {
        const choices: readonly Choice[] = first === 'same' ? ['same', ...common] : common;
        const chosen = choices.find((one) => one === settings[name]) ?? first;
        const own = NoticeTone.safeParse(chosen).data;
        return (
          <SettingRow
            key={name}
            title={t(`notifications.${key}`)}
            {...(first === 'system' && { text: t('notifications.toneHint') })}
          >
            {own !== undefined && (
              <IconButton
                label={t('notifications.playTone', { tone: t(`notifications.tones.${own}`) })}
                icon={Play}
                onPress={() => playNoticeTone(own)}
              />
            )}
            <Select
              label={t(`notifications.${key}`)}
              labelHidden
              value={chosen}
              options={choices.map((id) => ({ id, label: t(`notifications.tones.${id}`) }))}
              onChange={(value) => void save.run({ name, value })}
            />
          </SettingRow>
        );
      })}
    </>
  );
}
