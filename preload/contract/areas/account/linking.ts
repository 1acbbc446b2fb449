// Signing in with another device by a code that one of them shows (MSC4108), in both roles: of a device that wants in, and of one that lets it in.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing } from '../ids';

export const LinkEnd = z.enum([
  /** Given up here. */
  'cancelled',
  /** Given up, or not allowed, on the other device. */
  'cancelled_there',
  'expired',
  /** Another device has answered the same code. */
  'answered',
  /** What came was not from the device that has the code. */
  'insecure',
  'wrong_digits',
  /** Of this account's server: it has no place for it, or no codes. */
  'no_server',
  /** This device is locked. */
  'no_keys',
  /** The two know no way in common. */
  'no_common_way',
  'unexpected',
  /** The page where it would be allowed is not of the account's service. */
  'foreign_page',
  'device_exists',
  'device_missing',
  /** This device is signed in, and the other one gave it no keys, or wrong ones. */
  'keys_missing',
  'not_allowed',
  'not_allowed_in_time',
  'error',
]);
export type LinkEnd = z.infer<typeof LinkEnd>;

export const Linking = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('preparing') }),
  /** For the camera of the other device. */
  z.object({
    state: z.literal('code'),
    bytes: z.custom<Uint8Array>((value) => ArrayBuffer.isView(value)),
    expiresAtMs: z.number().nullable(),
  }),
  /** The other device shows two digits, which a person types here (`checkLink`). */
  z.object({ state: z.literal('check') }),
  /** To be typed on the other device; `userCode` stands on the page where it is allowed, as soon as it is known. */
  z.object({
    state: z.literal('digits'),
    checkCode: z.string(),
    userCode: z.string().nullable(),
    server: z.string().nullable(),
  }),
  /** Here a person allows the other device, in the browser. */
  z.object({ state: z.literal('allow'), note: z.enum(['not_opened']).nullable() }),
  /** There a person allows this device, at this server. */
  z.object({ state: z.literal('waiting'), userCode: z.string(), server: z.string() }),
  z.object({ state: z.literal('finishing') }),
  /** The other device is signed in and has the keys. */
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('failed'), reason: LinkEnd, error: AppError.nullable() }),
]);
export type Linking = z.infer<typeof Linking>;

export const linking = contract({
  calls: {
    /** Whether this account's server and this device can let others in. */
    linkSupport: call(nothing, z.object({ can: z.enum(['yes', 'no_server', 'no_keys']) })),
    /** `server`: where a device that wants in shows its code; null: an account that is signed in. */
    showLinkCode: call(z.object({ server: z.string().min(1).max(500).nullable() }), nothing),
    /** The bytes of a QR code that was read here. `same_side`: the other device shows the code of the role that this one has. */
    readLinkCode: call(
      z.object({
        bytes: z.custom<Uint8Array>(
          (value) => ArrayBuffer.isView(value) && value.byteLength > 0 && value.byteLength <= 4096,
        ),
      }),
      z.object({ outcome: z.enum(['read', 'not_a_code', 'same_side']) }),
    ),
    /** One try. */
    checkLink: call(z.object({ digits: z.string().regex(/^\d{2}$/) }), nothing),
    openLinkPageAgain: call(nothing, nothing),
    /** Gives up what goes on, puts away what is over. */
    endLink: call(nothing, nothing),
  },
  values: {
    linking: value(nothing, Linking),
  },
  lists: {},
});
