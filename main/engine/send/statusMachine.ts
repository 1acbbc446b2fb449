// Which status an outgoing message may have and which may follow which (CHAT-3.8, 4.7 to 4.17). Knows neither disk nor network.
import { appFailure } from '#contract/wire/errors';
import type { SendStatus } from '#contract/areas/messages/timelineModels';
import { broken } from '../base/unexpected';

/** CHAT-3.8: exactly these. */
const allowed: Readonly<Record<SendStatus, readonly SendStatus[]>> = {
  encrypting: ['sending', 'not_sent', 'cancelled'],
  sending: ['encrypting', 'queued', 'not_sent', 'sent'],
  queued: ['sending', 'not_sent', 'cancelled'],
  not_sent: ['sending', 'queued', 'cancelled'],
  sent: [],
  cancelled: [],
};

export const blockedByEarlier = 'Event blocked by other events not yet sent';

/** Returns `next`, or throws `Invalid EventStatus transition {old}->{new}` (CHAT-4.12). */
export function transition(old: SendStatus, next: SendStatus): SendStatus {
  if (allowed[old].includes(next)) return next;
  throw broken(`Invalid EventStatus transition ${old}->${next}`);
}

/** A row begins as `sending` or `not_sent`, never as anything else (CHAT-4.13). */
export function firstStatus(status: SendStatus): SendStatus {
  if (status === 'sending' || status === 'not_sent') return status;
  throw broken(`addPendingEvent called on an event with status ${status}`);
}

/** Throws `cannot cancel an event with status {status}` unless cancelling is still possible (CHAT-4.17). */
export function assertCancellable(status: SendStatus): void {
  if (status === 'queued' || status === 'not_sent' || status === 'encrypting') return;
  throw appFailure('conflict', `cannot cancel an event with status ${status}`);
}
