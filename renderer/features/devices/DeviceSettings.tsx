// The devices where this account is signed in: asked for when the section opens; what the server told last is there at once.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { Device } from '#contract/areas/encryption/devices';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { isOffline } from '#app/line/offline';
import { useAppSelector } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { Waiting } from '#ui/layout/Spinner';
import { LinkRow } from '../linking';
import { DeviceRow, KeptRow } from './DeviceRow';
import { EndDevices } from './EndDevices';
import { NewSignIns } from './NewSignIns';
import { momentOf } from './words';
import styles from './Devices.module.css';

export function DeviceSettings() {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { value } = useValue('devices', {});
  const refresh = useCall('refreshDevices');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [ending, setEnding] = useState<readonly Device[] | null>(null);
  const { run } = refresh;
  // Once, when the section opens: the call itself is another one after each answer.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  useEffect(() => void run({}), []);
  const devices = value?.devices ?? null;
  const offline = useAppSelector(isOffline);
  const error = value?.error ?? refresh.error;
  const others = (devices ?? []).filter(({ isThis, keptAtServer }) => !isThis && !keptAtServer);
  const kept = (devices ?? []).find(({ keptAtServer }) => keptAtServer);
  // Devices that went away meanwhile are not selected any more.
  const chosen = others.filter(({ deviceId }) => selected.has(deviceId));
  const select = (deviceId: string, on: boolean): void =>
    setSelected(
      new Set([...selected].filter((one) => one !== deviceId).concat(on ? [deviceId] : [])),
    );
  const isTwin = ({ deviceId, name }: Device): boolean =>
    name !== null && (devices ?? []).some((one) => one.deviceId !== deviceId && one.name === name);
  const row = (device: Device) => (
    <DeviceRow
      key={device.deviceId}
      device={device}
      nowMs={nowMs}
      isTwin={isTwin(device)}
      selected={selected.has(device.deviceId)}
      onSelect={(on) => select(device.deviceId, on)}
      onEnd={() => setEnding([device])}
    />
  );
  return (
    <>
      <NewSignIns onPage />
      <p className={styles.intro}>{t('devices.intro')}</p>
      <AppErrorNote
        // Without a connection what was known stands here, and the line above the list says why.
        error={offline && devices !== null ? null : error}
        action={
          <Button size="s" pending={refresh.pending} onPress={() => void run({})}>
            {t('app.retry')}
          </Button>
        }
      />
      {error !== null && value?.readAtMs != null && (
        <p className={styles.stale}>
          {t('devices.stale', { time: momentOf(value.readAtMs, nowMs, i18n.language) })}
        </p>
      )}
      {devices === null && error === null && <Waiting label={t('devices.loading')} />}
      {devices !== null && (
        <>
          <h3 className={styles.heading}>{t('devices.this')}</h3>
          {devices.filter(({ isThis }) => isThis).map(row)}
          <LinkRow />
          <div className={styles.head}>
            <h3 className={styles.heading}>{t('devices.others')}</h3>
            {chosen.length > 0 && (
              <Button variant="danger" size="s" onPress={() => setEnding(chosen)}>
                {t('devices.signOutSelected', { count: chosen.length })}
              </Button>
            )}
          </div>
          {others.length === 0 ? (
            <p className={styles.intro}>{t('devices.noOthers')}</p>
          ) : (
            others.map(row)
          )}
          {kept !== undefined && <KeptRow device={kept} />}
        </>
      )}
      {ending !== null && (
        <EndDevices
          devices={ending}
          onClose={() => setEnding(null)}
          onDone={() => {
            setEnding(null);
            setSelected(new Set());
          }}
        />
      )}
    </>
  );
}
