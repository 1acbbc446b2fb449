// Whether the homeserver may be asked what links lead to.
import { useTranslation } from 'react-i18next';
import links from '#contract/locales/links.en.json';
import { useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/Button';
import { SettingRow, SettingSwitch } from '#ui/SettingRow';

addWords(links);

/** Names of settings; the engine reads the first one. */
const previews = 'links.previews';
const roomsOff = 'links.roomsOff';

export function LinkPreviews() {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { value: settings } = useValue('settings', {});
  const off = settings?.[roomsOff];
  const count = Array.isArray(off) ? off.length : 0;
  return (
    <>
      <SettingSwitch
        label={t('links.setting')}
        hint={t('links.settingHint')}
        isSelected={settings?.[previews] === true}
        onChange={(value) => void call('setSetting', { name: previews, value })}
      />
      {count > 0 && (
        <SettingRow title={t('links.off', { count })}>
          <Button onPress={() => void call('setSetting', { name: roomsOff, value: [] })}>
            {t('links.offShow')}
          </Button>
        </SettingRow>
      )}
    </>
  );
}
