// Signing in with another device by a code that one of them shows (MSC4108), in both roles: the new device, and the device that lets it in.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing } from '../ids';

export const LinkEnd = z.enum([
  /** Cancelled on this device. */
  'cancelled',
  /** Cancelled, or refused, on the other device. */
  'cancelled_there',
  'expired',
  /** Another device has used the same code. */
  'answered',
  /** A message did not come from the device that has the code, or the channel is not encrypted. */
  'insecure',
  'wrong_digits',
  /** The account's server offers no rendezvous session, or no device codes. */
  'no_server',
  /** This device is locked: it has no keys to give. */
  'no_keys',
  /** The two devices have no sign-in method in common. */
  'no_common_way',
  'unexpected',
  /** The page where the user would allow the sign-in does not belong to the account's service. */
  'foreign_page',
  'device_exists',
  'device_missing',
  /** This device is signed in, but the other one sent no keys, or wrong ones. */
  'keys_missing',
  'not_allowed',
  'not_allowed_in_time',
  'error',
]);
export type LinkEnd = z.infer<typeof LinkEnd>;

export const Linking = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('preparing') }),
  /** A QR code for the camera of the other device. */
  z.object({
    state: z.literal('code'),
    bytes: z.custom<Uint8Array>((value) => ArrayBuffer.isView(value)),
    expiresAtMs: z.number().nullable(),
  }),
  /** The other device shows two digits, which the user types here (`checkLink`). */
  z.object({ state: z.literal('check') }),
  /**
   * Digits that the user types on the other device; `userCode` is the code on the page where the sign-in is allowed, as soon as it is
   * known.
   */
  z.object({
    state: z.literal('digits'),
    checkCode: z.string(),
    userCode: z.string().nullable(),
    server: z.string().nullable(),
  }),
  /** The user allows the other device here, in the browser. */
  z.object({ state: z.literal('allow'), note: z.enum(['not_opened']).nullable() }),
  /** The user allows this device on the other one, at this server. */
  z.object({ state: z.literal('waiting'), userCode: z.string(), server: z.string() }),
  z.object({ state: z.literal('finishing') }),
  /** The other device is signed in and has the keys. */
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('failed'), reason: LinkEnd, error: AppError.nullable() }),
]);
export type Linking = z.infer<typeof Linking>;

export const linking = contract({
  calls: {
    /** Whether this account's server and this device can let another device in. */
    linkSupport: call(nothing, z.object({ can: z.enum(['yes', 'no_server', 'no_keys']) })),
    /** `server`: the homeserver of the new device, when this is the new device; null: this device is signed in and lets another one in. */
    showLinkCode: call(z.object({ server: z.string().min(1).max(500).nullable() }), nothing),
    /**
     * Takes the bytes of a QR code that this device's camera read. `same_side`: the other device shows a code for the role that this one
     * has.
     */
    readLinkCode: call(
      z.object({
        bytes: z.custom<Uint8Array>(
          (value) => ArrayBuffer.isView(value) && value.byteLength > 0 && value.byteLength <= 4096,
        ),
      }),
      z.object({ outcome: z.enum(['read', 'not_a_code', 'same_side']) }),
    ),
    /** Compares the two digits; there is one attempt only. */
    checkLink: call(z.object({ digits: z.string().regex(/^\d{2}$/) }), nothing),
    openLinkPageAgain: call(nothing, nothing),
    /** Cancels a link that is running, or dismisses one that has ended. */
    endLink: call(nothing, nothing),
  },
  values: {
    linking: value(nothing, Linking),
  },
  lists: {},
});
