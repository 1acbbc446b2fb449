// Space on this computer: what is used, what can go without loss, and the limit above which the least used files go by themselves.
import { useTranslation } from '#app/words';
import { addWords } from '#app/i18n';
import filePanels from '#contract/locales/filePanels.en.json';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Select } from '#ui/controls/Select';
import { SettingRow } from '#ui/controls/SettingRow';
import { formatSize } from '#ui/text/time';
import { useToasts } from '#ui/overlays/Toasts';
import { StorageBar } from './StorageBar';

addWords(filePanels);

/** Name of the setting; the engine reads it. */
export const limitSetting = 'files.cacheLimitBytes';

const limits = [1, 5, 10, 20, 40, 100, 200].map((gigabytes) => gigabytes * 1_000_000_000);

export function StorageSettings() {
  const { t, i18n } = useTranslation();
  const toasts = useToasts();
  const { value: storage, error } = useValue('storage', {});
  const free = useCall('freeSpace');
  const set = useCall('setSetting');
  if (storage === undefined) return <AppErrorNote error={error} />;
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const { bytes, keptBytes, freeableBytes, limitBytes } = storage;
  const run = async () => {
    const result = await free.run({});
    if (result.ok)
      toasts.show({
        text: t('filePanels.storage.freed', { size: size(result.output.freedBytes) }),
      });
  };
  const choices = limits.includes(limitBytes)
    ? limits
    : [...limits, limitBytes].sort((a, b) => a - b);
  return (
    <div>
      <SettingRow
        title={t('filePanels.storage.used', { used: size(bytes), limit: size(limitBytes) })}
        text={
          keptBytes > 0
            ? t('filePanels.storage.kept', { size: size(keptBytes) })
            : t('filePanels.storage.keptNothing')
        }
        note={<StorageBar bytes={bytes} limitBytes={limitBytes} />}
      />
      <SettingRow
        title={t('filePanels.storage.free')}
        text={
          freeableBytes > 0
            ? t('filePanels.storage.freeText', { size: size(freeableBytes) })
            : t(bytes > 0 ? 'filePanels.storage.freeNothing' : 'filePanels.storage.freeEmpty')
        }
      >
        <Button isDisabled={freeableBytes === 0} pending={free.pending} onPress={() => void run()}>
          {t('filePanels.storage.freeNow')}
        </Button>
      </SettingRow>
      <SettingRow title={t('filePanels.storage.limit')} text={t('filePanels.storage.limitText')}>
        <Select
          label={t('filePanels.storage.limit')}
          labelHidden
          value={String(limitBytes)}
          options={choices.map((choice) => ({ id: String(choice), label: size(choice) }))}
          onChange={(value) => void set.run({ name: limitSetting, value: Number(value) })}
        />
      </SettingRow>
      <AppErrorNote error={free.error ?? set.error ?? error} />
    </div>
  );
}
