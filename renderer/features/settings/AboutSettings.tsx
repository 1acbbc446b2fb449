// What runs here, and the logs of it.
import { useTranslation } from 'react-i18next';
import { useShell, useShellValue } from '#app/context';
import { useValue } from '#app/hooks';
import { resultOf } from '#app/result';
import { Button } from '#ui/Button';
import { SettingRow } from '#ui/SettingRow';
import { formatListTime } from '#ui/time';
import { useToasts } from '#ui/Toasts';

export function AboutSettings() {
  const { t, i18n } = useTranslation();
  const shell = useShell();
  const toasts = useToasts();
  const app = useShellValue('app');
  const { value: engine } = useValue('engine', {});
  const { value: sync } = useValue('sync', {});
  const saveLogs = async () => {
    const result = await resultOf(shell.call('saveLogs', {}));
    if (result.ok && result.output.saved) toasts.show({ text: t('engine.logsSaved') });
  };
  const engineText =
    engine === undefined
      ? ''
      : t('settings.engineSince', {
          version: engine.version,
          time: formatListTime(engine.startedAtMs, Date.now(), i18n.language),
        });
  return (
    <>
      <SettingRow title={t('settings.version')} text={app?.version ?? ''} />
      <SettingRow title={t('settings.host')} text={app?.host ?? ''} />
      <SettingRow title={t('settings.engine')} text={engineText} />
      {sync !== undefined && sync.droppedEvents > 0 && (
        <SettingRow title={t('settings.dropped')} text={String(sync.droppedEvents)} />
      )}
      <SettingRow title={t('settings.logs')} text={t('settings.logsHint')}>
        <Button onPress={() => void saveLogs()}>{t('engine.saveLogs')}</Button>
      </SettingRow>
    </>
  );
}
