// The identity server of this account, and finding and inviting people by e-mail.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { Address } from './addresses';
import { RoomId, nothing } from '../ids';
import { Person } from '../rooms/peopleModels';

const address = z.string().min(3).max(254);

export const IdentityState = z.object({
  /** In use; null: none. */
  server: z.string().nullable(),
  /** What the account's domain, or another device of the account, names. */
  offered: z.string().nullable(),
  /** Waits for a yes; without pages it has no terms. */
  asked: z
    .object({
      server: z.string(),
      terms: z.array(z.object({ name: z.string(), url: z.string() })),
    })
    .nullable(),
});
export type IdentityState = z.infer<typeof IdentityState>;

const contact = Address.pick({ medium: true, address: true });

/** Own addresses at the identity server. */
export const SharedAddresses = z.object({
  /** By these people find this account; null: not known. */
  shared: z.array(contact).nullable(),
  /** A mail with a link, or a text message with a code, is on its way there. */
  pending: contact.nullable(),
  /** Why it is not known. */
  error: AppError.nullable(),
});
export type SharedAddresses = z.infer<typeof SharedAddresses>;

export const identity = contract({
  calls: {
    /** Looks for the one that is offered. */
    refreshIdentity: call(nothing, nothing),
    /** Reads its terms, which `identity` shows then. Rejected with `unknown_server`, `not_matrix`, `offline`. */
    chooseIdentityServer: call(z.object({ server: z.string().min(1).max(500) }), nothing),
    agreeToIdentityServer: call(nothing, nothing),
    declineIdentityServer: call(nothing, nothing),
    leaveIdentityServer: call(nothing, nothing),
    /** Null: nobody told the server this address. Rejected with `no_identity_server`, `identity_terms`, `identity_unsupported`. */
    findByEmail: call(z.object({ address }), z.object({ person: Person.nullable() })),
    /** They get a mail; whoever shows that the address is theirs is in. Rejected as `findByEmail`. */
    inviteByEmail: call(z.object({ roomId: RoomId, address }), nothing),
    /** Asks by which of its addresses this account is found. */
    refreshSharedAddresses: call(nothing, nothing),
    /**
     * Has the identity server prove an address of the account, so that people find it by that; the same again sends once more. Rejected as
     * `findByEmail`, and with `not_found` for an address that is not the account's.
     */
    shareAddress: call(contact, nothing),
    /** `code` empty: the link in the mail was opened. Rejected with `wrong_token`, `email_unconfirmed`, or as `findByEmail`. */
    confirmShare: call(z.object({ code: z.string().max(64) }), nothing),
    cancelShare: call(nothing, nothing),
    /** Nobody finds the account by this address any more. Rejected with `identity_unsupported` where the server forgets none. */
    stopSharing: call(contact, nothing),
  },
  values: {
    identity: value(nothing, IdentityState),
    sharedAddresses: value(nothing, SharedAddresses),
  },
  lists: {},
});
