import { useTranslation } from 'react-i18next';
import type { ThemeChoice } from '#contract/shell';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { Segmented } from '#ui/Segmented';
import { SettingRow } from '#ui/SettingRow';

export function AppearanceSettings() {
  const { t } = useTranslation();
  const shell = useShell();
  const app = useShellValue('app');
  if (app === undefined) return null;
  const options: readonly { id: ThemeChoice; label: string }[] = [
    { id: 'system', label: t('settings.themeSystem') },
    { id: 'light', label: t('settings.themeLight') },
    { id: 'dark', label: t('settings.themeDark') },
  ];
  return (
    <SettingRow title={t('settings.theme')} text={t('settings.themeHint')}>
      <Segmented
        label={t('settings.theme')}
        value={app.theme}
        options={options}
        onChange={(theme) => void resultOf(shell.call('setTheme', { theme }))}
      />
    </SettingRow>
  );
}
