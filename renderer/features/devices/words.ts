// When and how a device is called.
import type { TFunction } from 'i18next';
import type { Device } from '#contract/areas/encryption/devices';
import { isolate } from '#ui/text/isolate';
import { formatDay, formatTime } from '#ui/text/time';

/** `Today, 10:42` */
export const momentOf = (ms: number, nowMs: number, language: string): string =>
  `${formatDay(ms, nowMs, language)}, ${formatTime(ms, language)}`;

/** Its name, else what its server calls it. */
export const deviceName = ({ name, deviceId }: Pick<Device, 'deviceId' | 'name'>): string =>
  name ?? deviceId;

/** When and where it was seen last. */
export function seenText(t: TFunction, device: Device, nowMs: number, language: string): string {
  const { lastSeenMs, lastSeenAddress } = device;
  if (lastSeenMs === null) return t('devices.neverSeen');
  const time = momentOf(lastSeenMs, nowMs, language);
  return lastSeenAddress === null
    ? t('devices.seen', { time })
    : t('devices.seenAt', { time, address: isolate(lastSeenAddress) });
}
