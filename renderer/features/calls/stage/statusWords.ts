// One line on how a call stands, where its stage is not shown.
import type { TFunction } from 'i18next';
import type { CallSnapshot } from '../callTypes';

/** Null when the clock says enough. */
export function statusWords(t: TFunction, call: CallSnapshot): string | null {
  if (call.state === 'ended')
    return call.problem === null
      ? t('calls.status.ended')
      : t(`calls.problem.${call.problem}.what`);
  if (call.reconnecting) return t('calls.status.reconnecting');
  if (call.state === 'connected') {
    if (call.onHold) return t('calls.status.onHold');
    return call.heldByOther ? t('calls.status.heldByOther', { name: call.name }) : null;
  }
  if (call.state === 'wait_local_media') return t('calls.status.devices');
  if (call.state === 'invite_sent') return t('calls.status.ringing');
  if (call.direction === 'out' && call.state === 'create_offer') return t('calls.status.calling');
  return t('calls.status.connecting');
}

/** How long it lasts, behind the word that nobody may miss. */
export const sharingWords = (
  t: TFunction,
  { sharing }: Pick<CallSnapshot, 'sharing'>,
  time: string | null,
): string =>
  [sharing === null ? null : t('share.sharing'), time].filter((word) => word !== null).join(', ');
