// Signals to single devices: always through Olm, in order per device. A signal is worth nothing late, so there is no outbox row: a few tries
// with one transaction id, then the leg hears of it.
import { appFailure } from '#contract/wire/errors';
import type { Crypto } from '../../crypto/crypto';
import type { Http } from '../../http/http';
import { bareEnd, isLeavingOut } from '../../events/callSignals';
import { path } from '../../http/url';
import { createKeyedQueue } from '../../base/keyedQueue';
import type { Clock } from '../../base/types';
import { broken } from '../../base/unexpected';
import { requestTimeoutMs, retrySignal } from '../signalRetry';
import type { Content } from '../signalSchema';

export interface DeviceSignal {
  /** The room of the call. */
  readonly roomId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly type: string;
  readonly content: Content;
  /** Unique for the account; the same again is the same message. */
  readonly txnId: string;
}

export interface DeviceSendDeps {
  readonly http: Pick<Http, 'request'>;
  readonly crypto: Pick<Crypto, 'encryptToDevice' | 'recipients'> | null;
  readonly clock: Clock;
}

const mostTries = 5;

/**
 * Rejects with `not_found` when the device is unknown, with `nobody_verified` when the room's keys go only to verified people; those who
 * are left out are told so.
 */
export function createDeviceSender(deps: DeviceSendDeps): (signal: DeviceSignal) => Promise<void> {
  const { http, crypto, clock } = deps;
  const inOrder = createKeyedQueue();

  async function send({ roomId, userId, deviceId, ...signal }: DeviceSignal): Promise<void> {
    if (crypto === null) throw broken('Encryption is not available');
    const { type, content, txnId } = signal;
    const device = { userId, deviceId };
    const encrypt = (what: Content): Promise<Content | null> =>
      crypto.encryptToDevice(roomId, device, type, { ...what });
    const payload = await (isLeavingOut(type, content)
      ? crypto.recipients.forVerifying(() => encrypt(bareEnd(content)))
      : encrypt(content));
    if (payload === null) {
      const leftOut = await crypto.recipients.leavesOut(roomId, userId);
      throw leftOut
        ? appFailure('nobody_verified', 'Only verified people are spoken to in this room')
        : appFailure('not_found', `No device found for ${userId}`);
    }
    const put = (): Promise<unknown> =>
      http.request({
        method: 'PUT',
        path: path`/sendToDevice/m.room.encrypted/${txnId}`,
        body: { messages: { [userId]: { [deviceId]: payload } } },
        retry: 'none',
        timeoutMs: requestTimeoutMs,
      });
    await retrySignal(clock, put, () => mostTries);
  }

  return (signal) => inOrder(`${signal.userId} ${signal.deviceId}`, () => send(signal));
}
