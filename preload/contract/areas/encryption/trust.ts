// Reasons why a message may not have come from its sender. The window has a text for each reason.
import { z } from '../../wire/schema';

export const Trust = z.enum([
  'ok',
  /** The message was not encrypted in an encrypted room: anybody on the way may have written or changed it. */
  'not_encrypted',
  /** The owner of the sending device has not signed it. */
  'device_not_signed',
  /** The sending device is unknown; its owner may have deleted it. */
  'device_unknown',
  /** The sender's identity was verified, and has been replaced since. */
  'identity_changed',
  /**
   * The key came from the key backup or from another person, not from the sender. A weaker proof, but common: old messages on a new device.
   */
  'from_backup',
]);
export type Trust = z.infer<typeof Trust>;
