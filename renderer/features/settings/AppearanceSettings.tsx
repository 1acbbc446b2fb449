// The window: its theme, what closing it does, its keys; and what others see of reading and writing.
import { useTranslation } from '#app/words';
import type { ThemeChoice, ZoomPercent } from '#contract/shell';
import { useShell, useShellValue } from '#app/context';
import { useChooseClock, useTwelveHours } from '#app/clock';
import { useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useChooseDensity, useCompactList } from '#app/listDensity';
import { shortcutsOpened } from '#app/places/navigation';
import { resultOf } from '#app/result';
import { modEnterSends } from '#app/sendKey';
import { useAppDispatch } from '#app/store';
import writing from '#contract/locales/writing.en.json';
import { formatClock } from '#ui/text/time';
import { formatPercent } from '#ui/text/percent';
import { Button } from '#ui/controls/Button';
import { keyNames } from '#ui/focus/keys';
import { Select } from '#ui/controls/Select';
import { Segmented } from '#ui/controls/Segmented';
import { SettingRow, SettingSwitch } from '#ui/controls/SettingRow';

import { UndoSetting } from '../scheduled';
import { LinkPreviews } from './LinkPreviews';

addWords(writing);

/** Names of settings; the engine reads them. */
const answersInRoom = 'threads.inRoom';
const privateReceipts = 'receipts.private';
const hiddenTyping = 'typing.hidden';

function Spelling() {
  const { t } = useTranslation();
  const shell = useShell();
  const spelling = useShellValue('app')?.spelling ?? null;
  if (spelling === null) return null;
  const { on: isOn, fetches } = spelling;
  return (
    <SettingSwitch
      label={t('writing.spelling')}
      hint={t(fetches ? 'writing.spellingFetches' : 'writing.spellingSystem')}
      isSelected={isOn}
      onChange={(on) => void resultOf(shell.call('setSpelling', { on }))}
    />
  );
}

/** Settings for writing and reading, and for what others see of both. */
function Reading() {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { value: settings } = useValue('settings', {});
  const set = (name: string, value: boolean): void => void call('setSetting', { name, value });
  return (
    <>
      <SettingSwitch
        label={t('writing.modEnter', { keys: `${keyNames.mod}Enter` })}
        hint={t('writing.modEnterHint')}
        isSelected={settings?.[modEnterSends] === true}
        onChange={(on) => set(modEnterSends, on)}
      />
      <Spelling />
      <SettingSwitch
        label={t('settings.receipts')}
        hint={t('settings.receiptsHint')}
        isSelected={settings?.[privateReceipts] !== true}
        onChange={(shown) => set(privateReceipts, !shown)}
      />
      <SettingSwitch
        label={t('settings.typing')}
        isSelected={settings?.[hiddenTyping] !== true}
        onChange={(shown) => set(hiddenTyping, !shown)}
      />
      <SettingSwitch
        label={t('threads.settingTitle')}
        hint={t('threads.settingHint')}
        isSelected={settings?.[answersInRoom] === true}
        onChange={(shown) => set(answersInRoom, shown)}
      />
      <UndoSetting />
      <LinkPreviews />
    </>
  );
}

const zooms: readonly ZoomPercent[] = [80, 90, 100, 110, 125, 150, 175, 200];

export function AppearanceSettings() {
  const { t, i18n } = useTranslation();
  const shell = useShell();
  const dispatch = useAppDispatch();
  const app = useShellValue('app');
  const compact = useCompactList();
  const choose = useChooseDensity();
  const twelve = useTwelveHours();
  const chooseClock = useChooseClock();
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
      <SettingRow
        title={t('writing.zoom')}
        text={t('writing.zoomHint', { keys: `${keyNames.mod}+, ${keyNames.mod}−` })}
      >
        <Select
          label={t('writing.zoom')}
          labelHidden
          value={`${app.zoom}`}
          options={zooms.map((zoom) => ({
            id: `${zoom}` as const,
            label: formatPercent(zoom / 100, i18n.language),
          }))}
          onChange={(zoom) => {
            const chosen = zooms.find((one) => `${one}` === zoom);
            if (chosen !== undefined) void resultOf(shell.call('setZoom', { percent: chosen }));
          }}
        />
      </SettingRow>
      <SettingRow
        title={t('settings.clock')}
        text={t('settings.clockHint', { example: formatClock('16:30', i18n.language) })}
      >
        <Segmented
          label={t('settings.clock')}
          value={twelve ? '12' : '24'}
          options={[
            { id: '24', label: t('settings.clock24') },
            { id: '12', label: t('settings.clock12') },
          ]}
          onChange={(hours) => chooseClock(hours === '12')}
        />
      </SettingRow>
      <Reading />
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
