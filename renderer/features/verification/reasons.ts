// Why a verification ended.
import type { TFunction } from 'i18next';
import type { Verification } from '#contract/areas/encryption/verificationModels';

export function reasonOf(t: TFunction, { cancelled }: Verification): string {
  if (cancelled === null) return '';
  const { code, byMe } = cancelled;
  return t(`verifying.cancelled.${code === 'user' && byMe ? 'userByMe' : code}`);
}
