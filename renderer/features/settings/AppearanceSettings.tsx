// The window: its theme, what closing it does, its keys.
import { useTranslation } from 'react-i18next';
import type { ThemeChoice } from '#contract/shell';
import { useShell, useShellValue } from '#app/context';
import { useEngineCall, useValue } from '#app/hooks';
import { useChooseDensity, useCompactList } from '#app/listDensity';
import { shortcutsOpened } from '#app/navigation';
import { resultOf } from '#app/result';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/Button';
import { Segmented } from '#ui/Segmented';
import { SettingRow, SettingSwitch } from '#ui/SettingRow';

const answersInRoom = 'threads.inRoom';

function ThreadAnswers() {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { value: settings } = useValue('settings', {});
  return (
    <SettingSwitch
      label={t('threads.settingTitle')}
      hint={t('threads.settingHint')}
      isSelected={settings?.[answersInRoom] === true}
      onChange={(value) => void call('setSetting', { name: answersInRoom, value })}
    />
  );
}

export function AppearanceSettings() {
  const { t } = useTranslation();
  const shell = useShell();
  const dispatch = useAppDispatch();
  const app = useShellValue('app');
  const compact = useCompactList();
  const choose = useChooseDensity();
  if (app === undefined) return null;
  const options: readonly { id: ThemeChoice; label: string }[] = [
    { id: 'system', label: t('settings.themeSystem') },
    { id: 'light', label: t('settings.themeLight') },
    { id: 'dark', label: t('settings.themeDark') },
  ];
  const { closeToTray } = app;
  return (
    <>
      <SettingRow title={t('settings.theme')} text={t('settings.themeHint')}>
        <Segmented
          label={t('settings.theme')}
          value={app.theme}
          options={options}
          onChange={(theme) => void resultOf(shell.call('setTheme', { theme }))}
        />
      </SettingRow>
      <SettingRow title={t('settings.density')} text={t('settings.densityHint')}>
        <Segmented
          label={t('settings.density')}
          value={compact ? 'compact' : 'comfortable'}
          options={[
            { id: 'comfortable', label: t('settings.densityComfortable') },
            { id: 'compact', label: t('settings.densityCompact') },
          ]}
          onChange={(density) => choose(density === 'compact')}
        />
      </SettingRow>
      <ThreadAnswers />
      {closeToTray !== null && (
        <SettingSwitch
          label={t('settings.closeToTray')}
          hint={t('settings.closeToTrayHint')}
          isSelected={closeToTray}
          onChange={(on) => void resultOf(shell.call('setCloseToTray', { on }))}
        />
      )}
      <SettingRow title={t('shortcuts.title')} text={t('settings.shortcutsHint')}>
        <Button onPress={() => dispatch(shortcutsOpened(true))}>{t('settings.show')}</Button>
      </SettingRow>
      <SettingRow title={t('settings.language')} text={t('settings.languageOnly')} />
    </>
  );
}
