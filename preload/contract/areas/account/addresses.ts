// E-mail addresses and phone numbers of this account, and the end of the account itself.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing } from '../ids';

const password = z.string().max(1024).nullable();

export const Address = z.object({
  /** `msisdn`: a phone number in digits, with its country. */
  medium: z.enum(['email', 'msisdn']),
  address: z.string(),
  /** Epoch ms; null: the server does not say. */
  addedAtMs: z.number().nullable(),
});
export type Address = z.infer<typeof Address>;

export const Addresses = z.object({
  /** Oldest first; null: not read yet. */
  all: z.array(Address).nullable(),
  /** An address to which a mail with a link was sent; it is added when the link was opened. */
  pending: z.string().nullable(),
  /** A phone number to which a text message with a code was sent. */
  pendingPhone: z.string().optional(),
  /** False: the server wants no code; the user follows the text message and confirms without one. */
  phoneCode: z.boolean().optional(),
  /** Why they could not be read. */
  error: AppError.nullable(),
});
export type Addresses = z.infer<typeof Addresses>;

export const addresses = contract({
  calls: {
    /** Asks the server now. */
    refreshAddresses: call(nothing, nothing),
    /** Has the server send a mail with a link. Also again, when the one before did not arrive. Rejected with `email_*`. */
    addEmail: call(z.object({ address: z.string().min(3).max(254) }), nothing),
    /** After the link was opened. Rejected with `email_unconfirmed`, `wrong_password`, or `forbidden` where a password is not enough. */
    confirmEmail: call(z.object({ password }), nothing),
    cancelAddEmail: call(nothing, nothing),
    /**
     * Has the server send a text message with a code; `country`: two letters, for a number without one. Rejected with `email_*`, as addresses
     * are.
     */
    addPhone: call(
      z.object({ country: z.string().regex(/^[A-Z]{2}$/), number: z.string().min(3).max(40) }),
      nothing,
    ),
    /** Rejected with `wrong_token`, `email_unconfirmed` where no code is wanted, `wrong_password`, or `forbidden` where a password is not enough. */
    confirmPhone: call(z.object({ code: z.string().max(64), password }), nothing),
    cancelAddPhone: call(nothing, nothing),
    removeAddress: call(Address.pick({ medium: true, address: true }), nothing),
    /**
     * Ends the account at the server for good; `erase`: people who come later see nothing that it wrote. Then the profile is emptied, as after
     * `signOut`. Rejected with `wrong_password`, or `forbidden` where a password is not enough; nothing has changed then.
     */
    deactivateAccount: call(z.object({ password, erase: z.boolean() }), nothing),
  },
  values: {
    addresses: value(nothing, Addresses),
  },
  lists: {},
});
