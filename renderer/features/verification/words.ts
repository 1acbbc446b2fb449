// The name of the person or device that a verification is about.
import type { TFunction } from 'i18next';
import type { Verification } from '#contract/areas/encryption/verificationModels';
import { isolate } from '#ui/text/isolate';

export function nameOf(
  t: TFunction,
  { isSelf, person, deviceName, deviceId }: Verification,
): string {
  if (!isSelf) return isolate(person.name);
  const device = deviceName ?? deviceId;
  return device === null ? t('verification.ownDevice') : isolate(device);
}
