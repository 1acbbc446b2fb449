// News of crypto for the parts that are made after it.
import { createListeners, type Listeners } from './base/listeners';
import type { Calls } from './calls/calls';
import type { ToDeviceMessage } from './crypto/backend';
import type { Push } from './push/push';

/**
 * Listeners for the news of crypto: made before crypto, and filled by parts that are made after it. Sync starts later, so no news is
 * missed.
 */
export interface CryptoNews {
  readonly decrypted: Listeners<[eventNos: readonly number[], late: boolean]>;
  readonly toDevice: Listeners<[messages: readonly ToDeviceMessage[]]>;
  readonly ownDevices: Listeners;
}

export const createNews = (): CryptoNews => ({
  decrypted: createListeners(),
  toDevice: createListeners(),
  ownDevices: createListeners(),
});

/** Connects decrypted events and to-device messages with calls and push. */
export function hear(news: CryptoNews, calls: Calls, push: Push): void {
  news.decrypted.add((eventNos) => calls.decrypted(eventNos));
  news.decrypted.add((eventNos, late) => push.decrypted(eventNos, late));
  news.toDevice.add((messages) => calls.arrived(messages));
}
