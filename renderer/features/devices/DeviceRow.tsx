// One device: what it is called, when it was seen, whether it is verified; and what can be done about it.
import { LogOut, Pencil, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { Device } from '#contract/areas/encryption/devices';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { useOpenLink } from '#app/places/links';
import { Button } from '#ui/controls/Button';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { SettingRow } from '#ui/controls/SettingRow';
import { TextDialog } from '#ui/overlays/TextDialog';
import { useVerify } from '../verification';
import { deviceName, seenText } from './words';
import styles from './Devices.module.css';

const icons: Readonly<Record<Device['trust'], LucideIcon>> = {
  verified: ShieldCheck,
  unverified: ShieldAlert,
  none: ShieldQuestion,
};

export interface DeviceRowProps {
  readonly device: Device;
  readonly nowMs: number;
  /** Another one has the same name: its id tells them apart. */
  readonly isTwin: boolean;
  readonly selected: boolean;
  readonly onSelect: (on: boolean) => void;
  readonly onEnd: () => void;
}

export function DeviceRow({ device, nowMs, isTwin, selected, onSelect, onEnd }: DeviceRowProps) {
  const { t, i18n } = useTranslation();
  const { isThis, deviceId, trust, endPage } = device;
  const { verify, pending } = useVerify();
  const openLink = useOpenLink();
  const [renaming, setRenaming] = useState(false);
  const name = isolate(deviceName(device));
  return (
    <SettingRow
      picture={
        !isThis &&
        endPage === null && (
          <input
            type="checkbox"
            className={styles.check}
            aria-label={t('devices.select', { name })}
            checked={selected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        )
      }
      title={<Name cut>{deviceName(device)}</Name>}
      text={seenText(t, device, nowMs, i18n.language)}
      note={
        <>
          {isTwin && <div>{t('devices.id', { id: deviceId })}</div>}
          <Trust trust={trust} />
          {endPage !== null && <div className={styles.page}>{t('devices.onPage')}</div>}
        </>
      }
    >
      {trust === 'unverified' && (
        <Button
          icon={ShieldCheck}
          pending={pending}
          aria-label={t('devices.verifyNamed', { name })}
          onPress={() => void verify({ own: true, deviceId: isThis ? null : deviceId })}
        >
          {t('devices.verify')}
        </Button>
      )}
      <div className={styles.acts}>
        <IconButton
          label={t('devices.renameNamed', { name })}
          icon={Pencil}
          onPress={() => setRenaming(true)}
        />
        {!isThis && (
          <IconButton
            label={t('devices.signOutNamed', { name })}
            icon={LogOut}
            directional
            onPress={() => (endPage === null ? onEnd() : openLink(endPage))}
          />
        )}
      </div>
      {renaming && <Rename device={device} onClose={() => setRenaming(false)} />}
    </SettingRow>
  );
}

function Trust({ trust }: Pick<Device, 'trust'>) {
  const { t } = useTranslation();
  return (
    <span className={styles.trust} data-trust={trust}>
      <Icon icon={icons[trust]} size={16} />
      {t(`devices.trust.${trust}`)}
    </span>
  );
}

/** The one that the server keeps: nobody sits at it, so there is nothing to be done about it here. */
export function KeptRow({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  return (
    <SettingRow
      title={t('devices.kept')}
      text={t('devices.keptText')}
      note={<Trust trust={device.trust} />}
    />
  );
}

function Rename({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useCall('renameDevice');
  const save = async (name: string): Promise<void> => {
    if ((await rename.run({ deviceId: device.deviceId, name })).ok) onClose();
  };
  return (
    <TextDialog
      title={
        device.isThis
          ? t('devices.renameTitle')
          : t('devices.renameNamed', { name: isolate(deviceName(device)) })
      }
      label={t('devices.nameField')}
      hint={t('devices.nameHint')}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      initial={device.name ?? ''}
      maxLength={100}
      pending={rename.pending}
      onConfirm={(name) => void save(name)}
      onClose={onClose}
    >
      <AppErrorNote error={rename.error} />
    </TextDialog>
  );
}
