// What crypto tells the parts that are made after it.
import { createListeners, type Listeners } from './base/listeners';
import type { Calls } from './calls/calls';
import type { ToDeviceMessage } from './crypto/backend';
import type { Push } from './push/push';

/** What crypto tells of: made before it and heard by what is made after it. Nothing happens before sync starts. */
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

/** What was decrypted and what came to this device alone goes to those who wait for it. */
export function hear(news: CryptoNews, calls: Calls, push: Push): void {
  news.decrypted.add((eventNos) => calls.decrypted(eventNos));
  news.decrypted.add((eventNos, late) => push.decrypted(eventNos, late));
  news.toDevice.add((messages) => calls.arrived(messages));
}
