// The line of Settings that says which device this is: by the name that the list of devices shows too.
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { SettingRow } from '#ui/controls/SettingRow';
import { deviceName } from './words';

export function ThisDeviceRow({ deviceId }: { readonly deviceId: string | null }) {
  const { t } = useTranslation();
  const { value } = useValue('devices', {});
  const known = value?.devices?.find(({ isThis }) => isThis);
  const own = { deviceId: deviceId ?? '', name: known?.name ?? null };
  return <SettingRow title={t('settings.device')} text={deviceName(own)} />;
}
