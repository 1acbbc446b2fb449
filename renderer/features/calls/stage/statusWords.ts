// The status of a call in one line, for places outside its stage.
import type { TFunction } from 'i18next';
import { peopleIn } from '#contract/areas/calls/callNames';
import { otherOf, type CallSnapshot } from '../callTypes';
import { problemWords } from './problemWords';

/** Null if the clock is enough. */
export function statusWords(t: TFunction, call: CallSnapshot): string | null {
  if (call.state === 'ended')
    return call.problem === null
      ? t('calls.status.ended')
      : problemWords(t, call.problem, null, call.name).what;
  if (call.unanswered !== null) return problemWords(t, call.unanswered).what;
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

/** The status for the card of a call: warnings, people and duration. */
export function cardWords(t: TFunction, call: CallSnapshot, time: string | null): string {
  const { sharing, can, participants } = call;
  const people = can.many ? t('groupCalls.people', { count: peopleIn(participants) }) : null;
  const listens = !can.many && otherOf(call)?.listens === true ? t('calls.onlyListens') : null;
  const shares = sharing === null ? null : t('share.sharingShort');
  const words = [people, listens, shares, time].filter((word) => word !== null).join(', ');
  return statusWords(t, call) ?? words;
}

/** The label of the hang-up button: a group call goes on without us, so one leaves it. */
export const hangUpWords = (t: TFunction, { can }: CallSnapshot): string =>
  can.many ? t('groupCalls.leaveCall') : t('calls.hangUp');
