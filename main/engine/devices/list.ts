// The account's devices as the server told them last, kept on the disk, so that they are there offline too.
import type { Device, DeviceList } from '#contract/areas/encryption/devices';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { StoredSession } from '../base/types';
import { isRecord } from '../base/record';
import { cleanName } from '../events/cleanName';

/** The stored fields of a device; those that depend on the session are added on reading. */
export type KeptDevice = Omit<Device, 'isThis' | 'endPage'>;

interface Kept {
  readonly devices: readonly KeptDevice[];
  readonly readAtMs: number;
}

const settingName = 'devices';
const mostDevices = 1000;
const longestId = 255;
const longestAddress = 100;

/** The devices of the server's answer, without invalid entries; all its values come from other clients. */
export function devicesIn(answer: unknown): readonly KeptDevice[] {
  const list = isRecord(answer) && Array.isArray(answer['devices']) ? answer['devices'] : [];
  return list.slice(0, mostDevices).flatMap((one: unknown): KeptDevice[] => {
    const deviceId = isRecord(one) ? one['device_id'] : null;
    if (!isRecord(one) || typeof deviceId !== 'string') return [];
    if (deviceId === '' || deviceId.length > longestId) return [];
    const seen = one['last_seen_ts'];
    const isTime = typeof seen === 'number' && Number.isSafeInteger(seen) && seen > 0;
    return [
      {
        deviceId,
        name: cleanName(one['display_name']),
        lastSeenMs: isTime && seen <= 8.64e15 ? seen : null,
        lastSeenAddress: cleanName(one['last_seen_ip'])?.slice(0, longestAddress) ?? null,
        trust: 'none',
        keptAtServer: false,
      },
    ];
  });
}

/** The list of devices that was stored last; null before the first. */
export const keptDevices = (db: Store['db']): Kept | null => getSetting<Kept>(db, settingName);

/** Replaces what was told before. */
export const keepDevices = (store: Store, kept: Kept): void =>
  store.write(() => setSetting(store.db, settingName, kept));

/** The page where the service that manages the account signs one device out. */
function endPageOf(accountPage: string | null, deviceId: string): string | null {
  if (accountPage === null) return null;
  const url = new URL(accountPage);
  url.searchParams.set('action', 'org.matrix.device_delete');
  url.searchParams.set('device_id', deviceId);
  return url.href;
}

/** The list as a window shows it, without the network. */
export function readDevices(
  db: Store['db'],
  session: StoredSession | null,
): Omit<DeviceList, 'error'> {
  const kept = session === null ? null : keptDevices(db);
  if (kept === null) return { devices: null, readAtMs: null };
  const accountPage = session?.oauth?.accountPage ?? null;
  const devices = kept.devices.map((one) => ({
    // Lists of earlier versions do not say.
    ...{ ...one, keptAtServer: (one.keptAtServer as boolean | undefined) ?? false },
    isThis: one.deviceId === session?.deviceId,
    endPage: one.deviceId === session?.deviceId ? null : endPageOf(accountPage, one.deviceId),
  }));
  devices.sort(
    (a, b) => Number(b.isThis) - Number(a.isThis) || (b.lastSeenMs ?? 0) - (a.lastSeenMs ?? 0),
  );
  return { devices, readAtMs: kept.readAtMs };
}
