// Why a verification ended.
import type { TFunction } from 'i18next';
import type { Verification } from '#contract/areas/encryption/verificationModels';

/** Another device of this account has words of its own: nobody else is there to be asked. */
const ofOwn = [
  'user',
  'timeout',
  'key_mismatch',
  'mismatched_commitment',
  'mismatched_sas',
] as const;
const isOfOwn = (code: string): code is (typeof ofOwn)[number] =>
  (ofOwn as readonly string[]).includes(code);

export function reasonOf(t: TFunction, { cancelled, isSelf }: Verification): string {
  if (cancelled === null) return '';
  const { code, byMe } = cancelled;
  if (code === 'user' && byMe) return t('verifying.cancelled.userByMe');
  if (isSelf && isOfOwn(code)) return t(`verifying.cancelledSelf.${code}`);
  return t(`verifying.cancelled.${code}`);
}
