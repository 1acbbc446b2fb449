// Whether the homeserver may be asked what links lead to.
import { useTranslation } from '#app/words';
import links from '#contract/locales/links.en.json';
import { addWords } from '#app/i18n';
import { useLinkSettings } from '#app/places/linkSettings';
import { Button } from '#ui/controls/Button';
import { SettingRow, SettingSwitch } from '#ui/controls/SettingRow';

addWords(links);

export function LinkPreviews() {
  const { t } = useTranslation();
  const { on, roomsOff, choose, turnOnEverywhere } = useLinkSettings();
  const count = roomsOff.length;
  return (
    <>
      <SettingSwitch
        label={t('links.setting')}
        hint={t('links.settingHint')}
        isSelected={on}
        onChange={choose}
      />
      {count > 0 && (
        <SettingRow title={t('links.off', { count })}>
          <Button onPress={turnOnEverywhere}>{t('links.offShow')}</Button>
        </SettingRow>
      )}
    </>
  );
}
