// What it proves that a message came from its sender. The window has words for each reason.
import { z } from '../../wire/schema';

export const Trust = z.enum([
  'ok',
  /** In clear, in a conversation that is encrypted: anybody on the way may have written or changed it. */
  'not_encrypted',
  /** The owner of the sending device has not signed it. */
  'device_not_signed',
  /** Nobody knows the sending device; it may be deleted. */
  'device_unknown',
  /** The sender's identity was verified and is another one now. */
  'identity_changed',
  /** The key came from the key backup or from somebody else, not from the sender. Weaker, but common: old messages on a new device. */
  'from_backup',
]);
export type Trust = z.infer<typeof Trust>;
